"""What a seat concludes is true, and it concludes what a good player would."""

import pytest

from jacknine.bots.knowledge import read
from jacknine.cards import SUIT_MASKS, SUITS, cards_of, parse_card, parse_cards
from jacknine.game import view
from jacknine.variants import VARIANTS
from tests.bots.tables import seen
from tests.play import random_game
from tests.support import long_count

HANDS = [
    "JS 9S AS 7H 8H 7D 8D AC",
    "TS KS TH QH KH 9D TD 7C",
    "QS 8S 9H JH JD QD 8C 9C",
    "7S AH KD AD TC JC QC KC",
]


def spread(mask: int) -> list[int]:
    return list(cards_of(mask))


@pytest.mark.parametrize("game", VARIANTS)
def test_conclusions_are_true(game: str) -> None:
    for seed in range(long_count(15, 2_000)):
        for step in random_game(seed, game):
            state = step.before
            if state.deal is None or state.deal.phase != "play" or state.turn is None:
                continue
            for remembers in (False, True):
                known = read(view(state, state.turn), remembers)
                for seat, hand in enumerate(state.deal.hands):
                    if seat == state.turn:
                        continue
                    assert not hand & ~known.may[seat]
                    assert not known.sure[seat] & ~hand
                    for card in spread(state.rules.pack):
                        odds = known.odds[seat][card]
                        assert 0.0 <= odds <= 1.0
                        assert odds > 0.0 or not hand >> card & 1
                        assert odds < 1.0 or hand >> card & 1


def test_who_does_not_follow_is_void() -> None:
    known = read(seen("klaverjas", HANDS, "S", cards="AC 7C 8C TC JS KS 8S 7S 9S TS QS JC"), True)
    clubs = SUIT_MASKS[SUITS.index("C")]
    spades = SUIT_MASKS[SUITS.index("S")]
    assert known.may[3] & spades == 0
    assert known.may[1] & clubs
    assert known.lacks(3, spades) == 1.0


def test_who_cannot_go_over_holds_nothing_higher() -> None:
    # Trump is led by the ten; seat 3 follows with the queen, so the king is the highest it can have lost to.
    hands = ["TS JS 9S 7H 8H 7D 8D AC", "7S AS KH QH TH 9D TD 7C", "8S KS 9H JH JD QD 8C 9C", "QS AH KD AD TC JC QC KC"]
    known = read(seen("klaverjas", hands, "S", cards="TS AS 8S QS"), True)
    assert not known.may[2] & parse_cards(["JS", "9S", "AS"])
    assert known.may[2] >> parse_card("KS") & 1
    assert known.may[3] & parse_cards(["KS", "8S"]) == parse_cards(["KS"]) & known.unseen


def test_who_took_the_turned_card_holds_it() -> None:
    hands = ["7H 8H 9H JH QH", "KS QS 7D 8D 9D", "7S 8S TD KD AD", "TC KC AC 7C 8C"]
    known = read(seen("belote", hands, "pass take", rest="JS"), True)
    assert known.sure[1] == parse_cards(["JS"])
    assert known.odds[1][parse_card("JS")] == 1.0
    assert known.odds[2][parse_card("JS")] == 0.0


def test_half_a_pair_gives_the_other_half_away() -> None:
    hands = ["KS QS JS 7H 8H 7D 8D AC", "TS 9S AS KH QH 9D TD 7C", "8S 7S 9H JH JD QD 8C 9C", "TH AH KD AD TC JC QC KC"]
    holder = seen("coinche", hands, "80S pass pass pass", cards="KS")
    assert read(holder, True).sure[0] == parse_cards(["QS"])
    hands[0], hands[1] = hands[0].replace("QS", "9S"), hands[1].replace("9S", "QS")
    alone = seen("coinche", hands, "80S pass pass pass", cards="KS")
    assert not read(alone, True).may[0] >> parse_card("QS") & 1


def test_without_memory_only_the_last_trick_is_known() -> None:
    now = seen("klaverjas", HANDS, "S", cards="AC 7C 8C TC JS KS 8S 7S 9S TS QS JC")
    forgetful = read(now, False)
    assert forgetful.unseen >> parse_card("KC") & 1
    assert forgetful.unseen >> parse_card("AC") & 1
    assert not forgetful.unseen >> parse_card("JC") & 1
    assert not read(now, True).unseen >> parse_card("AC") & 1
