"""The seats round a felt: who sits there, what he holds and has just said."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from jacknine.server.bubbles import Bubble, bubble_of
from jacknine.server.faces import name_of, owner_of, place_of, side_label
from jacknine.server.prefs import Prefs
from jacknine.server.seatview import SeatView
from jacknine.server.words import Words


class Seat(NamedTuple):
    """A seat as it shows: ``person`` is the tag of who sits there, ``cards`` are in the hand, ``talon`` cards lying
    before it, not picked up yet.
    """

    person: str
    place: str
    name: str
    me: bool
    owner: str
    side: str
    kind: str
    present: bool
    cards: int
    talon: int
    turn: bool
    dealer: bool
    taker: bool
    bubble: Bubble | None
    label: str


def seats_of(sv: SeatView, words: Words, prefs: Prefs) -> tuple[Seat, ...]:
    """All seats, in turn order."""
    return tuple(seat_of(seat, sv, words, prefs) for seat in range(sv.view.rules.players))


def seat_of(seat: int, sv: SeatView, words: Words, prefs: Prefs) -> Seat:
    """One of the seats."""
    view, rules = sv.view, sv.view.rules
    side, kind, cards, talon = rules.side_of(seat), sv.kinds[seat], view.counts[seat], _talon(sv, seat)
    taker = view.contract is not None and seat == view.contract.taker
    marks = dealer, taker, turn, _ = seat == view.dealer, taker, seat == view.turn, kind == "stand_in"
    return Seat(
        person=sv.room.people[seat] if sv.room.people else "",
        place=place_of(rules, sv.me, seat),
        name=name_of(sv, words, seat),
        me=seat == sv.me,
        owner=owner_of(sv, side),
        side=side_label(sv, words, side) if sv.me is not None and rules.partners else "",
        kind=kind,
        present=sv.present[seat],
        cards=cards,
        talon=talon,
        turn=turn,
        dealer=dealer,
        taker=taker,
        bubble=bubble_of(seat, sv, words, prefs),
        label=_label(words, cards, talon, marks),
    )


MARKS: Final = ("dealer", "taker", "to_play", "stand_in")
"""What a seat may be besides."""


@lru_cache(maxsize=4096)
def _label(words: Words, count: int, talon: int, marks: tuple[bool, ...]) -> str:
    """What a screen reader says of a seat, and of which of the :data:`MARKS` it has."""
    told = [words.text("seat.cards", n=count), *([words.text("seat.talon", n=talon)] if talon else [])]
    return ", ".join([*told, *(words.text(f"seat.{mark}") for mark, has in zip(MARKS, marks, strict=True) if has)])


def _talon(sv: SeatView, seat: int) -> int:
    """How many cards of its own a seat has not picked up yet."""
    dealing = sv.view.rules.dealing
    waiting = sv.view.phase == "auction" and sv.view.counts[seat] == sum(dealing.packets)
    return dealing.talon if waiting else 0
