"""Whose seat a computer player is to take over because its owner has no connection. A pure reading of a position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from jacknine.server.log import Position

LONGEST_TALK: Final = 200
"""So much may be said about a table between two decisions; after that a connection that comes and goes is not noted."""


def gone(position: Position, present: Callable[[int], bool]) -> int | None:
    """The seat of somebody without a connection for whom others wait; None as a rule. Nobody else is written down as
    gone: a connection that comes and goes costs the log nothing as long as nobody waits for it.
    """
    if position.over or position.seq - position.decided > LONGEST_TALK:
        return None
    room = position.room
    absent = [one.seat for one in room.people if one.seat in room.here and not present(one.player)]
    left = room.here.difference(absent)
    if not left:
        return None
    return next((seat for seat in absent if _waited_for(position, seat, left)), None)


def _waited_for(position: Position, seat: int, left: frozenset[int]) -> bool:
    """Whether those who are left cannot go on without a seat."""
    room = position.room
    if room.gathering:
        return seat == room.host
    if room.asking is not None:
        return seat != room.asking and left - {room.asking} <= room.agreed
    if position.state.turn is None:
        return seat not in room.ready and left <= room.ready
    return seat == position.state.turn
