"""Advice is what an expert would do, with a reason that every language has."""

import re
from collections import Counter
from random import Random

import pytest

from jacknine.bots import made
from jacknine.bots.hints import hint
from jacknine.bots.spec import Budget, Level, Spec
from jacknine.cards import card_text, cards_of, parse_card, suit_of
from jacknine.cli import main
from jacknine.game import Declare, Play, Reason, Speak, State, apply, view
from jacknine.rules.table import OVER, POINTS, SUIT, TRUMPS, compile_table
from jacknine.rules.trick import roem_of
from jacknine.server.words import Words, languages
from jacknine.variants import VARIANTS
from tests.bots.tables import after, seen
from tests.bots.test_laws import SIMPLE, deciding, game_of
from tests.support import ROOT, long_count

GLANCE = Spec(Level(remembers=True), Budget(worlds=6, every=20, nodes=3_000_000, clear=2.5))
HANDS = ["JS 9S AS 7S AH 8D 7D 8C", "KS QS TH KH AD 9D 7C 9C", "8S 7H 8H 9H KD JD TC AC", "TS QH JH TD QD JC QC KC"]
LATE = "JS QS 8S TS 9S KS 9H QH"


def test_advice_is_what_the_player_does() -> None:
    for cards in ("", "JS", LATE):
        now = seen("klaverjas", HANDS, "S", cards=cards)
        found = hint(now, 7, GLANCE)
        assert found.decision == made(GLANCE).decide(now, 7)
        assert found.decision == found.worths[0][0]
        assert [worth for _, worth in found.worths] == sorted((worth for _, worth in found.worths), reverse=True)
        assert found.searched


def test_without_a_search_the_rules_advise() -> None:
    found = hint(seen("klaverjas", HANDS, "S"), 7, Spec(Level(remembers=True)))
    assert not found.searched
    assert len(found.worths) == 8
    assert found.why.id == "draw_trumps"


@pytest.mark.parametrize(
    ("hands", "cards", "card", "why"),
    [
        (HANDS, "JS KS", "8S", "only"),
        (["7D 9D JS 9S 7H 8H 9H KC", "AD 7S 8S TH QH JC 9C QC", "8D JD AS TS AH JH AC TC", "TD QD KD KS QS KH 7C 8C"],
         "7D AD 8D", "TD", "give"),
        (["AD 9D JS 9S 7H 8H 9H KC", "7D 7S 8S TH QH JC 9C QC", "8D JD AS TS AH JH AC TC", "TD QD KD KS QS KH 7C 8C"],
         "AD 7D 8D", "QD", "spare"),
    ],
)  # fmt: skip
def test_reasons(hands: list[str], cards: str, card: str, why: str) -> None:
    found = hint(seen("klaverjas", hands, "S", cards=cards), 1, Spec(Level(remembers=True)))
    assert isinstance(found.decision, Play)
    assert card_text(found.decision.card) == card
    assert found.why.id == why


def test_calls_are_weighed_against_each_other() -> None:
    found = hint(seen("belote", ["JS 9S AS AH TC", "8S 7S 8H 7D 8D", "KS QS 9H JH QD", "7H KH JD TD QC"], "", "TS"), 1)
    assert isinstance(found.decision, Speak)
    assert found.why.values["call"] == "take"
    assert int(found.why.values["points"]) > 0


def test_what_costs_nothing_needs_no_weighing() -> None:
    run = ["7H 8H 9H JC QC", "KS QS 7D 8D 9D", "TS 8S TD KD AD", "TC KC AC 7C 8C"]
    found = hint(seen("belote(announce=manual)", run, "pass take", rest="JS"), 1, GLANCE)
    assert isinstance(found.decision, Declare)
    assert found.why.id == "free"


def test_advice_does_not_depend_on_cards_that_cannot_be_seen() -> None:
    state = after("klaverjas", HANDS, "S", cards="JS")
    other = after("klaverjas", [HANDS[0], HANDS[1], HANDS[3], HANDS[2]], "S", cards="JS")
    assert hint(view(state, 1), 3, GLANCE) == hint(view(other, 1), 3, GLANCE)


@pytest.mark.parametrize("game", VARIANTS)
def test_every_reason_is_true(game: str) -> None:
    said: Counter[str] = Counter()
    for number in range(long_count(12, 2_000)):
        for state in deciding(game_of(Random(number), game, SIMPLE)):
            seat_view = view(state, state.turn)
            found = hint(seat_view, 1, Spec(Level(remembers=True, trained=True)))
            said[found.why.id] += 1
            assert holds(state, found.why, found.decision, [worth for _, worth in found.worths]), (number, found)
    assert len(said) > 6


def holds(state: State, why: Reason, decision: object, worths: list[float]) -> bool:
    """Whether what a reason says is so, as the referee sees it."""
    seat_view = view(state, state.turn)
    if why.id in ("free", "discard"):
        return not isinstance(decision, Play) or seat_view.legal_cards == 1 << decision.card
    if why.id == "call_even":
        return len(worths) > 1 and worths[0] - worths[1] < 1
    if why.id == "call":
        return len(worths) > 1 and worths[0] == max(worths) and int(why.values["points"]) > 0
    assert isinstance(decision, Play)
    if why.id == "alike":
        return len(worths) == seat_view.legal_cards.bit_count() and max(worths) - min(worths) < 1.0
    deal, contract, seat, card = state.deal, seat_view.contract, decision.seat, parse_card(str(why.values["card"]))
    assert deal is not None and contract is not None and card == decision.card
    table = compile_table(seat_view.rules, contract.key, contract.locked)
    points, trumps = table[POINTS + card], table[TRUMPS]
    others = [other for other in cards_of(seat_view.legal_cards) if other != card]
    rivals = [hand for other, hand in enumerate(deal.hands) if other != seat]
    rest = deal.hands[seat] & ~(1 << card)
    match why.id:
        case "draw_trumps":
            return not seat_view.trick and bool(trumps >> card & 1)
        case "master":
            return not any(hand & table[OVER + card] for hand in rivals)
        case "lead_low":
            return not seat_view.trick and points <= 4
        case "lead":
            return worths[0] == max(worths)
        case "ruff" | "take":
            lying = points + sum(table[POINTS + one] for one in seat_view.trick)
            ruffs = bool(trumps >> card & 1) and not trumps >> seat_view.trick[0] & 1
            return leads(state, decision) and why.values["points"] == lying and ruffs == (why.id == "ruff")
        case "give":
            return partner_leads(state) and points > min(table[POINTS + one] for one in others)
        case "partner_has_it":
            kept = [one for one in others if table[POINTS + one] > points or table[OVER + card] >> one & 1]
            trumps_kept = any(trumps >> one & 1 and not trumps >> card & 1 for one in others)
            least = all(table[POINTS + one] >= points for one in others)
            return partner_leads(state) and least and bool(kept or trumps_kept)
        case "spare":
            lying = sum(1 << one for one in seat_view.trick)
            losses = {one: table[POINTS + one] + roem_of(table, lying | 1 << one) for one in (card, *others)}
            return losses[card] == min(losses.values()) and not partner_leads(state)
        case "void":
            plain = suit_of(card) != suit_of(seat_view.trick[0]) and not trumps >> card & 1
            return plain and not rest & table[SUIT + card] and bool(rest & trumps)
    return False


def leads(state: State, decision: Play) -> bool:
    """Whether the card is the best of the trick so far once it is played."""
    after_it, _ = apply(state, decision)
    told = view(after_it, decision.seat)
    return decision.seat == (told.best_seat if told.trick else told.tricks[-1].winner)


def partner_leads(state: State) -> bool:
    """Whether another seat of the same camp has the best card of the trick."""
    told = view(state, state.turn)
    assert told.seat is not None and told.best_seat is not None and told.contract is not None
    if told.rules.solo:
        return told.contract.taker not in (told.seat, told.best_seat)
    return told.rules.side_of(told.best_seat) == told.rules.side_of(told.seat)


@pytest.mark.parametrize("language", languages())
def test_every_reason_has_words(language: str) -> None:
    source = (ROOT / "src" / "jacknine" / "bots" / "hints.py").read_text(encoding="utf-8")
    ids = set(re.findall(r"(?:reason\(|return |else )\"(\w+)\"", source))
    assert len(ids) > 10
    assert all(Words(language).has(f"hint.{id}") for id in ids)


def test_the_command_prints_advice(capsys: pytest.CaptureFixture[str]) -> None:
    line = "klaverjas dealer=3 contract=H taker=0 hands=7.9.K.-/-.-.JT.A/8.-.-.T/-.-.8.K9 leader=2 trick=AH"
    assert main(["hint", line, "--level", "hard"]) == 0
    assert capsys.readouterr().out
    assert main(["hint", "klaverjas dealer=9"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
