"""The score objective: by its own sheet a deal is worth what trying every line says."""

from __future__ import annotations

from random import Random

import pytest

from jacknine.cards import cards_of
from jacknine.game import Play, State, apply_legal, legal
from jacknine.game.setup import play_state
from jacknine.rules.contract import Contract
from jacknine.rules.variant import Rules
from jacknine.solver.api import Budget, Solver
from jacknine.solver.score import NoScore, solve_score
from jacknine.variants import rules
from tests.support import long_count


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver()


def ending(chance: Random, chosen: Rules, contract: Contract, tricks: int) -> State:
    """The last tricks of a deal that was played at random up to there."""
    cards = list(cards_of(chosen.pack))
    chance.shuffle(cards)
    size = len(cards) // 4
    hands = [sum(1 << card for card in cards[size * seat : size * (seat + 1)]) for seat in range(4)]
    state = play_state(chosen, contract, hands, dealer=3)
    while state.deal is not None and (state.deal.trick or max(map(int.bit_count, state.deal.hands)) > tricks):
        plays = [action for action in legal(state) if isinstance(action, Play)]
        state, _ = apply_legal(state, chance.choice(plays))
    return state


def best_score(state: State, known: dict[State, int]) -> int:
    """Side 0's score less side 1's when both play for that: every line to its sheet."""
    deal = state.deal
    assert deal is not None
    if deal.outcome is not None:
        assert deal.outcome.sheet is not None
        return deal.outcome.sheet.scores[0] - deal.outcome.sheet.scores[1]
    if state not in known:
        assert state.turn is not None
        values = [
            best_score(apply_legal(state, action)[0], known) for action in legal(state) if isinstance(action, Play)
        ]
        known[state] = max(values) if state.turn % 2 == 0 else min(values)
    return known[state]


CONTRACTS = [
    ("belote", {}, Contract("H", 0)),
    ("belote", {"preset": "cafe"}, Contract("S", 1)),
    ("coinche", {}, Contract("D", 2, level=90)),
    ("coinche", {"preset": "contree"}, Contract("C", 1, level=110, multiplier=2)),
    ("coinche", {}, Contract("H", 0, level=250, goal="capot")),
    ("bela", {}, Contract("H", 3)),
    ("baloot", {}, Contract("N", 0)),
    ("baloot", {}, Contract("S", 1)),
    ("jass", {}, Contract("C", 0)),
    ("klaverjas", {}, Contract("H", 0)),
    ("klaverjas", {"preset": "amsterdam"}, Contract("D", 1)),
    ("klaverjas", {"pit_for": "declarers"}, Contract("C", 2)),
]


@pytest.mark.parametrize(("game", "settings", "contract"), CONTRACTS)
def test_the_score_is_that_of_every_line_tried(
    solver: Solver, game: str, settings: dict[str, object], contract: Contract
) -> None:
    chance = Random(f"{game} {contract}")
    for _ in range(long_count(6, 100)):
        state = ending(chance, rules(game, settings), contract, 2 if game == "jass" else 3)
        told = solve_score(solver, state)
        assert told.bounds.exact
        assert told.bounds.low == best_score(state, {}), state.deal


def test_a_fallen_klaverjas_taker_is_made_to_see_more_roem(solver: Solver) -> None:
    """The line of the difference is not always that of the score: some deals differ."""
    chance = Random(4)
    chosen, contract = rules("klaverjas"), Contract("H", 0)
    fallen = 0
    for _ in range(60):
        state = ending(chance, chosen, contract, 3)
        told = solve_score(solver, state)
        fallen += told.sheet.made is False
        assert told.bounds.low == told.sheet.scores[0] - told.sheet.scores[1]
    assert fallen > 10


def test_a_promise_of_all_tricks_in_one_hand_is_not_answered(solver: Solver) -> None:
    chosen = rules("coinche", {"generale": "on"})
    state = ending(Random(1), chosen, Contract("H", 0, level=500, goal="generale"), 3)
    with pytest.raises(NoScore, match="all tricks in one hand"):
        solve_score(solver, state)


def test_a_budget_too_small_says_so(solver: Solver) -> None:
    state = ending(Random(2), rules("belote"), Contract("H", 0), 8)
    with pytest.raises(NoScore, match="the budget ran out"):
        solve_score(solver, state, Budget(nodes=10))
    assert solve_score(solver, state).bounds.exact
