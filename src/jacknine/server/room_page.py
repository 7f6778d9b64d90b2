"""The room around a table: who sits where, who may sit down, and how friends get there.

A page of its own, made of plain forms; its chairs are kept up to date like the felt. Shows no card.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from jacknine.server.faces import name_of, place_of
from jacknine.server.prefs import Prefs
from jacknine.server.rules_page import rules_address
from jacknine.server.seatview import SeatView
from jacknine.server.settings_form import rules_sentence
from jacknine.server.templates import region, render
from jacknine.server.words import Words


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat as it shows in the room. ``sit``: the viewer may take it; ``replace``, ``restore``: the host may let a
    computer player play for whoever sits there, or give the seat back to him.
    """

    seat: int
    place: str
    name: str
    kind: str
    note: str
    me: bool
    host: bool
    sit: bool
    replace: bool
    restore: bool


@dataclass(frozen=True, slots=True)
class Chairs:
    """The chairs, and what the viewer may do. ``swaps`` are actions that exchange two chairs, with their words."""

    chairs: tuple[Chair, ...]
    swaps: tuple[tuple[str, str], ...]
    prompt: str
    start: bool
    change: bool
    unwait: bool


def regions(sv: SeatView, words: Words) -> dict[str, str]:
    """The part of the page that changes."""
    return {"chairs": region("chairs", words, sv, chairs_of(sv, words))}


def page(sv: SeatView, words: Words, prefs: Prefs, name: str, address: str, notice: str = "") -> str:
    """The room of a table. ``name`` is what the visitor is called, ``address`` the link to share; ``notice`` a sentence
    to show, such as why something was refused.
    """
    return render(
        "room.html",
        words,
        sv=sv,
        prefs=prefs,
        name=name,
        address=address,
        notice=notice,
        chairs=regions(sv, words)["chairs"],
        rules=rules_sentence(sv.line, words),
        rules_link=rules_address(sv.line),
    )


def chairs_of(sv: SeatView, words: Words) -> Chairs:
    """The room as the viewer sees it now."""
    room, seats = sv.room, range(sv.view.rules.players)
    free = sv.me is None or room.gathering
    chairs = tuple(
        Chair(
            seat=seat,
            place=place_of(sv.view.rules, sv.me, seat),
            name=name_of(sv, words, seat),
            kind=sv.kinds[seat],
            note=_note(sv, words, seat),
            me=seat == sv.me,
            host=seat == room.host,
            sit=free and seat in room.open and seat != sv.me and room.coming[seat] is None,
            replace=sv.host and seat != sv.me and sv.kinds[seat] != "computer" and seat not in room.replaced,
            restore=sv.host and seat in room.replaced,
        )
        for seat in seats
    )
    swaps = tuple(
        (f"reseat {one} {two}", words.text("room.swap_pair", one=chairs[one].name, two=chairs[two].name))
        for one, two in combinations(seats, 2)
        if sv.kinds[one] != "computer" or sv.kinds[two] != "computer"
    )
    gathering = sv.host and room.gathering
    prompt, waits = _prompt(sv, words), room.waits is not None
    return Chairs(chairs, swaps if gathering else (), prompt, gathering, _may_change(sv), waits)


def _note(sv: SeatView, words: Words, seat: int) -> str:
    """What there is to say about a chair."""
    coming = sv.room.coming[seat]
    if coming is not None:
        return words.text("room.coming", name=coming or words.text("who.guest"))
    if seat in sv.room.replaced:
        return words.text("room.replaced")
    if sv.kinds[seat] == "computer":
        return words.text("room.free" if seat in sv.room.open else "room.computer")
    if sv.kinds[seat] == "stand_in":
        return words.text("seat.stand_in")
    return "" if sv.present[seat] else words.text("room.absent")


def _prompt(sv: SeatView, words: Words) -> str:
    """What the viewer is to do, or waits for."""
    room = sv.room
    if room.waits is not None:
        return words.text("room.waits")
    if sv.me is None and room.open:
        return words.text("room.choose")
    if sv.me is None:
        return words.text("room.full")
    if room.gathering and sv.host:
        return words.text("room.start_when")
    if room.gathering and room.host is not None:
        return words.text("room.wait_start", name=name_of(sv, words, room.host))
    return words.text("room.running")


def _may_change(sv: SeatView) -> bool:
    """Whether the viewer may choose another game for the people of this table."""
    return sv.host and sv.rematch is None and (sv.room.gathering or sv.ended or sv.view.match_over)
