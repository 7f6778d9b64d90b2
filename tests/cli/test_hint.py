"""`jacknine hint`: advice in a position and at any moment of a record, from the cards of the seat on turn alone."""

import re
from pathlib import Path

import pytest

from jacknine.cli import main
from jacknine.notation.record import Game, RecordedDeal, record
from jacknine.variants import rules
from tests.play import random_game


def example(capsys: pytest.CaptureFixture[str]) -> str:
    """The position in the command's own help."""
    with pytest.raises(SystemExit):
        main(["hint", "--help"])
    found = re.search(r'jacknine hint "([^"]+)"', capsys.readouterr().out)
    assert found is not None
    return found[1]


def recorded(tmp_path: Path) -> tuple[str, int]:
    """A file with one finished deal, and how many actions it has."""
    steps = random_game(1, "belote")
    deal, *actions = (step.action for step in steps)
    first = steps[0].before
    path = tmp_path / "game.jsonl"
    done = RecordedDeal(deal, tuple(actions))  # type: ignore[arg-type]
    path.write_text(record(Game(first.rules, first.dealer, first.totals, (done,))), encoding="utf-8")
    return str(path), len(actions)


def test_the_example_gets_a_card_its_worth_and_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    position = example(capsys)
    assert main(["hint", position, "--level", "hard"]) == 0
    first, *rest = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"[7-9TJQKA][SHDC]: .+\.", first)
    assert rest and all(re.fullmatch(r"  [7-9TJQKA][SHDC] +[+-]\d+\.\d", line) for line in rest)


def test_advice_without_the_solver_says_whose_it_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    position = example(capsys)
    for module in ("jacknine.cli.hint", "jacknine.bots.search"):
        monkeypatch.setattr(f"{module}.can_search", lambda: False)
    assert main(["hint", position]) == 0
    told = capsys.readouterr()
    assert told.err == "without the solver expert plays as hard: pip install 'jacknine[solver]'\n"
    assert main(["hint", position, "--level", "hard"]) == 0
    assert capsys.readouterr() == (told.out, "")


def test_what_others_hold_changes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    position = example(capsys)
    hands = re.search(r"hands=(\S+)", position)
    assert hands is not None
    one, two, three, four = hands[1].split("/")
    # Seat 3 is to play; two others of as many cards change theirs.
    other = position.replace(hands[1], "/".join((two, one, three, four)))
    shown = []
    for line in (position, other):
        assert main(["hint", line, "--level", "hard"]) == 0
        shown.append(capsys.readouterr().out)
    assert shown[0] == shown[1]


def test_a_call_and_a_card_of_a_record(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path, count = recorded(tmp_path)
    assert main(["hint", "--record", path, "--deal", "1", "--action", "1", "--level", "hard"]) == 0
    assert capsys.readouterr().out.startswith(("pass: ", "take: "))
    assert main(["hint", "--record", path, "--action", str(count), "--level", "hard"]) == 0
    assert capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--deal", "2"], "--deal 2: "),
        (["--action", "99"], "--action 99: that deal has actions 1 to "),
        ([], "nobody has anything to decide in this position"),
    ],
)
def test_a_moment_that_is_not_there(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path, _ = recorded(tmp_path)
    assert main(["hint", "--record", path, *words]) == 2
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1


def test_files_and_lines_that_are_nothing(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["hint", "--record", str(tmp_path / "none.jsonl")]) == 2
    damaged = tmp_path / "game.jsonl"
    damaged.write_text("{}\n")
    assert main(["hint", "--record", str(damaged)]) == 2
    empty = tmp_path / "empty.jsonl"
    empty.write_text(record(Game(rules("bela"), 0, (0, 0), ())))
    assert main(["hint", "--record", str(empty)]) == 2
    assert main(["hint", "whist"]) == 2
    none, wrong, no_deals, no_game = capsys.readouterr().err.splitlines()
    assert none == f"{tmp_path}/none.jsonl: No such file or directory"
    assert wrong.startswith(f"{damaged}:1: ")
    assert no_deals == f"{empty} has no deals"
    assert "no game 'whist'" in no_game
