"""The rule sheets and the code name the same settings: values in the same order, the same paragraphs and presets."""

import re

import pytest

from jacknine.variants import VARIANTS
from tests.support import ROOT

CODE = re.compile(r"`([^`]+)`")


def sheet(game: str) -> str:
    return (ROOT / "docs" / "games" / f"{game}.md").read_text(encoding="utf-8")


def table(game: str, title: str) -> list[list[str]]:
    """The rows of the first table under a heading, without its head."""
    part = sheet(game).partition(f"## {title}\n")[2].partition("\n## ")[0]
    rows = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in part.splitlines() if line[:1] == "|"]
    return rows[2:]


@pytest.mark.parametrize("game", VARIANTS)
def test_settings(game: str) -> None:
    told = [
        (CODE.findall(row[0])[0], tuple(CODE.findall(row[1])), row[3].rstrip(" |")) for row in table(game, "Settings")
    ]
    coded = [(setting.name, setting.values, setting.paragraph) for setting in VARIANTS[game].settings]
    assert sorted(told) == sorted(coded)


@pytest.mark.parametrize("game", [game for game in VARIANTS if game != "bela"])
def test_presets(game: str) -> None:
    rows = table(game, "Presets")
    assert [CODE.findall(row[0])[0] for row in rows] == [preset.name for preset in VARIANTS[game].presets]
    for row, preset in zip(rows, VARIANTS[game].presets, strict=True):
        changed = dict(text.split("=") for text in CODE.findall(row[-1]) if "=" in text)
        if game not in ("baloot", "klaverjas"):  # their sheets tell it elsewhere
            assert changed == dict(preset.values)


@pytest.mark.parametrize("game", VARIANTS)
def test_paragraphs_exist(game: str) -> None:
    text = sheet(game) + (sheet("belote") if game == "coinche" else "")  # which refers there for what both share
    numbers = set(re.findall(r"^#+ (\d+\.\d+)|^\| ([A-Z]\d+)", text, re.MULTILINE))
    known = {number for pair in numbers for number in pair if number}
    for setting in VARIANTS[game].settings:
        paragraph, _, row = setting.paragraph.partition(" ")
        assert paragraph in known and (not row or row in known), setting.paragraph
