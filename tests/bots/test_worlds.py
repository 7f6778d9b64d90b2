"""Deals drawn for a seat: each explains all that the seat has seen, and none is likelier than another."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from jacknine.bots.chance import Chance
from jacknine.bots.knowledge import read
from jacknine.bots.worlds import World, Worlds
from jacknine.cards import cards_of
from jacknine.game import Action, Deal, Discard, IllegalAction, State, View, apply, start, view
from jacknine.variants import VARIANTS
from tests.play import Step, random_game
from tests.support import long_count


def worlds_of(view: View) -> Worlds:
    return Worlds(view, read(view, True))


def exchanges(state: State, world: World) -> dict[int, int]:
    """For each card that lies elsewhere in the world, the card that lies there in its stead."""
    deal = state.deal
    assert deal is not None
    fallen = sum(1 << card for trick in (*(t.cards for t in deal.tricks), deal.trick) for card in trick)
    gone = [state.rules.pack & ~(fallen | sum(hands)) for hands in (deal.hands, world)]
    places = [*zip(deal.hands, world, strict=True), (gone[0], gone[1])]
    moved: dict[int, int] = {}
    for real, other in places:
        moved |= zip(cards_of(real & ~other), cards_of(other & ~real), strict=True)
    return moved


def replayed(steps: list[Step], moved: dict[int, int]) -> State | None:
    """The game with cards exchanged; None where somebody could not have done what he did."""
    state = start(steps[0].before.rules, steps[0].before.dealer, steps[0].before.totals)
    for step in steps:
        action: Action = step.action
        if isinstance(action, Deal):
            action = Deal(tuple(moved.get(card, card) for card in action.cards), action.pile)
        elif isinstance(action, Discard):
            action = Discard(action.seat, sum(1 << moved.get(card, card) for card in cards_of(action.cards)))
        try:
            state, _ = apply(state, action)
        except IllegalAction:
            return None
    return state


def decisions(steps: list[Step]) -> list[int]:
    """The places in a game where a card is to be played."""
    states = [step.before for step in steps]
    return [
        place
        for place, state in enumerate(states)
        if state.deal is not None and state.deal.phase == "play" and state.turn is not None and any(state.deal.hands)
    ]


@pytest.mark.parametrize("game", VARIANTS)
def test_every_deal_drawn_explains_every_action(game: str) -> None:
    """The whole game is played again with the cards of the drawn deal: nobody did what he could not have done, and the
    seat sees the very same.
    """
    checked = 0
    for number in range(long_count(60, 2_000)):
        rng = Random(number)
        steps = random_game(number, game)
        places = decisions(steps)
        for place in rng.sample(places, min(2, len(places))):
            state = steps[place].before
            seat_view = view(state, state.turn)
            if seat_view.swapped is not None and seat_view.rules.dealing.discard:
                continue  # the card got for the seven lies elsewhere than it was dealt, and may have been laid away
            worlds = worlds_of(seat_view)
            for world in worlds.drawn(3, Chance(number, seat_view)).worlds[:3]:
                again = replayed(steps[:place], exchanges(state, world))
                assert again is not None
                assert view(again, state.turn) == seat_view
                assert again.deal is not None
                assert again.deal.hands == world
                checked += 1
    assert checked > 100


@pytest.mark.parametrize("game", VARIANTS)
def test_the_real_deal_is_among_those_that_explain(game: str) -> None:
    for number in range(long_count(60, 2_000)):
        for place in decisions(steps := random_game(number, game)):
            state = steps[place].before
            worlds = worlds_of(view(state, state.turn))
            assert state.deal is not None
            assert worlds.explains(state.deal.hands)
            assert worlds.count >= 1
            if worlds.count <= 60:
                assert state.deal.hands in list(worlds.every())


def late(game: str) -> Iterator[tuple[View, list[World]]]:
    """Decisions of random games that some dozens of deals explain, with all of these."""
    for number in range(200):
        for place in decisions(steps := random_game(number, game)):
            state = steps[place].before
            worlds = worlds_of(view(state, state.turn))
            if 30 <= worlds.count <= 400:
                every = [world for world in worlds.every() if worlds.explains(world)]
                if 30 <= len(every) <= 150:
                    yield worlds.view, every
                    break


@pytest.mark.parametrize("game", VARIANTS)
def test_deals_are_drawn_evenly(game: str) -> None:
    """Chi-square over all deals that are left, added up over several positions."""
    chi, freedom = 0.0, 0
    for seat_view, every in islice(late(game), long_count(6, 200)):
        worlds, chance = worlds_of(seat_view), Chance(1, seat_view)
        assert len(set(every)) == len(every)
        found: Counter[World] = Counter()
        for _ in range(len(every)):
            drawn = worlds.drawn(25, chance)
            assert not drawn.complete
            found.update(drawn.worlds)
        assert set(found) <= set(every)
        chi += sum((found[world] - 25.0) ** 2 / 25.0 for world in every)
        freedom += len(every) - 1
    assert freedom > 200
    assert abs(chi - freedom) < 3.5 * (2.0 * freedom) ** 0.5


def test_few_deals_are_all_taken_once() -> None:
    for seat_view, every in islice(late("belote"), 3):
        drawn = worlds_of(seat_view).drawn(5, Chance(1, seat_view), enumerate_up_to=400)
        assert drawn.complete
        assert sorted(drawn.worlds) == sorted(every)
