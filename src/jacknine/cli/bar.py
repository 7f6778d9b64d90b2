"""A line of the terminal that shows how far something is."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import monotonic
from typing import Final

WIDTH: Final = 24
BLINK: Final = 0.2
"""Seconds between two drawings."""


class Bar:
    """Shows how many of the wanted things are done, on standard error; nothing where that is no terminal."""

    def __init__(self, wanted: int, things: str) -> None:
        self._wanted, self._things = wanted, things
        self._begun, self._shown = monotonic(), 0.0
        self._found: int | None = None
        self._draws = sys.stderr.isatty()

    def show(self, done: int, note: Callable[[], str] = lambda: "") -> None:
        """Draw it anew with a note, unless it has just been drawn; the first call says how many were there before."""
        if self._found is None:
            self._found = done
        now = monotonic()
        if not self._draws or (now - self._shown < BLINK and done < self._wanted):
            return
        self._shown = now
        full = WIDTH * min(done, self._wanted) // self._wanted
        line = f"[{'#' * full:.<{WIDTH}}] {done}/{self._wanted} {self._things}{note()}"
        if done > self._found:
            line += f", {(now - self._begun) * (self._wanted - done) / (done - self._found):.0f} s left"
        print(f"\r{line}\033[K", end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        """Leave the line."""
        if self._draws:
            print(file=sys.stderr)
