"""What is the same for all who look at a position of a table: made once for all of them, and no secret of anybody's."""

from __future__ import annotations

from dataclasses import dataclass

from jacknine.game import Event, View, view_of_all
from jacknine.server.log import Position
from jacknine.server.seatview import Kind


@dataclass(frozen=True, slots=True)
class Scene:
    """``public`` is what everybody may know of the game. ``news`` are events of which some are for one seat only.

    ``players`` go by seat, None is a computer player; ``here`` are the seats of people who play themselves.
    ``between``: the seeds of the last deal may be known. ``over``: nothing can be played any more; ``ended``: nor
    shall it be.
    """

    position: Position
    public: View
    news: tuple[Event, ...]
    players: tuple[int | None, ...]
    kinds: tuple[Kind, ...]
    here: frozenset[int]
    host: int | None
    replaced: tuple[int, ...]
    ready: tuple[int, ...]
    end_votes: tuple[int, ...]
    commitment: str
    between: bool
    over: bool
    ended: bool


def scene_of(position: Position) -> Scene:
    """How a position looks to everybody."""
    room, here = position.room, position.room.here
    taken = {one.seat: one.player for one in room.people}
    seats = range(room.seats)
    computers = {seat for seat in seats if seat not in taken}
    kinds: tuple[Kind, ...] = tuple(
        "computer" if seat in computers else "human" if seat in here else "stand_in" for seat in seats
    )
    return Scene(
        position=position,
        public=view_of_all(position.state),
        news=tuple(event for events in position.recent for event in events),
        players=tuple(map(taken.get, seats)),
        kinds=kinds,
        here=here,
        host=room.host,
        replaced=tuple(sorted(room.replaced)),
        ready=tuple(sorted(room.ready | computers | (room.humans - here))) if position.deal_over else (),
        end_votes=() if position.over else tuple(sorted(room.end_votes)),
        commitment="" if position.secret is None else position.secret.commitment,
        between=position.deal_over or position.ended,
        over=position.over,
        ended=position.ended or position.spent,
    )
