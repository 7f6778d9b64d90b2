"""What every player keeps to, over all games and settings: it is legal, repeatable and blind to what it cannot see."""

from collections.abc import Sequence
from random import Random

import pytest

from jacknine.bots import LEVELS, Bot, Spec, made, player, random_player
from jacknine.bots.spec import Budget, Level, shipped
from jacknine.game import Deal, State, apply, start, view
from jacknine.variants import VARIANTS, rules
from tests.game.test_views import dealt_otherwise
from tests.play import Step, random_deal, random_rules, random_start
from tests.support import long_count

GLANCE = Spec(Level(remembers=True), Budget(worlds=4, every=10, nodes=4_000, clear=2.0))
"""A player that looks ahead as strong and expert do, only not so far, so that it can be asked often."""
SIMPLE = tuple(shipped(level) for level in LEVELS[:3])
QUICK = (*SIMPLE, GLANCE)


def game_of(rng: Random, game: str, specs: Sequence[Spec]) -> list[Step]:
    """A deal played by such players under any settings."""
    chosen = random_rules(rng, game)
    state = random_start(rng, chosen)
    seats = [made(rng.choice(specs)) for _ in range(chosen.players)]
    steps: list[Step] = []
    while not state.over and not (steps and state.to_deal):
        turn = state.turn
        action = random_deal(rng, chosen) if turn is None else seats[turn].decide(view(state, turn), 1)
        if turn is not None:
            assert action in view(state, turn).legal
        after, events = apply(state, action)
        steps.append(Step(state, action, after, events))
        state = after
    return steps


@pytest.mark.parametrize("game", VARIANTS)
@pytest.mark.parametrize(("specs", "ci", "full"), [(SIMPLE, 20, 20_000), (QUICK, 6, 1_000)], ids=["simple", "quick"])
def test_players_do_what_is_legal_under_all_settings(game: str, specs: Sequence[Spec], ci: int, full: int) -> None:
    for number in range(long_count(ci, full)):
        assert game_of(Random(number), game, specs)[-1].after.deal is not None


def deciding(steps: list[Step]) -> list[State]:
    """The states in which a seat had more than one choice."""
    states = [step.before for step in steps if step.before.turn is not None]
    return [state for state in states if len(view(state, state.turn).legal) > 1]


@pytest.mark.parametrize("game", VARIANTS)
def test_the_same_view_and_seed_give_the_same_decision(game: str) -> None:
    for number in range(long_count(1, 20)):
        for state in deciding(game_of(Random(number), game, QUICK)):
            seat_view = view(state, state.turn)
            for spec in QUICK:
                one, other = made(spec), made(spec)
                for seed in (0, -1, 1 << 80):
                    assert one.decide(seat_view, seed) == other.decide(seat_view, seed)


FAR = (shipped("strong"), shipped("expert"))


@pytest.mark.parametrize("game", VARIANTS)
@pytest.mark.parametrize(("specs", "ci", "full"), [(QUICK, 8, 500), (FAR, 1, 50)], ids=["quick", "far"])
def test_cards_that_a_seat_cannot_see_do_not_move_it(game: str, specs: Sequence[Spec], ci: int, full: int) -> None:
    changed = 0
    bots: list[Bot] = [random_player, *map(made, specs)]
    for number in range(long_count(ci, full)):
        rng = Random(number)
        steps = game_of(rng, game, QUICK[:1])
        states = deciding(steps)
        if not states:
            continue
        state = rng.choice(states)
        seat = state.turn
        past = steps[: next(index for index, step in enumerate(steps) if step.before is state)]
        for result in dealt_otherwise(rng, past, seat, 3 if specs is QUICK else 2):
            changed += 1
            for bot in bots:
                assert bot.decide(view(result[-1][0], seat), 7) == bot.decide(view(state, seat), 7)
    assert changed >= ci, "hardly a game had other cards that its history allows"


def test_another_seed_is_another_random_game() -> None:
    state, _ = apply(start(rules("klaverjas"), 3), Deal(tuple(range(32))))
    seen = view(state, 0)
    assert len({random_player.decide(seen, seed) for seed in range(40)}) == len(seen.legal)


@pytest.mark.parametrize("level", [*LEVELS, "random"])
def test_a_seat_that_is_not_on_turn_is_told_so(level: str) -> None:
    chosen = rules("belote")
    state, _ = apply(start(chosen, 3), Deal(tuple(range(32))))
    bot = random_player if level == "random" else player(level)
    with pytest.raises(ValueError, match="seat 2 has nothing to decide: the turn is with 0"):
        bot.decide(view(state, 2), 1)
