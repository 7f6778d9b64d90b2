"""Many deals of one decision at once have the values that each of them has alone."""

from random import Random

import pytest

from jacknine.cards import cards_of
from jacknine.solver.api import Position, Solver
from jacknine.solver.desk import STOP
from jacknine.solver.worlds import value_worlds
from jacknine.variants import parse_line


def positions(line: str, key: str, tricks: int, laid: int, number: int) -> list[Position]:
    """Endings that differ only in what the other seats hold."""
    rules = parse_line(line)
    rng = Random(number)
    pack = list(cards_of(rules.pack))
    rng.shuffle(pack)
    trick, own, rest = pack[:laid], pack[laid : laid + tricks], pack[laid + tricks :]
    turn, players = laid, rules.players
    found = []
    for _ in range(12):
        hidden = rest[: tricks * players - tricks - laid]
        rng.shuffle(hidden)
        hands = []
        for seat in range(players):
            size = tricks - (seat < laid)
            hands.append(own if seat == turn else [hidden.pop() for _ in range(size)])
        found.append(Position(rules, key, tuple(sum(1 << card for card in hand) for hand in hands), 0, tuple(trick)))
    return found


@pytest.mark.parametrize("line", ["belote", "klaverjas", "bela(players=3)", "bela(players=2)", "baloot", "jass"])
def test_values_are_those_of_each_deal_alone(line: str) -> None:
    solver = Solver()
    key = "H" if line != "jass" else "U"
    for number in range(12):
        for laid in range(parse_line(line).players):
            asked = positions(line, key, 4, laid, number)
            valued = value_worlds(solver, asked[0], [one.hands for one in asked], bonus=asked[0].bonus())
            for one, row in zip(asked, valued.differences, strict=True):
                alone = Solver(8).solve(one)
                assert {card: value.low for card, value in alone.cards.items()} == dict(
                    zip(valued.cards, row, strict=True)
                )


def test_a_budget_of_nodes_leaves_the_deals_that_were_finished() -> None:
    solver = Solver()
    asked = positions("klaverjas", "H", 6, 0, 1)
    worlds = [one.hands for one in asked]
    whole = value_worlds(solver, asked[0], worlds, bonus=(100, 100))
    some = value_worlds(solver, asked[0], worlds, bonus=(100, 100), nodes=whole.nodes // 2)
    assert 0 < len(some.differences) < len(whole.differences)
    assert some.differences == whole.differences[: len(some.differences)]
    assert some.nodes <= whole.nodes // 2 + 100
    assert value_worlds(solver, asked[0], worlds, bonus=(100, 100), nodes=0).differences == []


def test_a_stopped_search_tells_what_it_has() -> None:
    solver = Solver()
    asked = positions("belote", "H", 6, 0, 2)
    solver.desk.memory[STOP] = 1
    assert value_worlds(solver, asked[0], [one.hands for one in asked], bonus=(0, 0)).differences == []
    solver.desk.memory[STOP] = 0
    assert len(value_worlds(solver, asked[0], [one.hands for one in asked], bonus=(0, 0)).differences) == 12
