"""Which of two players is stronger, and by how much: the same deals played twice, the places changed in between.

    jacknine arena expert hard --game "belote(preset=cafe)" --deals dev --pairs 400

Luck of the deal falls out of the difference, so hundreds of deals show what thousands would not. A and B are levels of
computer players, TOML files that specify one, random, or open-cards, which sees all hands and is the ceiling. With
--calls a level makes all calls and discards at all tables, so that only card play is compared. The deals are frozen: a
set that comes with every game, or a file; the same deals, players and seed give the same figures with any number of
workers.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Final

from jacknine.cli.bar import Bar
from jacknine.research.arena import MEASURES, Report, Standing
from jacknine.research.arena import run as play
from jacknine.research.estimate import ERROR, Stop
from jacknine.research.frozen import SETS, deal_path, read_deals
from jacknine.research.pairs import IllegalDecision, Match, names
from jacknine.research.plot import match_svg
from jacknine.research.workers import NoWorkers, Workers
from jacknine.variants import parse_line

REFUSED: Final = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    players = ", ".join(names())
    parser.add_argument("first", metavar="A", help=f"a player: {players}")
    parser.add_argument("second", metavar="B", help="the player it meets")
    parser.add_argument("--game", default="belote", help="a rule set, as in belote(preset=cafe) (%(default)s)")
    parser.add_argument(
        "--deals", default="dev", metavar="FILE", help=f"{', '.join(SETS)} or a deal file (%(default)s)"
    )
    parser.add_argument("--pairs", type=int, default=200, metavar="N", help="how many deals count (%(default)s)")
    parser.add_argument("--calls", default="", metavar="LEVEL", help="the player that makes all calls and discards")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other luck of the players (%(default)s)")
    parser.add_argument(
        "--stop", type=_stop, metavar="MEASURE:LOW:HIGH", help="stop when one difference is far likelier: score:0:10"
    )
    parser.add_argument("--workers", type=int, default=0, metavar="N", help="processes (one a core)")
    parser.add_argument("--cluster", default="", metavar="NAME[:ADDRESS]", help="let a dask or ray cluster play")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of lines")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw how the means settled, as SVG")


def _stop(text: str) -> Stop:
    measure, _, limits = text.partition(":")
    low, _, high = limits.partition(":")
    try:
        stop = Stop(measure, float(low), float(high))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r}: write a measure and two differences, as in score:0:10") from None
    if measure not in MEASURES or not stop.low < stop.high:
        raise argparse.ArgumentTypeError(f"{text!r}: {' or '.join(MEASURES)}, then the lower difference, then a higher")
    return stop


def run(args: argparse.Namespace) -> int:
    bar = Bar(args.pairs, "pairs")

    def tell(standing: Standing) -> None:
        bar.show(len(standing.leads), lambda: _score(standing))

    try:
        rules = parse_line(args.game)
        match = Match(args.first, args.second, rules.line, args.calls, args.seed)
        deals = read_deals(deal_path(args.deals, rules), rules)
        workers = Workers(args.workers, args.cluster)
        report = play(match, deals, args.pairs, workers, args.stop, tell)
    except (ValueError, NoWorkers, IllegalDecision, OSError) as error:
        print(f"jacknine arena: {error}", file=sys.stderr)
        return REFUSED
    except ModuleNotFoundError as error:
        print(f"jacknine arena: such a player needs {error.name}: pip install 'jacknine[solver]'", file=sys.stderr)
        return REFUSED
    finally:
        bar.end()
    print(json.dumps(report.as_json(), indent=2) if args.json else _text(report))
    if args.plot:
        try:
            args.plot.write_text(match_svg(_title(report), _series(report)), encoding="utf-8")
        except OSError as error:
            print(f"jacknine arena: {args.plot}: {error.strerror}", file=sys.stderr)
            return REFUSED
    return 0


def _score(standing: Standing) -> str:
    if len(standing.leads) < 2:
        return ""
    score = standing.estimate("score")
    return f", score {score.mean:+.1f} ± {score.error:.1f}"


def _title(report: Report) -> str:
    match = report.match
    calls = f"calls by {match.caller}" if match.caller else "own calls"
    return f"{match.first} against {match.second}, {match.line}, {calls}, {report.cards.n} pairs"


def _series(report: Report) -> dict[str, list[float]]:
    return {f"{measure}, points a deal": report.standing.values(measure) for measure in MEASURES}


def _text(report: Report) -> str:
    first, second = report.milliseconds
    lines = [
        _title(report),
        f"  card points  {report.cards}",
        f"  score        {report.score}",
        f"  processor time a decision: {first:.3f} ms and {second:.3f} ms",
    ]
    if report.standing.thrown_in:
        lines.append(f"  {report.standing.thrown_in} more deals were thrown in by {report.match.caller} and left out")
    if report.stop is not None:
        measure, low, high = report.stop
        found = "undecided" if report.verdict is None else f"it is {report.verdict:g}"
        lines.append(f"  {measure}: {low:g} or {high:g}? {found} (sequential ratio test, {ERROR:.0%} error each way)")
    return "\n".join(lines)
