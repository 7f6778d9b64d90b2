"""Solving open positions exactly, from Python.

>>> from jacknine.solver.api import read_position, solve
>>> print(solve(read_position({...})))

The first call of a process compiles, once per machine (about ten seconds), or loads what was compiled. Calls from
several threads run side by side: each thread has buffers of its own, and the compiled code lets the others run.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np

from jacknine.cards import CardSet, card_text, cards_of
from jacknine.solver import desk as at
from jacknine.solver import drive
from jacknine.solver.board import Board, make_board
from jacknine.solver.desk import Desk
from jacknine.solver.picture import Hand, deal_svg
from jacknine.solver.position import (
    LARGEST_BONUS,
    Objective,
    Position,
    PositionError,
    position_of,
    read_hands,
    read_position,
)
from jacknine.solver.runtime import is_compiled
from jacknine.variants import rules as rules_of

__all__ = [
    "Budget",
    "Clock",
    "Hand",
    "Interval",
    "Position",
    "PositionError",
    "Solution",
    "Solver",
    "at_least",
    "position_of",
    "read_hands",
    "read_position",
    "solve",
    "thread_solver",
    "warm",
]

NO_LIMIT: Final = 1 << 60


class Interval(NamedTuple):
    """A value is at least ``low`` and at most ``high``."""

    low: int
    high: int

    @property
    def exact(self) -> bool:
        return self.low == self.high

    def __str__(self) -> str:
        return str(self.low) if self.exact else f"{self.low} to {self.high}"


@dataclass(frozen=True, slots=True)
class Budget:
    """When to stop: after so many nodes (card decisions), or so many seconds. What is known then is returned."""

    nodes: int | None = None
    seconds: float | None = None


@dataclass(frozen=True)
class Solution:
    """What a position is worth from here on, by an objective, seen from camp 0.

    ``cards`` has every legal card of the seat on turn, ``line`` one line of best play from here to the end. Both are
    empty when they were not asked for; ``line`` stops short when the budget ran out.
    """

    position: Position
    objective: Objective
    bounds: Interval
    cards: Mapping[int, Interval] = field(default_factory=dict)
    line: tuple[int, ...] = ()
    nodes: int = 0

    @property
    def exact(self) -> bool:
        """Whether the value is known, and not only bounds of it."""
        return self.bounds.exact

    @property
    def value(self) -> int:
        """The value.

        Raises:
            ValueError: the budget ran out before it was known; ``bounds`` are what is known.
        """
        if not self.exact:
            raise ValueError(f"the budget ran out: the value is {self.bounds}")
        return self.bounds.low

    @property
    def best(self) -> tuple[int, ...]:
        """The legal cards that no other one is better than, as far as is known."""
        camp = self.position.camps[self.position.turn]
        if not self.cards:
            return ()
        if camp == 0:
            most = max(bounds.low for bounds in self.cards.values())
            return tuple(card for card, bounds in self.cards.items() if bounds.high >= most)
        least = min(bounds.high for bounds in self.cards.values())
        return tuple(card for card, bounds in self.cards.items() if bounds.low <= least)

    def _repr_svg_(self) -> str:
        notes = {card: str(bounds) for card, bounds in self.cards.items()}
        return deal_svg(self.position.hands, self.position.labels, self.position.trick, notes, self.best)

    def __str__(self) -> str:
        position = self.position
        unit = "points of" if self.objective == "points" else "difference for"
        camp = "side 0" if position.rules.partners or position.rules.players == 2 else f"seat {position.taker}"
        rows = [f"{position.rules.line}, trump {position.key}, seat {position.turn} to play"]
        rows += [f"  {seat}: {CardSet(hand)!r}" for seat, hand in enumerate(position.hands)]
        if position.trick:
            rows.append(f"  on the table: {' '.join(map(card_text, position.trick))}")
        rows.append(f"{unit} {camp}: {self.bounds}{'' if self.exact else ' (the budget ran out)'}")
        best = self.best
        rows += [f"  {card_text(card)}  {self.cards[card]}{'  *' if card in best else ''}" for card in self.cards]
        if self.line:
            rows.append(f"line: {' '.join(map(card_text, self.line))}")
        return "\n".join(rows)


class Solver:
    """The buffers of one thread, kept from question to question. ``table_bits``: 16 takes a megabyte, 18 four."""

    def __init__(self, table_bits: int = at.DEFAULT_TABLE_BITS) -> None:
        self.desk = Desk(table_bits)

    def stopped(self) -> bool:
        """Whether a :class:`Clock` has run out."""
        return bool(self.desk.memory[at.STOP])

    def forget(self) -> None:
        """Forget all positions, so that what follows takes the same nodes whatever was asked before."""
        self.desk.table.fill(0)
        self.desk.memory[[at.GENERATION, at.TURN]] = 0

    def solve(
        self,
        position: Position,
        objective: Objective = "difference",
        *,
        cards: bool = True,
        line: bool = False,
        bonus: tuple[int, int] | None = None,
        roem: bool = True,
        budget: Budget | None = None,
        guess: int | None = None,
    ) -> Solution:
        """Solve a position. ``bonus`` replaces what each camp gets for all tricks, ``roem`` says whether roem counts;
        ``guess`` is the first guess, in the objective's unit (it changes the time, never the value).
        """
        scale = self._question(position, objective, bonus, roem)
        memory = self.desk.memory
        with Clock(self.desk, budget or Budget()):
            start = drive.NO_GUESS if guess is None else scale.inward(guess)
            values = self._ask(scale, start, drive.legal_cards(memory)) if cards else {}
            pick = max if position.camps[position.turn] == 0 else min
            asked = values or self._ask(scale, start, 0)
            bounds = Interval(pick(v.low for v in asked.values()), pick(v.high for v in asked.values()))
            played = self._line(scale.board) if line else ()
        return Solution(position, objective, bounds, values, played, int(memory[at.NODES]))

    def at_least(
        self,
        position: Position,
        target: int,
        objective: Objective = "difference",
        *,
        bonus: tuple[int, int] | None = None,
        budget: Budget | None = None,
    ) -> bool | None:
        """Whether a position is worth at least ``target``: one window, several times faster than the value. None when
        the budget ran out.
        """
        scale = self._question(position, objective, bonus, True)
        with Clock(self.desk, budget or Budget()):
            found = self._ask(scale, scale.inward(target), 0, once=True)[0]
        if found.low >= target:
            return True
        return False if found.high < target else None

    def _question(self, position: Position, objective: Objective, bonus: tuple[int, int] | None, roem: bool) -> _Scale:
        """Write a question onto the desk."""
        if bonus is not None and max(map(abs, bonus)) > LARGEST_BONUS:
            raise ValueError(f"bonus {bonus}: all tricks can be worth -{LARGEST_BONUS} to {LARGEST_BONUS}")
        whole = objective == "difference"
        if bonus is None:
            bonus = position.bonus() if whole else (0, 0)
        board = self.place(position, bonus=bonus, roem=roem and whole)
        return _Scale(board, objective, position.total)

    def place(self, position: Position, *, bonus: tuple[int, int], roem: bool = True) -> Board:
        """Write a position onto the desk, ready to be asked about; its board."""
        board = make_board(
            position.rules,
            position.key,
            camps=position.camps,
            groups=position.groups,
            bonus=bonus,
            roem=roem,
            locked=position.locked,
        )
        memory = self.desk.memory
        memory[: at.RULES_END] = board.memory
        self.desk.shorts[at.WORTH16 : at.RULES16_END] = board.shorts
        players = position.rules.players
        owned = list(position.hands)
        for place, card in enumerate(position.trick):
            owned[(position.leader + place) % players] |= 1 << card
        memory[at.HANDS : at.HANDS + 4] = [*(board.bits(hand) for hand in owned), *[0] * (4 - players)]
        root = {
            at.PLACE: 0,
            at.SEAT: position.leader,
            at.LEFT: board.bits(sum(owned)),
            at.TRICKS: owned[0].bit_count(),
            at.POINTS: (position.total - position.rules.last_trick) * board.unit,
            at.WON: (position.taken if position.taken in (0, 1, 2, 4) else 3) if any(board.bonus) else 3,
            at.LED: 0,
            at.BEST: 0,
            at.WINNER: 0,
            at.ON_TABLE: 0,
            at.RELIEF: 0,
            at.NODES: 0,
            at.WINDOWS: 0,
            at.ABORTED: 0,
        }
        for field_, number in root.items():
            memory[field_] = number
        drive.begin(memory, self.desk.table)
        for card in position.trick:
            drive.play_card(memory, 1 << board.bit_of[card])
        return board

    def _ask(self, scale: _Scale, guess: int, cards: int, once: bool = False) -> dict[int, Interval]:
        """Bounds of each of the given cards, or under key 0 of the position itself."""
        lows, highs = np.zeros(at.BITS, np.int64), np.zeros(at.BITS, np.int64)
        board, desk = scale.board, self.desk
        drive.ask(desk.memory, desk.table, board.differences, cards, guess, once, lows, highs)
        if not cards:
            return {0: scale.outward(int(lows[0]), int(highs[0]))}
        found = {board.card_of[bit]: scale.outward(int(lows[bit]), int(highs[bit])) for bit in cards_of(cards)}
        return dict(sorted(found.items()))

    def _line(self, board: Board) -> tuple[int, ...]:
        """One line of best play from the root to the end of the deal."""
        memory, line = self.desk.memory, []
        lows, highs = np.zeros(at.BITS, np.int64), np.zeros(at.BITS, np.int64)
        while memory[at.TRICKS]:
            legal = drive.legal_cards(memory)
            best = legal.bit_length() - 1
            if legal & (legal - 1):
                drive.ask(memory, self.desk.table, board.differences, legal, drive.NO_GUESS, False, lows, highs)
                if memory[at.ABORTED]:
                    break
                pick = max if board.camps[memory[at.SEAT]] == 0 else min
                best = pick(cards_of(legal), key=lambda bit: lows[bit])
            line.append(board.card_of[best])
            drive.play_card(memory, 1 << best)
        return tuple(line)


@dataclass(frozen=True, slots=True)
class _Scale:
    """Between the search's values and the objective's: ``total`` are all points still to be won."""

    board: Board
    objective: Objective
    total: int

    def outward(self, low: int, high: int) -> Interval:
        unit = self.board.unit
        if self.objective == "points":
            return Interval(low // unit, high // unit)
        return Interval(2 * low // unit - self.total, 2 * high // unit - self.total)

    def inward(self, value: int) -> int:
        """The least value of the search that stands for at least this much."""
        unit = self.board.unit
        if self.objective == "points":
            return value * unit
        return -(-(value + self.total) * unit // 2)


class Clock:
    """Holds a desk to a budget while a question is answered."""

    def __init__(self, desk: Desk, budget: Budget) -> None:
        self._memory = desk.memory
        self._budget = budget
        self._timer: threading.Timer | None = None

    def __enter__(self) -> None:
        self._memory[at.STOP] = 0
        self._memory[at.LIMIT] = NO_LIMIT if self._budget.nodes is None else self._budget.nodes
        if self._budget.seconds is not None:
            self._timer = threading.Timer(self._budget.seconds, self._stop)
            self._timer.daemon = True
            self._timer.start()

    def _stop(self) -> None:
        self._memory[at.STOP] = 1

    def __exit__(self, *_: object) -> None:
        if self._timer is not None:
            self._timer.cancel()


def warm(tell: Callable[[str], None] = lambda _: None) -> None:
    """Load the compiled code, or compile it where this machine has none: ten to fifteen seconds, told step by step."""
    solver = Solver(table_bits=4)
    position = Position(rules_of("klaverjas"), "S", tuple(0b11 << 2 * seat for seat in range(4)))
    new = not is_compiled()
    steps: tuple[Callable[[], object], ...] = (
        lambda: solver.place(position, bonus=(0, 0)),
        lambda: solver.solve(position, cards=False),
        lambda: solver.solve(position, line=True),
    )
    for number, step in enumerate(steps, 1):
        if new:
            tell(f"compiling the solver, once on this machine: {number} of {len(steps)}")
        step()


_local = threading.local()


def thread_solver() -> Solver:
    """The solver of this thread, made when it is first asked for."""
    if not hasattr(_local, "solver"):
        _local.solver = Solver()
    solver: Solver = _local.solver
    return solver


def solve(
    position: Position,
    objective: Objective = "difference",
    *,
    cards: bool = True,
    line: bool = False,
    bonus: tuple[int, int] | None = None,
    budget: Budget | None = None,
) -> Solution:
    """Solve a position with this thread's buffers; see :meth:`Solver.solve`."""
    return thread_solver().solve(position, objective, cards=cards, line=line, bonus=bonus, budget=budget)


def at_least(position: Position, target: int, objective: Objective = "difference") -> bool:
    """Whether a position is worth at least ``target``: one window, several times faster than the value."""
    answer = thread_solver().at_least(position, target, objective)
    assert answer is not None
    return answer
