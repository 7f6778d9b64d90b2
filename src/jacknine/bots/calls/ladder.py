"""Calls where bids rise: how high, in what, when to raise the partner and when to coinche."""

from __future__ import annotations

from typing import Final

from jacknine.bots.calls.words import offered
from jacknine.bots.strength import PARTNER, Forecast, forecast, foreseen, judged, scale_of
from jacknine.game import View
from jacknine.rules.auction import PASS, Call
from jacknine.rules.contract import Contract
from jacknine.rules.ladder import COINCHE, SURCOINCHE, Ladder
from jacknine.rules.scoring.bid import CARD_TOTAL, BidScoring

CUSHION: Final = 14.0
"""How many more points than it bid a side should make."""
BELIEVED: Final = 100
"""The level up to which a bid speaks of the hand; above it the other side drove it up."""
SWEEP: Final = Forecast(125.0, 25.0)
"""The lead at which taking every trick is as likely as not, and how fast the chance grows with the lead."""
DOUBT: Final = 10.0
"""How much better than passing a coinche must look, for those who bid have their reasons."""


def bid(view: View, boldness: float) -> dict[Call, float]:
    """What each call should score against the others if nothing follows; of equals the lowest comes first."""
    leads = {key: _our_lead(view, key).moved(boldness) for key in _ladder(view).keys}
    return {call: _score(view, call, leads) - DOUBT * (call in (COINCHE, SURCOINCHE)) for call in offered(view)}


def _score(view: View, call: Call, leads: dict[str, Forecast]) -> float:
    """The score against the others' to expect after a call."""
    standing = view.standing
    if call in (PASS, COINCHE, SURCOINCHE):
        if standing is None:
            return 0.0
        factor = {COINCHE: 2, SURCOINCHE: _ladder(view).surcoinche}.get(call, standing.multiplier)
        return _standing_score(view, standing, factor, leads)
    if call.word == "generale":
        return float("-inf")
    # An overbid will not go without a coinche.
    level = call.level or _ladder(view).capot
    return min(_contract_score(view, level, call.word == "capot", factor, leads[call.key]) for factor in (1, 2))


def _ladder(view: View) -> Ladder:
    assert isinstance(view.rules.auction, Ladder)
    return view.rules.auction


def _standing_score(view: View, contract: Contract, factor: int, leads: dict[str, Forecast]) -> float:
    assert view.seat is not None
    ours = view.rules.side_of(view.seat) == view.rules.side_of(contract.taker)
    expected = leads[contract.key] if ours else judged(view, contract, _shown(contract.level))
    score = _contract_score(view, contract.level, contract.goal != "points", factor, expected)
    return score if ours else -score


def _shown(level: int) -> float:
    """The lead that a bid speaks of."""
    return 2.0 * (min(level, BELIEVED) + CUSHION) - CARD_TOTAL


def _our_lead(view: View, key: str) -> Forecast:
    """What our side may expect in a denomination: by our own hand, and by what the partner has bid."""
    rules, seat = view.rules, view.seat
    assert seat is not None
    own = forecast(rules, key, view.hand)
    best, named_before = own.lead, False
    for said in view.calls:
        if said.call.word not in ("bid", "capot") or rules.side_of(said.seat) != rules.side_of(seat):
            continue
        if said.call.key == key and said.seat != seat:
            shown = _shown(said.call.level or _ladder(view).capot)
            denomination = rules.denomination(key)
            support = scale_of(denomination, PARTNER).above_average(rules, denomination, view.hand)
            best = max(best, shown if named_before else shown + support)
        named_before |= said.call.key == key
    return foreseen(rules, best)


def _contract_score(view: View, level: int, sweep: bool, factor: int, expected: Forecast) -> float:
    """The score of the taker's side against the others': the bid and the cards if it is made, all if it is not."""
    scoring = view.rules.scoring
    base = scoring.base if isinstance(scoring, BidScoring) else CARD_TOTAL
    floor = scoring.floor if isinstance(scoring, BidScoring) else 0
    needed = 2.0 * max(level, floor) - CARD_TOTAL
    if sweep:
        needed, expected = SWEEP.lead, Forecast(expected.lead, SWEEP.spread)
    made = expected.reaches(needed)
    if factor > 1:
        return (2.0 * made - 1.0) * (base + factor * level)
    return made * level + expected.gained(needed) - (1.0 - made) * (base + level)
