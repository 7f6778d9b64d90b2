"""Calls where the turned card is bought with a suit or without trump."""

from __future__ import annotations

from typing import Final

from jacknine.bots.calls.raising import SURE, raise_or_pass
from jacknine.bots.calls.words import hand_with_turned, key_of, offered
from jacknine.bots.strength import Forecast, forecast, in_play, judged
from jacknine.cards import SUIT_MASKS, suit_of
from jacknine.game import View
from jacknine.rules.auction import PASS, Call
from jacknine.rules.buying import KAWESH
from jacknine.rules.contract import NO_TRUMP
from jacknine.rules.scoring.game_points import SUN_DEAL, TRUMP_DEAL

PASSED: Final = -0.5
"""The game points to expect after a pass when nothing stands."""


def buy(view: View, boldness: float) -> dict[Call, float]:
    """The game points against the others' that each call should bring."""
    calls = offered(view)
    if KAWESH in calls:
        return {KAWESH: 0.0}
    if any(call.word in SURE for call in calls):
        return raise_or_pass(view, boldness)
    scores = {call: _score(view, call, boldness) for call in calls if call != PASS}
    if PASS in calls:
        scores[PASS] = _passed(view)
    return scores


def _stake(key: str) -> int:
    return SUN_DEAL if key == NO_TRUMP else TRUMP_DEAL


def _game_points(view: View, key: str, expected: Forecast) -> float:
    total = in_play(view.rules, key)
    return expected.balance(total) * _stake(key) / total


def _score(view: View, call: Call, boldness: float) -> float:
    """The game points against the others' to expect from a purchase."""
    key = key_of(view, call)
    point = in_play(view.rules, key) / _stake(key)
    expected = forecast(view.rules, key, hand_with_turned(view), point).moved(boldness)
    score = _game_points(view, key, expected)
    if call.word == "ashkal" and view.turned is not None:
        # The partner gets the turned card: no loss where we have nothing to go with it.
        score += -0.5 if view.hand & SUIT_MASKS[suit_of(view.turned)] else 0.5
    return score


def _passed(view: View) -> float:
    """The game points to expect from what stands, which for the others' contract is a loss."""
    if view.standing is None:
        return PASSED
    assert view.seat is not None
    points = _game_points(view, view.standing.key, judged(view, view.standing))
    return points if view.rules.side_of(view.seat) == view.rules.side_of(view.standing.taker) else -points
