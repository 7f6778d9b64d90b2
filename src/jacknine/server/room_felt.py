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
    """``question`` is what one of the players asks the others, ``answers`` are the actions that answer it with their
    words, the last one says yes. Who asks may only withdraw it. ``time`` is the place whose clock runs.
    """

    question: str
    answers: tuple[tuple[str, str], ...]
    notice: str
    sit: bool
    phrases: tuple[Phrase, ...]
    time: str


def room_of(sv: SeatView, words: Words) -> Beside:
    """What the viewer sees of it now."""
    room, rules = sv.room, sv.view.rules
    question, answers = _question(sv, words)
    return Beside(
        question=question,
        answers=answers,
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


def _question(sv: SeatView, words: Words) -> tuple[str, tuple[tuple[str, str], ...]]:
    """What is asked: to take back a decision, or else to end the match."""
    room = sv.room
    if room.asking is not None and room.asking == sv.me:
        return words.text("undo.waiting"), (("refuse", words.text("undo.withdraw")),)
    if room.asking is not None:
        answers = ("refuse", words.text("undo.refuse")), ("agree", words.text("undo.agree"))
        return words.text("undo.question", name=name_of(sv, words, room.asking)), answers if room.asked else ()
    if not sv.end_votes:
        return "", ()
    play_on = ("refuse", words.text("end.play_on"))
    if sv.me in sv.end_votes:
        return words.text("end.waiting"), (play_on,)
    answers = play_on, ("end", words.text("end.end"))
    asked = sv.me is not None and sv.me not in room.replaced
    return words.text("end.asked", name=name_of(sv, words, sv.end_votes[0])), answers if asked else ()


def _notice(sv: SeatView, words: Words) -> str:
    if sv.me is None:
        return words.text("room.watching" if sv.room.waits is None else "room.waits")
    return words.text("room.you_are_replaced") if sv.me in sv.room.replaced else ""
