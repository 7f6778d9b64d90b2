"""Whose seat a computer player is to take over because its owner has no connection. A pure reading of a position."""

from __future__ import annotations

from collections.abc import Callable

from jacknine.server.log import Position


def gone(position: Position, present: Callable[[int], bool]) -> int | None:
    """The seat of somebody who has had no connection for too long while others play on; None as a rule."""
    if position.over:
        return None
    here = [one for one in position.room.people if one.seat in position.room.here]
    absent = [one.seat for one in here if not present(one.player)]
    return absent[0] if absent and len(absent) < len(here) else None
