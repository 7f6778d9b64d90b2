"""What every card of a finished deal was worth beside all others, with open cards and best play from there on.

Players are told of by whoever asks: ``decide`` is a simple one, ``draw`` deals hands as a good one imagines them.

Nothing here is for eyes that may still play the deal. The solver is imported where it is used, so that a server can
know what a review is without loading Numba; the questions are answered in a worker.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal

from jacknine.analysis.calls import Called, Decide, all_announced, weigh_calls
from jacknine.game import Decision, Play, State, Trick, View, apply_legal, legal_cards, view
from jacknine.game.setup import play_state
from jacknine.rules.scoring.counted import CountedScoring
from jacknine.solver.position import Position, position_of

if TYPE_CHECKING:
    from jacknine.solver.api import Solver

NODES: Final = 16_000_000
"""Card decisions the solver may look at in one deal, a second or so; only jass with a trump needs more."""
WORLDS: Final = 30
"""Deals that are drawn to see how well a contract stands."""
WORLD_NODES: Final = 1_000_000
"""Card decisions for each of them."""
ADVICE_NODES: Final = 1_000_000
"""Card decisions for each card that follows a better one."""
WORST: Final = 3

Draw = Callable[[View, int, int], Sequence[tuple[int, ...]]]
"""So many hands of all seats that a view allows, drawn by a seed."""
Why = Literal["wins", "cheaper", "richer", "waits", "keeps_trump", "draws", "later"]
"""Why another card was better: it wins the trick; gives the others less; brings home more; leaves them a trick that
was not worth it; keeps a trump; draws trumps; pays only later.
"""


@dataclass(frozen=True, slots=True)
class Choice:
    """A card where there were others. ``at`` is the number of actions of the deal before it.

    ``values`` are, by card, the least and the most it is worth: what the seat's own camp takes more than the other
    from here on, roem and the bonus for all tricks counted. Both are equal unless the nodes ran out; where they had run
    out before, there are none.
    """

    at: int
    seat: int
    card: int
    values: dict[int, tuple[int, int]]

    @property
    def exact(self) -> bool:
        return bool(self.values) and all(low == high for low, high in self.values.values())

    @property
    def best(self) -> tuple[int, ...]:
        """The cards that no other is better than, as far as is known."""
        most = max(low for low, _ in self.values.values())
        return tuple(card for card, (_, high) in self.values.items() if high >= most)

    @property
    def cost(self) -> int:
        """What the card lost, at least: 0 where it was as good as any."""
        return max(0, max(low for low, _ in self.values.values()) - self.values[self.card][1])


@dataclass(frozen=True, slots=True)
class Advice:
    """A card that cost much: ``better`` was the best; ``points`` are those of the trick with the card that was played
    and with the better one.
    """

    choice: Choice
    better: int
    why: Why
    points: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Stood:
    """In how many of so many deals, as likely to the taker before the first card, the contract is made by best play."""

    made: int
    of: int


@dataclass(frozen=True, slots=True)
class Review:
    """What was found out about a deal.

    ``curve`` is what camp 0 takes more than camp 1 in all, once the action ``at`` is done and all play best from there.
    It begins where exact values do. ``unknown`` is the number of decisions, from the beginning of the deal, that were
    too many lines to look at. ``stood`` is None where nobody can fail, or nothing was played. ``calls`` are the
    decisions of the auction.
    """

    camps: tuple[int, ...]
    choices: tuple[Choice, ...] = ()
    worst: tuple[Advice, ...] = ()
    curve: tuple[tuple[int, int], ...] = ()
    unknown: int = 0
    stood: Stood | None = None
    calls: tuple[Called, ...] = ()


@dataclass
class Course:
    """A finished deal as the states before each action and after the last one, with the actions."""

    states: Sequence[State]
    actions: Sequence[Decision]
    questions: list[int] = field(init=False)
    """The places of the decisions among several cards, the last one first: endings are cheap."""

    def __post_init__(self) -> None:
        self.questions = [at for at, action in enumerate(self.actions) if self._is_choice(at, action)][::-1]

    @property
    def begun(self) -> State | None:
        """The state in which the first card is to be played; None where none was."""
        return next((state for state in self.states if state.deal is not None and state.deal.phase == "play"), None)

    def _is_choice(self, at: int, action: Decision) -> bool:
        state = self.states[at]
        return (
            isinstance(action, Play) and state.deal is not None and legal_cards(state.rules, state.deal).bit_count() > 1
        )


# --- what a worker answers --------------------------------------------------------------------------------------------


def weigh(solver: Solver, state: State, at: int, action: Play, nodes: int) -> tuple[Choice, int]:
    """All cards of a decision by their worth, and the nodes that took."""
    from jacknine.solver.api import Budget

    position = position_of(state)
    solution = solver.solve(position, budget=Budget(nodes=nodes))
    ours = position.camps[position.turn] == 0
    values = {
        card: (bounds.low, bounds.high) if ours else (-bounds.high, -bounds.low)
        for card, bounds in solution.cards.items()
    }
    return Choice(at, action.seat, action.card, values), solution.nodes


def advise(solver: Solver, state: State, choice: Choice, played: Trick) -> Advice:
    """Why the best card was better than the one played; ``played`` is the trick as it came to be."""
    better = next(card for card in choice.best if card != choice.card)
    other = trick_with(solver, state, better)
    if other is None:
        return Advice(choice, better, "later", (_worth(played),) * 2)
    why = why_better(position_of(state), choice.card, better, played, other)
    return Advice(choice, better, why, (_worth(played), _worth(other)))


def trick_with(solver: Solver, state: State, card: int) -> Trick | None:
    """The trick that comes of a card if all play best after it; None where that takes too many nodes to find."""
    from jacknine.solver.api import Budget

    assert state.turn is not None
    number = len(state.deal.tricks) if state.deal is not None else 0
    after, _ = apply_legal(state, Play(state.turn, card))
    while after.deal is not None and after.turn is not None and len(after.deal.tricks) == number:
        found = solver.solve(position_of(after), budget=Budget(nodes=ADVICE_NODES))
        if not found.exact:
            return None
        after, _ = apply_legal(after, Play(after.turn, found.best[0]))
    assert after.deal is not None
    return after.deal.tricks[number]


def _worth(trick: Trick) -> int:
    return trick.points + trick.roem


def why_better(position: Position, card: int, better: int, played: Trick, other: Trick) -> Why:
    """Why a card is better than another for the seat on turn, told by the tricks that come of them."""
    camp = position.camps[position.turn]
    won, wins = position.camps[played.winner] == camp, position.camps[other.winner] == camp
    trump = position.rules.denomination(position.key).is_trump
    if wins and not won:
        return "wins"
    if not won and not wins and _worth(other) < _worth(played):
        return "cheaper"
    if won and wins and _worth(other) > _worth(played):
        return "richer"
    if won and not wins:
        return "waits"
    if trump(card) and not trump(better):
        return "keeps_trump"
    return "draws" if trump(better) and not position.trick else "later"


def stands(solver: Solver, state: State, seed: int, draw: Draw) -> Stood | None:
    """How often the contract is made in deals that the taker could not tell from the real one when play began.

    ``draw`` deals the cards that he has not seen anew, those likelier that fit what was called.
    """
    deal = state.deal
    if isinstance(state.rules.scoring, CountedScoring) or deal is None or deal.contract is None:
        return None
    drawn = draw(view(state, deal.contract.taker), WORLDS, seed)
    made = [_made(solver, all_announced(world_state(state, hands))) for hands in drawn]
    known = [one for one in made if one is not None]
    return Stood(sum(known), len(known)) if known else None


def world_state(state: State, hands: Sequence[int]) -> State:
    """The beginning of play with other hands, all that lies open as it is."""
    deal, rules = state.deal, state.rules
    assert deal is not None
    assert deal.contract is not None
    lies = deal.layout.turned[deal.status.turned] if deal.layout.turned else None
    return play_state(
        rules,
        deal.contract,
        hands,
        dealer=deal.dealer,
        leader=deal.leader,
        away=deal.laid_away,
        turned=lies if rules.dealing.turned == "card" and deal.contract.card_to is None else None,
        swapped=deal.swapped,
        held=state.held,
    )


def _made(solver: Solver, state: State) -> bool | None:
    """Whether the contract is made by best play of all; None where nobody can fail, or it was too much to look at."""
    from jacknine.solver.api import Budget
    from jacknine.solver.score import NoScore, solve_score

    budget = Budget(nodes=WORLD_NODES)
    if state.rules.roem is None:
        try:
            return solve_score(solver, state, budget).sheet.made
        except NoScore:
            return None
    # With roem the taker makes it when he comes out ahead.
    position = position_of(state)
    if position.camps[position.taker] == 0:
        return solver.at_least(position, 1, budget=budget)
    ahead = solver.at_least(position, 0, budget=budget)
    return None if ahead is None else not ahead


# --- putting it together ----------------------------------------------------------------------------------------------


def put_together(
    course: Course, choices: Sequence[Choice], worst: Sequence[Advice], stood: Stood | None, calls: tuple[Called, ...]
) -> Review:
    """The review of a deal from its answers; ``choices`` in the order of the deal."""
    if course.begun is None:
        return Review((), calls=calls)
    camps = position_of(course.begun).camps
    known = [choice for choice in choices if choice.exact]
    return Review(
        camps,
        (*_not_reached(course, choices), *choices),
        tuple(worst),
        _curve(course, known, camps),
        len(course.questions) - len(known),
        stood,
        calls,
    )


def _not_reached(course: Course, choices: Sequence[Choice]) -> list[Choice]:
    """The decisions for which no nodes were left, without values."""
    reached = {choice.at for choice in choices}
    found: list[Choice] = []
    for at in reversed(course.questions):
        seat, action = course.states[at].turn, course.actions[at]
        if at not in reached and seat is not None and isinstance(action, Play):
            found.append(Choice(at, seat, action.card, {}))
    return found


def costliest(choices: Sequence[Choice]) -> list[Choice]:
    """The cards that cost most, dearest first."""
    dear = sorted((choice for choice in choices if choice.exact and choice.cost), key=lambda one: (-one.cost, one.at))
    return dear[:WORST]


def trick_of(course: Course, at: int) -> Trick:
    """The trick that the card of an action fell in."""
    before, after = course.states[at].deal, course.states[-1].deal
    assert before is not None
    assert after is not None
    return after.tricks[len(before.tricks)]


def _curve(course: Course, known: Sequence[Choice], camps: Sequence[int]) -> tuple[tuple[int, int], ...]:
    if not known:
        return ()
    start = known[0]
    before = course.states[start.at].deal
    assert before is not None
    taken = sum(
        (before.captured[seat] + before.roem[seat]) * (1 if camp == 0 else -1) for seat, camp in enumerate(camps)
    )
    best = max(low for low, _ in start.values.values())
    value = taken + (best if camps[start.seat] == 0 else -best)
    points = [(start.at, value)]
    for choice in known:
        value -= choice.cost if camps[choice.seat] == 0 else -choice.cost
        points.append((choice.at + 1, value))
    return (*points, (len(course.actions), value))


def review(
    solver: Solver,
    course: Course,
    decide: Decide,
    draw: Draw,
    seed: int = 0,
    tell: Callable[[int, int], object] = lambda done, of: None,
) -> Review:
    """The review of a deal, in this process; ``tell`` hears how many questions of how many are answered."""
    choices: list[Choice] = []
    left, of = NODES, len(course.questions) + 2
    calls = weigh_calls(solver, course.states, course.actions, decide)
    tell(1, of)
    for done, at in enumerate(course.questions):
        action = course.actions[at]
        assert isinstance(action, Play)
        choice, nodes = weigh(solver, course.states[at], at, action, left)
        choices.insert(0, choice)
        left -= nodes
        tell(done + 2, of)
        if not choice.exact or left <= 0:
            break
    worst = [advise(solver, course.states[one.at], one, trick_of(course, one.at)) for one in costliest(choices)]
    stood = None if course.begun is None else stands(solver, course.begun, seed, draw)
    return put_together(course, choices, worst, stood, calls)
