"""What an expert would do in a position, seeing only the cards of the seat on turn, and why.

POSITION is one line, as `jacknine solve` takes it; the hands of the other seats are not looked at:

    jacknine hint "klaverjas dealer=3 contract=H taker=0 hands=7.9.K.-/-.-.JT.A/8.-.-.T/-.-.8.K9 leader=2 trick=AH"

With --record FILE it is a moment of a recorded game instead, a call as well as a card: before action K of deal N, both
counted from 1; unless told, where the record ends.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from jacknine.bots import LEVELS
from jacknine.bots.hints import Hint, hint
from jacknine.bots.search import can_search
from jacknine.bots.spec import shipped
from jacknine.cards import card_text, cards_text
from jacknine.cli.terminal import bare
from jacknine.game import Decision, Discard, Play, Speak, State, apply, start, view
from jacknine.notation.position import PositionError, parse_position
from jacknine.notation.record import RecordError, replay
from jacknine.server.words import Words

MALFORMED = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    asked = parser.add_mutually_exclusive_group(required=True)
    asked.add_argument("position", nargs="?", metavar="POSITION", help="a position in one line")
    asked.add_argument("--record", type=Path, metavar="FILE", help="a game record")
    parser.add_argument("--deal", type=int, metavar="N", help="which deal of the record (the last)")
    parser.add_argument("--action", type=int, metavar="K", help="before which of its actions (after all of them)")
    parser.add_argument("--level", choices=LEVELS, default="expert", help="who advises (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other deals looked at (%(default)s)")


def run(args: argparse.Namespace) -> int:
    try:
        state = _recorded(args.record, args.deal, args.action) if args.record else parse_position(args.position)
    except OSError as error:
        print(f"{args.record}: {error.strerror}", file=sys.stderr)
        return MALFORMED
    except RecordError as error:
        print(f"{args.record}:{error.line}: {error.reason}", file=sys.stderr)
        return MALFORMED
    except (PositionError, NoMoment) as error:
        print(error, file=sys.stderr)
        return MALFORMED
    if state.turn is None:
        print("nobody has anything to decide in this position", file=sys.stderr)
        return MALFORMED
    spec = shipped(args.level)
    if spec.search and not can_search():
        print(f"without the solver {args.level} plays as hard: pip install 'jacknine[solver]'", file=sys.stderr)
    _tell(hint(view(state, state.turn), args.seed, spec))
    return 0


class NoMoment(ValueError):
    """A record has no such deal or action; the message says what it has."""


def _recorded(path: Path, deal: int | None, action: int | None) -> State:
    """The state of a recorded game before an action of a deal."""
    game = replay(path.read_bytes().splitlines())
    if not game.deals:
        raise NoMoment(f"{path} has no deals")
    number = len(game.deals) if deal is None else deal
    if not 1 <= number <= len(game.deals):
        raise NoMoment(f"--deal {number}: {path} has deals 1 to {len(game.deals)}")
    actions = game.deals[number - 1].actions
    at = len(actions) + 1 if action is None else action
    if not 1 <= at <= len(actions) + 1:
        raise NoMoment(f"--action {at}: that deal has actions 1 to {len(actions)}")
    state = start(game.rules, game.dealer, game.totals)
    for index, played in enumerate(game.deals[:number], 1):
        state, _ = apply(state, played.deal)
        for one in played.actions if index < number else actions[: at - 1]:
            state, _ = apply(state, one)
    return state


def _tell(found: Hint) -> None:
    why = bare(Words("en").text(f"hint.{found.why.id}", **found.why.values))
    print(f"{_text(found.decision)}: {why}")
    for decision, worth in found.worths:
        print(f"  {_text(decision):6} {worth:+.1f}")


def _text(decision: Decision) -> str:
    if isinstance(decision, Play):
        return card_text(decision.card)
    if isinstance(decision, Discard):
        return f"lay away {' '.join(cards_text(decision.cards))}"
    return str(decision.call) if isinstance(decision, Speak) else type(decision).__name__.lower()
