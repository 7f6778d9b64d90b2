"""Claims: what a true one brings is what the cards would have brought; a false one is refused, or punished."""

from random import Random

import pytest

from jacknine.cards import parse_cards
from jacknine.game import Claim, Declare, IllegalAction, Play, State, apply, apply_legal, legal, start, why_not
from jacknine.game.setup import play_state
from jacknine.rules.contract import Contract
from jacknine.variants import VARIANTS, parse_line
from tests.play import random_deal, random_rules
from tests.support import long_count

WITHOUT_ROEM = [game for game in VARIANTS if game != "klaverjas"]


def loudly(rng: Random, state: State) -> State:
    """A state after a decision at random, with everything said that can be said."""
    decisions = legal(state)
    loud = [one for one in decisions if isinstance(one, Declare) or (isinstance(one, Play) and one.said)]
    return apply_legal(state, rng.choice(loud or decisions))[0]


def scores(state: State) -> tuple[int, ...]:
    assert state.deal is not None and state.deal.outcome is not None and state.deal.outcome.sheet is not None
    return state.deal.outcome.sheet.scores


@pytest.mark.parametrize("game", WITHOUT_ROEM)
def test_a_claim_brings_what_the_cards_would_have_brought(game: str) -> None:
    rng, claims = Random(31), 0
    while claims < long_count(40, 2_000):
        chosen = random_rules(rng, game)
        if chosen.claims == "off" or chosen.match.stop_order:
            continue
        state = apply_legal(start(chosen), random_deal(rng, chosen))[0]
        while not state.to_deal and not state.over:
            assert state.deal is not None and state.turn is not None
            claim = Claim(state.turn)
            if state.deal.phase == "play" and not state.deal.trick and why_not(state, claim) is None:
                claimed, _ = apply(state, claim)
                assert claimed.deal is not None
                if claimed.deal.tricks[-1].winner == state.turn:
                    claims += 1
                    played = state
                    while not played.to_deal and not played.over:
                        played = loudly(rng, played)
                    assert scores(claimed) == scores(played), chosen.line
                    break
            state = loudly(rng, state)


SUITS_ALONE = [
    "7H 8H 9H TH JH QH KH AH",
    "7S 8S 9S TS JS QS KS AS",
    "7D 8D 9D TD JD QD KD AD",
    "7C 8C 9C TC JC QC KC AC",
]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        # 250 for every trick, two runs of eight (trump decides between them), belote.
        ("belote", (470, 0)),
        ("belote(announce=manual)", (470, 0)),
        ("coinche", (250 + 80 + 20, 0)),
        # Kaboot, two hundreds; the king and queen belong to the run.
        ("baloot(project_trump_first=true)", (45, 0)),
        ("baloot(project_trump_first=true,absorbed_by_hundred=false,baloot_call=manual)", (47, 0)),
    ],
)
def test_a_claim_before_the_first_card_counts_what_nobody_could_say_yet(line: str, expected: tuple[int, int]) -> None:
    hands = [parse_cards(hand.split()) for hand in SUITS_ALONE]
    state = play_state(parse_line(line), Contract("H", 0, level=80), hands, dealer=3)
    state, events = apply(state, Claim(0))
    assert scores(state) == expected
    assert "belote" in [event.kind for event in events]


MIXED = ["7S 8S 9H TH JD QD KC AC", "9S TS JH QH KD AD 7C 8C", "JS QS KH AH 7D 8D 9C TC", "KS AS 7H 8H 9D TD JC QC"]


def mixed(line: str, key: str, taker: int) -> State:
    return play_state(parse_line(line), Contract(key, taker), [parse_cards(hand.split()) for hand in MIXED], dealer=3)


def test_claims_may_be_refused() -> None:
    for line, reason in (("baloot", "claim_not_safe"), ("baloot(sawa=off)", "claim_not_now")):
        state = mixed(line, "S", 0)
        refused = why_not(state, Claim(0))
        assert refused is not None and refused.id == reason
        with pytest.raises(IllegalAction):
            apply(state, Claim(0))


@pytest.mark.parametrize(("key", "taker", "lost"), [("S", 0, 16), ("S", 1, 16), ("N", 0, 26), ("N", 3, 26)])
def test_a_false_claim_loses_the_deal_and_no_more(key: str, taker: int, lost: int) -> None:
    """The claimer's side writes nothing; without a trick before, it is still no kaboot (docs/games/baloot.md 2.7)."""
    state, events = apply(mixed("baloot(sawa=penalty)", key, taker), Claim(0))
    assert events[0].kind == "false_claim"
    assert scores(state) == (0, lost)
