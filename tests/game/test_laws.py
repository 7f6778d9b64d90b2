"""Laws of the engine over all games and settings."""

import pytest
from hypothesis import given

from jacknine.game import legal
from jacknine.game.codec import action_text, from_int, parse_action, to_int
from jacknine.game.invariants import check
from jacknine.rules.variant import Rules
from jacknine.variants import VARIANTS, parse_line
from tests.play import Step, random_game
from tests.strategies import games_played, rule_sets
from tests.support import long_count


@pytest.mark.parametrize("game", VARIANTS)
def test_the_laws_of_states_hold_at_every_moment(game: str) -> None:
    """Cards and points are conserved, the right seat is asked and has legal decisions out of its own hand."""
    for seed in range(long_count(150, 20_000)):
        for step in random_game(seed, game):
            check(step.after)


@given(games_played(deals=3))
def test_the_laws_hold_over_several_deals(steps: list[Step]) -> None:
    for step in steps:
        check(step.before)
        check(step.after)


@given(games_played())
def test_every_action_has_a_number_and_a_text(steps: list[Step]) -> None:
    for step in steps:
        for action in (step.action, *legal(step.after)):
            seat = getattr(action, "seat", 0)
            assert from_int(to_int(action), seat) == action
            assert parse_action(action_text(action), seat) == action


@given(rule_sets())
def test_a_rule_line_names_its_rule_set(chosen: Rules) -> None:
    assert parse_line(chosen.line) == chosen


@given(games_played())
def test_a_pair_is_said_only_where_it_is_worth_something(steps: list[Step]) -> None:
    for step in steps:
        if step.after.rules.pair_points == 0:
            assert not {event.kind for event in step.events} & {"belote", "rebelote"}
