"""Calls that make sense, kind of auction by kind of auction."""

import pytest

from jacknine.bots import player
from jacknine.cards import cards_text
from jacknine.game import Discard, Speak, View
from tests.bots.tables import seen


def said(view: View, level: str = "hard") -> str:
    decision = player(level).decide(view, 1)
    assert isinstance(decision, Speak)
    return str(decision.call)


STRONG = ["JS 9S AS AH TC", "8S 7S 8H 7D 8D", "KS QS 9H JH QD", "7H KH JD TD QC"]
WEAK = ["7H 8D 9D QC 8C", "JS AS 8H AD AC", "KS QS 9H JH QD", "9S KH JD TD KC"]


def test_the_turned_suit_is_taken_with_jack_nine_and_ace() -> None:
    assert said(seen("belote", STRONG, "", rest="TS")) == "take"
    assert said(seen("belote", WEAK, "", rest="TS")) == "pass"


def test_easy_takes_what_hard_leaves() -> None:
    hands = ["AS 9S KH 8D AC", "JS 7S 8H AD 8C", "KS TS 9H JH QD", "7H 9D JD TD KC"]
    now = seen("belote", hands, "", rest="7D")
    assert [said(now, level) for level in ("easy", "normal", "hard")] == ["take", "pass", "pass"]


def test_in_the_second_round_the_best_other_suit_is_named() -> None:
    hands = ["JH 9H AH KH TC", "8S 7S 8H 7D 8D", "KS QS 9D TH QD", "7H JS JD TD QC"]
    assert said(seen("belote", hands, "pass pass pass pass", rest="TS")) == "H"


def test_who_must_name_a_suit_names_the_best() -> None:
    hands = ["JD 9D AD KD AH 7S 8S 7C", "JS 9S AS TS KS QS JH 9H", "TD QD 8D 7D TH KH QH 8H", "7H JC 9C AC TC KC QC 8C"]
    assert said(seen("klaverjas", hands, "")) == "D"
    six = ["JD 9D AD KD AH 7S", "8S 7C JS 9S AS TS", "KS QS JH 9H TD QD"]
    assert said(seen("bela(players=3)", six, "")) == "D"


def test_a_pass_in_bela_leaves_it_to_the_dealer_who_must_call() -> None:
    hands = ["7S 8H 9D QC 8C 7D", "KS 7H 8D QD 9C TC", "8S 9S QH JD KC 7C", "JS AS TS AH AC KH"]
    assert said(seen("bela", hands, "")) == "pass"
    assert said(seen("bela", hands, "pass pass pass")) == "S"


def test_a_defender_with_the_high_trumps_doubles() -> None:
    hands = ["TS KS QS AC 7H 8H", "JS 9S AS AH AD TH", "7D 8D 9D JD 7C 8C", "8S 7S QH JH KH QD"]
    assert said(seen("bela(kontra=on)", hands, "S", rest="KC QC KD TD")) == "kontra"
    hands[1], hands[2] = hands[2], hands[1]
    assert said(seen("bela(kontra=on)", hands, "S", rest="KC QC KD TD")) == "pass"


COINCHE = [
    "JS 9S AS 8S AH 7D 8D 7C",
    "KS QS 7H 8H TD KD 9C TC",
    "TS 7S TH KH AD QD AC KC",
    "9H JH QH 9D JD 8C JC QC",
]


def test_a_strong_hand_opens_its_suit() -> None:
    opened = said(seen("coinche", COINCHE, ""))
    assert opened.endswith("S")
    assert 80 <= int(opened[:-1]) <= 120


def test_a_weak_hand_passes() -> None:
    assert said(seen("coinche", COINCHE, "pass")) == "pass"


def test_a_partner_is_raised_over_the_other_side() -> None:
    hands = ["JS AS 8S KD TH 7D 8D 7C", "KS QS 7H 8H TD 9D 9C TC", "9S TS 7S AH AD AC KC QC", "9H JH QH KH QD JD 8C JC"]
    assert said(seen("coinche", hands, "80S 90H")) in ("100S", "110S")
    # With nobody against it the cheapest contract is the best one, as far as the rules see.
    assert said(seen("coinche", hands, "80S pass"), "normal") == "pass"


def test_a_bid_that_must_fail_is_coinched() -> None:
    hands = ["TS KS QS 8S 7H 8H 7D 8D", "JS 9S AS 7S AH AD AC TH", "9H JH QH 9D JD QD 7C 8C", "KH TD KD 9C JC QC KC TC"]
    assert said(seen("coinche", hands, "110S")) == "coinche"


def test_all_tricks_are_bid_only_with_a_hand_that_takes_them() -> None:
    hands = ["JS 9S AS TS KS QS AH AD", "8S 7H 8H 9H 7D 8D 9D AC", "7S JH QH KH TH JD QD KD", "TD 7C 8C 9C JC QC KC TC"]
    assert said(seen("coinche", hands, "")) == "capot:S"


def test_aces_buy_sun_and_trumps_buy_hokum() -> None:
    sun = ["AS TS AH AD TD", "7S 8S 7H 8H 9H", "JS QS JH QH JD", "KS KH QD KD 8C"]
    assert said(seen("baloot", sun, "", rest="AC")) == "sun"
    hokum = ["JS 9S AS 8H AD", "7S 8S 7H 9H JH", "QS KS QH KH JD", "TH AH QD KD 8C"]
    assert said(seen("baloot", hokum, "", rest="TS")) == "hokum"
    nothing = ["7S 8H 9D QC 8C", "JS AS 7H AH AD", "QS KS QH KH JD", "TH TD QD KD AC"]
    assert said(seen("baloot", nothing, "", rest="TS")) == "pass"


def test_ashkal_gives_away_a_card_that_helps_the_partner_more() -> None:
    hands = ["7S 8H 9D QC 8C", "7D 8D 7H JD 7C", "AS TS AH TH AC", "8S 9S QH KH QD"]
    assert said(seen("baloot", hands, "pass pass", rest="AD")) == "ashkal"


def test_a_hand_of_low_cards_is_thrown_in() -> None:
    hands = ["7S 8H 9D 9C 8C", "JS AS 7H AH AD", "QS KS QH KH JD", "TH TD QD KD AC"]
    assert said(seen("baloot(kawesh=on)", hands, "", rest="TS")) == "kawesh"


def test_a_doubler_may_bar_trump_leads_and_does() -> None:
    hands = ["TS KS 8S QH JH", "JS 9S AS AH AD", "7H 8H 9H 7D 8D", "QS 9D TD 7C 8C"]
    now = seen("baloot(doubling=on,locked=raiser_chooses)", hands, "hokum pass pass pass", rest="7S")
    assert said(now) == "double:locked"


def test_forehand_pushes_without_a_suit() -> None:
    hands = ["7S 9S QS 7H 9H JC 8D TD QC", "6S 8S TS 6H 8H TH 6D 7D 6C", "JS KS AS JH QH KH 9D JD 7C"]
    hands.append("AH QD KD AD 8C 9C TC KC AC")
    assert said(seen("jass", hands, "")) == "push"
    assert said(seen("jass", hands, "push")) != "push"


@pytest.mark.parametrize("rule", ["any", "no_trump", "no_points"])
def test_the_taker_of_twelve_cards_keeps_trumps_and_lays_points_away(rule: str) -> None:
    hands = ["JS 9S AS KS QS TH", "7H 8H 9H JH QH KH", "TS 8S 7S AH TD KD"]
    rest = "AD 7D 8D TC AC 9D JD QD 7C 8C 9C JC QC KC"
    now = seen(f"bela(players=3,three_discard={rule})", hands, "S", rest=rest)
    decision = player("hard").decide(now, 1)
    assert isinstance(decision, Discard)
    away = cards_text(decision.cards)
    assert len(away) == 2
    assert not {"JS", "9S", "AS", "KS", "QS"} & set(away)
    if rule == "no_points":
        assert set(away) == {"7D", "8D"}
    else:
        assert "TH" in away
