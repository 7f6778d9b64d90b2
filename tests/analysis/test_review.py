"""What cards cost: every value is the solver's own, and all of them together tell how the deal ended."""

from random import Random

import pytest

from jacknine.analysis.review import Course, Review, Stood, costliest, review, stands, trick_of, world_state
from jacknine.bots import player
from jacknine.bots.search import likely_hands
from jacknine.cli import main
from jacknine.game import Decision, View, apply_legal, legal, start, view
from jacknine.notation.fair import shuffled
from jacknine.notation.position import parse_position, position_text
from jacknine.solver.api import Solver, warm
from jacknine.solver.position import position_of
from jacknine.variants import parse_line

LINES = ("belote", "klaverjas", "bela(players=2)", "bela(players=3)", "baloot")

pytestmark = pytest.mark.timeout(900)
"""The solver may have to be compiled first."""


@pytest.fixture(scope="module")
def solver() -> Solver:
    warm()
    return Solver()


@pytest.fixture(autouse=True)
def few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jacknine.analysis.review.WORLDS", 6)


def course_of(line: str, seed: int) -> Course:
    """A deal with cards and calls at random that was not thrown in."""
    rules, chance = parse_line(line), Random(seed)
    for number in range(1, 100):
        state, _ = apply_legal(start(rules, seed % rules.players), shuffled(rules, seed.to_bytes(16, "big"), number))
        states, actions = [state], list[Decision]()
        while state.turn is not None:
            actions.append(chance.choice(legal(state)))
            state, _ = apply_legal(state, actions[-1])
            states.append(state)
        course = Course(states, actions)
        if len(course.questions) > 8:
            return course
    raise AssertionError("nobody ever called")


def simply(seen: View) -> Decision:
    return player("hard").decide(seen, 0)


def reviewed(solver: Solver, course: Course, seed: int = 0) -> Review:
    return review(solver, course, simply, likely_hands, seed)


@pytest.mark.parametrize("line", LINES)
def test_values_are_those_of_the_solver_and_add_up_to_the_end(solver: Solver, line: str) -> None:
    course = course_of(line, 11)
    found = reviewed(solver, course, 5)
    assert [choice.at for choice in found.choices] == sorted(course.questions) and not found.unknown
    for choice in found.choices:
        state = course.states[choice.at]
        again = solver.solve(position_of(parse_position(position_text(state))))
        sign = 1 if found.camps[choice.seat] == 0 else -1
        assert all(bounds.exact for bounds in again.cards.values())
        assert choice.values == {card: (sign * one.low, sign * one.low) for card, one in again.cards.items()}
        assert choice.card in choice.values and (choice.cost == 0) == (choice.card in choice.best)
    deal = course.states[-1].deal
    assert deal is not None and found.curve
    first = course.begun
    assert first is not None
    taken = [0, 0]
    for seat, camp in enumerate(found.camps):
        taken[camp] += deal.captured[seat] + deal.roem[seat]
    position = position_of(first)
    swept = {position.groups[trick.winner] for trick in deal.tricks}
    bonus = position.bonus()
    won = (bonus[0] if swept == {1} else 0) - (bonus[1] if len(swept) == 1 and swept != {1} else 0)
    assert found.curve[-1][1] == taken[0] - taken[1] + won


def test_what_is_shown_is_what_the_command_says(solver: Solver, capsys: pytest.CaptureFixture[str]) -> None:
    course = course_of("klaverjas", 3)
    choice = next(one for one in reviewed(solver, course).choices if one.cost)
    assert main(["solve", position_text(course.states[choice.at])]) == 0
    printed = capsys.readouterr().out
    camp = position_of(course.states[choice.at]).camps[choice.seat]
    for low, high in choice.values.values():
        assert low == high and f"  {low if camp == 0 else -low}" in printed


def test_the_costliest_are_told_with_a_reason_that_holds(solver: Solver) -> None:
    for seed in range(2):
        course = course_of("belote", seed)
        found = reviewed(solver, course)
        assert [one.choice for one in found.worst] == costliest(found.choices)
        for one in found.worst:
            camp = found.camps[one.choice.seat]
            trick = trick_of(course, one.choice.at)
            assert one.choice.card in trick.cards and one.better in one.choice.best
            won = found.camps[trick.winner] == camp
            assert won == (one.why in ("richer", "waits")) or one.why in ("keeps_trump", "draws", "later")
            if one.why in ("cheaper", "richer"):
                assert (one.points[1] > one.points[0]) == (one.why == "richer")


def test_a_budget_that_runs_out_is_told(solver: Solver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jacknine.analysis.review.NODES", 300)
    course = course_of("belote", 1)
    found = reviewed(solver, course)
    assert found.unknown > 0 and found.choices[-1].exact
    assert found.unknown + sum(choice.exact for choice in found.choices) == len(course.questions)
    full = reviewed(solver, course_of("belote", 1))
    assert found.curve[-1] == full.curve[-1]


def test_a_contract_is_judged_by_deals_that_the_taker_could_not_tell_apart(solver: Solver) -> None:
    for line in LINES:
        begun = course_of(line, 4).begun
        assert begun is not None and begun.deal is not None and begun.deal.contract is not None
        taker = begun.deal.contract.taker
        drawn = [world_state(begun, hands) for hands in likely_hands(view(begun, taker), 6, 1)]
        assert len({world.deal.hands for world in drawn if world.deal is not None}) > 1
        for world in drawn:
            assert world.deal is not None
            assert world.deal.hands[taker] == begun.deal.hands[taker]
            assert [hand.bit_count() for hand in world.deal.hands] == [hand.bit_count() for hand in begun.deal.hands]
            assert not sum(world.deal.hands) & ~begun.rules.pack and world.turn == begun.turn
    certain = "hands=-.AKQJT987.-.-/AKQJT987.-.-.-/-.-.AKQJT987.-/-.-.-.AKQJT987"
    state = parse_position(f"klaverjas dealer=3 contract=H taker=0 {certain}")
    assert stands(solver, state, 1, likely_hands) == Stood(6, 6)
