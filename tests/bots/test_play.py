"""Cards that a hard player must find, in positions set up for them."""

import pytest

from jacknine.bots import LEVELS, player
from jacknine.cards import CardSet, card_text, parse_cards
from jacknine.game import Declare, Play, Roem, Swap, View
from tests.bots.tables import seen


def card_of(view: View, level: str = "hard", seed: int = 1) -> str:
    decision = player(level).decide(view, seed)
    assert isinstance(decision, Play)
    return card_text(decision.card)


def test_a_taker_draws_trumps() -> None:
    hands = ["JS 9S AS 7S AH 8D 7D 8C", "KS QS TH KH AD 9D 7C 9C", "8S 7H 8H 9H KD JD TC AC", "TS QH JH TD QD JC QC KC"]
    assert card_of(seen("klaverjas", hands, "S")) in ("JS", "9S")


def test_a_partner_who_wins_is_given_the_ten() -> None:
    hands = ["7D 9D JS 9S 7H 8H 9H KC", "AD 7S 8S TH QH JC 9C QC", "8D JD AS TS AH JH AC TC", "TD QD KD KS QS KH 7C 8C"]
    last = seen("klaverjas", hands, "S", cards="7D AD 8D")
    assert card_of(last) == "TD"
    # An opponent's ace gets the least that follows suit.
    assert card_of(seen("klaverjas", hands, "S", cards="9D AD 8D")) == "TD"


def test_an_opponent_who_wins_is_given_the_least() -> None:
    hands = ["AD 9D JS 9S 7H 8H 9H KC", "7D 7S 8S TH QH JC 9C QC", "8D JD AS TS AH JH AC TC", "TD QD KD KS QS KH 7C 8C"]
    assert card_of(seen("klaverjas", hands, "S", cards="AD 7D 8D")) == "QD"


def test_a_ten_is_kept_from_the_ace() -> None:
    hands = ["9D 7H 8H JC QC 7S 8S 9S", "TD 8D 7D AC TS QS TH 9C", "KD JD AH KH TC KC AS JS", "AD QD QH JH 9H KS 7C 8C"]
    assert card_of(seen("klaverjas", hands, "H", cards="9D")) in ("8D", "7D")


def test_the_last_trump_is_kept_for_the_last_trick() -> None:
    hands = ["JS TS 9H JH 8D 9D 7C 8C", "AS TH 7H TD 7D AC KC QC", "KS QS QH JD QD 9C JC TC", "9S 8S 7S AH KH 8H AD KD"]
    cards = "JS AS QS 8S TS QC KS 9S AH 9H 7H QH AD 8D 7D JD KD 9D TD QD TH 9C KH JH AC TC"
    now = seen("klaverjas(preset=amsterdam)", hands, "S", cards=cards)
    assert CardSet(now.hand) == CardSet(parse_cards(["7S", "8H"]))
    assert card_of(now) == "8H"


@pytest.mark.parametrize("level", LEVELS)
def test_what_costs_nothing_is_always_taken(level: str) -> None:
    run = ["7H 8H 9H JC QC", "KS QS 7D 8D 9D", "TS 8S TD KD AD", "TC KC AC 7C 8C"]
    declaring = seen("belote(announce=manual)", run, "pass take", rest="JS")
    assert isinstance(player(level).decide(declaring, 1), Declare)
    roem = ["KS QS JS 9C 7H 8H 7D 8D", "TS 8S AH KH TC KC AD KD", "9S 7S 9H JH 7C 8C 9D TD", "AS TH QH JC QC AC JD QD"]
    claiming = seen("klaverjas(roem_call=claim)", roem, "S", cards="JS TS 9S AS")
    assert isinstance(player(level).decide(claiming, 1), Roem)
    swapping = seen("bela(players=2,two_seven_swap=on)", ["7S 9S 7H 8H 9H JH", "AS KS QD KD AD TD"], "take", rest="JS")
    assert isinstance(player(level).decide(swapping, 1), Swap)


def test_a_pair_that_must_be_said_is_said() -> None:
    hands = ["KS QS JS 9S 7H 8H", "TS 8S AH KH TC KC", "7S 9H JH TH 7C 8C", "AS QH JC QC AC JD"]
    now = seen("bela(bela_call=ask)", hands, "S", rest="7D 8D 9D TD QD KD AD 9C")
    decision = player("hard").decide(now, 1)
    assert isinstance(decision, Play)
    assert decision.said == (card_text(decision.card) in ("KS", "QS"))


def test_only_easy_and_normal_slip() -> None:
    hands = ["JS 9S AS 7S AH 8D 7D 8C", "KS QS TH KH AD 9D 7C 9C", "8S 7H 8H 9H KD JD TC AC", "TS QH JH TD QD JC QC KC"]
    now = seen("klaverjas", hands, "S")
    spread = {level: len({card_of(now, level, seed) for seed in range(60)}) for level in LEVELS[:3]}
    assert spread["hard"] == 1
    assert spread["easy"] > spread["normal"] > 1
