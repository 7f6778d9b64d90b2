"""Wakes tables when they have something to do. What and when is in the log's game row; a timer is only a reminder."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from jacknine.server.logs import trail
from jacknine.server.store import StoreUnavailable

RETRY_SECONDS = 0.5
"""When a table whose move could not be written tries again."""

log = structlog.get_logger()


class Timers:
    """One timer a table."""

    def __init__(self, act: Callable[[str], Awaitable[None]]) -> None:
        self._act = act
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._running: set[asyncio.Task[None]] = set()
        self._stopped = False

    def set(self, table_id: str, seconds: float | None) -> None:
        """Wake a table after some seconds instead of whenever it was to be; None: not at all."""
        timer = self._timers.pop(table_id, None)
        if timer is not None:
            timer.cancel()
        if seconds is not None and not self._stopped:
            loop = asyncio.get_running_loop()
            self._timers[table_id] = loop.call_later(max(seconds, 0), self._fire, table_id)

    async def stop(self) -> None:
        """Wake nobody any more, and wait for those who are up."""
        self._stopped = True
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        await asyncio.gather(*self._running)

    def _fire(self, table_id: str) -> None:
        del self._timers[table_id]
        task = asyncio.get_running_loop().create_task(self._run(table_id))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def _run(self, table_id: str) -> None:
        # Whatever goes wrong at one table, the others must not notice.
        try:
            await self._act(table_id)
        except StoreUnavailable:
            log.warning("table.waits", table=table_id)
            self.set(table_id, RETRY_SECONDS)
        except Exception as error:
            log.warning("table.stuck", table=table_id, error=trail(error))
