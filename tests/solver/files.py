"""The kept deals and endings, read."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from jacknine.cards import mask_of, parse_card
from tests.support import DATA

FOLDER = DATA / "solver"
ENDINGS = FOLDER / "endings.jsonl.gz"
TRUMP_FIRST = "78QKTA9J"
PLAIN_FIRST = "789JQKTA"
SUITS = "HDCS"
"""The suits of the files in order: spades stand for their suit 3, which is trump."""


class Kept(NamedTuple):
    """One line of a text file: hands as masks of cards with spades as trump, and the values if it has any."""

    hands: tuple[int, ...]
    leader: int
    taken: int
    values: tuple[float, ...]


def cards(mask: int) -> int:
    """A mask of the files as a mask of cards."""
    orders = [PLAIN_FIRST, PLAIN_FIRST, PLAIN_FIRST, TRUMP_FIRST]
    return mask_of(parse_card(orders[bit >> 3][bit & 7] + SUITS[bit >> 3]) for bit in range(32) if mask >> bit & 1)


def kept(name: str) -> Iterator[Kept]:
    """The lines of a text file."""
    for line in Path(FOLDER / name).read_text(encoding="ascii").splitlines():
        _, *rest = line.split()
        hands = tuple(cards(int(mask)) for mask in rest[:4])
        yield Kept(hands, int(rest[4]), int(rest[5]), tuple(float(value) for value in rest[6:]))


def endings() -> Iterator[dict[str, Any]]:
    """The endings of every game."""
    with gzip.open(ENDINGS, "rt", encoding="ascii") as lines:
        yield from map(json.loads, lines)
