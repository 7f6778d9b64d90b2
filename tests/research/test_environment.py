"""The games as environments of PettingZoo: its own tests, and that an episode is what the engine plays."""

from random import Random
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="jacknine[research] is not installed")

from pettingzoo.test import api_test, seed_test

from jacknine.bots import player
from jacknine.game import IllegalAction, view
from jacknine.research.environment import environment
from jacknine.variants import VARIANTS
from tests.research.test_encoding import LINES
from tests.support import long_count

# PettingZoo spares the environments of its own list these remarks on observations that hold a mask; the mask of a seat
# that has nothing more to do is empty.
REMARKS = (
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be:UserWarning",
    "ignore:Action mask numpy array is all zeros:UserWarning",
)


@pytest.mark.filterwarnings(*REMARKS)
@pytest.mark.parametrize("line", [*VARIANTS, "bela(players=2)", "bela(players=3)"])
def test_the_tests_of_pettingzoo(line: str) -> None:
    api_test(environment(line), num_cycles=100)
    seed_test(lambda: environment(line), num_cycles=100)


@pytest.mark.filterwarnings(*REMARKS)
def test_the_tests_of_pettingzoo_in_a_match() -> None:
    api_test(environment("klaverjas(match=deals:8)", match=True), num_cycles=400)
    seed_test(lambda: environment("belote", match=True), num_cycles=100)


def episode(env: Any, rng: Random) -> dict[str, float]:
    """What every seat has earned in an episode played at random, in which every mask is what is legal."""
    earned = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        earned[agent] += reward
        assert not truncated
        allowed = np.flatnonzero(observation["action_mask"])
        seat = env.possible_agents.index(agent)
        assert {env.actions.decision(number, seat) for number in allowed} == set(view(env.game, seat).legal)
        assert terminated == (not len(allowed))
        for other in env.agents:
            assert other == agent or not env.observe(other)["action_mask"].any()
        env.step(None if terminated else rng.choice(allowed))
    return earned


@pytest.mark.parametrize("line", LINES)
def test_a_deal_is_played_and_rewarded_as_by_the_engine(line: str) -> None:
    env, scored = environment(line), 0
    rng = Random(4)
    env.reset(seed=4)
    for _ in range(long_count(12, 500)):
        earned = list(episode(env, rng).values())
        outcome = env.game.deal.outcome
        assert env.agents == [] and outcome is not None
        if outcome.sheet is None:
            assert earned == [0.0] * env.rules.players
        else:
            scored += 1
            scores = [outcome.sheet.scores[env.rules.side_of(seat)] for seat in range(env.rules.players)]
            if env.rules.sides == 2:
                assert earned == [score - sum(outcome.sheet.scores) + score for score in scores]
            else:
                assert earned == [score - (sum(scores) - score) / 2 for score in scores]
        env.reset()
    assert scored


@pytest.mark.parametrize("line", ["belote(target=301)", "klaverjas(match=deals:8)", "bela(players=3,target=301)"])
def test_the_rewards_of_a_match_add_up_to_its_result(line: str) -> None:
    env = environment(line, match=True)
    env.reset(seed=5)
    earned = episode(env, Random(5))
    assert env.game.over and env.game.deal_number > 1
    totals = [env.game.totals[env.rules.side_of(seat)] for seat in range(env.rules.players)]
    assert earned["seat_0"] - earned["seat_1"] == pytest.approx(
        (totals[0] - totals[1]) * (2 if env.rules.sides == 2 else 1.5)
    )


def test_a_seed_is_a_row_of_deals() -> None:
    env = environment("jass")

    def three(seed: int | None) -> list[str]:
        rendered = []
        for number in (seed, None, None):
            env.reset(seed=number)
            rendered.append(env.render())
        return rendered

    first = three(6)
    assert first == three(6) and len(set(first)) == 3
    assert first != three(7)
    assert len({tuple(three(None)) for _ in range(2)}) == 2


def test_what_is_not_allowed_is_refused_with_the_reason() -> None:
    env = environment("coinche(preset=contree)")
    assert str(env) == "jacknine_coinche_v1"
    env.reset(seed=8)
    with pytest.raises(IllegalAction, match="auction first"):
        env.step(0)
    with pytest.raises(ValueError, match="there is no action 75"):
        env.step(75)
    with pytest.raises(AssertionError, match="it is the turn of seat_"):
        env.step(None)


def test_our_own_players_sit_at_the_table() -> None:
    env = environment("baloot")
    hard = player("hard")
    env.reset(seed=9)
    for agent in env.agent_iter():
        _, _, terminated, _, _ = env.last()
        env.step(None if terminated else env.actions.number(hard.decide(env.view(agent), 1)))
    assert env.game.deal.outcome is not None
