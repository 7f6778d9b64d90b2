"""What every call of a finished deal was worth beside the others: the score of the contract that each leads to.

Another call is followed to its contract like this: the others say what they really said, wherever they still can (a
doubling only against the contract it was said against), and pass otherwise; whatever else has to be decided before the
first card, a simple player decides. That contract is then played out with open cards, all that can be announced is
announced, and its sheet is the worth.

Nothing here is for eyes that may still play the deal. The solver is imported where it is used; see
:mod:`jacknine.analysis.review`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from jacknine.game import Decision, Speak, State, View, apply_legal, legal, view
from jacknine.rules.auction import Call
from jacknine.rules.contract import Contract
from jacknine.rules.table import compile_table
from jacknine.rules.variant import Rules
from jacknine.solver.position import position_of, tamed

if TYPE_CHECKING:
    from jacknine.solver.api import Solver
    from jacknine.solver.score import Known

NODES: Final = 4_000_000
"""Card decisions the solver may look at for a contract: enough wherever it is played with 32 cards."""
WIDE_NODES: Final = 500_000
"""The same with 36 cards, where many contracts would take more than anybody waits for."""
DECLINES: Final = ("pass", "push")
BIDS: Final = ("bid", "capot", "generale")

Decide = Callable[[View], Decision]
"""A simple player, such as a worker can be told of."""


@dataclass(frozen=True, slots=True)
class Led:
    """A call as its text, the contract it leads to (None: the cards are thrown in), and what that is worth.

    ``score`` is what the sheet gives the camp of whoever called more than the other; None where the solver cannot tell.
    ``about``: the hands are too wide, so it is the score if nobody trumps who can follow.
    """

    call: str
    contract: Contract | None
    score: int | None
    about: bool = False


@dataclass(frozen=True, slots=True)
class Called:
    """A call where there were others. ``at`` is the number of actions of the deal before it; ``leads`` are all calls
    there were, the best first; of bids in one suit only the best one and the one that was made.
    """

    at: int
    seat: int
    call: str
    leads: tuple[Led, ...]

    @property
    def best(self) -> tuple[str, ...]:
        """The calls that no other is better than, as far as is known."""
        known = [led.score for led in self.leads if led.score is not None]
        return tuple(led.call for led in self.leads if known and led.score == max(known))

    @property
    def cost(self) -> int | None:
        """What the call lost, at least; None where its own worth is not known."""
        known = [led.score for led in self.leads if led.score is not None]
        mine = next(led.score for led in self.leads if led.call == self.call)
        return None if mine is None else max(known) - mine


def weigh_calls(
    solver: Solver, states: Sequence[State], actions: Sequence[Decision], decide: Decide
) -> tuple[Called, ...]:
    """All calls of a deal; ``states`` before each action and after the last one."""
    worths = Worths(solver)
    real = next((one for one in states if not _before_play(one)), states[-1])
    found = []
    for at, action in enumerate(actions):
        before = states[at]
        if not isinstance(action, Speak) or before.turn != action.seat:
            continue
        offered = [one for one in legal(before) if isinstance(one, Speak)]
        if len(offered) < 2:
            continue
        leads: list[tuple[Call, Led]] = []
        failed: set[str] = set()
        for one in offered:
            call = one.call
            if call.word in BIDS and call.key in failed and one != action:
                continue
            led = worths.led(one, real if one == action else led_to(states, actions, at, one, decide))
            leads.append((call, led))
            if call.word in BIDS and _falls(before.rules, one, led):
                failed.add(call.key)
        kept = _best_bids(leads, str(action.call))
        found.append(Called(at, action.seat, str(action.call), tuple(sorted(kept, key=_order))))
    return tuple(found)


def led_to(states: Sequence[State], actions: Sequence[Decision], at: int, instead: Speak, decide: Decide) -> State:
    """Where another call leads: the state before the first card, or the cards thrown in."""
    said: list[deque[tuple[Call, Contract | None]]] = [deque() for _ in range(states[at].rules.players)]
    for place in range(at + 1, len(actions)):
        action = actions[place]
        if isinstance(action, Speak):
            said[action.seat].append((action.call, _standing(states[place])))
    state, _ = apply_legal(states[at], instead)
    while _before_play(state):
        state, _ = apply_legal(state, _next(state, said, decide))
    return state


def _before_play(state: State) -> bool:
    return state.deal is not None and state.deal.phase in ("auction", "swap", "discard")


def _standing(state: State) -> Contract | None:
    return None if state.deal is None else state.deal.status.contract


def _next(state: State, said: list[deque[tuple[Call, Contract | None]]], decide: Decide) -> Decision:
    offered = legal(state)
    assert state.turn is not None
    calls = {one.call: one for one in offered if isinstance(one, Speak)}
    if not calls:
        return decide(view(state, state.turn))
    if said[state.turn]:
        call, against = said[state.turn].popleft()
        names_nothing = not call.key and call.word not in DECLINES
        if call in calls and not (names_nothing and against is not None and against != _standing(state)):
            return calls[call]
    declined = next((one for call, one in calls.items() if call.word in DECLINES), None)
    return declined or decide(view(state, state.turn))


def _falls(rules: Rules, bid: Speak, led: Led) -> bool:
    """Whether a bid stood and could not be made; then no higher one in the same suit can."""
    if led.contract is None or led.score is None or led.contract.key != bid.call.key:
        return False
    return led.score < 0 and rules.side_of(led.contract.taker) == rules.side_of(bid.seat)


def _best_bids(leads: Sequence[tuple[Call, Led]], made: str) -> list[Led]:
    """All calls, but of the bids in one suit only the best and the one that was made."""
    best: dict[str, Led] = {}
    for call, led in leads:
        name = call.key if call.word in BIDS else led.call
        if name not in best or _order(led) < _order(best[name]):
            best[name] = led
    return [led for _, led in leads if led in best.values() or led.call == made]


def _order(led: Led) -> tuple[bool, int]:
    return led.score is None, -(led.score or 0)


class Worths:
    """The worths of contracts, each worked out once; ``nodes`` instead of the usual number for each."""

    def __init__(self, solver: Solver, nodes: int | None = None) -> None:
        self.solver, self.nodes = solver, nodes
        self.solved: Known = {}
        self.known: dict[tuple[Contract, tuple[int, ...]], tuple[int | None, bool]] = {}

    def led(self, spoken: Speak, ended: State) -> Led:
        deal = ended.deal
        assert deal is not None
        contract, call = deal.contract, str(spoken.call)
        if contract is None:
            return Led(call, None, 0)
        key = (contract, deal.hands)
        if key not in self.known:
            usual = WIDE_NODES if ended.rules.pack.bit_count() > 32 else NODES
            self.known[key] = worth(self.solver, ended, self.solved, self.nodes or usual)
        score, about = self.known[key]
        ours = spoken.seat == contract.taker if ended.rules.solo else ended.rules.side_of(spoken.seat) == 0
        return Led(call, contract, score if ours or score is None else -score, about)


def all_announced(state: State) -> State:
    """The beginning of play with all announced that can be: who knows every card keeps nothing to himself."""
    deal = state.deal
    if deal is None or deal.tricks:
        return state
    rules = replace(state.rules, belote_ask=False) if state.rules.belote_ask else state.rules
    return state._replace(rules=rules, deal=deal._replace(announced=tuple(map(bool, deal.found))))


def worth(solver: Solver, state: State, solved: Known | None = None, nodes: int = NODES) -> tuple[int | None, bool]:
    """What the beginning of play is worth with open cards: the score of side 0, or of a lone taker, less the others'
    (None where the solver cannot tell), and whether it is only about that.
    """
    from jacknine.solver.api import Budget
    from jacknine.solver.score import NoScore, score_of_line, solve_worth, worth_of

    deal = state.deal
    assert deal is not None and deal.contract is not None
    if deal.phase == "over":
        assert deal.outcome is not None and deal.outcome.sheet is not None
        return worth_of(state, deal.outcome.sheet), False
    state = all_announced(state)
    deal = state.deal
    assert deal is not None and deal.contract is not None
    about = state.rules.denomination(deal.contract.key).duties.ruff_freely
    if about:
        rules = tamed(state.rules)
        state = state._replace(
            rules=rules, deal=deal._replace(table=compile_table(rules, deal.contract.key, deal.contract.locked))
        )
    budget = Budget(nodes=nodes)
    if state.rules.roem is None:
        try:
            return solve_worth(solver, state, budget, solved), about
        except NoScore:
            return None, False
    # Both play for points with roem; how much more roem could fall once the taker has fallen is not asked.
    best = solver.solve(position_of(state), cards=False, line=True, budget=budget)
    whole = best.exact and len(best.line) == sum(deal.hands).bit_count()
    return (worth_of(state, score_of_line(state, best.line)) if whole else None), about
