"""Advice is what an expert would do, with a reason that every language has."""

import re

import pytest

from jacknine.bots import made
from jacknine.bots.hints import hint
from jacknine.bots.spec import Budget, Level, Spec
from jacknine.cards import card_text
from jacknine.cli import main
from jacknine.game import Declare, Play, Speak, view
from jacknine.server.words import Words, languages
from tests.bots.tables import after, seen
from tests.support import ROOT

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


@pytest.mark.parametrize("language", languages())
def test_every_reason_has_words(language: str) -> None:
    source = (ROOT / "src" / "jacknine" / "bots" / "hints.py").read_text(encoding="utf-8")
    ids = {id for pair in re.findall(r"reason\(\"(\w+)\"(?: if [^,]+ else \"(\w+)\")?", source) for id in pair if id}
    assert len(ids) > 10
    assert all(Words(language).has(f"hint.{id}") for id in ids)


def test_the_command_prints_advice(capsys: pytest.CaptureFixture[str]) -> None:
    line = "klaverjas dealer=3 contract=H taker=0 hands=7.9.K.-/-.-.JT.A/8.-.-.T/-.-.8.K9 leader=2 trick=AH"
    assert main(["hint", line, "--level", "hard"]) == 0
    assert capsys.readouterr().out
    assert main(["hint", "klaverjas dealer=9"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
