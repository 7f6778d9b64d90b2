"""The score of a deal under its own sheet, when both camps play for that and not for card points.

Without roem a sheet never takes score away for more card points, so whoever plays best for points plays best for
the score, all tricks being given the place among the points that the sheet gives them; the engine then writes the sheet
of that line. That more points never pay less is checked here for the deal at hand, not taken for granted.

With roem it is not so. A taker who gets more than the others scores the difference; one who does not has fallen, and
gives them everything: then the others play for as much roem as can fall, whoever wins it, as long as he stays fallen.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from jacknine.cards import cards_of
from jacknine.game.actions import Play
from jacknine.game.actions import Roem as CallRoem
from jacknine.game.legal import legal
from jacknine.game.match import apply_legal
from jacknine.game.settle import tally
from jacknine.game.state import DealState, State
from jacknine.rules.scoring import Sheet, Tally
from jacknine.rules.table import compile_table
from jacknine.rules.trick import beats, legal_follow, legal_lead, points_of, roem_of
from jacknine.rules.variant import Rules
from jacknine.solver import drive
from jacknine.solver.api import Budget, Interval, Solver
from jacknine.solver.position import Position, position_of


class NoScore(ValueError):
    """The score objective is not answered for this deal; the message says why."""


@dataclass(frozen=True, slots=True)
class Score:
    """What a deal is worth by its sheet: side 0's score less side 1's, or a lone taker's less the others'.

    ``sheet`` is the one that ``line`` leads to. With bounds that are not equal the budget ran out, and the line is only
    a good one.
    """

    bounds: Interval
    sheet: Sheet
    line: tuple[int, ...]


Known = dict[tuple[Position, tuple[int, int]], int]
"""Values that were found before, by position and bonus: contracts that differ in their level share one."""


def solve_worth(solver: Solver, state: State, budget: Budget | None = None, known: Known | None = None) -> int:
    """The worth of a deal from its first card on, as :func:`solve_score` has it, without the line that leads to it:
    several times faster. Values in ``known`` are looked up, and new ones added.

    Raises:
        PositionError: no card is to be played.
        NoScore: the sheet does not follow card points, or the budget ran out.
    """
    deal = state.deal
    position = position_of(state, alone=_promised_alone(deal))
    assert deal is not None
    begun = deal.tricks or deal.trick or any(deal.captured)
    # With three sides it counts too who of the others got what.
    if begun or position.alone or state.rules.roem is not None or state.rules.sides > 2:
        return solve_score(solver, state, budget).bounds.low
    # The deal alone: no match should end before it does.
    state = state._replace(totals=(0,) * state.rules.sides)
    paid = _paid(state, _finish(state, _any_line(state))[0])
    value = None if known is None else known.get((position, paid.bonus))
    if value is None:
        best = solver.solve(position, cards=False, bonus=paid.bonus, budget=budget)
        if not best.exact:
            raise NoScore(f"the budget ran out: the difference is {best.bounds}")
        value = best.value
        if known is not None:
            known[position, paid.bonus] = value
    points, half = divmod(value + position.total, 2)
    if not half:
        return paid.points[points]
    # What all tricks count for is half a point beside any number of points.
    return paid.all_tricks if value == position.total + paid.bonus[0] else paid.no_trick


def solve_score(solver: Solver, state: State, budget: Budget | None = None) -> Score:
    """The score of a deal from a state of card play on, all hands open.

    Raises:
        PositionError: no card is to be played.
        NoScore: the sheet does not follow card points, or the budget ran out before a line was found.
    """
    # The deal alone: no match should end before it does.
    state = state._replace(totals=(0,) * state.rules.sides)
    deal = state.deal
    position = position_of(state, alone=_promised_alone(deal))
    assert deal is not None
    if state.rules.roem is None:
        bonus = _paid(state, _finish(state, _any_line(state))[0]).bonus
        best = solver.solve(position, "points", cards=False, line=True, bonus=bonus, budget=budget)
        if not best.exact:
            unknown = f"card points are {best.bounds}"
            if position.alone:
                unknown = "whether every trick falls to the taker's own hand is not known"
            raise NoScore(f"the budget ran out: {unknown}")
        _check_whole(position, best.line)
        sheet = score_of_line(state, best.line)
        return Score(Interval(*[worth_of(state, sheet)] * 2), sheet, best.line)
    return _Fallen(solver, state, position, deal, budget).score()


def _promised_alone(deal: DealState | None) -> bool:
    """Whether the taker has promised all tricks in his own hand: then those that fall to his partner are lost."""
    return deal is not None and deal.contract is not None and deal.contract.goal == "generale"


def _check_whole(position: Position, line: tuple[int, ...]) -> None:
    """The value may be known while the line that leads to it is not.

    Raises:
        NoScore: the line stops before the last card.
    """
    if len(line) < sum(position.hands).bit_count():
        raise NoScore("the budget ran out before a line was found")


def _finish(state: State, line: tuple[int, ...]) -> tuple[Tally, Sheet]:
    """Play a line in the engine: what was counted, and the sheet."""
    held = state.held
    for card in line:
        state = _past_roem(state)
        assert state.turn is not None
        state, _ = apply_legal(state, Play(state.turn, card))
    state = _past_roem(state)
    deal = state.deal
    assert deal is not None
    assert deal.outcome is not None
    assert deal.outcome.sheet is not None
    return tally(state.rules, state.totals, held, deal), deal.outcome.sheet


def score_of_line(state: State, line: tuple[int, ...]) -> Sheet:
    """The sheet that a line to the last card leads to."""
    return _finish(state, line)[1]


def _past_roem(state: State) -> State:
    """The state after roem that lies open is called, as whoever has won it would."""
    deal = state.deal
    if deal is None or not deal.open_roem:
        return state
    return apply_legal(state, CallRoem(deal.tricks[-1].winner))[0]


def worth_of(state: State, sheet: Sheet) -> int:
    """Side 0's score less side 1's, or a lone taker's less the others'."""
    deal = state.deal
    assert deal is not None
    assert deal.contract is not None
    return _lead(sheet.scores, deal.contract.taker)


def _lead(scores: tuple[int, ...], taker: int) -> int:
    return scores[0] - scores[1] if len(scores) == 2 else 2 * scores[taker] - sum(scores)


def _any_line(state: State) -> tuple[int, ...]:
    """Some legal way to play on: what is counted besides cards and tricks is the same in each."""
    line: list[int] = []
    while state.deal is not None and state.deal.phase == "play":
        play = next(action for action in legal(state) if isinstance(action, Play))
        line.append(play.card)
        state, _ = apply_legal(state, play)
    return tuple(line)


class _Paid(NamedTuple):
    """What a sheet pays: by card points, for all tricks and for none; and what all tricks have to be worth in card
    points, for each side, so that more is always better.

    Mostly that is a little more than all points without all tricks. It can be less than nought: where declarations of a
    side without a trick are lost, leaving it one may pay.
    """

    points: tuple[int, ...]
    all_tricks: int
    no_trick: int
    bonus: tuple[int, int]


def _paid(state: State, counted: Tally) -> _Paid:
    """What the sheet of a deal pays, given what is counted besides cards and tricks.

    Raises:
        NoScore: the sheet pays less for more card points.
    """
    nothing = (0,) * counted.sides
    same = replace(counted, cards=nothing, tricks=nothing, taker_took_all=False)
    return _paid_for(state.rules, sum(counted.cards), max(sum(counted.tricks), 2), same)


@lru_cache(maxsize=1024)
def _paid_for(rules: Rules, total: int, tricks: int, counted: Tally) -> _Paid:
    """As :func:`_paid`; many deals share it."""
    ours = counted.taker if counted.sides > 2 else 0
    other = next(side for side in range(counted.sides) if side != ours)

    def worth(points: int, won: int) -> int:
        cards, taken = [0] * counted.sides, [0] * counted.sides
        cards[ours], taken[ours] = points, won
        cards[other], taken[other] = total - points, tricks - won
        all_his = taken[counted.taker] == tricks
        scored = replace(counted, cards=tuple(cards), tricks=tuple(taken), taker_took_all=all_his)
        return _lead(rules.scoring.score(scored).scores, counted.taker)

    order = tuple(worth(points, 1) for points in range(total + 1))
    for points in range(total):
        if order[points + 1] < order[points]:
            raise NoScore(
                f"this sheet pays {order[points + 1]} for {points + 1} card points, {order[points]} for fewer"
            )
    # Half a point above the last number of points that is worth no more.
    all_tricks, no_trick = worth(total, tricks), worth(0, 0)
    all_ours = 2 * (bisect_right(order, all_tricks) - 1 - total) + 1
    all_theirs = 1 - 2 * bisect_right(order, no_trick)
    return _Paid(order, all_tricks, no_trick, (all_ours, all_theirs))


class _Fallen:
    """A deal with roem: made if the taker's camp comes out ahead, else a question of how much roem falls."""

    def __init__(
        self, solver: Solver, state: State, position: Position, deal: DealState, budget: Budget | None
    ) -> None:
        self.solver, self.state, self.budget = solver, state, budget
        self.position = position
        self.camp = position.camps[position.taker]
        self.table = compile_table(position.rules, position.key, position.locked)
        self.known: dict[tuple[tuple[int, ...], int, int, int, int], bool] = {}
        self.nodes = 0
        # What the taker's camp is ahead by already, and the roem that has fallen.
        camps = position.camps
        self.ahead = sum(
            (deal.captured[seat] + deal.roem[seat]) * (1 if camps[seat] == self.camp else -1)
            for seat in range(position.rules.players)
        )

    def score(self) -> Score:
        best = self.solver.solve(self.position, line=True, budget=self.budget)
        if not best.exact:
            raise NoScore(f"the budget ran out: the difference is {best.bounds}")
        _check_whole(self.position, best.line)
        sign = 1 if self.camp == 0 else -1
        if self.ahead + sign * best.value > 0:
            return self._of(best.line)
        return self._of(self._most_roem())

    def _of(self, line: tuple[int, ...]) -> Score:
        _, sheet = _finish(self.state, line)
        return Score(Interval(*[worth_of(self.state, sheet)] * 2), sheet, line)

    def _most_roem(self) -> tuple[int, ...]:
        """A line in which the taker has fallen and as much roem falls as the others can bring about."""
        position, need = self.position, 0
        while self._holds(position, -self.ahead, need + 10):
            need += 10
        line: list[int] = []
        allowed = -self.ahead
        while any(position.hands):
            for card in self._legal(position):
                after, gain, roem = self._after(position, card)
                if position.camps[position.turn] == self.camp:
                    # The taker holds the roem down to what was found.
                    if not self._holds(after, allowed - gain, need - roem + 10):
                        break
                elif self._holds(after, allowed - gain, need - roem):
                    break
            line.append(card)
            position, allowed, need = after, allowed - gain, need - roem
        return tuple(line)

    def _holds(self, position: Position, allowed: int, need: int) -> bool:
        """Whether the others can keep the taker's camp from more than ``allowed`` and still see ``need`` roem fall."""
        if not any(position.hands):
            swept = position.taken == (2 if self.camp == 0 else 1)
            bonus = position.bonus()[1 - self.camp] if swept else 0
            return allowed >= 0 and need <= bonus
        if self.budget is not None and self.budget.nodes is not None and self.nodes > self.budget.nodes:
            raise NoScore("the budget ran out while the roem of a fallen taker was looked for")
        key = (position.hands, position.leader, position.taken, allowed, need)
        if not position.trick and key in self.known:
            return self.known[key]
        answer = self._searched(position, allowed, need)
        if not position.trick:
            self.known[key] = answer
        return answer

    def _searched(self, position: Position, allowed: int, need: int) -> bool:
        self.nodes += 1
        over = allowed + 1
        if self.camp == 0:
            escapes = self.solver.at_least(position, over, bonus=(0, 0))
        else:
            escapes = not self.solver.at_least(position, -allowed, bonus=(0, 0))
        if escapes:
            return False
        if need <= 0:
            return True
        board = self.solver.place(position, bonus=position.bonus())
        most = drive.roem_left(self.solver.desk.memory) * 2 // board.unit
        taken_by_taker = position.taken & (1 if self.camp == 0 else 2)
        if need > most + (0 if taken_by_taker else position.bonus()[1 - self.camp]):
            return False
        answers = (
            self._holds(after, allowed - gain, need - roem)
            for after, gain, roem in (self._after(position, card) for card in self._legal(position))
        )
        return all(answers) if position.camps[position.turn] == self.camp else any(answers)

    def _legal(self, position: Position) -> list[int]:
        hand = position.hands[position.turn]
        if not position.trick:
            return list(cards_of(legal_lead(self.table, hand)))
        best, winner = self._winning(position.leader, position.trick)
        partner = int((winner ^ position.turn) & 1 == 0)
        return list(cards_of(legal_follow(self.table, hand, position.trick[0], best, partner, len(position.trick), 0)))

    def _winning(self, leader: int, trick: tuple[int, ...]) -> tuple[int, int]:
        best = 0
        for place in range(1, len(trick)):
            if beats(self.table, trick[place], trick[best]):
                best = place
        return trick[best], (leader + best) % 4

    def _after(self, position: Position, card: int) -> tuple[Position, int, int]:
        """The position after a card, what the taker's camp gains on the others by it, and the roem that falls."""
        seat = position.turn
        hands = tuple(hand & ~(1 << card) if s == seat else hand for s, hand in enumerate(position.hands))
        trick = (*position.trick, card)
        if len(trick) < 4:
            return _moved(position, hands, position.leader, trick, position.taken), 0, 0
        cards = sum(1 << one for one in trick)
        _, winner = self._winning(position.leader, trick)
        roem = roem_of(self.table, cards)
        worth = points_of(self.table, cards) + roem + (0 if any(hands) else position.rules.last_trick)
        gain = worth if position.camps[winner] == self.camp else -worth
        taken = position.taken | position.groups[winner]
        return _moved(position, hands, winner, (), taken), gain, roem


def _moved(position: Position, hands: tuple[int, ...], leader: int, trick: tuple[int, ...], taken: int) -> Position:
    """A position some cards on; one without cards left is no position to ask about, so nothing is checked."""
    moved = object.__new__(Position)
    for name, value in (
        ("rules", position.rules), ("key", position.key), ("hands", hands), ("leader", leader), ("trick", trick),
        ("taken", taken), ("taker", position.taker), ("locked", position.locked), ("alone", False),
    ):  # fmt: skip
        object.__setattr__(moved, name, value)
    return moved
