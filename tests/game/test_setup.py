"""Card play set up by hand, and decks that bring given hands about."""

from random import Random

import pytest

from jacknine.cards import parse_card, parse_cards
from jacknine.game import Deal, apply, legal, start
from jacknine.game.setup import SetupError, deck_for, play_state
from jacknine.game.state import Trick
from jacknine.rules.contract import Contract
from jacknine.variants import VARIANTS, rules
from tests.play import play, random_rules, random_start
from tests.support import long_count

HANDS = [parse_cards(hand.split()) for hand in ("AS 7H", "KS 8H", "QS 9H", "JS TH")]
HEARTS = Contract("H", 1)


@pytest.mark.parametrize("game", VARIANTS)
def test_a_deck_brings_the_hands_about(game: str) -> None:
    """Deal a game at random, make a deck for the hands it came to, and come to the same hands by the same calls."""
    compared = 0
    for seed in range(long_count(100, 5_000)):
        rng = Random(seed)
        chosen = random_rules(rng, game)
        first = random_start(rng, chosen)
        steps = list(play(rng, first))
        done = steps[-1].after.deal
        dealt = steps[0].action
        assert done is not None and isinstance(dealt, Deal)
        if done.contract is None or done.swapped is not None:
            continue
        hands = list(done.dealt)
        hands[done.contract.taker] |= done.laid_away
        turned = done.layout.turned[0] if chosen.dealing.turned == "card" else None
        deck = deck_for(
            chosen,
            hands,
            dealer=done.dealer,
            taker=done.contract.taker,
            card_to=done.contract.card_to,
            turned=turned,
            pile=dealt.pile,
        )
        state, _ = apply(start(chosen, done.dealer, first.totals), deck)
        for step in steps[1:]:
            assert state.deal is not None
            if state.deal.phase != "auction" or step.action not in legal(state):
                break
            state, _ = apply(state, step.action)
        assert state.deal is not None
        if state.deal.contract == done.contract:
            compared += 1
            assert list(state.deal.hands) == hands or state.deal.phase == "over"
    assert compared


def test_what_was_won_before_counts() -> None:
    taken = [Trick(2, (), 2, 30, 0), Trick(1, (), 1, 12, 20)]
    state = play_state(rules("klaverjas"), HEARTS, HANDS, dealer=3, leader=2, taken=taken, away=1 << parse_card("AH"))
    assert state.deal is not None
    assert state.turn == 2
    assert state.deal.captured == (0, 12 + 11, 30, 0)
    assert state.deal.roem == (0, 20, 0, 0)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"dealer": 4}, "no seat 4 for the dealer"),
        ({"leader": -1}, "no seat -1 for the leader"),
        ({"contract": Contract("H", 9)}, "no seat 9 for the taker"),
        ({"contract": Contract("N", 0)}, "has no contract 'N'; it has S H D C"),
        ({"hands": HANDS[:3]}, "3 hands for 4 seats"),
        ({"hands": [HANDS[0], *HANDS[:3]]}, "AS 7H: in two places"),
        ({"hands": [*HANDS[:3], 1 << 33]}, "6H: in two places, or not in the pack"),
        ({"away": HANDS[0]}, "AS 7H: in two places"),
        ({"turned": parse_card("AS")}, "AS: in two places"),
    ],
)
def test_what_cannot_be_is_told(changes: dict[str, object], message: str) -> None:
    given: dict[str, object] = {"contract": HEARTS, "hands": HANDS, "dealer": 3} | changes
    with pytest.raises(SetupError, match=message):
        play_state(rules("belote"), **given)  # type: ignore[arg-type]


WHOLE = [0xFF, 0xFF << 8, 0xFF << 16, 0xFF << 24]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"turned": None}, "the turned card is missing"),
        ({"hands": HANDS}, "seat 0 gets 8 cards, not 2"),
        ({"hands": [WHOLE[0], WHOLE[0], *WHOLE[2:]]}, "seat 1 holds a card that is elsewhere"),
        ({"card_to": 1}, "seat 0 holds a card that is elsewhere|seat 1 gets"),
        ({"turned": 8}, "seat 0 gets the turned card and does not hold it"),
    ],
)
def test_decks_that_cannot_be_are_told(changes: dict[str, object], message: str) -> None:
    given: dict[str, object] = {"hands": WHOLE, "dealer": 3, "taker": 0, "card_to": 0, "turned": 0} | changes
    with pytest.raises(SetupError, match=message):
        deck_for(rules("belote"), **given)  # type: ignore[arg-type]


def test_a_game_that_turns_no_card_gets_none() -> None:
    with pytest.raises(SetupError, match="turns no card"):
        deck_for(rules("klaverjas"), WHOLE, dealer=3, taker=0, turned=0)
