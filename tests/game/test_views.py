"""What a seat may know: never more than its own cards and what happened before all eyes."""

from collections.abc import Iterator
from random import Random

import pytest

from jacknine.cards import CARD_COUNT
from jacknine.game import (
    Action,
    Deal,
    Discard,
    Event,
    IllegalAction,
    Play,
    Speak,
    State,
    apply,
    start,
    view,
    visible_to,
    why_not,
)
from jacknine.game.settle import shown_seats
from jacknine.rules.auction import PASS, Call
from jacknine.rules.ladder import COINCHE
from jacknine.variants import VARIANTS, rules
from tests.play import Step, random_game
from tests.support import long_count

OPEN = (
    "belote",
    "rebelote",
    "ekka",
    "declarations",
    "belot",
    "claimed",
    "false_claim",
    "contract",
    "thrown_in",
    "roem",
)
"""What the rules have said or shown aloud."""


def unseen(state: State, seat: int | None) -> list[int]:
    """The cards that a seat has not seen in this deal."""
    deal, rules = state.deal, state.rules
    assert deal is not None
    seen = sum(1 << card for trick in (*(t.cards for t in deal.tricks), deal.trick) for card in trick)
    if seat is not None:
        seen |= deal.hands[seat]
        if deal.contract is not None and deal.contract.taker == seat:
            seen |= deal.laid_away
    if rules.dealing.turned == "card":
        seen |= 1 << deal.layout.turned[0]
        if deal.swapped is not None:
            seen |= 1 << (deal.layout.turned[0] & ~7)
    if rules.dealing.stock_open:
        seen |= deal.layout.stock
    if deal.claimed_by is not None:
        seen |= sum(deal.dealt)
    for other in shown_seats(rules, deal):
        for declared in deal.found[other]:
            seen |= declared.cards
    return [card for card in range(CARD_COUNT) if rules.pack >> card & 1 and not seen >> card & 1]


def aloud(action: Action, events: tuple[Event, ...], seat: int | None) -> tuple[object, ...]:
    """What a seat witnesses of an action."""
    shown: object = action
    if isinstance(action, Deal) or (isinstance(action, Discard) and action.seat != seat):
        shown = type(action)
    return shown, tuple(event for event in events if event.kind in OPEN)


def known(state: State, seat: int | None) -> tuple[object, ...]:
    """Everything that the engine tells a seat."""
    reasons: list[object] = []
    if seat is not None and state.turn == seat and state.deal is not None and state.deal.phase == "play":
        reasons = [why_not(state, Play(seat, card)) for card in range(CARD_COUNT)]
    return view(state, seat), reasons


def replayed(steps: list[Step], deal: Deal, seat: int | None) -> list[tuple[State, tuple[Event, ...]]] | None:
    """The same game with other cards, None when a seat that sees this much would have noticed."""
    first = steps[0].before
    state = start(first.rules, first.dealer, first.totals)
    result = []
    for step in steps:
        try:
            state, events = apply(state, deal if isinstance(step.action, Deal) else step.action)
        except IllegalAction:
            return None
        if aloud(step.action, events, seat) != aloud(step.action, step.events, seat):
            return None
        result.append((state, events))
    return result


def exchanged(deal: Deal, one: int, other: int) -> Deal:
    change = {one: other, other: one}
    return Deal(tuple(change.get(card, card) for card in deal.cards), deal.pile)


def dealt_otherwise(
    rng: Random, steps: list[Step], seat: int | None, tries: int
) -> Iterator[list[tuple[State, tuple[Event, ...]]]]:
    """A game with two cards changed that a seat has not seen, as often as its history allows that in so many tries."""
    dealt = steps[0].action
    assert isinstance(dealt, Deal)
    hidden = unseen(steps[-1].after, seat)
    for _ in range(tries if len(hidden) > 1 else 0):
        result = replayed(steps, exchanged(dealt, *rng.sample(hidden, 2)), seat)
        if result is not None:
            yield result


@pytest.mark.parametrize("game", VARIANTS)
def test_a_view_does_not_change_with_unseen_cards(game: str) -> None:
    games, changed = long_count(40, 3_000), 0
    for seed in range(games):
        rng = Random(seed)
        steps = random_game(seed, game)
        steps = steps[: rng.randrange(1, len(steps) + 1)]
        if steps[-1].after.deal is None or steps[-1].after.deal.phase == "over":
            steps = steps[:-1]
        if not steps:
            continue
        seat = rng.choice([None, *range(steps[0].before.rules.players)])
        for result in dealt_otherwise(rng, steps, seat, 10):
            changed += 1
            for step, (state, events) in zip(steps, result, strict=True):
                assert known(state, seat) == known(step.after, seat)
                assert visible_to(events, seat) == visible_to(step.events, seat)
    assert changed > 2 * games, "hardly a game had other cards that its history allows"


@pytest.mark.parametrize("game", VARIANTS)
def test_no_view_and_no_event_shows_a_card_that_its_seat_has_not_seen(game: str) -> None:
    for seed in range(long_count(40, 3_000)):
        for step in random_game(seed, game):
            state = step.after
            if state.deal is None or state.deal.phase == "over":
                continue
            for seat in (None, *range(state.rules.players)):
                hidden = sum(1 << card for card in unseen(state, seat))
                seen = view(state, seat)
                told = [seen.hand, seen.dealt_hand, seen.laid_away, seen.stock]
                told += [one.cards for found in (seen.own_declarations, *seen.declarations) for one in found]
                told += [1 << card for trick in seen.tricks for card in trick.cards]
                assert not any(cards & hidden for cards in told)
                assert seen.hands is None
                for event in visible_to(step.events, seat):
                    assert not event.cards & hidden, event


def test_a_view_offers_the_calls_that_need_not_wait_for_their_turn() -> None:
    state = start(rules("coinche", {"coinche_timing": "any_time"}), 3)
    state, _ = apply(state, Deal(tuple(range(32))))
    state, _ = apply(state, Speak(0, Call("bid", "H", 90)))
    state, _ = apply(state, Speak(1, PASS))
    assert [view(state, seat).anytime for seat in (None, 0, 1, 2, 3)] == [(), (), (COINCHE,), (), (COINCHE,)]
    state, _ = apply(state, Speak(3, COINCHE))
    assert state.deal is not None and state.deal.status.contract is not None
    assert state.deal.status.contract.raiser == 3
    assert all(view(state, seat).anytime == () for seat in range(4))
