"""What is the same for all who look at a position of a table: made once for all of them, and no secret of anybody's."""

from __future__ import annotations

from dataclasses import dataclass

from jacknine.game import Event, View, view_of_all
from jacknine.server.log import Position
from jacknine.server.room import Room
from jacknine.server.seatview import Kind


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where in a room. ``players`` go by seat, None is a computer player; ``here`` are the seats of people who
    play themselves, ``open`` those that anybody may take.
    """

    room: Room
    players: tuple[int | None, ...]
    kinds: tuple[Kind, ...]
    here: frozenset[int]
    host: int | None
    replaced: tuple[int, ...]
    open: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """``public`` is what everybody may know of the game. ``news`` are events of which some are for one seat only.

    ``between``: the seeds of the last deal may be known. ``over``: nothing can be played any more; ``ended``: nor
    shall it be.
    """

    position: Position
    seating: Seating
    public: View
    news: tuple[Event, ...]
    ready: tuple[int, ...]
    end_votes: tuple[int, ...]
    commitment: str
    between: bool
    over: bool
    ended: bool


def seating_of(room: Room) -> Seating:
    """Who sits where."""
    here, taken = room.here, {one.seat: one.player for one in room.people}
    seats = range(room.seats)
    kinds: tuple[Kind, ...] = tuple(
        "computer" if seat not in taken else "human" if seat in here else "stand_in" for seat in seats
    )
    players = tuple(map(taken.get, seats))
    return Seating(room, players, kinds, here, room.host, tuple(sorted(room.replaced)), room.open_seats())


def scene_of(position: Position, before: Scene | None = None) -> Scene:
    """How a position looks to everybody; from one card to the next the seating stays."""
    room = position.room
    seating = before.seating if before is not None and before.seating.room is room else seating_of(room)
    computers = {seat for seat, player in enumerate(seating.players) if player is None}
    return Scene(
        position=position,
        seating=seating,
        public=view_of_all(position.state),
        news=tuple(event for events in position.recent for event in events),
        ready=tuple(sorted(room.ready | computers | (room.humans - seating.here))) if position.deal_over else (),
        end_votes=() if position.over else tuple(sorted(room.end_votes)),
        commitment="" if position.secret is None else position.secret.commitment,
        between=position.deal_over or position.ended,
        over=position.over,
        ended=position.ended or position.spent,
    )
