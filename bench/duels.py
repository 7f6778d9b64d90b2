"""`make duel`: our strongest player against other programs, and every level of ours against the one below it.

Writes bench/duels.json after each duel, and the table of all of them to docs/measurements.md. What was measured before
stays until the same two meet again; a peer that is missing or crashes is told in one line and skipped.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from math import hypot
from pathlib import Path
from typing import Any, Final

from bench.duel import OPPONENTS, Result, duel
from bench.peer import PeerMissing
from jacknine.bots import LEVELS
from jacknine.research.arena import run
from jacknine.research.estimate import Estimate
from jacknine.research.frozen import deal_path, read_deals
from jacknine.research.pairs import OPEN_CARDS, Match, contestant
from jacknine.variants import parse_line

KEPT: Final = Path(__file__).parent / "duels.json"
PAGE: Final = Path(__file__).parent.parent / "docs" / "measurements.md"
BEGIN: Final = "<!-- make duel writes from here -->"
END: Final = "<!-- to here -->"
GAMES: Final = ("belote", "coinche", "klaverjas", "bela", "bela(players=2)", "bela(players=3)", "baloot", "jass")
CALLS: Final = "hard"
"""Who makes the calls where only cards are compared with the ceiling."""


def outside(ours: str, pairs: int, deals: str) -> Iterator[tuple[str, Callable[[], Result]]]:
    """Every duel with another program, under its name."""
    for opponent in OPPONENTS:
        for calls in (False, True):
            track = f"calls by {opponent.peer}" if calls else "full"
            name = f"{ours} against {opponent.name}, {opponent.line}, {track}"
            yield name, partial(duel, ours, opponent, pairs, deals=deals, peer_calls=calls)


def inside(pairs: int, deals: str) -> Iterator[tuple[str, Callable[[], Result]]]:
    """Every level against the one below; and our strongest and the ceiling against hard, with the same calls."""
    steps = [(above, below, "") for below, above in pairwise(("random", *LEVELS))]
    steps += [(first, CALLS, CALLS) for first in (LEVELS[-1], OPEN_CARDS)]
    for game in GAMES:
        for first, second, caller in steps:
            track = f"calls by {caller}" if caller else "full"
            yield f"{first} against {second}, {game}, {track}", partial(met, first, second, game, caller, pairs, deals)


def met(first: str, second: str, game: str, caller: str, pairs: int, deals: str) -> Result:
    """A duel between two players of ours."""
    rules = parse_line(game)
    report = run(Match(first, second, rules.line, caller), read_deals(deal_path(deals, rules), rules), pairs)
    track = f"calls by {caller}" if caller else "full"
    return Result(first, second, rules.line, track, report.cards, report.score, report.milliseconds)


def keep(result: Result) -> None:
    """Write a result beside the others, and the table of all."""
    told: list[dict[str, Any]] = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else []
    new = result.as_json()
    same = ("a", "b", "game", "track")
    places = [at for at, one in enumerate(told) if all(one[name] == new[name] for name in same)]
    if places:
        told[places[0]] = new
    else:
        told.append(new)
    KEPT.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    tables = table(told) + ladder(told) + shares(told)
    PAGE.write_text(f"{before}{BEGIN}\n{tables}{END}{rest.partition(END)[2]}", encoding="utf-8")


def table(told: Sequence[dict[str, Any]]) -> str:
    """All duels as a table in Markdown."""
    lines = [
        "| A | B | game | track | pairs | card points a deal | score a deal | ms a decision |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for one in told:
        figures = [_figure(Estimate(**one[measure], n=one["pairs"])) for measure in ("cards", "score")]
        times = " / ".join(f"{ms:.0f}" if ms >= 10 else f"{ms:.2g}" for ms in one["ms_per_decision"])
        row = [one["a"], one["b"], one["game"], one["track"], str(one["pairs"]), *figures, times]
        lines.append(f"| {' | '.join(row)} |")
    return "\n".join(lines) + "\n"


def ladder(told: Sequence[dict[str, Any]]) -> str:
    """What every level wins over the one below by its own calls and cards, in the score, game by game."""
    found = {(one["a"], one["b"], one["game"]): one for one in told if one["track"] == "full"}
    steps = [(above, below) for below, above in pairwise(("random", *LEVELS))][::-1]
    lines = [
        "\nWhat every level wins over the one below, in the score a deal:\n",
        f"| game | {' | '.join(f'{above} over {below}' for above, below in steps)} |",
        "|---" * (len(steps) + 1) + "|",
    ]
    for game in GAMES:
        kept = [found.get((above, below, parse_line(game).line)) for above, below in steps]
        cells = ["–" if one is None else _figure(Estimate(**one["score"], n=one["pairs"])) for one in kept]
        lines.append(f"| {game} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def shares(told: Sequence[dict[str, Any]]) -> str:
    """How much of the room between hard and the ceiling our strongest player closes by its cards, game by game."""
    found = {(one["a"], one["game"]): one for one in told if (one["b"], one["track"]) == (CALLS, f"calls by {CALLS}")}
    games = [game for name, game in found if name == OPEN_CARDS and (LEVELS[-1], game) in found]
    if not games:
        return ""
    lines = [
        f"\nWhat {LEVELS[-1]} wins over {CALLS}, as a share of what {OPEN_CARDS} wins over it, with standard errors:\n",
        "| game | card points | score |",
        "|---|---|---|",
    ]
    for game in games:
        ours, most = found[LEVELS[-1], game], found[OPEN_CARDS, game]
        lines.append(f"| {game} | {_share(ours['cards'], most['cards'])} | {_share(ours['score'], most['score'])} |")
    return "\n".join(lines) + "\n"


def _share(ours: dict[str, float], most: dict[str, float]) -> str:
    if most["mean"] <= 0:
        return "–"
    share = ours["mean"] / most["mean"]
    error = hypot(ours["error"], share * most["error"]) / most["mean"]
    return f"{share:.0%} ± {error:.0%}"


def _figure(found: Estimate) -> str:
    low, high = found.interval
    return f"{found.mean:+.1f} ({low:+.1f} to {high:+.1f})"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run all duels, or those whose name has a word in it."""
    parser = argparse.ArgumentParser(prog="make duel", description=__doc__.splitlines()[0])
    parser.add_argument("--pairs", type=int, default=20, help="pairs a duel (%(default)s)")
    parser.add_argument("--ours", default=LEVELS[-1], help="the level that meets the other programs (%(default)s)")
    parser.add_argument("--only", default="", help="only duels whose name has this in it, as in colver or jass")
    parser.add_argument("--deals", default="dev", help="the set of deals (%(default)s)")
    given = parser.parse_args(arguments)
    try:
        contestant(given.ours, "belote")
    except ValueError as error:
        print(f"make duel: {error}", file=sys.stderr)
        return 2
    for name, play in (*outside(given.ours, given.pairs, given.deals), *inside(given.pairs, given.deals)):
        if given.only not in name:
            continue
        try:
            result = play()
        except PeerMissing as reason:
            print(f"{name.partition(',')[0].partition(' against ')[2]} skipped: {reason}", file=sys.stderr)
            continue
        print(
            f"{name}, {result.cards.n} pairs\n  card points  {result.cards}\n  score        {result.score}", flush=True
        )
        keep(result)
    return 0


if __name__ == "__main__":
    sys.exit(main())
