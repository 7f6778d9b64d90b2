"""The arena: many pairs, and what they show.

Pairs are taken in the order of the deal file, in rounds; between rounds it is looked whether enough is known. Which
process plays a pair does not matter, so the figures are the same for any number of workers, processor time apart.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from jacknine.research.estimate import Estimate, Stop, estimate
from jacknine.research.frozen import Numbered
from jacknine.research.pairs import Clock, Match, Pair, contestant, play_pair
from jacknine.research.workers import Workers, hired

MEASURES: Final = ("cards", "score")
"""What is compared: card points, and the points of the score sheet."""
ROUND: Final = 100
"""A sequential test looks at the figures after each so many deals."""

Tell = Callable[["Standing"], None]


@dataclass
class Standing:
    """What has been played so far: a value a pair for each measure, deals that were left out, time of both players."""

    wanted: int
    leads: list[tuple[float, float]] = field(default_factory=list)
    thrown_in: int = 0
    clocks: tuple[Clock, Clock] = (Clock(), Clock())

    def count(self, pair: Pair) -> None:
        """Add a pair."""
        self.clocks = (self.clocks[0] + pair.clocks[0], self.clocks[1] + pair.clocks[1])
        if pair.lead is None:
            self.thrown_in += 1
        else:
            self.leads.append(pair.lead)

    def values(self, measure: str) -> list[float]:
        """A value a pair, in order."""
        return [pair[MEASURES.index(measure)] for pair in self.leads]

    def estimate(self, measure: str) -> Estimate:
        """The estimate of a measure so far.

        Raises:
            ValueError: fewer than two pairs have been played.
        """
        return estimate(self.values(measure))


@dataclass(frozen=True, slots=True)
class Report:
    """What a match showed: the first player's points less those of the others, a deal.

    ``verdict`` is the difference that a sequential test settled on, None where there was none or it did not end.
    """

    match: Match
    standing: Standing
    cards: Estimate
    score: Estimate
    stop: Stop | None = None
    verdict: float | None = None

    @property
    def milliseconds(self) -> tuple[float, float]:
        """Processor time of a decision of each player; left out of what must be equal."""
        one, two = self.standing.clocks
        return one.milliseconds, two.milliseconds

    def as_json(self) -> dict[str, Any]:
        """The report as plain values."""
        match, stop = self.match, self.stop
        return {
            "a": match.first,
            "b": match.second,
            "game": match.line,
            "track": f"calls by {match.caller}" if match.caller else "full",
            "seed": match.seed,
            "pairs": self.cards.n,
            "thrown_in": self.standing.thrown_in,
            **{
                name: {"mean": one.mean, "error": one.error, "low": one.interval[0], "high": one.interval[1]}
                for name, one in zip(MEASURES, (self.cards, self.score), strict=True)
            },
            "ms_per_decision": list(self.milliseconds),
            "stop": None if stop is None else {**stop._asdict(), "verdict": self.verdict},
        }


def run(
    match: Match,
    deals: Sequence[Numbered],
    pairs: int,
    workers: Workers | None = None,
    stop: Stop | None = None,
    tell: Tell = lambda _: None,
) -> Report:
    """Play so many pairs, fewer when the test ends before or the deals run out.

    ``tell`` is called after every deal with the standing. Interrupted from the keyboard, it reports what it has.

    Raises:
        ValueError: an unknown player, or too few pairs or deals for an estimate.
        NoWorkers: the workers cannot be had.
        IllegalDecision: a player broke the rules.
    """
    if pairs < 2:
        raise ValueError(f"{pairs} pairs: two at least make an estimate")
    if not match.caller and pairs > len(deals):
        raise ValueError(f"{pairs} pairs: the file has {len(deals)} deals")
    for name in filter(None, (match.first, match.second, match.caller)):
        contestant(name, match.line)
    standing, verdict, at = Standing(pairs), None, 0
    with hired(workers or Workers(), play_pair) as play:
        while len(standing.leads) < pairs and at < len(deals) and verdict is None:
            missing = pairs - len(standing.leads)
            some = deals[at : at + (missing if stop is None else min(missing, ROUND))]
            at += len(some)
            try:
                for pair in play(match, some):
                    standing.count(pair)
                    tell(standing)
            except KeyboardInterrupt:
                break
            if stop is not None and len(standing.leads) > 1:
                verdict = stop.verdict(standing.estimate(stop.measure))
    return Report(match, standing, standing.estimate("cards"), standing.estimate("score"), stop, verdict)
