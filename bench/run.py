"""`make bench`: take all figures, print them, and write bench/results.json (name -> value, unit, n, command)."""

import argparse
import json
from collections.abc import Callable
from pathlib import Path

from bench import engine, leaderboard, players, reviews, server, solver, taps
from bench.measure import Figure, show

BENCHMARKS: tuple[Callable[[bool], list[Figure]], ...] = (
    engine.figures,
    solver.figures,
    players.figures,
    reviews.figures,
    leaderboard.figures,
    server.figures,
    taps.figures,
)
"""What is measured. Each is told whether to compare with the peers."""

RESULTS = Path(__file__).parent / "results.json"


def main() -> None:
    options = argparse.ArgumentParser(prog="make bench", description=__doc__)
    options.add_argument("--peers", action="store_true", help="compare with other engines, in the same run")
    with_peers = options.parse_args().peers
    figures = [figure for benchmark in BENCHMARKS for figure in benchmark(with_peers)]
    show(figures)
    kept = {
        name: {"value": value, "unit": unit, "n": n, "command": command} for name, value, unit, n, command in figures
    }
    RESULTS.write_text(json.dumps(kept, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
