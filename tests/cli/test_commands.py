"""The command line: what is printed, and the exit status."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from jacknine import __version__
from jacknine.cli import COMMANDS, main
from jacknine.notation.record import Game, RecordedDeal, record
from jacknine.variants import rules
from tests.play import random_game
from tests.support import DATA

CASES = DATA / "cases"
RIGHT = '{"id": "a", "game": "belote", "kind": "trick", "given": {"trump": "H", "trick": ["7S", "8S", "9S", "TS"]}, '
RIGHT += '"expect": {"winner": 3, "points": 10}}'
WRONG = RIGHT.replace('"a"', '"b"').replace("10", "11")


def written(path: Path, *lines: str) -> str:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return str(path)


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--help"])
    assert left.value.code == 0
    shown = capsys.readouterr().out
    assert all(name in shown for name in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([command, "--help"])
    assert left.value.code == 0
    assert f"jacknine {command}" in capsys.readouterr().out


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out.strip() == __version__


def test_an_unknown_command_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["shuffle"])
    assert left.value.code == 2
    assert "'shuffle'" in capsys.readouterr().err


def test_the_installed_command_runs_and_loads_no_other_command() -> None:
    program = "import sys; from jacknine.cli import main; main(['conformance', sys.argv[1]]); "
    program += "print(*sorted({'litestar', 'sqlalchemy', 'uvicorn', 'jacknine.server'} & set(sys.modules)), sep='!')"
    run = subprocess.run(
        [sys.executable, "-c", program, str(CASES / "klaverjas.jsonl")], capture_output=True, text=True, check=True
    )
    assert run.stdout.endswith("\n\n")


# --- conformance ------------------------------------------------------------------------------------------------------


def test_cases_that_agree(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["conformance", written(tmp_path / "right.jsonl", RIGHT)]) == 0
    shown = capsys.readouterr()
    assert shown.out.splitlines() == [
        "belote     trick             1 passed     0 failed     0 skipped",
        "all                          1 passed     0 failed     0 skipped",
    ]
    assert shown.err == ""


def test_a_mismatch_is_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["conformance", written(tmp_path / "wrong.jsonl", RIGHT, WRONG)]) == 1
    first, *rest = capsys.readouterr().out.splitlines()
    assert first == (
        'b: given {"trump": "H", "trick": ["7S", "8S", "9S", "TS"]} expected {"points": 11} '
        'got {"winner": 3, "points": 10}'
    )
    assert len(rest) == 2


def test_a_malformed_line_is_told_and_the_rest_is_asked(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = written(tmp_path / "bad.jsonl", RIGHT, "{", WRONG, RIGHT.replace('"a"', '"c"').replace("7S", "1S"))
    assert main(["conformance", file]) == 2
    shown = capsys.readouterr()
    told = shown.err.splitlines()
    assert told[0].startswith(f"{file}:2: no JSON: ")
    assert (
        told[1] == f"{file}:4: c: trick: '1S' is no card: write rank then suit, as in TH (ranks 789TJQKA, suits SHDC)"
    )
    assert "1 passed     1 failed" in shown.out


def test_a_file_that_is_not_there(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["conformance", str(tmp_path / "none.jsonl"), str(tmp_path)]) == 2
    told = capsys.readouterr().err.splitlines()
    assert told == [f"{tmp_path}/none.jsonl: No such file or directory", f"{tmp_path}: Is a directory"]


def test_games_and_kinds_can_be_chosen(capsys: pytest.CaptureFixture[str]) -> None:
    files = [str(path) for path in sorted(CASES.glob("*.jsonl"))]
    assert main(["conformance", *files, "--game", "bela", "--kind", "melds"]) == 0
    assert [line.split()[:3] for line in capsys.readouterr().out.splitlines()] == [
        ["bela", "melds", "16"],
        ["all", "16", "passed"],
    ]


def test_a_game_that_is_none_is_told_and_not_passed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["conformance", str(CASES / "bela.jsonl"), "--game", "whist"])
    assert left.value.code == 2
    assert "'whist'" in capsys.readouterr().err


def test_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    skipped = RIGHT.replace('"a"', '"s"').replace("belote", "poker")
    file = written(tmp_path / "some.jsonl", RIGHT, WRONG, skipped, "[]")
    assert main(["conformance", "--json", file]) == 2
    assert json.loads(capsys.readouterr().out) == {
        "status": 2,
        "malformed": [{"file": file, "line": 4, "reason": "no JSON object"}],
        "mismatches": [
            {
                "id": "b",
                "settings": {},
                "given": {"trump": "H", "trick": ["7S", "8S", "9S", "TS"]},
                "expected": {"points": 11},
                "got": {"winner": 3, "points": 10},
            }
        ],
        "skipped": [{"id": "s", "reason": "the engine does not play poker"}],
        "summary": [
            {"game": "belote", "kind": "trick", "passed": 1, "failed": 1, "skipped": 0},
            {"game": "poker", "kind": "trick", "passed": 0, "failed": 0, "skipped": 1},
        ],
    }


# --- replay -----------------------------------------------------------------------------------------------------------


def recorded() -> str:
    steps = random_game(1, "belote")
    deal, *actions = (step.action for step in steps)
    first = steps[0].before
    return record(Game(first.rules, first.dealer, first.totals, (RecordedDeal(deal, tuple(actions)),)))  # type: ignore[arg-type]


def test_a_record_is_printed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = written(tmp_path / "game.jsonl", *recorded().splitlines())
    assert main(["replay", file]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("belote")
    for part in ("Deal 1, dealt by seat", "  seat 3   ♠", "Auction: ", "Contract: ", "   8  seat ", "Sheet", "  score"):
        assert part in shown


def test_a_damaged_record_says_where(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    lines = recorded().splitlines()
    file = written(tmp_path / "game.jsonl", *lines[:2], lines[1])
    assert main(["replay", file]) == 1
    shown = capsys.readouterr()
    assert "Deal 1" in shown.out
    assert shown.err.startswith(f"{file}:3: ")


def test_a_record_without_deals_is_sound(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    empty = record(Game(rules("bela"), 0, (0, 0), ()))
    assert main(["replay", written(tmp_path / "game.jsonl", empty.strip())]) == 0
    assert main(["replay", str(tmp_path / "none.jsonl")]) == 1
    assert "none.jsonl: No such file or directory" in capsys.readouterr().err


@pytest.mark.parametrize("given", ["0", "-1", "1e3", "x", "9" * 5000, "1.5", "²"])
def test_a_count_that_is_none_is_told(given: str, capsys: pytest.CaptureFixture[str]) -> None:
    for words in (
        ["solve", "belote", "--nodes", given],
        ["dataset", "klaverjas-hands", "--sample", given],
        ["puzzles", "make", "file", "--count", given],
        ["tutorial", "--count", given],
        ["play", "--deals", given],
    ):
        with pytest.raises(SystemExit) as left:
            main(words)
        assert left.value.code == 2
        assert "no whole number" in capsys.readouterr().err


@pytest.mark.parametrize("given", ["0", "-1", "nan", "inf", "soon", "1e300"])
def test_a_time_that_is_none_is_told(given: str, capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["solve", "belote"], ["puzzles", "make", "file"]):
        with pytest.raises(SystemExit) as left:
            main([*words, "--seconds", given])
        assert left.value.code == 2
        assert "no number of seconds" in capsys.readouterr().err


def test_a_file_that_has_no_cases_is_told_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(tmp_path / "README.md", "# Cases", "", "one a line")
    assert main(["conformance", file]) == 2
    assert capsys.readouterr().err == f"{file}:1: no JSON object: this is no file of cases\n"


def test_a_reader_that_stops_reading_ends_the_command_quietly(tmp_path: Path) -> None:
    cases = written(tmp_path / "cases", *(WRONG.replace('"b"', f'"{number}"') for number in range(5_000)))
    program = "import sys; from jacknine.cli import main; sys.exit(main(['conformance', sys.argv[1]]))"
    with subprocess.Popen(
        [sys.executable, "-c", program, cases], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.readline()
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait() == 1


def test_a_command_stopped_from_the_keyboard_says_so_in_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def pressed(_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("jacknine.cli.replay.run", pressed)
    assert main(["replay", "file"]) == 130
    assert capsys.readouterr().err == "\njacknine replay: stopped\n"


@pytest.mark.parametrize("words", [["--json", "/nowhere/file"], ["whist hands=-"]])
def test_what_cannot_be_solved_is_told_before_anything_is_compiled(
    words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("jacknine.solver.api.warm", lambda _: pytest.fail("compiled for nothing"))
    assert main(["solve", *words]) == 2


def test_a_sign_that_cannot_be_written_stops_no_command(tmp_path: Path) -> None:
    cases = written(tmp_path / "cases.jsonl", RIGHT.replace('"belote"', '"x\\ud800"'), RIGHT.replace('"a"', '"c"'))
    command = [sys.executable, "-c", "from jacknine.cli import main; raise SystemExit(main())", "conformance", cases]
    told = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "x\\ud800" in told.stdout
    assert told.stdout.splitlines()[-1].split() == ["all", "1", "passed", "0", "failed", "1", "skipped"]
