"""The first guess of a deal's value: a sum of weights, fitted once for each kind of game (``tools/fit_guess.py``).

The answer does not depend on it; only how many windows the search needs to close in on the value.
"""

from __future__ import annotations

from typing import Final

from jacknine.rules.table import BEAT_PLAIN, POINTS, ROEM_FOUR, SUIT, TRUMPS, Table

KINDS: Final[dict[str, tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]]] = {
    # 500 deals each: the spread of values falls from 50 to 19 points, 57 to 24, 48 to 19, 32 to 14, 55 to 27,
    "trump": ((-50, -59, -61, -29, -17, 35, 139, 375, 0),
        (-80, -81, -81, -89, -83, -53, -19, 151, 0), (114, 119, 49, 0)),
    "roem": ((-44, -70, -60, -19, -10, 50, 137, 452, 0),
        (-82, -95, -107, -111, -103, -72, -34, 169, 0), (142, 123, 36, 0)),
    "iber": ((-62, -59, -61, -35, -25, 32, 129, 365, 0),
        (-68, -74, -69, -82, -74, -48, -21, 152, 0), (117, 130, 39, 0)),
    "plain": ((-51, -45, -39, -42, -45, -24, 40, 206, 0), (-51, -45, -39, -42, -45, -24, 40, 206, 0), (106, 0, 0, 0)),
    "all": ((-58, -69, -84, -63, -46, -34, 49, 305, 0), (-58, -69, -84, -63, -46, -34, 49, 305, 0), (234, 0, 0, 0)),
    # with three and two players 31 to 12 and 23 to 10, and with 36 cards 57 to 26.
    "caller": ((33, 14, 45, 27, 61, 91, 150, 303, 0), (6, 9, 2, -3, 4, 12, 48, 162, 0), (33, 56, 26, -96)),
    "two": ((-60, -53, -36, -29, -12, 21, 70, 184, 0), (-38, -45, -48, -45, -25, -17, 33, 98, 0), (11, 86, 7, 0)),
    "jass": ((-60, -60, -60, -30, -20, 20, 40, 140, 375),
        (-75, -80, -80, -85, -60, -70, -50, -10, 145), (114, 119, 49, 0)),
    "down": ((-55, -51, -74, -79, -62, -43, -6, 59, 311),
        (-55, -51, -74, -79, -62, -43, -6, 59, 311), (207, 0, 0, 0)),
    "up": ((-60, -77, -72, -53, -54, -52, -11, 60, 319),
        (-60, -77, -72, -53, -54, -52, -11, 60, 319), (192, 0, 0, 0)),
}  # fmt: skip
"""Weights of a card held by camp 0 rather than camp 1, in sixteenths of a card point: nine strengths of the highest
place from the weakest up, nine of the other places; then the lead, a longer longest trump, each step of shortness in a
suit by a hand with trumps, and a constant.
"""


def kind_of(table: Table, players: int) -> str:
    """Which weights go with a denomination."""
    if players < 4:
        return "caller" if players == 3 else "two"
    sixes = table[SUIT + 32] != 0
    if table[TRUMPS]:
        return "jass" if sixes else "roem" if table[ROEM_FOUR] else "iber" if table[BEAT_PLAIN] else "trump"
    if sixes:
        return "up" if table[POINTS + 32] else "down"
    return "all" if table[BEAT_PLAIN] else "plain"


def weights(table: Table, players: int, unit: int) -> tuple[list[int], list[int]]:
    """The weight of each bit and of the other features, in sixteenths of the search's unit."""
    top, rest, others = KINDS[kind_of(table, players)]
    return [weight * unit for weight in (rest * 3 + top)], [weight * unit for weight in others]
