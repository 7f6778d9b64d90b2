"""What a table does by itself, and when: deal, let a computer player decide. A pure reading of its position."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from jacknine.server.log import Position
from jacknine.server.prefs import Pace


class Step(NamedTuple):
    """Something a table has to do after ``wait`` seconds, for ``seat`` (None: for nobody).

    ``deal`` deals; ``takeback`` takes back what everybody lets the seat take back, ``refuse`` tells it that nobody has
    answered; ``computer``, ``stand_in`` and ``clock`` let a computer player decide: for its own seat, for
    somebody who is not there, once for somebody whose time is up.
    """

    kind: Literal["deal", "computer", "stand_in", "clock", "takeback", "refuse"]
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
ASK_SECONDS: Final = 20.0
"""How long a request to take back a decision waits for an answer."""
SHEET_CLOCKS: Final = 3
"""How many clocks a score sheet may be read, at a table with a clock, before the next deal comes by itself."""


def next_step(position: Position, pace: Pace) -> Step | None:
    """What a table does next by itself; None while it waits for people, and when nobody is there to see it."""
    room = position.room
    if position.over or room.gathering or not room.here:
        return None
    if room.consent:
        return Step("takeback", room.asking, 0.0)
    if room.asking is not None:
        return Step("refuse", room.asking, ASK_SECONDS)
    if position.deal_due:
        return Step("deal", None, 0.0)
    clock = room.terms.clock
    seat = position.state.turn
    if seat is None:
        return Step("deal", None, float(SHEET_CLOCKS * clock)) if clock and position.deal_over else None
    if seat in room.here:
        return Step("clock", seat, float(clock)) if clock else None
    waits = WAITS[pace]
    seen = position.recent[-1] if position.recent else ()
    wait = waits.look if any(event.kind in ("trick", "dealt") for event in seen) else waits.think
    return Step("stand_in" if seat in room.humans else "computer", seat, wait)
