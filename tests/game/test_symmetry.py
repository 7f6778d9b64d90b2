"""Where a player sits and what a suit is called changes nothing but names."""

from collections import Counter
from random import Random

import pytest

from jacknine.cards import SUITS, cards_of
from jacknine.game import Action, Deal, Discard, Event, Play, Speak, State, apply, start
from jacknine.rules.auction import Call
from jacknine.rules.contract import SUIT_KEYS
from jacknine.rules.variant import Rules
from jacknine.variants import VARIANTS
from tests.play import Step, random_game
from tests.support import long_count


def told(event: Event) -> tuple[object, ...]:
    """An event, of declarations only their ranks: which of several equal ones are left out is nobody's business."""
    if event.kind == "declarations":
        return event._replace(cards=0), tuple(sorted(card & 7 for card in cards_of(event.cards)))
    return (event,)


class Turned:
    """A table turned by some places, and its suits renamed."""

    def __init__(self, rules: Rules, places: int, suits: list[int]) -> None:
        self.rules, self.places, self.suits = rules, places, suits

    def seat(self, seat: int) -> int:
        return (seat + self.places) % self.rules.players

    def sides(self, values: tuple[int, ...]) -> tuple[int, ...]:
        turned = [0] * len(values)
        for seat in range(self.rules.players):
            turned[self.rules.side_of(self.seat(seat))] = values[self.rules.side_of(seat)]
        return tuple(turned)

    def card(self, card: int) -> int:
        if card < 32:
            return 8 * self.suits[card >> 3] + (card & 7)
        return card - (card & 3) + self.suits[card & 3]

    def cards(self, mask: int) -> int:
        return sum(1 << self.card(card) for card in cards_of(mask))

    def call(self, call: Call) -> Call:
        return call._replace(key=SUITS[self.suits[SUITS.index(call.key)]]) if call.key in SUIT_KEYS else call

    def action(self, action: Action) -> Action:
        match action:
            case Deal():
                return Deal(tuple(map(self.card, action.cards)), tuple(map(self.card, action.pile)))
            case Speak():
                return Speak(self.seat(action.seat), self.call(action.call))
            case Discard():
                return Discard(self.seat(action.seat), self.cards(action.cards))
            case Play():
                return Play(self.seat(action.seat), self.card(action.card), action.said)
            case _:
                return type(action)(self.seat(action.seat))

    def event(self, event: Event) -> Event:
        return event._replace(
            seat=None if event.seat is None else self.seat(event.seat),
            only=None if event.only is None else self.seat(event.only),
            cards=self.cards(event.cards),
            call=None if event.call is None else self.call(event.call),
        )

    def play(self, steps: list[Step]) -> State:
        """Play a game at the turned table and hold all that happens against what happened."""
        first = steps[0].before
        state = start(self.rules, self.seat(first.dealer), self.sides(first.totals))
        for step in steps:
            state, events = apply(state, self.action(step.action))
            assert Counter(map(told, events)) == Counter(map(told, map(self.event, step.events)))
            assert state.totals == self.sides(step.after.totals)
            assert state.held == self.sides(step.after.held)
            assert state.over == step.after.over
        return state


@pytest.mark.parametrize("game", VARIANTS)
def test_turning_the_table_changes_nothing(game: str) -> None:
    for seed in range(long_count(40, 1_500)):
        steps = random_game(seed, game, deals=2)
        rules = steps[0].before.rules
        for places in range(1, rules.players):
            Turned(rules, places, [0, 1, 2, 3]).play(steps)


@pytest.mark.parametrize("game", VARIANTS)
def test_renaming_suits_changes_nothing(game: str) -> None:
    for seed in range(long_count(100, 3_000)):
        steps = random_game(seed, game, deals=2)
        rules = steps[0].before.rules
        # A suit may be worth more than another; only suits worth the same change names.
        factors = {key: rules.denomination(key).factor for key in SUIT_KEYS}
        suits = list(range(4))
        Random(seed).shuffle(suits)
        if all(factors[SUITS[suit]] == factors[SUITS[new]] for suit, new in enumerate(suits)):
            Turned(rules, 0, suits).play(steps)
