"""Doubling a contract, and doubling it back: as sure as the hand makes us."""

from __future__ import annotations

from typing import Final

from jacknine.bots.calls.words import offered
from jacknine.bots.strength import judged
from jacknine.game import View
from jacknine.rules.auction import PASS, Call

SURE: Final = {"kontra": 0.7, "double": 0.7, "rekontra": 0.8, "triple": 0.8, "quadruple": 0.85, "gahwa": 0.9}
"""How likely one's own side has to win the deal for each word."""


def raise_or_pass(view: View, boldness: float) -> dict[Call, float]:
    """By how much our side is surer than it needs to be to win the deal, for the raise that is open; 0 for a pass.

    An opponent of the taker who may bar leading trump does so: drawing trumps is what the taker wants.
    """
    assert view.standing is not None and view.seat is not None
    raises = [call for call in offered(view) if call != PASS]
    wins = judged(view, view.standing).moved(boldness).reaches()
    if view.rules.side_of(view.seat) != view.rules.side_of(view.standing.taker):
        wins = 1.0 - judged(view, view.standing).moved(-boldness).reaches()
    raises.sort(key=lambda call: call.locked)
    return {PASS: 0.0} | {call: wins - SURE[call.word] for call in raises[-1:]}
