"""What all auctions share: the calls on offer and the suit that one of them means."""

from __future__ import annotations

from jacknine.cards import SUITS, suit_of
from jacknine.game import Speak, View
from jacknine.rules.auction import Call
from jacknine.rules.contract import NO_TRUMP


def offered(view: View) -> list[Call]:
    """The calls that the seat on turn may make."""
    return [decision.call for decision in view.legal if isinstance(decision, Speak)]


def key_of(view: View, call: Call) -> str:
    """The denomination that a call would make the contract."""
    if call.word in ("sun", "ashkal"):
        return NO_TRUMP
    if call.key:
        return call.key
    assert view.turned is not None
    return SUITS[suit_of(view.turned)]


def hand_with_turned(view: View) -> int:
    """The viewer's hand with the turned card, if a taker gets it."""
    if view.rules.dealing.turned_to_taker and view.turned is not None:
        return view.hand | 1 << view.turned
    return view.hand
