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
    key = key_called(view, call)
    assert key is not None
    return key


def key_called(view: View, call: Call) -> str | None:
    """The denomination that a call names; None for a pass or a raise."""
    if call.word in ("sun", "ashkal"):
        return NO_TRUMP
    if call.key:
        return call.key
    if call.word in ("take", "play", "hokum") and view.turned is not None:
        return SUITS[suit_of(view.turned)]
    return None


def hand_with_turned(view: View) -> int:
    """The viewer's hand with the turned card, if a taker gets it."""
    if view.rules.dealing.turned_to_taker and view.turned is not None:
        return view.hand | 1 << view.turned
    return view.hand
