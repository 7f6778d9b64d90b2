"""The yardstick sees everything, never gives a point away, and is offered nowhere."""

import pytest

from jacknine.bots import LEVELS
from jacknine.research.arena import run
from jacknine.research.frozen import deal_path, read_deals
from jacknine.research.pairs import OPEN_CARDS, Match, names
from jacknine.variants import parse_line

pytestmark = pytest.mark.timeout(900)
"""Whichever test comes first compiles the solver."""


@pytest.mark.parametrize("line", ["bela(players=2)", "bela(players=3)", "klaverjas", "baloot"])
def test_exact_play_wins_more_than_a_hard_player(line: str) -> None:
    rules = parse_line(line)
    deals = read_deals(deal_path("dev", rules), rules)
    found = run(Match(OPEN_CARDS, "hard", line, "hard"), deals, 16)
    assert found.cards.mean > 2 * found.cards.error


def test_jass_is_played_within_a_budget() -> None:
    rules = parse_line("jass")
    deals = read_deals(deal_path("dev", rules), rules)
    assert run(Match(OPEN_CARDS, "random", "jass", "hard"), deals, 2).cards.mean > 0.0


def test_no_table_offers_it() -> None:
    assert OPEN_CARDS in names()
    assert OPEN_CARDS not in LEVELS
