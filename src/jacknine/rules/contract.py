"""What an auction ends in: a contract."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

Goal = Literal["points", "capot", "generale"]
"""What the taker promises: points, all tricks for his side, or all tricks in his own hand."""

SUIT_KEYS: Final = ("S", "H", "D", "C")
NO_TRUMP: Final = "N"
ALL_TRUMP: Final = "A"
TOPS_DOWN: Final = "U"
BOTTOMS_UP: Final = "B"
DENOMINATION_KEYS: Final = (*SUIT_KEYS, NO_TRUMP, ALL_TRUMP, TOPS_DOWN, BOTTOMS_UP)
"""Every thing a contract can be "in": the suits in card order, no-trump, all-trump, ace-high and six-high."""


@dataclass(frozen=True, slots=True)
class Contract:
    """What was decided in the auction.

    ``key`` names the denomination (one of :data:`DENOMINATION_KEYS`), ``taker`` the seat that plays, ``level`` the
    points it promised (0 where nothing is promised), ``multiplier`` what the doubling calls have made of the stake,
    ``raiser`` the seat that spoke the last of them. ``card_to`` is the seat that gets the turned card. ``locked``
    bars leading trump (docs/games/baloot.md 2.7) and ``for_match`` stakes the whole match (gahwa).
    """

    key: str
    taker: int
    level: int = 0
    goal: Goal = "points"
    multiplier: int = 1
    raiser: int | None = None
    card_to: int | None = None
    locked: bool = False
    for_match: bool = False
    called: str = ""
    """The word the contract was bought with, where one denomination has several (sun, ashkal)."""
