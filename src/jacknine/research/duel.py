"""Which of two players is stronger, and by how much: the same deals played twice, the seats swapped in between.

Luck of the deal falls out of the difference, so hundreds of deals show what thousands would not without swapping. Run
``python -m jacknine.research.duel hard random --game belote --pairs 500 --calls hard``.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from statistics import mean, stdev
from time import process_time
from typing import NamedTuple

from jacknine.bots import LEVELS, Bot, player, random_player
from jacknine.game import Deal, Decision, View, apply_legal, start, view
from jacknine.notation.fair import SEED_BYTES, shuffled
from jacknine.rules.variant import Rules, SettingsError
from jacknine.variants import parse_line

PLAYERS = (*LEVELS, "random")


class Played(NamedTuple):
    """A deal that was played: card points and score of every side, or nothing if it was thrown in."""

    cards: tuple[int, ...]
    score: tuple[int, ...]


class Estimate(NamedTuple):
    """A mean with its standard error, both in points a deal; ``n`` pairs of deals went into it."""

    mean: float
    error: float
    n: int

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval."""
        return self.mean - 1.96 * self.error, self.mean + 1.96 * self.error

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.mean:+.1f} a deal, standard error {self.error:.1f}, 95 % interval {low:+.1f} to {high:+.1f}"


@dataclass(frozen=True, slots=True)
class Report:
    """What a duel showed: the first player's points less those of the others (their mean, where they are several).

    ``cards`` are card points, ``score`` the points of the score sheet; ``milliseconds`` of processor time went into a
    decision of each player.
    """

    cards: Estimate
    score: Estimate
    milliseconds: tuple[float, float]


class _Timed:
    """A player with a stopwatch; its calls and discards may be left to another one, that both players share."""

    def __init__(self, bot: Bot, caller: Bot | None) -> None:
        self.bot = bot
        self.caller = caller
        self.seconds = 0.0
        self.decisions = 0

    def decide(self, view: View, seed: int) -> Decision:
        if self.caller is not None and view.phase != "play":
            return self.caller.decide(view, seed)
        begun = process_time()
        decision = self.bot.decide(view, seed)
        self.seconds += process_time() - begun
        self.decisions += 1
        return decision

    @property
    def milliseconds(self) -> float:
        return 1000.0 * self.seconds / max(1, self.decisions)


def play_deal(rules: Rules, deal: Deal, dealer: int, bots: Sequence[Bot], seed: int) -> Played | None:
    """One deal with a player in every seat; None where it was thrown in."""
    state, _ = apply_legal(start(rules, dealer), deal)
    while state.turn is not None:
        state, _ = apply_legal(state, bots[state.turn].decide(view(state, state.turn), seed))
    seen = view(state, None)
    if seen.outcome is None or seen.outcome.sheet is None:
        return None
    return Played(seen.points, seen.outcome.sheet.scores)


def deals(rules: Rules, seed: int) -> Iterator[tuple[int, Deal]]:
    """Endless numbered deals, always the same ones for a seed."""
    for number in count():
        yield number, shuffled(rules, seed.to_bytes(SEED_BYTES, "big"), number)


def lead(points: Sequence[int], side: int) -> float:
    """A side's points less those of the others, their mean where they are several."""
    return points[side] - mean(number for other, number in enumerate(points) if other != side)


def duel(rules: Rules, first: Bot, second: Bot, pairs: int, seed: int = 1, caller: Bot | None = None) -> Report:
    """Play deals with the first player on each side in turn against the second.

    Where everybody plays alone, "each side" is each seat. ``caller`` makes all calls and discards, the same at all
    tables, so that only card play is compared; deals that it throws in are left out. Without it each player calls for
    itself, and a deal thrown in counts nothing.
    """
    one, two = _Timed(first, caller), _Timed(second, caller)
    cards: list[float] = []
    score: list[float] = []
    for number, deal in deals(rules, seed):
        if len(score) == pairs:
            break
        tables = []
        for side in range(rules.sides):
            bots = [one if rules.side_of(seat) == side else two for seat in range(rules.players)]
            tables.append(play_deal(rules, deal, number % rules.players, bots, seed + number))
        if caller is not None and None in tables:
            continue
        cards.append(mean(lead(table.cards, side) if table else 0.0 for side, table in enumerate(tables)))
        score.append(mean(lead(table.score, side) if table else 0.0 for side, table in enumerate(tables)))
    return Report(estimate(cards), estimate(score), (one.milliseconds, two.milliseconds))


def estimate(values: Sequence[float]) -> Estimate:
    """The estimate that one value a pair of deals makes."""
    return Estimate(mean(values), stdev(values) / len(values) ** 0.5, len(values))


def named(name: str, rules: Rules) -> Bot:
    """The player of a level, or the one that plays at random.

    Raises:
        ValueError: there is no such player; the message names them.
    """
    if name == "random":
        return random_player
    if name not in LEVELS:
        raise ValueError(f"there is no player {name!r}; the players are {', '.join(PLAYERS)}")
    return player(name, rules)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command: prints the report, or one line about what is wrong and gives 2."""
    parser = argparse.ArgumentParser(prog="python -m jacknine.research.duel", description=__doc__.splitlines()[0])
    parser.add_argument("first", help=f"a player: {', '.join(PLAYERS)}")
    parser.add_argument("second", help="the player it meets")
    parser.add_argument("--game", default="belote", help="a game with its settings, as in belote(preset=cafe)")
    parser.add_argument("--pairs", type=int, default=500, help="deals, each played once a side (at least 2)")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other deals")
    parser.add_argument("--calls", help="the player that makes all calls, so that only card play is compared")
    given = parser.parse_args(arguments)
    try:
        rules = parse_line(given.game)
        first, second = named(given.first, rules), named(given.second, rules)
        caller = named(given.calls, rules) if given.calls else None
        if given.pairs < 2:
            raise ValueError(f"--pairs {given.pairs}: two pairs at least make an estimate")
        report = duel(rules, first, second, given.pairs, given.seed, caller)
    except (SettingsError, ValueError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    calls = f"calls by {given.calls}" if given.calls else "own calls"
    sys.stdout.write(
        f"{given.first} against {given.second}, {rules.line}, {calls}, {report.cards.n} pairs\n"
        f"  card points  {report.cards}\n"
        f"  score        {report.score}\n"
        f"  milliseconds a decision: {report.milliseconds[0]:.3f} and {report.milliseconds[1]:.3f}\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
