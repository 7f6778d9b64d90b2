"""Questions as JSON, and the command that answers them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from jacknine.analysis.cases import read
from jacknine.analysis.conformance import judge
from jacknine.cards import parse_card
from jacknine.cli import main
from jacknine.solver.api import Budget, Solver
from jacknine.solver.position import PositionError, read_position
from jacknine.solver.question import answer
from jacknine.solver.replay import replay
from tests.support import DATA

DEAL: dict[str, Any] = {
    "game": "klaverjas",
    "hands": [
        ["9H", "8H", "TC", "KC", "QD", "9D", "8D", "7D"],
        ["JH", "TH", "AC", "9C", "AS", "KS", "JS", "9S"],
        ["AH", "KH", "7H", "JC", "AD", "JD", "TS", "8S"],
        ["QH", "QC", "8C", "7C", "TD", "KD", "QS", "7S"],
    ],
    "trump": "H",
    "leader": 2,
}
LINE = "klaverjas dealer=3 contract=H taker=0 hands=7.9.K.-/-.-.JT.A/8.-.-.T/-.-.8.K9 leader=2 trick=AH"


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver()


def test_an_answer_has_points_difference_cards_and_line(solver: Solver) -> None:
    told = answer(solver, {"id": "eleven", **DEAL})
    assert told["id"] == "eleven"
    assert told["difference"] == -16
    assert told["value"] == 83
    assert sum(told["points"]) == 162
    played = replay(read_position(DEAL), map(parse_card, told["line"]))
    ours, theirs = told["points"]
    assert ours - theirs + sum(played.roem[::2]) - sum(played.roem[1::2]) == told["difference"]
    assert told["cards"]["JD"] == max(told["cards"].values()) == -16
    assert len(told["line"]) == 32
    assert told["made"] is False


def test_all_tricks_replace_the_settings_bonus(solver: Solver) -> None:
    sweep: dict[str, Any] = {
        "game": "belote", "trump": "S", "leader": 0,
        "hands": {"0": ["JS", "9S"], "1": ["7D", "8D"], "2": ["7H", "8H"], "3": ["7C", "8C"]},
    }  # fmt: skip
    assert answer(solver, sweep)["difference"] == 34 + 10 + 88
    with_bonus = answer(solver, {**sweep, "all_tricks": 100})
    assert (with_bonus["difference"], with_bonus["value"], with_bonus["points"]) == (144, 144, [44, 0])
    lost = answer(solver, {**sweep, "leader": 1, "hands": {**sweep["hands"], "1": ["JS", "9S"], "0": ["7D", "8D"]}})
    assert (lost["difference"], lost["value"], lost["made"]) == (-132, 0, False)


def test_the_kept_solver_cases_are_answered(solver: Solver) -> None:
    seen = 0
    for path in sorted((DATA / "cases").glob("*.jsonl")):
        for _, case in read(path.read_bytes().split(b"\n")):
            assert not isinstance(case, Exception)
            if case.kind != "solver":
                continue
            verdict = judge(case)
            assert not verdict.skipped, verdict
            assert not verdict.differing, verdict
            told = answer(solver, {"game": case.game, "settings": case.settings, **case.given})
            assert told["value"] == case.expect["value"], case.id
            seen += 1
    assert seen >= 9


def test_a_budget_gives_pairs_of_bounds(solver: Solver) -> None:
    told = answer(solver, DEAL, Budget(nodes=50))
    assert told["exact"] is False
    low, high = told["difference"]
    assert low <= -16 <= high


def test_the_command_values_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", LINE]) == 0
    out = capsys.readouterr().out
    assert "seat 3 to play" in out
    assert "on the table: AH" in out
    assert "difference for side 0: " in out


def test_the_command_scores_a_line_by_its_sheet(capsys: pytest.CaptureFixture[str]) -> None:
    line = "coinche dealer=3 contract=H taker=0 level=80 hands=7.9.K.-/-.-.JT.A/8.-.-.TJ/-.-.8.K9 leader=2 trick=AH"
    assert main(["solve", "--score", line.replace("TJ", "T")]) == 0
    assert capsys.readouterr().out.startswith("score ")
    assert main(["solve", "--score", line]) == 2


def test_the_command_refuses_what_cannot_be(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", LINE.replace("trick=AH", "trick=9H")]) == 2
    assert "9H" in capsys.readouterr().err
    assert main(["solve", "whist hands=-"]) == 2


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("hands", 5, "hands cannot be 5"),
        ("hands", [5, [], [], []], "5 is no list of cards"),
        ("hands", [["7S"], "8S", [], []], "'8S' is no list of cards"),
        ("trick", [["7S"]], "[['7S']] is no list of cards"),
        ("game", [], "game cannot be []"),
        ("settings", 1, "settings cannot be 1"),
        ("trump", None, "trump cannot be None"),
        ("leader", "0", "leader 0 is no seat"),
    ],
)
def test_what_is_of_the_wrong_kind_is_named(name: str, value: object, told: str) -> None:
    with pytest.raises(PositionError, match=re.escape(told)):
        read_position({**DEAL, name: value})


@pytest.mark.parametrize("points", [10**6, -1, 10_001, "90", True, 12.5])
def test_points_for_all_tricks_have_a_range(solver: Solver, points: object) -> None:
    with pytest.raises(PositionError, match="it is a whole number of points, 0 to 10000"):
        answer(solver, {**DEAL, "all_tricks": points})


def test_the_largest_points_for_all_tricks_fit(solver: Solver) -> None:
    told = answer(solver, {**DEAL, "all_tricks": 10_000})
    assert (told["difference"], told["value"]) == (-16, 83)
    with pytest.raises(ValueError, match="all tricks can be worth -10000 to 10000"):
        solver.solve(read_position(DEAL), bonus=(10_001, 0))


def test_the_command_answers_every_line_of_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    twice = {**DEAL, "id": "twice", "hands": [*DEAL["hands"][:3], [*DEAL["hands"][3][:7], "9H"]]}
    path = tmp_path / "questions.jsonl"
    path.write_text("\n".join([json.dumps({"id": 1, **DEAL}), "", json.dumps(twice), "[]", "{"]), encoding="utf-8")
    assert main(["solve", "--json", str(path)]) == 2
    printed = capsys.readouterr()
    told = [json.loads(line) for line in printed.out.splitlines()]
    assert told[0]["difference"] == -16
    assert told[1] == {"id": "twice", "error": "9H is there twice"}
    assert [set(one) for one in told[2:]] == [{"error"}, {"error"}]
    assert "line 3: 9H is there twice" in printed.err
    assert main(["solve", "--json", str(tmp_path / "none")]) == 2
    assert main(["solve", "--json", str(path), "--nodes", "10"]) == 2
