"""The referee against every conformance case of the project."""

import json
from pathlib import Path
from typing import Any

import pytest

from . import answer

FOLDER = Path(__file__).parents[1] / "data" / "cases"
CASES = [json.loads(line) for path in sorted(FOLDER.glob("*.jsonl")) for line in path.read_text().splitlines()]
FULL_DEALS = {"coinche-solver-001"}  # a whole deal: beyond the referee's five tricks


def comparable(key: str, value: Any) -> Any:
    """Sets of cards and lists of declarations are compared without their order."""
    if key == "legal" and not isinstance(value, bool):
        return set(value)
    if key == "melds":
        pairs = [(m["cards"], m["points"]) if isinstance(m, dict) else (m.cards, m.points) for m in value]
        return {(frozenset(cards), points) for cards, points in pairs}
    return value


@pytest.mark.parametrize("case", [c for c in CASES if c["id"] not in FULL_DEALS], ids=lambda case: str(case["id"]))
def test_case(case: dict[str, Any]) -> None:
    said = answer(case)
    for key, value in case["expect"].items():
        assert comparable(key, said[key]) == comparable(key, value), key


def test_all_games_have_cases() -> None:
    assert {case["game"] for case in CASES} == {"belote", "coinche", "klaverjas", "bela", "baloot", "jass"}
    assert len({case["id"] for case in CASES}) == len(CASES)


@pytest.mark.parametrize("case", [c for c in CASES if c["id"] in FULL_DEALS], ids=lambda case: str(case["id"]))
def test_longer_endings_are_refused(case: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="only endings"):
        answer(case)
