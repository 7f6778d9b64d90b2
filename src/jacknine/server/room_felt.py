"""What goes on at the felt beside the game: requests to take back a decision, phrases, who watches. Knows no card."""

from __future__ import annotations

from typing import Final, NamedTuple

from jacknine.server.faces import name_of, place_of
from jacknine.server.seatview import SeatView
from jacknine.server.words import Words

PHRASES: Final = ("hello", "good_luck", "well_played", "thanks", "sorry", "moment", "oops", "good_game")
"""What may be said in passing, in the order of its buttons; each is said in the reader's own language."""


class Phrase(NamedTuple):
    """What a seat has just said: ``id`` never comes twice at a table. ``by`` is the tag of who said it."""

    id: str
    by: str
    place: str
    name: str
    text: str


class Beside(NamedTuple):
    """``question`` stands beside the buttons ``agree`` and ``refuse`` if ``asked``; ``waiting``: the viewer's own
    request has no answer yet. ``time`` is the place whose clock runs.
    """

    question: str
    asked: bool
    waiting: bool
    notice: str
    sit: bool
    phrases: tuple[Phrase, ...]
    time: str


def room_of(sv: SeatView, words: Words) -> Beside:
    """What the viewer sees of it now."""
    room, rules = sv.room, sv.view.rules
    waiting = room.asking is not None and room.asking == sv.me
    question = ""
    if waiting:
        question = words.text("undo.waiting")
    elif room.asking is not None:
        question = words.text("undo.question", name=name_of(sv, words, room.asking))
    return Beside(
        question=question,
        asked=room.asked,
        waiting=waiting,
        notice=_notice(sv, words),
        sit=sv.me is None and bool(room.open),
        phrases=tuple(
            Phrase(
                f"phrase-{seat}-{said[0]}",
                room.people[seat],
                place_of(rules, sv.me, seat),
                name_of(sv, words, seat),
                words.text(f"phrase.{said[1]}"),
            )
            for seat, said in enumerate(room.phrases)
            if said is not None
        ),
        time=place_of(rules, sv.me, sv.view.turn) if room.deadline is not None and sv.view.turn is not None else "",
    )


def _notice(sv: SeatView, words: Words) -> str:
    if sv.me is None:
        return words.text("room.watching" if sv.room.waits is None else "room.waits")
    return words.text("room.you_are_replaced") if sv.me in sv.room.replaced else ""
