"""What an expert would do in a position, seeing only the cards of the seat on turn, and why.

POSITION is one line, as `jacknine solve` takes it; the hands of the other seats are not looked at:

    jacknine hint "klaverjas dealer=3 contract=H taker=0 hands=7.9.K.-/-.-.JT.A/8.-.-.T/-.-.8.K9 leader=2 trick=AH"
"""

from __future__ import annotations

import argparse
import sys

from jacknine.bots import LEVELS
from jacknine.bots.hints import Hint, hint
from jacknine.bots.spec import shipped
from jacknine.cards import card_text
from jacknine.game import Decision, Play, Speak, view
from jacknine.notation.position import PositionError, parse_position
from jacknine.server.words import Words

MALFORMED = 2
ISOLATES = dict.fromkeys(map(ord, "\u2066\u2067\u2068\u2069"))
"""Signs that keep a page's words in order and mean nothing to a terminal."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("position", metavar="POSITION", help="a position in one line")
    parser.add_argument("--level", choices=LEVELS, default="expert", help="who advises (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other deals looked at (%(default)s)")


def run(args: argparse.Namespace) -> int:
    try:
        state = parse_position(args.position)
    except PositionError as error:
        print(error, file=sys.stderr)
        return MALFORMED
    if state.turn is None:
        print("nobody has anything to decide in this position", file=sys.stderr)
        return MALFORMED
    _tell(hint(view(state, state.turn), args.seed, shipped(args.level)))
    return 0


def _tell(found: Hint) -> None:
    print(Words("en").text(f"hint.{found.why.id}", **found.why.values).translate(ISOLATES))
    for decision, worth in found.worths:
        print(f"  {_text(decision):6} {worth:+.1f}")


def _text(decision: Decision) -> str:
    if isinstance(decision, Play):
        return card_text(decision.card)
    return str(decision.call) if isinstance(decision, Speak) else type(decision).__name__.lower()
