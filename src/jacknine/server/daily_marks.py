"""What a day's results are measured by: an expert in the same seat, and what the cards were worth lying open.

Both are worked out by the solver's worker, once, and kept. The expert's result is a number and gives no card of a
running day away; open cards are asked about only when the day is over.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import sqlalchemy as sa
import structlog
from sqlalchemy.dialects.sqlite import insert

from jacknine.analysis.calls import worth
from jacknine.bots import player as computer
from jacknine.bots.search import SearchPlayer
from jacknine.game import Decision, State, View, apply_legal, start, view
from jacknine.notation.fair import shuffled
from jacknine.server import store
from jacknine.server.archive import Archive, Moment, moments
from jacknine.server.daily import SEAT, Daily, lead
from jacknine.server.days import LEVEL, LINES, deal_secret, first_dealer
from jacknine.server.logs import trail
from jacknine.server.room import DAILY_DEALS
from jacknine.server.solving import Solving
from jacknine.server.store import Store
from jacknine.variants import parse_line

if TYPE_CHECKING:
    from jacknine.solver.api import Solver

Kind = Literal["expert", "par"]

log = structlog.get_logger()


class Mark(NamedTuple):
    """``points`` are what the side of everybody's seat scores more than the other in all deals, None where nobody can
    tell; ``about``: only about that.
    """

    points: int | None
    about: bool


class Marks:
    """The marks of a server's days."""

    def __init__(self, opened: Store, solving: Solving, archive: Archive, daily: Daily) -> None:
        self._store = opened
        self._solving = solving
        self._archive = archive
        self._daily = daily
        self._running: dict[tuple[Kind, str], asyncio.Task[None]] = {}
        self._one = asyncio.Semaphore(1)

    async def expert(self, day: date, game: str) -> Mark | None:
        """What an expert makes of a day in everybody's seat; None where it is still being worked out.

        Raises:
            StoreUnavailable: the database did not answer.
        """
        return await self._mark("expert", f"{day} {game}", self._play(day, game))

    async def par(self, code: str) -> Mark | None:
        """What the deals of a try are worth with open cards, under the contracts that were reached in it.

        Raises:
            StoreUnavailable: the database did not answer.
        """
        return await self._mark("par", code, self._value(code))

    def close(self) -> None:
        """Let go of what is on its way."""
        for task in self._running.values():
            task.cancel()

    async def _mark(self, kind: Kind, of: str, work: Coroutine[Any, Any, Mark]) -> Mark | None:
        kept = store.daily_mark
        rows = await self._store.rows(
            sa.select(kept.c.points, kept.c.is_about).where(kept.c.kind == kind, kept.c.of == of)
        )
        if rows or (kind, of) in self._running:
            work.close()
        else:
            self._running[kind, of] = asyncio.create_task(self._work_out(kind, of, work))
        return Mark(rows[0].points, rows[0].is_about) if rows else None

    async def _work_out(self, kind: Kind, of: str, work: Coroutine[Any, Any, Mark]) -> None:
        try:
            async with self._one:
                found = await work
            values = {"kind": kind, "of": of, "points": found.points, "is_about": found.about}
            async with self._store.writing() as connection:
                await connection.execute(insert(store.daily_mark).values(values).on_conflict_do_nothing())
        except Exception as error:
            # Where there is no solver the page says that it is still to come; it is tried again with the next process.
            log.warning("mark.failed", kind=kind, of=of, error=trail(error))
            return
        del self._running[kind, of]

    async def _play(self, day: date, game: str) -> Mark:
        key = await self._daily.key(day, game)
        assert key is not None
        rules = parse_line(LINES[game])
        state = start(rules, first_dealer(key, rules.players))
        for _ in range(DAILY_DEALS):
            if not state.over:
                state = await self._deal(state, key)
        return Mark(lead(state), False)

    async def _deal(self, state: State, key: bytes) -> State:
        """A match one deal on: an expert in everybody's seat, the day's computer players in all others.

        The worker is asked decision by decision, so that nobody's review waits long for it.
        """
        expert, others = computer("expert"), computer(LEVEL)
        number = state.deal_number + 1
        seed = int.from_bytes(key[:8], "big")
        state, _ = apply_legal(state, shuffled(state.rules, deal_secret(key, number).seed, number))
        while (seat := state.turn) is not None:
            seen = view(state, seat)
            if seat == SEAT and isinstance(expert, SearchPlayer) and expert.has_to_search(seen):
                decision = await self._solving.ask(search, expert, seen, seed)
            else:
                decision = (expert if seat == SEAT else others).decide(seen, seed)
            state, _ = apply_legal(state, decision)
        return state

    async def _value(self, code: str) -> Mark:
        played = await self._archive.played(code)
        begun = [_begun(moments(played, number)) for number in range(1, len(played.befores) + 1)]
        mark: Mark = await self._solving.ask(worth_of_deals, begun)
        return mark


def _begun(course: Sequence[Moment]) -> State:
    """A deal at its first card; at its end where none was played."""
    played = (one.state for one in course if one.state.deal is not None and one.state.deal.phase == "play")
    return next(played, course[-1].state)


def search(solver: Solver, player: SearchPlayer, seen: View, seed: int) -> Decision:
    """A decision of a player that looks ahead, as a worker is asked for it: at leisure, for only counts end it."""
    return player.search(solver, seen, seed)


def worth_of_deals(solver: Solver, begun: Sequence[State]) -> Mark:
    """What deals are worth together from their first cards on; those that were thrown in are worth nothing."""
    found = [worth(solver, one) for one in begun if one.deal is not None and one.deal.contract is not None]
    points = [value for value, _ in found if value is not None]
    return Mark(sum(points) if len(points) == len(found) else None, any(about for _, about in found))
