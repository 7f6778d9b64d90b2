"""Puzzles: every answer that is shipped holds in deals drawn anew, and what is found is what was looked for."""

from statistics import fmean

import pytest

from jacknine.analysis.calls import Worths, all_announced
from jacknine.analysis.puzzles import FOLDER as SHIPPED
from jacknine.analysis.puzzles import GRADES, Puzzle, number_of, numbers_open, puzzle_text, puzzles, read_puzzle
from jacknine.bots import player
from jacknine.cards import card_text, cards_of
from jacknine.cli import main
from jacknine.game import Speak, apply_legal, start, view
from jacknine.notation.fair import shuffled
from jacknine.research.calls import followed
from jacknine.research.puzzle_calls import NODES, Moment, fitting, gap, scores, sensible, worths_of_calls
from jacknine.research.puzzles import FEWEST_LEFT, GAP, MOST_LEFT, clear, find, worths
from jacknine.rules.auction import PASS, TAKE, parse_call
from jacknine.solver.api import Solver, warm
from jacknine.solver.score import solve_score
from jacknine.variants import VARIANTS, parse_line
from tests.support import long_count

pytestmark = pytest.mark.timeout(900)
"""The solver may have to be compiled first."""
GAMES = sorted(VARIANTS)
FEWEST_OF_CALLS = {"coinche": 7, "jass": 2}
"""How many puzzles of calls a game has at least, where they are few: a deal takes the solver long, or swings far."""


@pytest.fixture(scope="module")
def solver() -> Solver:
    warm()
    return Solver()


@pytest.mark.parametrize("game", GAMES)
def test_every_answer_holds_in_other_deals(solver: Solver, game: str) -> None:
    assert sum(not puzzle.of_calls for puzzle in puzzles(game)) >= 10
    for puzzle in puzzles(game):
        if puzzle.of_calls:
            continue
        state, _ = puzzle.moments()[-1]
        seen = view(state, puzzle.seat)
        assert state.turn == puzzle.seat and seen.rules.variant == game
        cards = {card: f"play {card_text(card)}" for card in cards_of(seen.legal_cards)}
        assert set(cards.values()) == set(puzzle.worths)
        found, drawn = worths(solver, seen, long_count(40, 300), 99)
        assert len(drawn) >= 8
        assert clear(found, GAP / 4, 0.0)
        means = {card: sum(values) / len(values) for card, values in found.items()}
        assert cards[max(means, key=lambda card: means[card])] == puzzle.best
        assert puzzle.grade in GRADES and set(puzzle.missed) == {"easy", "normal", "hard"}


@pytest.mark.parametrize("game", GAMES)
def test_every_call_is_best_in_other_deals(solver: Solver, game: str) -> None:
    asked = [puzzle for puzzle in puzzles(game) if puzzle.of_calls]
    assert len(asked) >= FEWEST_OF_CALLS.get(game, 8)
    for puzzle in asked:
        state, _ = puzzle.moments()[-1]
        said = [Speak(int(text[0]), parse_call(text.split()[-1])) for text in puzzle.actions]
        moment = Moment(shuffled(state.rules, puzzle.seed, 1), said, state)
        assert state.turn == puzzle.seat and state.rules.variant == game
        calls = sensible(moment.seen)
        assert {f"call {call}" for call in calls} == set(puzzle.worths) == set(puzzle.ahead)
        assert puzzle.worlds >= 80 and puzzle.grade in GRADES and set(puzzle.missed) == {"easy", "normal", "hard"}
        worths = sorted(puzzle.worths.values())
        assert worths[-1] - worths[-2] >= gap(state.rules)
        # The best against the next best, for time; against all others in a long run.
        some = [call for call in calls if f"call {call}" in puzzle.order[: long_count(2, 9)]]
        number = long_count(24 if state.rules.pack.bit_count() <= 32 else 10, 300)
        others = player("hard")
        states = fitting(moment, number, 99, others)
        # The others cannot be told from the real ones, and may have said what they said.
        assert all(view(one, puzzle.seat) == moment.seen for one in states)
        found = scores(worths_of_calls(Worths(solver, NODES), states, some, others))
        assert len(found[puzzle.best]) >= 8
        assert max(found, key=lambda text: fmean(found[text])) == puzzle.best


def test_a_call_is_followed_to_its_contract(solver: Solver) -> None:
    """What a call is worth is what the sheet of its contract says, in each of the deals."""
    rules = parse_line("belote")
    dealt = shuffled(rules, bytes(16), 1)
    state, _ = apply_legal(start(rules, 3), dealt)
    others = player("hard")
    states = fitting(Moment(dealt, [], state), 5, 1, others)
    found = worths_of_calls(Worths(solver), states, [PASS, TAKE], others)
    for one, led in zip(states, found["call take"], strict=True):
        assert led.contract is not None and led.contract.taker == state.turn
        begun = followed(one, Speak(0, TAKE), others)
        sheet = solve_score(solver, all_announced(begun)).sheet
        assert led.score == sheet.scores[0] - sheet.scores[1]
    assert all(led.contract is None or led.contract.taker != 0 for led in found["call pass"])


def test_a_puzzle_is_found_written_and_read(solver: Solver) -> None:
    rules = parse_line("klaverjas")
    puzzle = next(one for one in find(solver, rules, 5) if one)
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
    assert next(one for one in find(solver, rules, 5) if one).seed == puzzle.seed


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
