"""Views and decisions as numbers: they tell what the seat knows, all of it, and nothing else."""

from collections.abc import Iterator
from itertools import product
from random import Random

import numpy as np
import pytest

from jacknine.game import Claim, Decision, State, View, apply, legal, start, view
from jacknine.research.encoding import AMOUNTS, Actions, layout, observation
from jacknine.rules.auction import Call
from jacknine.rules.variant import Rules
from jacknine.variants import VARIANTS, parse_line, rules
from tests.game.test_views import dealt_otherwise, exchanged
from tests.play import random_deal, random_game, random_rules, random_start
from tests.support import ROOT, long_count

LINES = (
    *(f"{game.name}(preset={preset.name})" for game in VARIANTS.values() for preset in game.presets),
    "coinche(coinche_timing=any_time)",
    "klaverjas(trump_method=gedraaid,gedraaid_all_pass=redraw,roem_call=claim)",
    "bela(kontra=on,bela_call=ask,declare=manual)",
    "bela(players=2,two_seven_swap=on,two_middle_cards=on,two_stock_visible=true)",
    "bela(players=3)",
    "baloot(preset=saudi,locked=raiser_chooses,kawesh=on,ekka=manual)",
)


def played(rng: Random, state: State) -> list[State]:
    """The states of a deal in which every seat waits for its turn."""
    states = []
    while state.turn is not None:
        states.append(state)
        state, _ = apply(state, rng.choice(legal(state)))
    return states


def alike(chosen: Rules, games: int) -> Iterator[State]:
    """The states of many games that differ in little: in two cards, in the score, in what was decided late."""
    rng = Random(2)
    deal = random_deal(rng, chosen)
    deals = [deal, *(exchanged(deal, *rng.sample(deal.cards, 2)) for _ in range(3))]
    totals = [tuple(rng.randrange(chosen.match.target or 100) for _ in range(chosen.sides)) for _ in range(2)]
    for number, dealt, score in product(range(games), deals, totals):
        yield from played(Random(number), apply(start(chosen, totals=score), dealt)[0])


@pytest.mark.parametrize("line", LINES)
def test_every_number_is_one_decision(line: str) -> None:
    actions = Actions(parse_line(line))
    decisions = [actions.decision(number, 1) for number in range(len(actions))]
    assert len(set(decisions)) == len({actions.text(number) for number in range(len(actions))}) == len(actions)
    assert [actions.number(decision) for decision in decisions] == list(range(len(actions)))
    assert {decision.seat for decision in decisions} == {1}
    for number in (-1, len(actions)):
        with pytest.raises(ValueError, match=f"there is no action {number}: they are 0 to {len(actions) - 1}"):
            actions.decision(number, 1)


@pytest.mark.parametrize("game", VARIANTS)
def test_every_decision_has_a_number_under_any_settings(game: str) -> None:
    for seed in range(long_count(40, 3_000)):
        steps = random_game(seed, game)
        actions = Actions(steps[0].before.rules)
        for step in steps:
            for seat in range(step.after.rules.players):
                allowed = view(step.after, seat).legal
                mask = actions.mask(allowed)
                assert [actions.decision(int(number), seat) for number in np.flatnonzero(mask)] == sorted(
                    allowed, key=actions.number
                )
                assert mask.sum() == len(allowed)


@pytest.mark.parametrize("line", LINES)
def test_no_call_has_a_number_that_nobody_can_ever_make(line: str) -> None:
    rng, chosen = Random(1), parse_line(line)
    heard: set[Call] = set()
    possible = chosen.auction.calls()
    for _ in range(5_000):
        if len(heard) == len(possible):
            break
        totals = tuple(rng.randrange(150) for _ in range(chosen.sides))
        state, _ = apply(start(chosen, totals=totals), random_deal(rng, chosen))
        while state.deal is not None and state.deal.phase == "auction":
            heard |= set(state.deal.status.legal)
            state, _ = apply(state, rng.choice(legal(state)))
    # Eight low cards are too rare a hand to wait for.
    assert heard | {Call("kawesh")} == {*possible, Call("kawesh")}


@pytest.mark.parametrize("line", LINES)
def test_two_views_that_differ_are_two_observations(line: str) -> None:
    """So whatever follows from a view follows from its observation, and what may be done before all."""
    seen: dict[tuple[int, bytes], View] = {}
    for state in alike(parse_line(line), long_count(2, 100)):
        for seat in range(state.rules.players):
            one = view(state, seat)
            assert seen.setdefault((seat, observation(one).tobytes()), one) == one
    assert {one.turn for one in seen.values()} == set(range(state.rules.players))


@pytest.mark.parametrize("game", VARIANTS)
def test_an_observation_does_not_change_with_unseen_cards(game: str) -> None:
    games, changed = long_count(20, 2_000), 0
    for seed in range(games):
        rng = Random(seed)
        steps = [step for step in random_game(seed, game) if step.after.turn is not None]
        steps = steps[: rng.randrange(1, len(steps) + 1)]
        seat = rng.randrange(steps[0].before.rules.players)
        for result in dealt_otherwise(rng, steps, seat, 10):
            changed += 1
            for step, (state, _) in zip(steps, result, strict=True):
                assert np.array_equal(observation(view(state, seat)), observation(view(step.after, seat)))
    assert changed > 2 * games, "hardly a game had other cards that its history allows"


@pytest.mark.parametrize("game", VARIANTS)
def test_an_observation_is_told_from_its_seat(game: str) -> None:
    """With the whole table turned by one place every seat sees what the one before it saw."""
    for seed in range(long_count(4, 200)):
        rng = Random(seed)
        chosen = random_rules(rng, game)
        deal = random_deal(rng, chosen)
        one, _ = apply(start(chosen, 0), deal)
        other, _ = apply(start(chosen, 1), deal)
        while one.turn is not None:
            for seat in range(chosen.players):
                turned = observation(view(other, (seat + 1) % chosen.players))
                assert np.array_equal(observation(view(one, seat)), turned)
            number = rng.choice([*map(Actions(chosen).number, legal(one))])
            one, _ = apply(one, Actions(chosen).decision(number, one.turn))
            assert other.turn is not None
            other, _ = apply(other, Actions(chosen).decision(number, other.turn))


@pytest.mark.parametrize("game", VARIANTS)
def test_numbers_stay_within_their_bounds(game: str) -> None:
    for seed in range(long_count(5, 300)):
        for step in random_game(seed, game, deals=2):
            if isinstance(step.action, Claim):
                break
            for seat in range(step.after.rules.players):
                numbers = observation(view(step.after, seat))
                places = layout(step.after.rules)
                assert len(numbers) == max(place.stop for place in places.values())
                parts = [numbers[place] for name, place in places.items() if name not in AMOUNTS]
                assert all(part.min() >= 0 and part.max() <= 1 for part in parts)


def test_an_observation_can_be_read() -> None:
    rng, chosen = Random(3), rules("belote")
    state = played(rng, apply(random_start(rng, chosen), random_deal(rng, chosen))[0])[-1]
    assert state.turn is not None
    seen, places = view(state, state.turn), layout(chosen)
    numbers = observation(seen)
    assert sum(1 << int(card) for card in np.flatnonzero(numbers[places["hand"]])) == seen.hand
    assert numbers[places["turn"]].tolist() == [1, 0, 0, 0]
    fallen = numbers[places["played"]].reshape(chosen.players, 32)
    assert sorted(int(card) for card in (fallen == 1 / 8).nonzero()[1]) == sorted(seen.tricks[0].cards)
    assert fallen[:, seen.tricks[0].cards[0]].argmax() == (seen.tricks[0].leader - state.turn) % 4


def test_the_guide_tells_every_part() -> None:
    guide = (ROOT / "docs" / "guide" / "environment.md").read_text(encoding="utf-8")
    names = {name for line in LINES for name in layout(parse_line(line))}
    assert not [name for name in sorted(names) if f"| `{name}` |" not in guide]


SIZES = {
    "belote": (38, 546),
    "coinche": (75, 662),
    "klaverjas": (36, 506),
    "bela": (37, 510),
    "baloot": (40, 563),
    "jass": (43, 576),
}
"""Actions and length of an observation. If these change, so does the version of the encoding."""


@pytest.mark.parametrize("game", VARIANTS)
def test_the_version_holds_sizes(game: str) -> None:
    chosen = rules(game)
    assert (len(Actions(chosen)), len(observation(view(start(chosen), 0)))) == SIZES[game]


def test_a_decision_that_waits_for_no_turn_has_no_number() -> None:
    decision: Decision = Claim(0)
    with pytest.raises(KeyError):
        Actions(rules("belote")).number(decision)
