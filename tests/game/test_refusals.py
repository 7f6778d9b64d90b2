"""Why a card may not be played: the reason is the one that a player would give."""

import pytest

from jacknine.cards import parse_card, parse_cards
from jacknine.game import Play, apply_legal, legal, why_not
from jacknine.game.setup import play_state
from jacknine.rules.contract import Contract
from jacknine.variants import parse_line

REFUSED = [
    # trump, cards on the table, hand of the next seat, the refused card, the reason
    ("belote", "H", "9D 8D AD", "7D KS JH", "KS", "follow_suit"),
    ("belote", "H", "TH", "7H AS", "AS", "follow_trump"),
    ("belote", "H", "TH 9H 8H", "7H JH AS", "7H", "play_over_trump"),
    ("belote", "H", "KS AS", "7H 9H TD", "TD", "trump_in"),
    ("belote", "H", "KS 7S QH", "8H AH TD", "TD", "overtrump"),
    ("belote", "H", "KS 7S QH", "8H AH TD", "8H", "overtrump"),
    ("belote", "H", "KS 7S AH", "8H KH TD", "TD", "undertrump_forced"),
    ("bela", "H", "9C", "8C KC AC 7H", "8C", "play_over"),
    ("klaverjas", "H", "AD 7D 9H", "AH 8H TS", "AH", "no_undertrump"),
    ("klaverjas(preset=amsterdam)", "H", "AD TH KD", "JH 8H QC TS", "8H", "no_undertrump"),
    ("klaverjas", "H", "AD 7D 9H", "JH 8H", "8H", "overtrump"),
    ("baloot", "S", "KD 7D", "8S JS TC", "TC", "trump_in"),
    ("jass", "D", "6C QD", "TD KD 8S", "TD", "no_undertrump"),
    ("jass", "D", "6C TD QD", "KC 9D 7D", "7D", "no_undertrump"),
    ("jass", "D", "6C TD", "KC 7D", "7D", "no_undertrump"),
    ("jass", "D", "6C TD", "KC 9D AS", "AS", "follow_suit_or_trump"),
    ("jass", "D", "6C", "KC 9D AS", "AS", "follow_suit_or_trump"),
    ("jass", "D", "6C", "KC 9H AS", "AS", "follow_suit"),
    ("jass", "D", "7D", "JD 6D KS", "KS", "follow_trump"),
    ("jass", "U", "7D", "JD KS", "KS", "follow_suit"),
]


@pytest.mark.parametrize(("line", "trump", "table", "hand", "card", "expected"), REFUSED)
def test_a_refused_card(line: str, trump: str, table: str, hand: str, card: str, expected: str) -> None:
    laid = table.split()
    hands = [parse_cards([one]) for one in laid] + [parse_cards(hand.split())]
    hands += [0] * (4 - len(hands))
    state = play_state(parse_line(line), Contract(trump, 0), hands, dealer=3)
    for seat, one in enumerate(laid):
        state, _ = apply_legal(state, Play(seat, parse_card(one)))
    play = Play(len(laid), parse_card(card))
    refused = why_not(state, play)
    assert refused is not None and refused.id == expected
    assert play not in legal(state)


def test_trump_may_not_be_led_in_a_locked_deal() -> None:
    hands = [parse_cards(hand.split()) for hand in ("7H 8S", "9S 9D", "TS TD", "JS JD")]
    state = play_state(parse_line("baloot"), Contract("H", 0, locked=True), hands, dealer=3)
    refused = why_not(state, Play(0, parse_card("7H")))
    assert refused is not None and refused.id == "locked_lead"


def test_a_card_that_is_not_held() -> None:
    hands = [parse_cards(hand.split()) for hand in ("7H 8S", "9S 9D", "TS TD", "JS JD")]
    state = play_state(parse_line("belote"), Contract("H", 0), hands, dealer=3)
    for card in (parse_card("AS"), 99, -1):
        refused = why_not(state, Play(0, card))
        assert refused is not None and refused.id == "not_in_hand"
