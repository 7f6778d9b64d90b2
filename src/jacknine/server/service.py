"""Everything one server process holds, put together and taken apart in the right order."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import structlog
from litestar.connection import ASGIConnection

from jacknine.server.archive import Archive
from jacknine.server.bus import MemoryBus
from jacknine.server.daily import Daily
from jacknine.server.daily_marks import Marks
from jacknine.server.identity import COOKIE, Identity, Player
from jacknine.server.keeping import Keeping
from jacknine.server.logs import trail
from jacknine.server.prefs import Prefs
from jacknine.server.presence import Turns
from jacknine.server.reviews import Reviews
from jacknine.server.solving import Solving
from jacknine.server.store import Store, migrate
from jacknine.server.tables import Tables
from jacknine.server.throttle import Throttle
from jacknine.server.words import Words, negotiate
from jacknine.server.writer import Writer

SWEEP_SECONDS = 1.0
CLEAR_SECONDS = 3600.0
DATABASE = "jacknine.db"

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who looks: a player or a stranger, in his language and with his preferences."""

    player: Player | None
    words: Words
    prefs: Prefs

    @property
    def player_id(self) -> int | None:
        return None if self.player is None else self.player.id


class Service:
    """A server. ``public_url`` is the address the world knows it by, empty where it is the one asked for. Tables are
    deleted when nothing has happened there for ``keep_days``, never where that is 0.
    """

    def __init__(self, folder: Path, public_url: str = "", keep_days: int = 0) -> None:
        migrate(folder / DATABASE)
        self.public_url = public_url
        self.keep_days = keep_days
        self.store = Store(folder / DATABASE)
        self.archive = Archive(self.store)
        self.solving = Solving()
        self.reviews = Reviews(self.store, self.solving)
        self.writer = Writer(self.store)
        self.turns = Turns()
        self.identity = Identity(self.store)
        self.keeping = Keeping(self.store)
        self.tables = Tables(self.store, self.writer, MemoryBus())
        self.daily = Daily(self.store, self.tables)
        self.marks = Marks(self.store, self.solving, self.archive, self.daily)
        self.network_url = ""
        """The address in the local network, where there is one."""
        self.phrases = Throttle(0.5, 4)
        self.advice = Throttle(1, 10)
        self.moves = Throttle(10, 40)
        self.codes = Throttle(20, 200)
        self._newcomers = Throttle(5, 150)
        self.closing = False

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """The time during which tables go on; at its end everything that was taken is written."""
        writing = asyncio.create_task(self.writer.run())
        tasks = (self._sweep(), self.tables.follow_bus(), self._clear())
        others = [asyncio.create_task(task) for task in tasks]
        try:
            yield
        finally:
            self.close()
            for task in others:
                task.cancel()
            await self.tables.timers.stop()
            await self.tables.thinker.close()
            self.reviews.close()
            self.marks.close()
            await self.solving.close()
            self.writer.close()
            await asyncio.gather(writing, *others, return_exceptions=True)
            await self.store.close()

    def close(self) -> None:
        """Send everybody who is watching away: they will come back to the next process."""
        self.closing = True
        self.tables.ring_all()

    async def _sweep(self) -> None:
        everything = True
        while True:
            try:
                await self.tables.sweep(everything)
                everything = False
            except Exception as error:
                # Whatever it was, the tables still need somebody who looks after them.
                log.warning("sweep.failed", error=trail(error))
            await asyncio.sleep(SWEEP_SECONDS)

    async def _clear(self) -> None:
        while True:
            try:
                here = {table.code for table in self.tables.in_memory()}
                cleared = await self.keeping.clear(self.keep_days, here)
                log.info("cleared", tables=cleared)
            except Exception as error:
                log.warning("clear.failed", error=trail(error))
            await asyncio.sleep(CLEAR_SECONDS)

    async def hurry(self, connection: ASGIConnection[Any, Any, Any, Any], visitor: Visitor) -> None:
        """Let wait who makes players, tables or seats faster than people do.

        Raises:
            TooMany: he is far too fast.
        """
        client = connection.client
        await self._newcomers.admit(visitor.player_id or (client.host if client else ""))

    async def visitor(self, connection: ASGIConnection[Any, Any, Any, Any]) -> Visitor:
        """Who sends a request.

        Raises:
            StoreUnavailable: the database did not answer.
        """
        player = await self.identity.known(connection.cookies.get(COOKIE))
        prefs = Prefs() if player is None else player.prefs
        return Visitor(player, words_for(prefs.language, connection, prefs.digits), prefs)


def words_for(wished: str, connection: ASGIConnection[Any, Any, Any, Any], digits: str = "western") -> Words:
    """The language for an answer: the one wished for, or what the browser asks for."""
    return _words(negotiate(wished, connection.headers.get("accept-language", "")), digits)


@cache
def _words(language: str, digits: str) -> Words:
    return Words(language, digits)
