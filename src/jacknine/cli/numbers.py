"""Numbers given on a command line: what is none, or makes no sense, is told in one line."""

from __future__ import annotations

import argparse
from typing import Final

MOST: Final = 10**15
LONGEST: Final = 10**6


def count(text: str) -> int:
    """A whole number of things, at least one.

    Raises:
        ArgumentTypeError: it is no such number.
    """
    if text.isascii() and text.isdecimal() and len(text) <= 16 and 1 <= int(text) <= MOST:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text[:40]!r} is no whole number from 1 to {MOST}")


def seconds(text: str) -> float:
    """A time, more than nothing.

    Raises:
        ArgumentTypeError: it is no such time.
    """
    try:
        given = float(text)
    except ValueError:
        given = 0
    if 0 < given <= LONGEST:
        return given
    raise argparse.ArgumentTypeError(f"{text[:40]!r} is no number of seconds above 0, up to {LONGEST}")
