"""Solve a position with all hands open: what it is worth, and every card.

POSITION is one line, as the menu of a replay at the table gives it:

    jacknine solve "klaverjas dealer=3 contract=H taker=0 hands=7.9.K.-/-.-.JT.A/8.-.-.T/-.-.8.K9 leader=2 trick=AH"

With --json FILE (or - for standard input) every line is a question as in the conformance cases, and an answer is
printed for each. Exit status: 0 all is well, 1 the budget ran out, 2 a position cannot be.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from jacknine.cards import card_text
from jacknine.cli.numbers import count, seconds
from jacknine.game import State
from jacknine.notation.position import PositionError as LineError
from jacknine.notation.position import parse_position

if TYPE_CHECKING:
    from jacknine.solver.api import Budget, Solver

UNDECIDED: Final = 1
MALFORMED: Final = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    asked = parser.add_mutually_exclusive_group(required=True)
    asked.add_argument("position", nargs="?", metavar="POSITION", help="a position in one line")
    asked.add_argument("--json", metavar="FILE", help="questions as JSON, one a line; - is standard input")
    parser.add_argument("--points", action="store_true", help="value card points, not the whole difference")
    parser.add_argument("--score", action="store_true", help="value the deal's score by its own sheet")
    parser.add_argument("--nodes", type=count, metavar="N", help="give up after so many card decisions a question")
    parser.add_argument("--seconds", type=seconds, metavar="S", help="give up after so long a time a question")


def run(args: argparse.Namespace) -> int:
    try:
        from jacknine.solver.api import Budget, Solver, warm
    except ModuleNotFoundError as error:
        print(f"the solver needs {error.name}: pip install 'jacknine[solver]'", file=sys.stderr)
        return MALFORMED
    budget = Budget(args.nodes, args.seconds)
    # What is asked is read first: to compile takes a while, and would be for nothing.
    try:
        state = None if args.json else parse_position(args.position)
        lines = _lines(args.json) if args.json else []
    except LineError as error:
        print(error, file=sys.stderr)
        return MALFORMED
    except OSError as error:
        print(f"{args.json}: {error.strerror}", file=sys.stderr)
        return MALFORMED
    warm(lambda line: print(line, file=sys.stderr, flush=True))
    if state is None:
        return _many(Solver(), lines, budget)
    return _score(Solver(), state, budget) if args.score else _one(Solver(), state, args.points, budget)


def _lines(name: str) -> Iterable[str]:
    """The lines of a file, or of standard input."""
    return sys.stdin if name == "-" else Path(name).read_text(encoding="utf-8", errors="replace").splitlines()


def _one(solver: Solver, state: State, points: bool, budget: Budget) -> int:
    from jacknine.solver.position import PositionError, position_of

    try:
        position = position_of(state)
    except PositionError as error:
        print(error, file=sys.stderr)
        return MALFORMED
    solution = solver.solve(position, "points" if points else "difference", line=True, budget=budget)
    print(solution)
    return 0 if solution.exact else UNDECIDED


def _score(solver: Solver, state: State, budget: Budget) -> int:
    from jacknine.solver.position import PositionError
    from jacknine.solver.score import NoScore, solve_score

    try:
        told = solve_score(solver, state, budget)
    except (PositionError, NoScore) as error:
        print(error, file=sys.stderr)
        return UNDECIDED if isinstance(error, NoScore) else MALFORMED
    print(f"score {told.bounds}: {' : '.join(map(str, told.sheet.scores))}")
    print(f"line: {' '.join(map(card_text, told.line))}")
    return 0


def _many(solver: Solver, lines: Iterable[str], budget: Budget) -> int:
    from jacknine.solver.position import PositionError
    from jacknine.solver.question import answer

    status = 0
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        named = {}
        try:
            given = json.loads(line)
            if not isinstance(given, dict):
                raise PositionError("a question is a JSON object")
            named = {"id": given["id"]} if "id" in given else {}
            told = answer(solver, given, budget)
        except (ValueError, TypeError, AttributeError, OverflowError, RecursionError) as error:
            # Whatever a line of somebody else's file holds, it is that line's fault and the next one is read.
            reason = str(error) or "it is not a question"
            print(f"line {number}: {reason}", file=sys.stderr)
            told = {**named, "error": reason}
            status = MALFORMED
        if told.get("exact") is False:
            status = max(status, UNDECIDED)
        print(json.dumps(told), flush=True)
    return status
