"""Who is at a table right now, and how those who look at it are woken."""

from __future__ import annotations

import asyncio
import time
from collections import Counter

PRESENT_SECONDS = 30.0
"""How long somebody without an open stream counts as there: between two polls, or on a page without scripts."""
DESERTED_SECONDS = 60.0
"""After how long without people a table comes to rest."""
FORGOTTEN_SECONDS = 600.0
"""After how long without anybody a table is dropped from memory."""


class Bell:
    """Wakes everybody who waits for its next ring."""

    def __init__(self) -> None:
        self._next = asyncio.Event()

    def ring(self) -> None:
        self._next.set()
        self._next = asyncio.Event()

    @property
    def next(self) -> asyncio.Event:
        """Set by the next ring. Take it before looking at what the bell is about, so that none is missed."""
        return self._next


async def rung(ring: asyncio.Event, seconds: float) -> bool:
    """Wait for a ring; False when it did not come in time."""
    try:
        async with asyncio.timeout(seconds):
            await ring.wait()
    except TimeoutError:
        return False
    return True


class Presence:
    """When each seat (None: spectators) was last seen, and how many streams it has open."""

    def __init__(self) -> None:
        self._loaded = time.monotonic()
        self._seen: dict[int | None, float] = {}
        self._streams: Counter[int | None] = Counter()

    def touch(self, seat: int | None) -> None:
        self._seen[seat] = time.monotonic()

    def opened(self, seat: int | None) -> None:
        self._streams[seat] += 1

    def closed(self, seat: int | None) -> None:
        self._streams[seat] -= 1
        self.touch(seat)

    def here(self, seat: int) -> bool:
        """Whether somebody is in a seat now."""
        return self._streams[seat] > 0 or time.monotonic() - self._seen.get(seat, -PRESENT_SECONDS) < PRESENT_SECONDS

    def deserted(self) -> bool:
        """Whether no player has been here for a while. Just loaded counts as just seen."""
        if any(count > 0 for seat, count in self._streams.items() if seat is not None):
            return False
        last = max((at for seat, at in self._seen.items() if seat is not None), default=self._loaded)
        return time.monotonic() - last > DESERTED_SECONDS

    def forgotten(self) -> bool:
        """Whether nobody at all has looked for a long time."""
        if self._streams.total() > 0:
            return False
        return time.monotonic() - max(self._seen.values(), default=self._loaded) > FORGOTTEN_SECONDS
