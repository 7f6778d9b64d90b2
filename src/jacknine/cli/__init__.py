"""The command line: finds the module of a command and hands the rest over.

A command is a module of this package with ``add_arguments(parser)`` and ``run(args) -> int``, the exit status; its
docstring is its help. Only the module of the command that was given is imported, so that none waits for another's
packages.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper
from typing import Final

from jacknine import __version__

COMMANDS: Final = {
    "serve": "run the table for browsers",
    "play": "play in the terminal against computer players",
    "replay": "print a recorded game and check its scores",
    "conformance": "hold cases of the rules against the engine",
    "solve": "value a position with open hands, and every card",
    "dataset": "make a data set with the exact solver",
    "puzzles": "make puzzles from random deals",
    "train": "learn from deals what close calls bring",
    "tutorial": "find deals to teach a game with",
    "arena": "measure which of two players is stronger",
    "hint": "say what an expert would do in a position, and why",
}
"""The commands with a line of help each; ``serve`` is ``jacknine.cli.serve``."""
STOPPED: Final = 130
"""The status of a command that was stopped from the keyboard, as shells have it."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line, by default that of the process, and return its exit status.

    Raises:
        SystemExit: the command line is malformed (status 2) or only asked for help (0).
    """
    words = sys.argv[1:] if argv is None else list(argv)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # What a file names may hold signs that the terminal cannot write, half of a pair among them.
            stream.reconfigure(errors="backslashreplace")
    if not words or words[0] not in COMMANDS:
        overview = _overview()
        overview.parse_args(words or ["--help"])
        overview.error("the command comes first")
    command = import_module(f"jacknine.cli.{words[0]}")
    parser = argparse.ArgumentParser(prog=f"jacknine {words[0]}", description=command.__doc__)
    command.add_arguments(parser)
    try:
        status: int = command.run(parser.parse_args(words[1:]))
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever reads has seen enough, as `| head` does; nothing is left to say to it, at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 1
    except KeyboardInterrupt:
        print(f"\njacknine {words[0]}: stopped", file=sys.stderr)
        status = STOPPED
    return status


def _overview() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="jacknine", description="The Jack-Nine card games: table, records, rules.")
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name, line in COMMANDS.items():
        commands.add_parser(name, help=line)
    return parser
