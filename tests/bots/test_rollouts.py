"""Deals played out by the rules: the same cards, tricks and points as at a table of hard players."""

from random import Random

import pytest

from jacknine.bots import player
from jacknine.bots.chance import Chance
from jacknine.bots.knowledge import read
from jacknine.bots.rollouts import MANY, played_out
from jacknine.bots.search import look, position_of_view
from jacknine.bots.spec import Budget
from jacknine.cards import cards_of
from jacknine.game import Play, State, View, apply_legal, start, view
from jacknine.game.settle import camp_of
from jacknine.solver.api import Solver
from jacknine.solver.desk import STOP
from jacknine.variants import parse_line
from tests.play import play
from tests.support import long_count

# Without declarations: those lie open at a table, and a deal played out does not show them.
LINES = (
    "klaverjas",
    "coinche(preset=contree)",
    "jass(preset=einfach,weis=off)",
    "bela(players=2)",
    "bela(players=3)",
)


def chosen(state: State) -> View | None:
    """The view of the seat on turn, where it has a card to choose."""
    if state.turn is None or state.deal is None or state.deal.phase != "play":
        return None
    seen = view(state, state.turn)
    plays = all(isinstance(decision, Play) for decision in seen.legal)
    return seen if plays and seen.legal_cards.bit_count() > 1 and not any(state.deal.found) else None


def at_the_table(state: State, card: int) -> int:
    """What camp 0 takes more than camp 1 from here on when the seat on turn plays a card and all others are hard."""
    rules = state.rules
    hard = player("hard")
    assert state.deal is not None and state.deal.contract is not None and state.turn is not None
    contract, before = state.deal.contract, len(state.deal.tricks)
    game, _ = apply_legal(state, Play(state.turn, card))
    while game.deal is not None and game.turn is not None and game.deal_number == state.deal_number:
        game, _ = apply_legal(game, hard.decide(view(game, game.turn), 0))
    assert game.deal is not None
    total = 0
    for trick in game.deal.tricks[before:]:
        total += (trick.points + trick.roem) * (1 if camp_of(rules, contract, trick.winner) == 0 else -1)
    return total


@pytest.mark.parametrize("line", LINES)
def test_a_deal_is_played_out_as_at_a_table_of_hard_players(line: str) -> None:
    rules, met = parse_line(line), 0
    for number in range(long_count(16, 300)):
        chance = Random(number)
        for step in play(chance, start(rules, number % rules.players)):
            seen = chosen(step.before)
            if seen is None:
                continue
            assert step.before.deal is not None
            position = position_of_view(seen, step.before.deal.hands)
            card = chance.choice(list(cards_of(seen.legal_cards)))
            found = played_out(seen, position, step.before.deal.hands, card, (0, 0))
            assert found == at_the_table(step.before, card), (number, line)
            met += 1
            break
    assert met >= 3


def in_the_middle() -> tuple[View, Solver]:
    """A decision of Bela for two, where a third of the pack lies out of play."""
    rules = parse_line("bela(players=2)")
    for number in range(100):
        chance = Random(number)
        for step in play(chance, start(rules, number % rules.players)):
            seen = chosen(step.before)
            if seen is not None:
                return seen, Solver()
    raise AssertionError("no deal without declarations")


def test_where_many_cards_lie_out_of_play_no_card_is_solved() -> None:
    seen, solver = in_the_middle()
    solved = look(solver, seen, read(seen, True), Budget(12, 0, 10**6, 99.0), Chance(1, seen))
    played = look(solver, seen, read(seen, True), Budget(12, 0, 10**6, 99.0, playouts=12), Chance(1, seen))
    assert solved.nodes and not played.nodes
    assert len(played.weights) > MANY and played.worths != solved.worths


def test_a_clock_that_has_run_out_ends_it() -> None:
    seen, solver = in_the_middle()
    solver.desk.memory[STOP] = 1
    assert solver.stopped()
    assert not look(solver, seen, read(seen, True), Budget(12, 0, 10**6, 99.0, playouts=12), Chance(1, seen)).enough
