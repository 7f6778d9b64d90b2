"""What calls lead to and are worth: the contract that was played keeps its worth, others are settled by the rules."""

import pytest

from jacknine.analysis.calls import led_to, weigh_calls, worth
from jacknine.analysis.review import Draw, stands, world_state
from jacknine.game import Speak, State, legal
from jacknine.rules.auction import Call
from jacknine.solver.api import Solver, warm
from jacknine.solver.score import solve_score
from jacknine.variants import parse_line
from tests.analysis.test_review import course_of, simply

pytestmark = pytest.mark.timeout(900)
"""The solver may have to be compiled first."""
LINES = ("belote", "coinche", "klaverjas(trump_method=vrij)", "bela(players=2)", "bela(players=3)", "baloot")


@pytest.fixture(scope="module")
def solver() -> Solver:
    warm()
    return Solver()


@pytest.mark.parametrize("line", LINES)
def test_every_call_is_weighed_beside_all_others(solver: Solver, line: str) -> None:
    course = course_of(line, 7)
    found = weigh_calls(solver, course.states, course.actions, simply)
    asked = [
        at
        for at, action in enumerate(course.actions)
        if isinstance(action, Speak) and action.seat == course.states[at].turn and len(legal(course.states[at])) > 1
    ]
    assert [one.at for one in found] == asked and asked
    begun = course.begun
    assert begun is not None and begun.deal is not None and begun.deal.contract is not None
    worth = solve_score(solver, begun).bounds.low if begun.rules.roem is None else None
    for one in found:
        action, offered = course.actions[one.at], legal(course.states[one.at])
        assert isinstance(action, Speak) and one.call == str(action.call) and one.seat == action.seat
        made = next(led for led in one.leads if led.call == one.call)
        assert made.contract == begun.deal.contract
        ours = one.seat == made.contract.taker if begun.rules.solo else begun.rules.side_of(one.seat) == 0
        if worth is not None:
            assert made.score == (worth if ours else -worth)
        known = [led.score for led in one.leads if led.score is not None]
        assert known == sorted(known, reverse=True)
        assert one.cost == (None if made.score is None else max(known) - made.score)
        said = {str(each.call) for each in offered if isinstance(each, Speak)}
        assert {led.call for led in one.leads} <= said


def test_others_say_what_they_said_and_pass_otherwise(solver: Solver) -> None:
    course = course_of("belote", 7)
    for at, action in enumerate(course.actions):
        if not isinstance(action, Speak):
            continue
        for other in legal(course.states[at]):
            assert isinstance(other, Speak)
            ended = led_to(course.states, course.actions, at, other, simply)
            assert ended.deal is not None
            if other.call.word != "pass":
                assert ended.deal.contract is not None and ended.deal.contract.taker == other.seat
            elif action.call.word != "pass":
                # Nobody spoke after the one who took, so all pass.
                assert ended.deal.contract is None and ended.deal.phase == "over"


def test_a_doubling_is_said_only_against_its_own_contract() -> None:
    for seed in range(40):
        course = course_of("coinche", seed)
        doubled = [
            at for at, one in enumerate(course.actions) if isinstance(one, Speak) and one.call == Call("coinche")
        ]
        if doubled and course.states[doubled[0]].turn == course.actions[doubled[0]].seat:
            break
    else:
        raise AssertionError("nobody doubled")
    bids = [(at, one) for at, one in enumerate(course.actions) if isinstance(one, Speak) and one.call.key]
    last, standing = bids[-1]
    for other in legal(course.states[last]):
        assert isinstance(other, Speak)
        ended = led_to(course.states, course.actions, last, other, simply)
        if (
            other not in (standing, Speak(other.seat, Call("coinche")))
            and ended.deal is not None
            and ended.deal.contract is not None
        ):
            assert ended.deal.contract.multiplier == 1


def as_they_were(state: State) -> Draw:
    """Draws the hands that there are: what a seat knows of announcements is another matter."""
    deal = state.deal
    assert deal is not None
    return lambda *_: [deal.hands]


@pytest.mark.parametrize(
    ("line", "alike"),
    [
        ("belote(declarations=on,announce=manual)", "belote(declarations=on)"),
        ("bela(declare=manual,bela_call=ask)", "bela"),
    ],
)
def test_what_everybody_announces_himself_counts_as_if_the_table_did(solver: Solver, line: str, alike: str) -> None:
    told = 0
    for seed in range(4):
        begun = course_of(line, seed).begun
        assert begun is not None and begun.deal is not None
        same = world_state(begun._replace(rules=parse_line(alike)), begun.deal.hands)
        assert worth(solver, begun) == worth(solver, same)
        assert stands(solver, begun, 0, as_they_were(begun)) == stands(solver, same, 0, as_they_were(same))
        told += worth(solver, begun)[0] != solve_score(solver, begun).bounds.low
    assert told
