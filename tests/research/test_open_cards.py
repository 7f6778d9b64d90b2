"""The yardstick sees everything and never gives a point away."""

import pytest

from jacknine.bots import player, random_player
from jacknine.research.duel import deals, duel
from jacknine.research.open_cards import ceiling, main, play_open
from jacknine.solver.api import Solver
from jacknine.variants import parse_line


def test_exact_play_wins_more_than_a_hard_player() -> None:
    rules = parse_line("bela(players=2)")
    hard = player("hard", rules)
    assert ceiling(rules, 30).mean > duel(rules, hard, random_player, 30, caller=hard).cards.mean


@pytest.mark.parametrize("line", ["belote", "bela(players=3)", "baloot"])
def test_all_card_points_are_played_for(line: str) -> None:
    rules = parse_line(line)
    for number, deal in deals(rules, 1):
        points = play_open(rules, Solver(), number, deal, 0, player("hard", rules))
        assert points is None or sum(points) in (130, 162)
        if number == 3:
            break


def test_the_command_prints_the_figure(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--game", "bela(players=2)", "--pairs", "2"]) == 0
    assert "bela(players=2), calls by hard, 2 pairs" in capsys.readouterr().out
    assert main(["--game", "whist"]) == main(["--pairs", "0"]) == 2
