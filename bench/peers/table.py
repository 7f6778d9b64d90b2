"""The half of a duel that runs in a peer's environment: its engine is the referee, its players sit in some seats.

The other half (`bench/duel.py`) sends a deal as one JSON line and is then told, a line each, what peers did and when it
is its own turn, with what the referee allows. The last line of a deal has the score by the peer's own rules. Needs
Python alone. Seats are numbered in turn order and cards and calls written as everywhere in jacknine.
"""

import json
import os
import sys
from collections.abc import Callable
from time import process_time
from typing import Any, NamedTuple, Protocol


class Told(NamedTuple):
    """A deal: ``hands`` as they are at the first call, ``rest`` the cards after those in order; ``seed`` for chance."""

    dealer: int
    hands: list[list[str]]
    turned: str
    rest: list[str]
    seed: int


class Table(Protocol):
    """What an adapter makes of a peer."""

    def deal(self, told: Told) -> None:
        """Begin a deal."""

    def turn(self) -> int | None:
        """The seat to decide, None when the deal is over."""

    def calling(self) -> bool:
        """Whether it is a call that the seat decides."""

    def legal(self) -> list[str]:
        """What it may do."""

    def decide(self) -> str:
        """What the peer's player would do in its place."""

    def do(self, action: str) -> None:
        """Go on."""

    def score(self) -> tuple[int, int]:
        """The score of the seats 0 and 2, and of the others, when the deal is over."""


def serve(table: Table) -> None:
    """The whole program of an adapter: play deals until there are no more."""
    # What a peer prints must not get between the lines.
    out = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)
    for line in sys.stdin:
        asked = json.loads(line)
        seats, calls = asked.pop("seats"), asked.pop("calls")
        _play(table, Told(**asked), seats, calls, lambda told: print(json.dumps(told), file=out))


def _play(table: Table, told: Told, seats: list[int], calls: bool, say: Callable[[dict[str, Any]], None]) -> None:
    """One deal; the peer decides in ``seats``, and all calls where ``calls`` says so."""
    seconds, decisions = 0.0, 0
    table.deal(told)
    while (seat := table.turn()) is not None:
        legal = table.legal()
        if seat in seats or (calls and table.calling()):
            begun = process_time()
            action = table.decide()
            if not (calls and table.calling()):
                seconds += process_time() - begun
                decisions += 1
            if action not in legal:
                raise RuntimeError(f"seat {seat} may not: {action}")
            say({"seat": seat, "did": action})
        elif len(legal) == 1:
            action = legal[0]
            say({"seat": seat, "did": action})
        else:
            say({"seat": seat, "legal": legal})
            action = json.loads(sys.stdin.readline())
        table.do(action)
    say({"score": table.score(), "seconds": seconds, "decisions": decisions})
