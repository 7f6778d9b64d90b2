"""How a deal stands while it is played: points so far, and what the takers still need.

The scoring of the game itself is asked, with the points a viewer knows, so no rule is repeated here.
"""

from __future__ import annotations

from functools import lru_cache

from jacknine.game import View
from jacknine.rules.contract import Contract
from jacknine.rules.scoring import Tally
from jacknine.rules.table import compile_table
from jacknine.rules.trick import points_of
from jacknine.rules.variant import Rules


def declared(view: View) -> tuple[int, ...]:
    """Points of the declarations that lie open, a side."""
    sides = [0] * view.rules.sides
    for seat, found in enumerate(view.declarations):
        sides[view.rules.side_of(seat)] += sum(one.points for one in found)
    return tuple(sides)


def pairs(view: View) -> tuple[int, ...]:
    """Points of the pairs said so far, a side."""
    sides = [0] * view.rules.sides
    for seat, count in enumerate(view.belote):
        sides[view.rules.side_of(seat)] += count * view.rules.pair_points
    return tuple(sides)


def points_so_far(view: View) -> tuple[int, ...]:
    """What each side has brought in, as far as the viewer may know; the score once the deal is over."""
    if view.outcome is not None and view.outcome.sheet is not None:
        return view.outcome.sheet.scores
    return tuple(map(sum, zip(view.points, view.roem, declared(view), pairs(view), strict=True)))


def still_needed(view: View) -> int | None:
    """How many card points the takers lack to make the contract, 0 when they have enough.

    None where nothing can be said: outside card play, with more than two sides, or where no number would do.
    """
    if view.phase != "play" or view.contract is None or view.rules.sides != 2:
        return None
    taker = view.rules.side_of(view.contract.taker)
    needed = _needed(view.rules, view.contract, declared(view), pairs(view), view.roem)
    return None if needed is None else max(0, needed - view.points[taker])


@lru_cache(maxsize=2048)
def _needed(
    rules: Rules, contract: Contract, declared: tuple[int, ...], pairs: tuple[int, ...], roem: tuple[int, ...]
) -> int | None:
    """The least card points with which the scoring calls the contract made, if both sides win a trick."""
    total = points_of(compile_table(rules, contract.key, contract.locked), rules.pack) + rules.last_trick
    taker = rules.side_of(contract.taker)

    def makes(points: int) -> bool:
        cards = tuple(points if side == taker else total - points for side in range(2))
        tally = Tally(taker, cards, (1, 1), declared, (0, 0), pairs, roem, (0, 0), contract)
        return rules.scoring.score(tally).made is True

    low, high = 0, total + 1
    while low < high:
        middle = (low + high) // 2
        if middle > total or makes(middle):
            high = middle
        else:
            low = middle + 1
    return low if low <= total else None
