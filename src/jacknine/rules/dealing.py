"""Laying out a shuffled pack: who gets which card, and when."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from jacknine.cards import mask_of
from jacknine.rules.variant import Dealing


class Layout(NamedTuple):
    """Where every card of a shuffled pack goes.

    ``first`` are the cards each seat holds before the auction, ``talons`` the face-down cards before each seat,
    ``turned`` the cards turned up in order, ``rest`` the cards still to be dealt, in order, ``extra`` those that go
    to the taker besides, ``stock`` those nobody gets.
    """

    first: tuple[int, ...]
    talons: tuple[int, ...]
    turned: tuple[int, ...]
    rest: tuple[int, ...]
    extra: int
    stock: int


def lay_out(dealing: Dealing, players: int, eldest: int, cards: Sequence[int], pile: Sequence[int] = ()) -> Layout:
    """Deal a shuffled pack in packets, eldest first."""
    seats = [(eldest + place) % players for place in range(players)]
    first, talons = [0] * players, [0] * players
    at = 0
    for packet in dealing.packets:
        for seat in seats:
            first[seat] |= mask_of(cards[at : at + packet])
            at += packet
    turned: tuple[int, ...] = ()
    if dealing.turned == "card":
        turned = (cards[at],)
        at += 1
    elif dealing.turned == "pile":
        turned = tuple(pile)
    for seat in seats if dealing.talon else ():
        talons[seat] = mask_of(cards[at : at + dealing.talon])
        at += dealing.talon
    extra = mask_of(cards[at : at + dealing.caller_extra])
    at += dealing.caller_extra
    owed = dealing.rest * players - int(dealing.turned_to_taker and dealing.rest > 0)
    rest = tuple(cards[at : at + owed])
    return Layout(tuple(first), tuple(talons), turned, rest, extra, mask_of(cards[at + owed :]))


def complete(
    dealing: Dealing, layout: Layout, held: Sequence[int], eldest: int, taker: int, card_to: int | None
) -> list[int]:
    """The hands once trump is fixed: talons picked up, the turned card taken, the rest dealt.

    ``held`` are the hands during the auction; the seat that gets the turned card gets one card fewer of the rest.
    """
    players = len(held)
    hands = [held[seat] | layout.talons[seat] for seat in range(players)]
    at = 0
    for place in range(players):
        seat = (eldest + place) % players
        count = dealing.rest - int(seat == card_to and dealing.rest > 0)
        hands[seat] |= mask_of(layout.rest[at : at + count])
        at += count
    if card_to is not None:
        hands[card_to] |= 1 << layout.turned[0]
    hands[taker] |= layout.extra
    return hands
