"""Who sits at a table and what they have agreed on: a pure fold of what is said about the table, not in the game.

Knows no card, name, clock or socket; what the game has to do with it comes in as a :class:`Moment`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple

import msgspec

from jacknine.game import IllegalAction
from jacknine.game.reasons import reason

CLOCKS: Final = (0, 15, 30, 60)
"""Seconds for a decision that a table may allow; 0 is no clock."""


DAILY_DEALS: Final = 4
"""The deals of a day."""


class Terms(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a table is for: settled when it is made.

    ``gathering``: it waits for people until its host starts it. ``listed``: it is shown to everybody. ``spectators``:
    who has no seat may watch. ``private``: nobody else may sit down. ``clock``: seconds for a decision, 0 for no clock.
    ``undo``: decisions may be taken back. ``daily`` is the day whose deals are played here, empty at other tables;
    ``position`` is the line of the position that is played on from, to the end of its deal. ``first``: its
    first deal is the same for everybody, and explained.
    """

    gathering: bool = False
    listed: bool = False
    spectators: bool = True
    private: bool = False
    clock: int = 0
    undo: bool = True
    daily: str = ""
    position: str = ""
    first: bool = False

    @property
    def deals(self) -> int:
        """How many deals are played; 0: as many as the match takes."""
        return DAILY_DEALS if self.daily else int(bool(self.position))


PLAIN: Final = Terms()
"""A table that begins at once."""


class Person(NamedTuple):
    """A player, by number, in a seat."""

    seat: int
    player: int


class Moment(NamedTuple):
    """What the game says to the room: how far the match is, and whose last decision may be taken back."""

    deal: Literal["none", "running", "over"]
    decided: bool
    undo: int | None


@dataclass(frozen=True, slots=True)
class Room:
    """The people of a table, in the order in which they sat down; every other seat is a computer player's.

    ``away`` are the seats of people who left or lost their connection, ``replaced`` those of people for whom the host
    lets a computer player play: others may take these. ``ready`` are the seats that asked for the next deal,
    ``end_votes`` those that want to end the match (until somebody refuses or the next deal). ``held`` is who has held
    which hand of the running deal. ``asking`` is the seat that wants to take back its last decision, ``agreed`` are
    those that let it; ``refused``: it has been asked in vain about this decision. ``unaided``: no explanations are
    wanted. ``waiting`` is who waits for which seat until the running deal is over.
    """

    terms: Terms
    seats: int
    people: tuple[Person, ...]
    gathering: bool = False
    away: frozenset[int] = frozenset()
    replaced: frozenset[int] = frozenset()
    ready: frozenset[int] = frozenset()
    end_votes: frozenset[int] = frozenset()
    ended: bool = False
    rematch: str | None = None
    held: frozenset[Person] = frozenset()
    asking: int | None = None
    agreed: frozenset[int] = frozenset()
    refused: bool = False
    unaided: bool = False
    waiting: tuple[Person, ...] = ()

    @property
    def humans(self) -> frozenset[int]:
        """The seats of people."""
        return frozenset(one.seat for one in self.people)

    @property
    def here(self) -> frozenset[int]:
        """The seats of people who play themselves."""
        return self.humans - self.away - self.replaced

    @property
    def host(self) -> int | None:
        """The seat that decides for the table: of all who are here the one who came first."""
        seats, here = [one.seat for one in self.people], self.here
        return next((seat for seat in seats if seat in here), seats[0] if seats else None)

    @property
    def consent(self) -> bool:
        """Whether everybody else who is here lets the asking seat take back its decision."""
        return self.asking is not None and self.here - {self.asking} <= self.agreed

    def open_seats(self, player: int | None = None) -> tuple[int, ...]:
        """The seats that a player may take: those of computer players for which nobody else waits."""
        taken = (self.humans - self.replaced) | {one.seat for one in self.waiting if one.player != player}
        return tuple(seat for seat in range(self.seats) if seat not in taken)

    def seat_of(self, player: int | None) -> int | None:
        return next((one.seat for one in self.people if one.player == player), None)

    def dealt(self) -> Room:
        """The room when cards have been dealt."""
        held = frozenset(self.people)
        return replace(self.played(), ready=frozenset(), end_votes=frozenset(), held=held, waiting=())

    def played(self) -> Room:
        """The room when a decision has been made: what was asked about the last one is void."""
        if self.asking is None and not self.refused:
            return self
        return replace(self, asking=None, agreed=frozenset(), refused=False)


def say(room: Room, text: str, seat: int, moment: Moment) -> Room:
    """The room after something was said about the table.

    Raises:
        IllegalAction: it may not be said now, or not by this seat.
    """
    word, _, rest = text.partition(" ")
    if word not in ("away", "back", "rematch", "unwait") and (room.ended or moment.decided):
        raise IllegalAction(reason("match_over"))
    return _WORDS[word](room, seat, rest.split(), moment)


def redundant(room: Room, text: str, seat: int) -> bool:
    """Whether saying it would change nothing: who says ``next`` twice has said it once."""
    done = {"next": room.ready, "end": room.end_votes, "away": room.away, "agree": room.agreed}
    if text in done:
        return seat in done[text]
    word, _, rest = text.partition(" ")
    if word not in WORDS:
        return False
    facts = {
        "back": seat not in room.away,
        "rematch": room.rematch is not None,
        "unaided": room.unaided or not room.terms.first,
        "start": not room.gathering,
        "undo": room.asking == seat,
        "replace": rest in map(str, room.replaced),
        "restore": rest not in map(str, room.replaced),
        "sit": rest == str(next((one.player for one in room.people if one.seat == seat), "")),
        "wait": (seat, rest) in [(one.seat, str(one.player)) for one in room.waiting],
        "unwait": rest not in [str(one.player) for one in room.waiting],
    }
    return facts.get(word, False)


# --- what may be said -------------------------------------------------------------------------------------------------


def _next(room: Room, seat: int, _: list[str], moment: Moment) -> Room:
    if moment.deal != "over":
        raise IllegalAction(reason("deal_running"))
    return replace(room, ready=room.ready | {seat})


def _end(room: Room, seat: int, _: list[str], moment: Moment) -> Room:
    return _counted(replace(room, end_votes=room.end_votes | {seat}))


def _away(room: Room, seat: int, _: list[str], moment: Moment) -> Room:
    return _unasked(replace(room, away=room.away | {seat}))


def _back(room: Room, seat: int, _: list[str], moment: Moment) -> Room:
    """Whoever was replaced while away sits in his seat again."""
    return replace(room, away=room.away - {seat}, replaced=room.replaced - (room.away & {seat}))


def _rematch(room: Room, seat: int, given: list[str], moment: Moment) -> Room:
    if room.gathering:
        _only_host(room, seat)
    elif room.terms.deals or not (room.ended or moment.decided):
        raise IllegalAction(reason("deal_running"))
    return replace(room, rematch=given[0])


def _start(room: Room, seat: int, _: list[str], moment: Moment) -> Room:
    _only_host(room, seat)
    return replace(room, gathering=False)


def _sit(room: Room, seat: int, given: list[str], moment: Moment) -> Room:
    """A seat is taken. Who has seen another hand of the running deal would know too much, and the hand of somebody
    who was replaced stays his until the deal is over.
    """
    new = Person(seat, int(given[0]))
    if seat not in room.open_seats(new.player):
        raise IllegalAction(reason("seat_taken"))
    if room.seat_of(new.player) is not None and not room.gathering:
        raise IllegalAction(reason("seated_already"))
    seen = {one.seat for one in room.held if one.player == new.player}
    if moment.deal == "running" and (seat in room.replaced or seen - {seat}):
        raise IllegalAction(reason("seat_next_deal"))
    people = tuple(one for one in room.people if one.seat != seat and one.player != new.player)
    room = _not_waiting(_without(room, {seat, room.seat_of(new.player)}), new.player)
    # Whoever sits down between deals has no sheet to read.
    ready = room.ready | {seat} if moment.deal == "over" else room.ready
    return _unasked(replace(room, people=(*people, new), held=room.held | {new}, ready=ready))


def _wait(room: Room, seat: int, given: list[str], moment: Moment) -> Room:
    """Somebody is to have a seat with the next deal. He waits for one only."""
    new = Person(seat, int(given[0]))
    if seat not in room.open_seats(new.player):
        raise IllegalAction(reason("seat_taken"))
    room = _not_waiting(room, new.player)
    return replace(room, waiting=(*room.waiting, new))


def _unwait(room: Room, seat: int, given: list[str], moment: Moment) -> Room:
    return _not_waiting(room, int(given[0]))


def _stand(room: Room, seat: int, _: list[str], moment: Moment) -> Room:
    if room.terms.private:
        raise IllegalAction(reason("stays_seated"))
    people = tuple(one for one in room.people if one.seat != seat)
    return _counted(_unasked(replace(_without(room, {seat}), people=people)))


def _reseat(room: Room, seat: int, given: list[str], moment: Moment) -> Room:
    _only_host(room, seat)
    if not room.gathering:
        raise IllegalAction(reason("deal_running"))
    first, second = _seats(room, given, 2)
    place = {first: second, second: first}
    moved = {name: frozenset(place.get(one, one) for one in getattr(room, name)) for name in ("away", "replaced")}
    people = tuple(Person(place.get(one.seat, one.seat), one.player) for one in room.people)
    return replace(room, people=people, away=moved["away"], replaced=moved["replaced"])


def _replace(room: Room, seat: int, given: list[str], moment: Moment) -> Room:
    _only_host(room, seat)
    (other,) = _seats(room, given, 1)
    if other == seat or other not in room.humans:
        raise IllegalAction(reason("no_such_player"))
    return _counted(_unasked(replace(room, replaced=room.replaced | {other})))


def _restore(room: Room, seat: int, given: list[str], moment: Moment) -> Room:
    _only_host(room, seat)
    return replace(room, replaced=room.replaced - set(_seats(room, given, 1)))


def _undo(room: Room, seat: int, _: list[str], moment: Moment) -> Room:
    if not room.terms.undo or moment.undo != seat:
        raise IllegalAction(reason("no_undo"))
    if room.refused:
        raise IllegalAction(reason("undo_refused"))
    return replace(room, asking=seat, agreed=frozenset())


def _agree(room: Room, seat: int, _: list[str], moment: Moment) -> Room:
    if room.asking is None:
        raise IllegalAction(reason("no_undo"))
    return replace(room, agreed=room.agreed | {seat})


def _takeback(room: Room, seat: int, given: list[str], moment: Moment) -> Room:
    """What all agreed to; the table itself says so, with the number of decisions of the deal that stand."""
    if not room.consent or seat != room.asking:
        raise IllegalAction(reason("no_undo"))
    return room.played()


def _refuse(room: Room, seat: int, _: list[str], moment: Moment) -> Room:
    """Also for the asking seat itself, which thought better of it, and for a table that waited long enough. Where no
    decision is to be taken back it is the end of the match that is refused.
    """
    if room.asking is not None:
        return replace(_unasked(room), refused=True)
    if not room.end_votes:
        raise IllegalAction(reason("no_undo"))
    return replace(room, end_votes=frozenset())


def _unaided(room: Room, seat: int, _: list[str], moment: Moment) -> Room:
    return replace(room, unaided=True)


_WORDS: Final[Mapping[str, Callable[[Room, int, list[str], Moment], Room]]] = {
    "next": _next,
    "end": _end,
    "away": _away,
    "back": _back,
    "rematch": _rematch,
    "start": _start,
    "sit": _sit,
    "wait": _wait,
    "unwait": _unwait,
    "stand": _stand,
    "reseat": _reseat,
    "replace": _replace,
    "restore": _restore,
    "undo": _undo,
    "agree": _agree,
    "refuse": _refuse,
    "takeback": _takeback,
    "unaided": _unaided,
}

WORDS: Final = frozenset(_WORDS)
"""What may be said about a table rather than in the game, without what belongs to it (``reseat 0 2``)."""


# --- what they share --------------------------------------------------------------------------------------------------


def _only_host(room: Room, seat: int) -> None:
    if seat != room.host:
        raise IllegalAction(reason("not_host"))


def _seats(room: Room, given: list[str], count: int) -> list[int]:
    seats = [int(one) for one in given if one.isdecimal() and len(one) < 3]
    if len(seats) != count or not all(seat < room.seats for seat in seats):
        raise IllegalAction(reason("no_such_player"))
    return seats


def _without(room: Room, seats: set[int | None]) -> Room:
    """The room without what these seats have said before."""
    return replace(
        room,
        away=room.away - seats,
        replaced=room.replaced - seats,
        ready=room.ready - seats,
        end_votes=room.end_votes - seats,
    )


def _not_waiting(room: Room, player: int) -> Room:
    return replace(room, waiting=tuple(one for one in room.waiting if one.player != player))


def _unasked(room: Room) -> Room:
    return replace(room, asking=None, agreed=frozenset())


def _counted(room: Room) -> Room:
    """The match ends when all people want it; losing the connection is no consent, being replaced is no veto."""
    wanted = room.humans - room.replaced
    return replace(room, ended=room.ended or (bool(wanted) and wanted <= room.end_votes))
