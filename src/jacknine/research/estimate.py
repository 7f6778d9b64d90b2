"""How sure a measurement is: a mean with its error, and a test that knows when to stop.

The test is the generalised sequential probability ratio test, as it is used for chess programs: two differences are
named, and pairs are played until one of them is so much likelier than the other that both kinds of error stay at
5 %. Spread is estimated from the pairs themselves. Knows numbers, not games.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt
from statistics import NormalDist, fmean, stdev
from typing import Final, NamedTuple

ERROR: Final = 0.05
"""How often a sequential test may take one difference for the other, and how much an interval leaves out."""
FEWEST: Final = 50
"""A sequential test says nothing before so many pairs: their spread would be a guess."""


class Estimate(NamedTuple):
    """A mean with its standard error, both in points a deal; ``n`` pairs of deals went into it."""

    mean: float
    error: float
    n: int

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval, by Student's distribution: few pairs make it wider."""
        reach = student(self.n - 1) * self.error
        return self.mean - reach, self.mean + reach

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.mean:+.1f} a deal, standard error {self.error:.1f}, 95 % interval {low:+.1f} to {high:+.1f}"


def estimate(values: Sequence[float]) -> Estimate:
    """The estimate that one value a pair of deals makes.

    Raises:
        ValueError: there are fewer than two values.
    """
    if len(values) < 2:
        raise ValueError("two pairs at least make an estimate")
    return Estimate(fmean(values), stdev(values) / sqrt(len(values)), len(values))


def student(freedom: int) -> float:
    """How many standard errors a 95 % interval reaches to each side, with so many degrees of freedom (1 or more).

    The expansion of Student's quantile around the normal one is good to a hundredth from five degrees on.
    """
    exact = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776}
    if freedom in exact:
        return exact[freedom]
    z = NormalDist().inv_cdf(1 - ERROR / 2)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


class Stop(NamedTuple):
    """A sequential test of a mean: is it ``low`` or is it ``high``, in points a deal of ``measure``?"""

    measure: str
    low: float
    high: float

    def verdict(self, found: Estimate) -> float | None:
        """The difference that is the likelier one by far; None while neither is.

        With normal values the logarithm of the likelihood ratio is n (high - low) (mean - middle) / variance. Wald's
        bounds for errors of 5 % each are ± log 19.
        """
        if found.n < FEWEST:
            return None
        variance = found.error**2 * found.n
        away = found.mean - (self.low + self.high) / 2
        bound = log((1 - ERROR) / ERROR)
        weight = found.n * (self.high - self.low) * away
        if abs(weight) < bound * variance or not away:
            return None
        return self.high if away > 0 else self.low
