"""Slows down who asks too much: each request waits its turn, and only a crowd of them is refused."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Hashable
from typing import Final

LONGEST_SECONDS: Final = 5.0
"""How long a request may have to wait."""
FORGET_AT: Final = 10_000
"""How many are remembered before those who have been quiet are forgotten."""


class TooMany(RuntimeError):
    """So many requests already wait that this one is refused."""


class Crowded(RuntimeError):
    """So many watch a table that others have to ask for it now and then."""


class Throttle:
    """Lets through ``rate`` requests a second of each sender, and ``burst`` at once after a while of silence."""

    def __init__(self, rate: float, burst: int) -> None:
        self._gap = 1 / rate
        self._slack = burst / rate
        self._next: dict[Hashable, float] = {}

    async def admit(self, sender: Hashable) -> None:
        """Wait until it is the sender's turn.

        Raises:
            TooMany: it would take too long.
        """
        now = time.monotonic()
        turn = max(self._next.get(sender, 0.0), now - self._slack) + self._gap
        if turn - now > LONGEST_SECONDS:
            raise TooMany
        self._next[sender] = turn
        if len(self._next) > FORGET_AT:
            self._next = {one: at for one, at in self._next.items() if at > now - self._slack}
        if turn > now:
            await asyncio.sleep(turn - now)
