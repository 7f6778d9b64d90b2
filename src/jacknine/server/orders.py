"""What somebody at a table may order, read and checked before it is put into the log. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from jacknine.game import Deal, IllegalAction, view
from jacknine.game.codec import CodecError, action_text, parse_action
from jacknine.game.reasons import reason
from jacknine.server import room as rooms
from jacknine.server.log import TABLE_WORDS, Position
from jacknine.server.room import Person
from jacknine.server.standing import rest_is_sure

_SEATS: Final = {"reseat": 2, "replace": 1, "restore": 1}
_INNER_WORDS: Final = frozenset({"sit", "wait", "unwait", "takeback"})
"""What only the server itself writes."""
_ABSENT_WORDS: Final = frozenset({"away", "back", "stand", "sit", "wait", "unwait"})
"""What may be said about a seat while nobody plays there himself."""


class Stale(RuntimeError):
    """The sender decided on an older position than the one on the table."""


@dataclass(frozen=True, slots=True)
class Order:
    """What somebody at a table wants: an action, the position he saw, and the name he gave it, to say it only once."""

    text: str
    seen_seq: int
    key: str


def canonical(text: str, seat: int) -> str:
    """An action of a seat as the log writes it.

    Raises:
        CodecError: it is no action, or none that a player takes.
    """
    word = text.partition(" ")[0]
    if word in TABLE_WORDS:
        form = " ".join([word, *[r"\d"] * _SEATS.get(word, 0)])
        if word in _INNER_WORDS or not re.fullmatch(form, text):
            raise CodecError(f"this is not how to {word}")
        return text
    action = parse_action(text, seat)
    if isinstance(action, Deal):
        raise CodecError("players do not deal: the table does")
    return action_text(action)


def comes_back(position: Position, text: str, seat: int) -> bool:
    """Whether somebody who had gone is back by giving this order."""
    return seat in position.room.away and text.partition(" ")[0] not in _ABSENT_WORDS


def check(position: Position, text: str, seat: int, seen_seq: int) -> None:
    """Refuse what the log itself would take and the table does not.

    Raises:
        Stale: it was decided on an older position.
        IllegalAction: a claim is not certain, the host lets a computer player play for the seat, or a newcomer would
            see cards of a deal that others play.
    """
    word = text.partition(" ")[0]
    if (word not in TABLE_WORDS or word == "next") and not position.decided <= seen_seq <= position.seq:
        raise Stale(f"saw {seen_seq}, the game is at {position.decided}")
    if seat in position.room.replaced and word not in _ABSENT_WORDS:
        raise IllegalAction(reason("replaced"))
    if text == "claim":
        _check_claim(position, seat)
    if word == "sit":
        _check_newcomer(position, Person(seat, int(text.split()[1])))


def _check_newcomer(position: Position, new: Person) -> None:
    """A newcomer may look into a hand of the running deal only if no more than one person has held another: he may be
    one of them, in another browser.
    """
    room = position.room
    comes = new.seat in room.open_seats(new.player) and room.seat_of(new.player) is None and new not in room.held
    if comes and position.moment.deal == "running" and len({one.player for one in room.held}) > 1:
        raise IllegalAction(reason("seat_next_deal"))


def may(position: Position, text: str, seat: int) -> bool:
    """Whether somebody may say this about the table now."""
    try:
        check(position, text, seat, position.seq)
        rooms.say(position.room, text, seat, position.moment)
    except IllegalAction:
        return False
    return True


def _check_claim(position: Position, seat: int) -> None:
    """A claim that is checked must be certain from what its seat knows: a refusal after a look into the other hands
    would tell him about them, as often as he asks.
    """
    mine = view(position.state, seat)
    if mine.rules.claims == "verified" and mine.my_turn and not rest_is_sure(mine):
        raise IllegalAction(reason("claim_not_safe"))
