"""Duels are fair to the last point, and say how sure they are."""

import pytest

from jacknine.bots import LEVELS, player
from jacknine.research.duel import Estimate, duel, lead, main, named
from jacknine.variants import parse_line


@pytest.mark.parametrize("line", ["klaverjas", "bela(players=2)", "bela(players=3)"])
def test_a_player_is_as_strong_as_itself_deal_by_deal(line: str) -> None:
    rules = parse_line(line)
    report = duel(rules, player("hard", rules), player("hard", rules), 6)
    assert report.cards[:2] == pytest.approx((0.0, 0.0))
    assert report.score[:2] == pytest.approx((0.0, 0.0))


def test_turning_a_duel_round_turns_its_sign() -> None:
    rules = parse_line("klaverjas")
    hard, easy = player("hard", rules), player("easy", rules)
    one, other = duel(rules, hard, easy, 20), duel(rules, easy, hard, 20)
    assert one.cards.mean == pytest.approx(-other.cards.mean)
    assert one.score.error == pytest.approx(other.score.error)
    assert one.cards.n == 20


def test_calls_of_one_player_leave_out_deals_that_it_throws_in() -> None:
    rules = parse_line("belote")
    caller = player("hard", rules)
    report = duel(rules, player("hard", rules), named("random", rules), 40, caller=caller)
    assert report.cards.interval[0] > 0.0
    assert report.cards.n == 40


def test_the_lead_is_taken_against_the_mean_of_the_others() -> None:
    assert lead((100, 62), 1) == -38
    assert lead((90, 40, 32), 0) == 54


def test_an_estimate_gives_its_interval() -> None:
    assert Estimate(10.0, 2.0, 100).interval == pytest.approx((6.08, 13.92))


def test_the_command_prints_the_figures(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hard", "random", "--game", "belote(preset=cafe)", "--pairs", "5", "--calls", "hard"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "hard against random, belote(preset=cafe), calls by hard, 5 pairs"
    assert "95 % interval" in lines[1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["expert", "hard"], f"there is no player 'expert'; the players are {', '.join(LEVELS)}, random"),
        (["hard", "easy", "--game", "whist"], "there is no game 'whist'"),
        (["hard", "easy", "--pairs", "1"], "two pairs at least"),
    ],
)
def test_what_it_cannot_do_is_one_line(capsys: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    assert main(arguments) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1
