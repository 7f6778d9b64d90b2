"""Calls where the first to accept or name a suit plays it."""

from __future__ import annotations

from typing import Final

from jacknine.bots.calls.raising import raise_or_pass
from jacknine.bots.calls.words import hand_with_turned, key_of, offered
from jacknine.bots.strength import forecast, in_play
from jacknine.game import View
from jacknine.rules.auction import Call, Naming
from jacknine.rules.scoring.half import HalfScoring

DECLINED: Final = {"belote": -12.0, "klaverjas": -15.0, "bela": -5.0, "jass": 90.0}
"""By game, the score to expect after declining: another may take, or the cards are thrown in."""


def name(view: View, boldness: float) -> Call:
    """The suit that should score best; declining, where that is allowed and should score better."""
    auction = view.rules.auction
    assert isinstance(auction, Naming)
    if view.standing is not None:
        return raise_or_pass(view, boldness)
    calls = offered(view)
    scores = {call: _score(view, key_of(view, call), boldness) for call in calls if call.word != auction.decline}
    best = max(scores, key=lambda call: scores[call])
    declined = [call for call in calls if call not in scores]
    if declined and scores[best] < DECLINED.get(view.rules.variant, 0.0):
        return declined[0]
    return best


def _score(view: View, key: str, boldness: float) -> float:
    """The score against the others' to expect as the taker."""
    rules = view.rules
    expected = forecast(rules, key, hand_with_turned(view)).moved(boldness)
    factor = rules.denomination(key).factor
    if isinstance(rules.scoring, HalfScoring):
        return factor * expected.balance(in_play(rules, key))
    return factor * expected.lead
