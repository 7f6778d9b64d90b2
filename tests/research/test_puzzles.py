"""Puzzles: every answer that is shipped holds in deals drawn anew, and what is found is what was looked for."""

from itertools import islice

import pytest

from jacknine.analysis.puzzles import FOLDER as SHIPPED
from jacknine.analysis.puzzles import GRADES, Puzzle, number_of, numbers_open, puzzle_text, puzzles, read_puzzle
from jacknine.cli import main
from jacknine.game import view
from jacknine.research.puzzles import FEWEST_LEFT, GAP, MOST_LEFT, clear, find, worths
from jacknine.solver.api import Solver, warm
from jacknine.variants import VARIANTS, parse_line
from tests.support import long_count

pytestmark = pytest.mark.timeout(900)
"""The solver may have to be compiled first."""
GAMES = sorted(VARIANTS)


@pytest.fixture(scope="module")
def solver() -> Solver:
    warm()
    return Solver()


@pytest.mark.parametrize("game", GAMES)
def test_every_answer_holds_in_other_deals(solver: Solver, game: str) -> None:
    assert len(puzzles(game)) >= 10
    for puzzle in puzzles(game):
        state, _ = puzzle.moments()[-1]
        seen = view(state, puzzle.seat)
        assert state.turn == puzzle.seat and seen.rules.variant == game
        assert sum(1 << card for card in puzzle.worths) == seen.legal_cards
        found, drawn = worths(solver, seen, long_count(40, 300), 99)
        assert len(drawn) >= 8
        assert clear(found, GAP / 4, 0.0)
        means = {card: sum(values) / len(values) for card, values in found.items()}
        assert max(means, key=lambda card: means[card]) == puzzle.best
        assert puzzle.grade in GRADES and set(puzzle.missed) == {"easy", "normal", "hard"}


def test_a_puzzle_is_found_written_and_read(solver: Solver) -> None:
    rules = parse_line("klaverjas")
    puzzle = next(find(solver, rules.line, rules, 5))
    again = read_puzzle(puzzle_text(puzzle))
    assert (again.actions, again.seed, again.best, again.missed) == (
        puzzle.actions,
        puzzle.seed,
        puzzle.best,
        puzzle.missed,
    )
    order = sorted(puzzle.worths.values())
    assert order[-1] - order[-2] >= GAP
    state, _ = puzzle.moments()[-1]
    assert state.deal is not None
    assert FEWEST_LEFT <= state.deal.hands[puzzle.seat].bit_count() <= MOST_LEFT
    assert [one.seed for one in islice(find(solver, rules.line, rules, 5), 1)] == [puzzle.seed]


def test_a_line_that_is_no_puzzle_is_refused() -> None:
    for text in ("{}", "[]", "nothing", '{"rules":"belote"}'):
        with pytest.raises(ValueError):
            read_puzzle(text)
    assert puzzles("poker") == ()
    assert isinstance(puzzles("belote")[0], Puzzle)
    assert all((SHIPPED / f"{game}.jsonl").is_file() for game in GAMES)


def test_all_puzzles_come_in_turn() -> None:
    from datetime import date, timedelta

    days = [date(2026, 1, 1) + timedelta(days=at) for at in range(len(puzzles("belote")))]
    assert len({number_of(day, "belote") for day in days}) == len(days)
    for day in days:
        still_to_come = {number_of(day + timedelta(days=ahead), "belote") for ahead in range(1, len(days) // 2 + 1)}
        opened = numbers_open(day, "belote")
        assert opened[0] == number_of(day, "belote") and not still_to_come & set(opened)
        assert still_to_come | set(opened) == set(range(1, len(days) + 1))


def test_a_command_line_that_makes_no_sense_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzles", "make", "/nowhere/file", "--game", "poker"]) == 2
    assert "poker" in capsys.readouterr().err


def test_a_file_that_cannot_be_written_is_told_before_the_search(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzles", "make", "/nowhere/file"]) == 2
    assert capsys.readouterr().err == "/nowhere/file: No such file or directory\n"
