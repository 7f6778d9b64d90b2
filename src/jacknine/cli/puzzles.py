"""Make puzzles: positions in which one card, or one call, is clearly best for what its seat can see.

    jacknine puzzles make FILE --game klaverjas --count 12
    jacknine puzzles make FILE --game klaverjas --of calls --seconds 3600

writes one puzzle a line, from the easiest grade to the hardest. Deals are played until there are enough, or time is up.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from jacknine.analysis.puzzles import puzzle_text
from jacknine.cli.numbers import count, seconds
from jacknine.rules.settings import SettingsError
from jacknine.variants import parse_line

MALFORMED = 2
SHORT = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("what", choices=["make"], help="what to do")
    parser.add_argument("file", type=Path, metavar="FILE", help="where to write them")
    parser.add_argument("--game", default="klaverjas", metavar="LINE", help="a game, with settings or without")
    parser.add_argument("--of", choices=["cards", "calls"], default="cards", help="what is asked for")
    parser.add_argument("--count", type=count, default=12, metavar="N", help="how many puzzles")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="another seed plays other deals")
    parser.add_argument("--seconds", type=seconds, default=600.0, metavar="S", help="stop after so long a time")


def run(args: argparse.Namespace) -> int:
    try:
        from jacknine.research.puzzle_calls import find_calls
        from jacknine.research.puzzles import find
        from jacknine.solver.api import Solver, warm
    except ModuleNotFoundError as error:
        print(f"puzzles need {error.name}: pip install 'jacknine[solver]'", file=sys.stderr)
        return MALFORMED
    try:
        rules = parse_line(args.game)
        # Now, not when the puzzles are made and would be lost.
        args.file.open("a").close()
    except SettingsError as error:
        print(error, file=sys.stderr)
        return MALFORMED
    except OSError as error:
        print(f"{args.file}: {error.strerror}", file=sys.stderr)
        return MALFORMED
    warm(lambda line: print(line, file=sys.stderr, flush=True))
    made = []
    stop = time.monotonic() + args.seconds
    search = find_calls if args.of == "calls" else find
    for puzzle in search(Solver(), rules, args.seed):
        if puzzle is not None:
            made.append(puzzle)
            print(f"{len(made)} of {args.count}: grade {puzzle.grade}, {puzzle.why}", file=sys.stderr, flush=True)
        if len(made) == args.count or time.monotonic() > stop:
            break
    made.sort(key=lambda puzzle: puzzle.grade)
    args.file.write_text("".join(f"{puzzle_text(puzzle)}\n" for puzzle in made), encoding="utf-8")
    return 0 if len(made) == args.count else SHORT
