"""How a rate is taken. The peers' scripts run this very file in their own environment: it needs Python alone."""

import json
import sys
from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time
from typing import NamedTuple

WARM_UP = 50


class Figure(NamedTuple):
    """One measured number: a line of bench/results.json."""

    name: str
    value: float
    unit: str
    n: int
    command: str


def show(figures: list[Figure]) -> None:
    """Print figures, a line each."""
    for name, value, unit, n, _ in figures:
        print(f"{name:40} {value:12,.3f} {unit:24} n={n:,}")


class Rate(NamedTuple):
    """`per_s` deals in a second of processor time on one core, counted over `n` deals."""

    per_s: float
    n: int


def rate(play_deal: Callable[[Random], None], seconds: float, seed: int) -> Rate:
    """Play random deals for so many seconds of processor time, after a few that do not count.

    Processor time, not the clock: on a shared machine only that compares two programs fairly.
    """
    chance = Random(seed)
    for _ in range(WARM_UP):
        play_deal(chance)
    n, start = 0, process_time()
    while (spent := process_time() - start) < seconds:
        play_deal(chance)
        n += 1
    return Rate(n / spent, n)


def middle(rates: list[Rate]) -> Rate:
    """The median of several rates, with all the deals that went into them."""
    return Rate(median(one.per_s for one in rates), sum(one.n for one in rates))


def report(name: str, play_deal: Callable[[Random], None]) -> None:
    """The whole program of a peer's script: `python -m bench.peers.NAME SECONDS SEED` prints one JSON object."""
    per_s, n = rate(play_deal, float(sys.argv[1]), int(sys.argv[2]))
    print(json.dumps({"name": name, "deals_per_s": per_s, "n": n}))
