"""What a table does by itself, and when: deal, let a computer player decide. A pure reading of its position."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from jacknine.server.log import Position
from jacknine.server.prefs import Pace


class Step(NamedTuple):
    """Something a table has to do after ``wait`` seconds. ``seat`` decides; None for a deal."""

    kind: Literal["deal", "computer", "stand_in"]
    seat: int | None
    wait: float


class Waits(NamedTuple):
    """Seconds before a computer player decides, and before one does after a trick or a deal, which want to be seen."""

    think: float
    look: float


WAITS: Final[dict[Pace, Waits]] = {
    "slow": Waits(1.4, 2.0),
    "normal": Waits(0.7, 1.2),
    "fast": Waits(0.3, 0.5),
    "instant": Waits(0.0, 0.0),
}


def next_step(position: Position, pace: Pace) -> Step | None:
    """What a table does next by itself; None while it waits for people, and when nobody is there to see it."""
    if position.over or not position.here:
        return None
    if position.deal_due:
        return Step("deal", None, 0.0)
    seat = position.state.turn
    if seat is None or seat in position.here:
        return None
    waits = WAITS[pace]
    seen = position.recent[-1] if position.recent else ()
    wait = waits.look if any(event.kind in ("trick", "dealt") for event in seen) else waits.think
    return Step("stand_in" if seat in position.humans else "computer", seat, wait)
