"""Find deals to teach a game with: who follows the advice there meets what a first deal has to show.

    jacknine tutorial --game "bela(players=3)" --count 500

looks at so many and prints the numbers of those that show everything, with what an expert would lose by the advice, the
best first. One of them goes into the list of the first deals.
"""

from __future__ import annotations

import argparse
import sys

from jacknine.bots.hints import hint
from jacknine.cli.numbers import count
from jacknine.game import Play
from jacknine.rules.settings import SettingsError
from jacknine.variants import parse_line

MALFORMED = 2
SHOWN = 10


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--game", default="belote", metavar="LINE", help="a game, with settings or without")
    parser.add_argument("--count", type=count, default=500, metavar="N", help="how many deals to look at (%(default)s)")
    parser.add_argument("--calls", type=int, default=1, metavar="N", help="how often he calls at most (%(default)s)")


def run(args: argparse.Namespace) -> int:
    from jacknine.server.first_course import WANTED, Course, course, met
    from jacknine.server.first_deals import First

    try:
        line = parse_line(args.game).line
    except SettingsError as error:
        print(error, file=sys.stderr)
        return MALFORMED

    def lost(played: Course) -> float:
        """What an expert thinks the advice costs, card by card."""
        total = 0.0
        for stop in played.stops:
            worths = dict(hint(stop.seen, 0).worths) if stop.seen.phase == "play" else {}
            if worths and isinstance(stop.advised.decision, Play):
                # What the expert has not looked into any further was the worst.
                total += max(worths.values()) - worths.get(stop.advised.decision, min(worths.values()))
        return total

    found = []
    for number in range(args.count):
        played = course(First(line, number))
        calls = sum(stop.seen.phase == "auction" for stop in played.stops)
        if calls <= args.calls and met(played) == frozenset(WANTED):
            found.append((played, number))
            if len(found) == SHOWN:
                break
    for cost, number in sorted((lost(played), number) for played, number in found):
        print(f"{number}: the advice costs {cost:.1f}")
    if not found:
        print(f"none of {args.count} deals shows everything", file=sys.stderr)
    return 0 if found else 1
