"""Tells the processes that serve tables which of them have moved. Messages are hints: the log is read, not the bus.

The interface is all a broker has to offer; the one here connects servers within one process.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import NamedTuple, Protocol


class Hint(NamedTuple):
    """A table's log has grown to this number."""

    table_id: str
    seq: int


class Gap(NamedTuple):
    """Hints may have been lost: look at the log of every table that is shown."""


class Bus(Protocol):
    """A topic that every process publishes to and listens to."""

    def publish(self, hint: Hint) -> None:
        """Tell all listeners, without waiting for them."""
        ...

    def listen(self) -> AsyncIterator[Hint | Gap]:
        """What others publish from now on, and a :class:`Gap` wherever some of it may be missing."""
        ...


class MemoryBus:
    """A bus within one process."""

    LIMIT = 10_000

    def __init__(self) -> None:
        self._listeners: set[asyncio.Queue[Hint | Gap]] = set()

    def publish(self, hint: Hint) -> None:
        for queue in self._listeners:
            if queue.qsize() < self.LIMIT - 1:
                queue.put_nowait(hint)
            elif not queue.full():
                queue.put_nowait(Gap())

    async def listen(self) -> AsyncIterator[Hint | Gap]:
        queue: asyncio.Queue[Hint | Gap] = asyncio.Queue(self.LIMIT)
        self._listeners.add(queue)
        try:
            while True:
                yield await queue.get()
        finally:
            self._listeners.discard(queue)
