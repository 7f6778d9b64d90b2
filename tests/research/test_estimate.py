"""Estimates are as sure as they say, and the sequential test errs as seldom as it says."""

from random import Random

import pytest

from jacknine.research.estimate import Estimate, Stop, estimate, student
from tests.support import long_count


def test_an_estimate_gives_its_interval() -> None:
    assert Estimate(10.0, 2.0, 10_001).interval == pytest.approx((6.08, 13.92), abs=0.001)
    assert estimate([1.0, 3.0])[:2] == pytest.approx((2.0, 1.0))


# From the tables of Student's distribution.
@pytest.mark.parametrize(("freedom", "factor"), [(1, 12.706), (4, 2.776), (5, 2.571), (9, 2.262), (29, 2.045)])
def test_few_pairs_make_a_wide_interval(freedom: int, factor: float) -> None:
    assert student(freedom) == pytest.approx(factor, abs=0.01)


def test_one_pair_is_no_estimate() -> None:
    with pytest.raises(ValueError, match="two pairs"):
        estimate([1.0])


def settled(mean: float, seed: int) -> tuple[float | None, int]:
    """What a test for 0 against 2 says about normal values of this mean and deviation 10, and after how many."""
    chance, stop, values = Random(seed), Stop("score", 0.0, 2.0), list[float]()
    while len(values) < 4_000:
        values += [chance.gauss(mean, 10.0) for _ in range(100)]
        found = stop.verdict(estimate(values))
        if found is not None:
            return found, len(values)
    return None, len(values)


@pytest.mark.parametrize(("mean", "wrong"), [(0.0, 2.0), (2.0, 0.0)])
def test_a_sequential_test_errs_once_in_twenty_and_stops_early(mean: float, wrong: float) -> None:
    runs = [settled(mean, seed) for seed in range(long_count(100, 2_000))]
    errors = sum(found == wrong for found, _ in runs)
    assert errors <= 0.05 * len(runs) + 2.0 * (0.05 * 0.95 * len(runs)) ** 0.5
    assert all(found is not None for found, _ in runs)
    # With a fixed number of pairs the same errors take (2 x 1.645 x 10 / 2)² = 271.
    assert sum(n for _, n in runs) / len(runs) < 271


def test_values_that_are_all_the_same_settle_nothing_in_the_middle() -> None:
    assert Stop("score", 0.0, 2.0).verdict(Estimate(1.0, 0.0, 100)) is None
    assert Stop("score", 0.0, 2.0).verdict(Estimate(1.5, 0.0, 100)) == 2.0
    assert Stop("score", 0.0, 2.0).verdict(Estimate(2.0, 0.1, 40)) is None
