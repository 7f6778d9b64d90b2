"""Scoring a deal: what was counted, and the sheet that comes of it.

The engine hands a :class:`Tally` to the game's scoring; the scoring answers with a :class:`Sheet` whose lines, added up
for a side, are that side's score. So the score sheet on the screen explains itself and cannot differ from the score.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Protocol, runtime_checkable

from jacknine.rules.contract import Contract


@dataclass(frozen=True, slots=True)
class Tally:
    """What the sides brought in, one number a side everywhere.

    ``cards`` are card points with the last-trick bonus but no bonus for all tricks; ``declared`` the points of
    declarations that won the comparison, ``beaten`` of those that lost it; ``belote`` the pair's points, ``roem`` the
    tricks' bonuses. ``held`` are points held over from earlier deals, by the side they were taken from. ``taker`` is
    a side.
    """

    taker: int
    cards: tuple[int, ...]
    tricks: tuple[int, ...]
    declared: tuple[int, ...]
    beaten: tuple[int, ...]
    belote: tuple[int, ...]
    roem: tuple[int, ...]
    held: tuple[int, ...]
    contract: Contract
    factor: int = 1
    """What the denomination makes of everything in the deal."""
    raiser_side: int | None = None
    """The side that spoke the last doubling call."""
    taker_took_all: bool = False
    """The taker took every trick in his own hand."""
    taker_is_eldest: bool = False
    first: int = 0
    """The side that spoke first."""
    taker_held_ace: bool = False
    totals: tuple[int, ...] = ()
    """The match points before this deal."""
    finished: bool = True
    """All tricks were won; not so in the middle of a deal and after a false claim."""

    @property
    def sides(self) -> int:
        return len(self.cards)

    def others(self) -> list[int]:
        """The sides that play against the taker's."""
        return [side for side in range(self.sides) if side != self.taker]

    def all_tricks(self) -> int | None:
        """The side that took every trick of the deal, if one did."""
        if not self.finished:
            return None
        with_tricks = [side for side in range(self.sides) if self.tricks[side]]
        return with_tricks[0] if len(with_tricks) == 1 else None


class Line(NamedTuple):
    """One line of a score sheet: what happened (a message id), to whom, and what it adds to his score."""

    id: str
    side: int
    points: int
    figure: int = 0
    """The number the line speaks of where it is not the points: card points, the bid, the factor."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The score of a deal.

    ``made`` is None where the contract was neither made nor lost: points are held over, the match stopped before the
    end of the deal, or the game is one in which nobody can fail.
    """

    lines: tuple[Line, ...]
    scores: tuple[int, ...]
    made: bool | None
    held: tuple[int, ...]
    match_to: int | None = None
    """The side that wins the match at once, whatever the totals."""


class Scoring(Protocol):
    """What the engine asks of every scoring."""

    def score(self, tally: Tally) -> Sheet:
        """The sheet of a finished deal."""
        ...


@runtime_checkable
class RunningScoring(Scoring, Protocol):
    """What it asks besides where a match may stop in the middle of a deal."""

    def running(self, tally: Tally) -> Sheet:
        """What the sides have so far and cannot lose any more; nothing is judged."""
        ...


class SheetWriter:
    """Collects the lines of a sheet and adds them up."""

    def __init__(self, sides: int) -> None:
        self.sides = sides
        self.lines: list[Line] = []

    def add(self, line: str, side: int, points: int, figure: int = 0) -> None:
        """Write a line; one that changes nothing and tells nothing is left out."""
        if points or figure:
            self.lines.append(Line(line, side, points, figure))

    def each(self, line: str, points: tuple[int, ...]) -> None:
        for side, number in enumerate(points):
            self.add(line, side, number)

    def move(self, line: str, source: int, target: int, points: int) -> None:
        """Points that one side loses to another."""
        self.add(line, source, -points)
        self.add(line, target, points)

    def total(self, side: int) -> int:
        return sum(line.points for line in self.lines if line.side == side)

    def sheet(self, made: bool | None, held: tuple[int, ...] | None = None, match_to: int | None = None) -> Sheet:
        scores = tuple(self.total(side) for side in range(self.sides))
        return Sheet(tuple(self.lines), scores, made, held or (0,) * self.sides, match_to)
