"""The referee's move generator against the counts of play sequences in ``perft.md``."""

import re
from pathlib import Path

import pytest

from . import perft

FOLDER = Path(__file__).parents[1] / "data" / "cases"
GOLDEN_SUITS = "HCDS"
DEPTHS = (4, 8, 9, 12, 13, 16, 17)
FIRST_NINE = re.compile(r"(deal \d+ [A-Z]\w+)(?:, d = 1\.\.9)?: ([\d, ]+)")
SETTINGS = {
    "Rotterdam banned": {"preset": "rotterdam"},
    "Amsterdam banned": {"preset": "amsterdam"},
    "Rotterdam forced": {"preset": "rotterdam", "undertrump": "forced"},
    "Amsterdam forced": {"preset": "amsterdam", "undertrump": "forced"},
}


def golden_deal(number: str) -> tuple[int, list[list[str]]]:
    """Leader and hands of one deal of ``klaverjas-golden.md``."""
    for line in (FOLDER / "klaverjas-golden.md").read_text().splitlines():
        cells = [cell.strip() for cell in line.replace(r"\|", "/").split("|")]
        if len(cells) > 4 and cells[1] == number:
            return int(cells[2]), [read_hand(text.strip()) for text in cells[3].split("/")]
    raise LookupError(number)


def read_hand(text: str) -> list[str]:
    """A hand written as hearts.clubs.diamonds.spades, a dash for a void."""
    return [rank + suit for suit, ranks in zip(GOLDEN_SUITS, text.split("."), strict=True) for rank in ranks.strip("-")]


def counts_of_the_table() -> list[tuple[str, str, int, int]]:
    """(deal, rules, depth, count) of every cell of the table."""
    cells = []
    for line in (FOLDER / "perft.md").read_text().splitlines():
        row = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if len(row) == 8 and row[0][0].isdigit():
            deal, city, undertrump = row[0].split()[:3]
            for depth, count in zip(DEPTHS, row[1:], strict=True):
                if count != "–":
                    cells.append((deal, f"{city} {undertrump}", depth, int(count.replace(",", ""))))
    return cells


def counts_of_the_first_nine() -> list[tuple[str, str, int, int]]:
    """(deal, rules, depth, count) of the sentence below the table."""
    found = FIRST_NINE.findall((FOLDER / "perft.md").read_text())
    cells = []
    for label, numbers in found:
        _, deal, city = label.split()
        for depth, count in enumerate(numbers.replace(" ", "").strip(",").split(","), start=1):
            cells.append((deal, f"{city} banned", depth, int(count)))
    return cells


CELLS = sorted({*counts_of_the_table(), *counts_of_the_first_nine()})  # three of them stand in both


def check(deal: str, rules: str, depth: int, count: int) -> None:
    leader, hands = golden_deal(deal)
    assert sorted(map(len, hands)) == [8, 8, 8, 8]
    assert perft("klaverjas", SETTINGS[rules], hands, "H", leader, depth) == count


def test_the_file_is_read_whole() -> None:
    assert len(CELLS) == 4 * 7 - 1 + 3 * 9 - 3
    assert {deal for deal, *_ in CELLS} == {"1", "11"}


@pytest.mark.parametrize(("deal", "rules", "depth", "count"), [cell for cell in CELLS if cell[2] <= 9])
def test_counts(deal: str, rules: str, depth: int, count: int) -> None:
    check(deal, rules, depth, count)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize(("deal", "rules", "depth", "count"), [cell for cell in CELLS if cell[2] > 9])
def test_long_counts(deal: str, rules: str, depth: int, count: int) -> None:
    check(deal, rules, depth, count)
