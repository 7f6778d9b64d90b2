"""Print a recorded game and check its scores.

Every deal of FILE is played again: hands in four suits, auction, tricks with winner and points, score sheet. Exit
status: 0 the record is sound, 1 it is not (line and reason go to the error output, after the deals before it).
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from jacknine.notation.record import RecordError, deals
from jacknine.notation.show import deal_text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="a game record")


def run(args: argparse.Namespace) -> int:
    try:
        lines = args.file.read_bytes().splitlines()
    except OSError as error:
        print(f"{args.file}: {error.strerror}", file=sys.stderr)
        return 1
    try:
        for number, state in enumerate(deals(lines)):
            if number == 0:
                print(state.rules.line)
            print()
            print(deal_text(state), end="")
    except RecordError as error:
        print(f"{args.file}:{error.line}: {error.reason}", file=sys.stderr)
        return 1
    return 0
