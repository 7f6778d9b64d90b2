"""Every klaverjas hand there is, each with one deal around it solved exactly.

A class is a hand of eight cards with a named trump, up to renaming the other suits: there are 1,820,803. The hand
sits in voorhand, who named the trump and leads; the other cards are dealt at random, by the class's own number and a
seed, so that any part of the set can be made again alone. Values are differences with roem and pit, after Rotterdam
rules.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from jacknine.research.parquet import table_bytes
from jacknine.solver import desk as at
from jacknine.solver import drive
from jacknine.solver.api import NO_LIMIT, Solver
from jacknine.solver.position import Position
from jacknine.variants import parse_line

Ints = npt.NDArray[np.int64]

CLASSES: Final = 1_820_803
HAND: Final = 8
RULES: Final = "klaverjas"
TRUMP: Final = "S"
PART: Final = 5_000
"""How many classes a file holds."""


def _sizes(masks: Ints) -> Ints:
    return np.array([int(mask).bit_count() for mask in masks], np.int64)


@lru_cache(maxsize=1)
def classes() -> Ints:
    """The hands of all classes as masks of cards, trump being spades, in a fixed order: by the trumps, then by the
    other suits, of which the first is never less than the next.
    """
    ranks = np.arange(256, dtype=np.int64)
    size = _sizes(ranks)
    first, second = np.tril_indices(256)
    pairs = []
    for third in range(256):
        # Hearts >= diamonds >= clubs, as sets of ranks.
        chosen = second >= third
        pairs.append(np.stack([first[chosen], second[chosen], np.full(int(chosen.sum()), third)]).astype(np.int64))
    hearts, diamonds, clubs = np.concatenate(pairs, axis=1)
    plain = hearts << 8 | diamonds << 16 | clubs << 24
    by_size = size[hearts] + size[diamonds] + size[clubs]
    return np.concatenate([plain[by_size == HAND - size[trumps]] | trumps for trumps in range(256)])


def deal_around(hand: int, number: int, seed: int) -> list[int]:
    """The four hands of a class's deal: the cards not in the hand, dealt at random."""
    rest = np.array([card for card in range(32) if not hand >> card & 1])
    order = np.random.default_rng((seed, number)).permutation(rest)
    return [hand, *(int((1 << order[HAND * seat : HAND * (seat + 1)]).sum()) for seat in range(3))]


def solve_classes(solver: Solver, numbers: Ints, seed: int) -> dict[str, npt.NDArray[Any]]:
    """The rows of some classes: hands, the difference for the leader's side, whether it makes it, and nodes."""
    hands = classes()
    deals = np.array([deal_around(int(hands[number]), int(number), seed) for number in numbers], np.int64)
    first = Position(parse_line(RULES), TRUMP, tuple(map(int, deals[0])))
    board = solver.place(first, bonus=first.bonus())
    bits = np.array([[board.bits(int(hand)) for hand in deal] for deal in deals], np.int64)
    values, nodes = np.empty(len(deals), np.int64), np.empty(len(deals), np.int64)
    memory = solver.desk.memory
    memory[at.LIMIT], memory[at.STOP] = NO_LIMIT, 0
    leaders = np.zeros(len(deals), np.int64)
    drive.ask_deals(memory, solver.desk.table, board.differences, bits, leaders, 0, values, nodes)
    difference = (2 * values // board.unit - first.total).astype(np.int32)
    return {
        "class": numbers.astype(np.int32),
        **{f"hand{seat}": deals[:, seat] for seat in range(4)},
        "difference": difference,
        "made": difference > 0,
        "nodes": nodes.astype(np.int32),
    }


def parts() -> int:
    """How many files the whole set has."""
    return -(-CLASSES // PART)


def part_path(folder: Path, part: int) -> Path:
    return folder / f"klaverjas-hands-{part:04}.parquet"


def make_part(solver: Solver, folder: str, part: int, seed: int) -> int:
    """Solve one file's classes and write it, whole or not at all; how many classes it has."""
    numbers = np.arange(PART * part, min(PART * (part + 1), CLASSES), dtype=np.int64)
    path = part_path(Path(folder), part)
    unfinished = path.with_suffix(".tmp")
    unfinished.write_bytes(table_bytes(solve_classes(solver, numbers, seed)))
    unfinished.replace(path)
    return len(numbers)


def time_sample(solver: Solver, count: int, seed: int) -> dict[str, npt.NDArray[Any]]:
    """The rows of so many classes drawn at random."""
    drawn = np.random.default_rng((seed, CLASSES)).choice(CLASSES, count, replace=False)
    return solve_classes(solver, np.sort(drawn).astype(np.int64), seed)
