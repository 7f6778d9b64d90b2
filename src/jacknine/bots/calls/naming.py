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


def name(view: View, boldness: float) -> dict[Call, float]:
    """What each call should score against the others: the suits, and declining where that is allowed."""
    auction = view.rules.auction
    assert isinstance(auction, Naming)
    if view.standing is not None:
        return raise_or_pass(view, boldness)
    declined = DECLINED.get(view.rules.variant, 0.0)
    return {
        call: declined if call.word == auction.decline else _score(view, key_of(view, call), boldness)
        for call in sorted(offered(view), key=lambda call: call.word == auction.decline)
    }


def _score(view: View, key: str, boldness: float) -> float:
    """The score against the others' to expect as the taker."""
    rules = view.rules
    expected = forecast(rules, key, hand_with_turned(view)).moved(boldness)
    factor = rules.denomination(key).factor
    if isinstance(rules.scoring, HalfScoring):
        return factor * expected.balance(in_play(rules, key))
    return factor * expected.lead
