"""Learn from deals what close calls bring, for the computer players of one game.

    jacknine train calls --game belote --deals 5000 --seed 1 FOLDER

Random deals are called by the rules; wherever two calls are close, each is made and the deal is played to its end by
hard players. What they brought beyond what the rules expected becomes GAME.toml in FOLDER, a table that players
with `trained = true` use where it comes with the package. The deals are kept beside it: started again, the command goes
on where it was. The same game, deals and seed give the same table with any number of workers.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Final

from jacknine.cli.bar import Bar
from jacknine.cli.numbers import count
from jacknine.research.calls import Order, collect
from jacknine.research.workers import NoWorkers, Workers
from jacknine.variants import parse_line

REFUSED: Final = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("what", choices=["calls"], help="what to learn")
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="where the deals and the table go")
    parser.add_argument("--game", default="belote", help="a rule set, as in belote(preset=cafe) (%(default)s)")
    parser.add_argument("--deals", type=count, default=5000, metavar="N", help="how many deals (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="which random deals (%(default)s)")
    parser.add_argument("--workers", type=int, default=0, metavar="N", help="processes (one a core)")
    parser.add_argument("--cluster", default="", metavar="NAME[:ADDRESS]", help="let a dask or ray cluster play")


def run(args: argparse.Namespace) -> int:
    try:
        from jacknine.research.regress import learnt, told
    except ModuleNotFoundError as error:
        print(f"jacknine train: this needs {error.name}: pip install 'jacknine[solver]'", file=sys.stderr)
        return REFUSED
    bar = Bar(args.deals, "deals")
    try:
        rules = parse_line(args.game)
        order = Order(rules.line, args.seed)
        args.folder.mkdir(parents=True, exist_ok=True)
        samples = args.folder / f"{order.name}.jsonl"
        workers = Workers(args.workers, args.cluster)
        choices = collect(order, args.deals, samples, workers, bar.show)
        table = learnt(order, args.deals, choices)
        path = args.folder / f"{order.name}.toml"
        path.write_text(table.text, encoding="utf-8")
    except (ValueError, NoWorkers, OSError) as error:
        print(f"jacknine train: {error}", file=sys.stderr)
        return REFUSED
    except KeyboardInterrupt:
        print("\njacknine train: stopped; the same command goes on from here", file=sys.stderr)
        return REFUSED
    finally:
        bar.end()
    print(
        f"{len(choices)} close choices in {args.deals} deals; over the rules, by cross-validation: {told(table.gain)}"
    )
    print(f"{path} is written")
    return 0
