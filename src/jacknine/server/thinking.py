"""Computer players that search think in processes of their own, and no table waits for them longer than a moment.

The workers are started with the first table that needs them, and warm up while it plays: until they answer in time,
and whenever they do not, the simple player of the same level decides. Nothing here knows how a player thinks.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import structlog

from jacknine.bots import Bot
from jacknine.bots.hints import Hint, advise, hint
from jacknine.bots.search import SearchPlayer, can_search, get_ready, think
from jacknine.bots.spec import shipped
from jacknine.game import Decision, View
from jacknine.server.logs import trail

if TYPE_CHECKING:
    from jacknine.solver.pool import Pool

SECONDS: Final = 0.6
"""How long a worker may think about a decision."""
PATIENCE: Final = 0.9
"""How long a table waits for a worker, also when others are before it."""
ADVICE_PATIENCE: Final = 2.5
"""How long a person waits who asks for advice."""

log = structlog.get_logger()


class Thinker:
    """The workers of one server, shared by its tables."""

    def __init__(self, workers: int = 1) -> None:
        self._workers = workers
        self._pool: Pool | None = None
        self._told = False

    def prepare(self, bot: Bot) -> None:
        """Let the workers warm up, if this player needs them."""
        if isinstance(bot, SearchPlayer):
            self._start()

    def _start(self) -> Pool | None:
        if self._pool is not None:
            return self._pool
        if can_search():
            from jacknine.solver.pool import Pool

            self._pool = Pool(self._workers, tell=lambda line: log.error("thinking.died", worker=line))
            for _ in range(self._workers):
                self._pool.submit(get_ready)
        elif not self._told:
            self._told = True
            log.warning("thinking.no_solver", meaning="strong players play as hard ones: jacknine[solver] is missing")
        return self._pool

    async def advise(self, view: View, seed: int) -> Hint:
        """What an expert would do in the place of the seat on turn; a hard player, where the expert is late."""
        pool = self._start()
        if pool is not None:
            asked = pool.submit(advise, view, seed, SECONDS)
            try:
                found: Hint = await asyncio.wait_for(asyncio.wrap_future(asked), ADVICE_PATIENCE)
                return found
            except Exception as error:
                asked.cancel()
                log.warning("thinking.late", error=trail(error))
        return hint(view, seed, shipped("hard"))

    async def decide(self, bot: Bot, view: View, seed: int) -> Decision:
        """What a player decides for the seat on turn, in less than a second."""
        if not isinstance(bot, SearchPlayer) or not bot.has_to_search(view):
            return bot.decide(view, seed)
        self.prepare(bot)
        assert self._pool is not None
        asked = self._pool.submit(think, bot, view, seed, SECONDS)
        try:
            decision: Decision = await asyncio.wait_for(asyncio.wrap_future(asked), PATIENCE)
        except Exception as error:
            # Late, or the worker died: somebody has to play all the same.
            asked.cancel()
            log.warning("thinking.late", error=trail(error))
            return bot.rest.decide(view, seed)
        return decision

    async def close(self) -> None:
        """End the workers."""
        pool, self._pool = self._pool, None
        if pool is not None:
            await asyncio.to_thread(pool.close)
