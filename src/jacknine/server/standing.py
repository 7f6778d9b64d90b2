"""How a deal stands while it is played: points so far, what the takers still need, and whether anything is open.

The scoring of the game itself is asked, with the points a viewer knows, so no rule is repeated here.
"""

from __future__ import annotations

from functools import lru_cache

from jacknine.cards import cards_of
from jacknine.game import View
from jacknine.rules.contract import Contract
from jacknine.rules.scoring import RunningScoring, Tally
from jacknine.rules.table import compile_table
from jacknine.rules.trick import beats, points_of
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


def adds_up(view: View) -> bool:
    """Whether points brought in are written as they are."""
    scored = view.outcome is not None and view.outcome.sheet is not None
    return scored or _keeps_running(view.rules)


@lru_cache(maxsize=256)
def _keeps_running(rules: Rules) -> bool:
    return isinstance(rules.scoring, RunningScoring)


def points_so_far(view: View) -> tuple[int, ...]:
    """What each side has brought in, as far as the viewer may know; the score once the deal is over.

    Where points are converted as they are written (:func:`adds_up`) only card points can be told before.
    """
    if view.outcome is not None and view.outcome.sheet is not None:
        return view.outcome.sheet.scores
    if not adds_up(view):
        return view.points
    factor = view.rules.denomination(view.contract.key).factor if view.contract is not None else 1
    gains = zip(view.points, view.roem, declared(view), pairs(view), strict=True)
    return tuple(sum(gain) * factor for gain in gains)


def still_needed(view: View) -> int | None:
    """How many card points the takers lack to make the contract, 0 when they have enough.

    None where nothing can be said: outside card play, where no number would do, and where the viewer cannot know how
    many points are in the tricks.
    """
    if view.rules.dealing.discard and view.contract is not None and view.seat != view.contract.taker:
        return None
    return most_needed(view)


def most_needed(view: View) -> int | None:
    """The same to those who have not seen what the taker laid away, which counts for him: as if it were worth nothing,
    so that he lacks so many points at most.
    """
    contract = view.contract
    if view.phase != "play" or contract is None or contract.goal != "points":
        return None
    total = _in_the_tricks(view, contract)
    if total is None:
        return None
    needed = _needed(view.rules, contract, total, declared(view), pairs(view), view.roem)
    return None if needed is None else max(0, needed - view.points[view.rules.side_of(contract.taker)])


def takers_lead(view: View) -> int | None:
    """By how much the takers are ahead of all others together, so far, where :func:`most_needed` cannot be told
    because cards lie out of play unseen; negative when they are behind. None otherwise.
    """
    contract = view.contract
    if view.phase != "play" or contract is None or contract.goal != "points":
        return None
    if _in_the_tricks(view, contract) is not None:
        return None
    points = points_so_far(view)
    return 2 * points[view.rules.side_of(contract.taker)] - sum(points)


def rest_is_sure(view: View) -> bool:
    """Whether no card that the viewer has not seen could beat any card of his, so that all tricks left are his.

    Only what he may know counts: where it takes the others' cards to tell, this says no.
    """
    if view.phase != "play" or view.contract is None or view.trick or not view.hand:
        return False
    table = compile_table(view.rules, view.contract.key, view.contract.locked)
    fallen = sum(1 << card for trick in view.tricks for card in trick.cards)
    unseen = view.rules.pack & ~(view.hand | fallen | view.laid_away | view.stock)
    return not any(beats(table, other, own) for own in cards_of(view.hand) for other in cards_of(unseen))


def _in_the_tricks(view: View, contract: Contract) -> int | None:
    """All card points of the deal with the bonus of the last trick; None when cards out of play are unknown."""
    rules = view.rules
    dealing = rules.dealing
    out_of_play = view.stock
    if view.turned is not None and dealing.turned == "card" and not dealing.turned_to_taker:
        out_of_play |= 1 << view.turned
    in_play = sum(view.counts) + len(view.trick) + len(view.tricks) * rules.players + dealing.discard
    if in_play + out_of_play.bit_count() != rules.pack.bit_count():
        return None
    return _points_in(rules, contract.key, contract.locked, rules.pack & ~out_of_play) + rules.last_trick


@lru_cache(maxsize=2048)
def _points_in(rules: Rules, key: str, locked: bool, cards: int) -> int:
    return points_of(compile_table(rules, key, locked), cards)


@lru_cache(maxsize=2048)
def _needed(
    rules: Rules,
    contract: Contract,
    total: int,
    declared: tuple[int, ...],
    pairs: tuple[int, ...],
    roem: tuple[int, ...],
) -> int | None:
    """The least card points with which the scoring calls the contract made, if every side wins a trick."""
    taker = rules.side_of(contract.taker)
    other = next(side for side in range(rules.sides) if side != taker)
    raiser = None if contract.raiser is None else rules.side_of(contract.raiser)
    nothing, one = (0,) * rules.sides, (1,) * rules.sides

    def makes(points: int) -> bool:
        brought_in = {taker: points, other: total - points}
        cards = tuple(brought_in.get(side, 0) for side in range(rules.sides))
        tally = Tally(taker, cards, one, declared, nothing, pairs, roem, nothing, contract, raiser_side=raiser)
        return rules.scoring.score(tally).made is True

    low, high = 0, total + 1
    while low < high:
        middle = (low + high) // 2
        if middle > total or makes(middle):
            high = middle
        else:
            low = middle + 1
    return low if low <= total else None
