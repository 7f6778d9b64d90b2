"""What a call rests on, as numbers: the hand in the denomination it names, the seat, and what was said before."""

from __future__ import annotations

from jacknine.bots.calls.words import hand_with_turned, key_called
from jacknine.bots.strength import PAIRS
from jacknine.cards import SUIT_MASKS, cards_of, rank_letter
from jacknine.game import View
from jacknine.rules.auction import Call
from jacknine.rules.variant import Denomination

LOWEST_BID = 80


def facts(view: View, call: Call) -> dict[str, float]:
    """The facts of a call by name, all of about the size of one; none for leaving it to others.

    A name begins with the kind of call: its word, and its denomination where no suit is trump.
    """
    key = key_called(view, call)
    if key is None:
        if call.word in ("pass", "push") or view.standing is None:
            return {}
        key = view.standing.key
    denomination = view.rules.denomination(key)
    kind = call.word if denomination.trump is not None else f"{call.word} {key}"
    found = {"call": 1.0} | _hand(view, denomination) | _table(view, call, key)
    return {f"{kind}: {name}": value for name, value in found.items() if value}


def _hand(view: View, denomination: Denomination) -> dict[str, float]:
    """Trumps one by one, the high cards of the other suits, and the shape."""
    hand, trump = hand_with_turned(view), denomination.trump
    found: dict[str, float] = {}
    for card in cards_of(hand):
        name = rank_letter(card) + ("t" if denomination.is_trump(card) else "")
        found[name] = found.get(name, 0.0) + 1.0
    plain = [mask for suit, mask in enumerate(SUIT_MASKS) if suit != trump]
    sizes = [(mask & hand).bit_count() for mask in plain]
    found["void"] = float(sizes.count(0))
    found["single"] = float(sizes.count(1))
    found["longest"] = max(sizes) / 3.0
    if trump is not None:
        found["length"] = ((hand & SUIT_MASKS[trump]).bit_count() / 4.0) ** 2
    found["pair"] = float(sum(1 for suit in denomination.belote_suits if hand & PAIRS[suit] == PAIRS[suit]))
    declarations = view.rules.declarations_in(denomination)
    found["declared"] = sum(one.points for one in declarations.find(hand, trump)) / 50.0 if declarations else 0.0
    return found


def _table(view: View, call: Call, key: str) -> dict[str, float]:
    """Where the seat sits, and what was said."""
    rules, seat = view.rules, view.seat
    assert seat is not None
    side = rules.side_of(seat)
    found = {f"place {(seat - view.eldest) % rules.players}": 1.0}
    standing = view.standing
    if standing is not None:
        whose = "ours" if rules.side_of(standing.taker) == side else "theirs"
        found[whose] = 1.0
        found[f"{whose} level"] = standing.level / 100.0
    for said in view.calls:
        if rules.side_of(said.seat) == side and said.seat != seat and said.call.word == "bid":
            found["partner same" if said.call.key == key else "partner other"] = 1.0
    if call.level:
        found["level"] = (call.level - LOWEST_BID) / 40.0
        found["level squared"] = found["level"] ** 2
    return found
