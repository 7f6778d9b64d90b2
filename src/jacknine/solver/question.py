"""Open positions as JSON: the question in the words of the conformance cases, the answer in numbers.

A question is ``{id?, game, settings?, hands, trump, leader, trick?, all_tricks?, taker?}``. The answer has
``difference`` (side 0 minus side 1 with roem and the bonus for all tricks, both playing for that), ``line`` (one line
of such play), ``points`` (the card points of each camp in it), ``cards`` (the difference after each legal card),
``value`` (card points of side 0 when both play for those) and ``made`` (whether the taker, seat 0 unless it is told,
makes it).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jacknine.cards import card_text
from jacknine.rules.contract import Contract
from jacknine.rules.scoring import Tally
from jacknine.rules.scoring.bid import BidScoring
from jacknine.solver.api import Budget, Solution, Solver
from jacknine.solver.position import LARGEST_BONUS, Position, PositionError, read_position
from jacknine.solver.replay import replay

LOWEST_BID = 80
"""The bid that is taken for granted where a contract names one."""


def answer(solver: Solver, given: Mapping[str, Any], budget: Budget | None = None) -> dict[str, Any]:
    """The answer to a question. Where a budget ran out, ``exact`` is false and values are pairs of bounds.

    Raises:
        PositionError: the question is malformed or the position cannot be.
        SettingsError: an unknown game or setting.
    """
    position = read_position(given)
    bonus = _bonus(given)
    whole = solver.solve(position, line=True, bonus=bonus, budget=budget)
    cards = solver.solve(position, "points", cards=False, bonus=bonus, budget=budget)
    named = {"id": given["id"]} if "id" in given else {}
    if not (whole.exact and cards.exact):
        return {**named, "exact": False, **_bounds(whole, cards)}
    return {
        **named,
        "points": list(replay(position, whole.line).camp_points(position)),
        "difference": whole.value,
        "value": _value(position, cards.value, bonus),
        "cards": {card_text(card): bounds.low for card, bounds in whole.cards.items()},
        "line": [card_text(card) for card in whole.line],
        "made": made(position, whole),
    }


def _value(position: Position, value: int, bonus: tuple[int, int] | None) -> int:
    """Camp 0's card points with a bonus for all tricks that was asked for.

    The search's value has half the bonus: it lies beyond what the cards are worth only when one camp takes all tricks.
    """
    if bonus is None or 0 <= value <= position.total:
        return value
    return 0 if value < 0 else position.total + bonus[0]


def made(position: Position, solution: Solution) -> bool | None:
    """Whether the taker makes the contract in the line of a solution, by the sheet of the game and on cards and roem
    alone; None where points are held over or nobody can fail.

    An ending has no sheet: there it is whether the taker's camp gets more than the other.
    """
    rules, taker = position.rules, position.taker
    ours = solution.value if position.camps[taker] == 0 else -solution.value
    played = replay(position, solution.line)
    if sum(position.hands).bit_count() + len(position.trick) < rules.hand_size * rules.players:
        return ours > 0
    sides = range(rules.sides)
    by_side = [[seat for seat in range(rules.players) if rules.side_of(seat) == side] for side in sides]
    nothing = (0,) * rules.sides
    tally = Tally(
        taker=rules.side_of(taker),
        cards=tuple(sum(played.points[seat] for seat in seats) for seats in by_side),
        tricks=tuple(sum(played.winners.count(seat) for seat in seats) for seats in by_side),
        declared=nothing,
        beaten=nothing,
        belote=nothing,
        roem=tuple(sum(played.roem[seat] for seat in seats) for seats in by_side),
        held=nothing,
        contract=Contract(position.key, taker, LOWEST_BID if isinstance(rules.scoring, BidScoring) else 0),
    )
    return rules.scoring.score(tally).made


def _bonus(given: Mapping[str, Any]) -> tuple[int, int] | None:
    if given.get("all_tricks") is None:
        return None
    points = given["all_tricks"]
    if type(points) is not int or not 0 <= points <= LARGEST_BONUS:
        raise PositionError(f"all_tricks={points!r}: it is a whole number of points, 0 to {LARGEST_BONUS}")
    return (points, points)


def _bounds(whole: Solution, cards: Solution) -> dict[str, Any]:
    return {
        "difference": list(whole.bounds),
        "value": list(cards.bounds),
        "cards": {card_text(card): list(bounds) for card, bounds in whole.cards.items()},
    }
