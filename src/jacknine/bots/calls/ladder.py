"""Calls where bids rise: how high, in what, when to raise the partner and when to coinche."""

from __future__ import annotations

from typing import Final

from jacknine.bots.calls.words import offered
from jacknine.bots.strength import PARTNER, Forecast, forecast, judged, scale_of
from jacknine.game import View
from jacknine.rules.auction import PASS, Call
from jacknine.rules.contract import Contract
from jacknine.rules.ladder import COINCHE, SURCOINCHE, Ladder
from jacknine.rules.scoring.bid import CARD_TOTAL, BidScoring

CUSHION: Final = 12.0
"""How many more points than it bid a side should make."""
OPPOSED: Final = 10.0
"""What a bid of the other side takes from our lead in another suit."""
SWEEP: Final = 130.0
"""The lead that goes with taking every trick."""


def bid(view: View, boldness: float) -> Call:
    """The call that should score best if nothing follows; of equals the lowest."""
    calls = offered(view)
    leads = {key: _our_lead(view, key).moved(boldness) for key in _ladder(view).keys}
    scores = {call: _score(view, call, leads) for call in calls}
    return max(scores, key=lambda call: scores[call])


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
    level = call.level or _ladder(view).capot
    return _contract_score(view, level, call.word == "capot", 1, leads[call.key])


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
    return 2.0 * (min(level, 160) + CUSHION) - CARD_TOTAL


def _our_lead(view: View, key: str) -> Forecast:
    """What our side may expect in a denomination: by our own hand, and by what the partner has bid."""
    rules, seat = view.rules, view.seat
    assert seat is not None
    own = forecast(rules, key, view.hand)
    best, named_before = own.lead, False
    for said in view.calls:
        if said.call.word not in ("bid", "capot"):
            continue
        if rules.side_of(said.seat) != rules.side_of(seat):
            best -= OPPOSED * (said.call.key != key)
            continue
        if said.call.key == key and said.seat != seat:
            shown = _shown(said.call.level or _ladder(view).capot)
            denomination = rules.denomination(key)
            support = scale_of(denomination, PARTNER).above_average(rules, denomination, view.hand)
            best = max(best, shown if named_before else shown + support)
        named_before |= said.call.key == key
    return Forecast(best, own.spread)


def _contract_score(view: View, level: int, sweep: bool, factor: int, expected: Forecast) -> float:
    """The score of the taker's side against the others': the bid and the cards if it is made, all if it is not."""
    scoring = view.rules.scoring
    base = scoring.base if isinstance(scoring, BidScoring) else CARD_TOTAL
    floor = scoring.floor if isinstance(scoring, BidScoring) else 0
    needed = SWEEP if sweep else 2.0 * max(level, floor) - CARD_TOTAL
    made = expected.reaches(needed)
    if factor > 1:
        return (2.0 * made - 1.0) * (base + factor * level)
    return made * level + expected.gained(needed) - (1.0 - made) * (base + level)
