"""The picture of a match is whole, and its curve is the running mean."""

from random import Random
from statistics import fmean
from xml.etree import ElementTree

import pytest

from jacknine.research.estimate import estimate
from jacknine.research.plot import POINTS, match_svg, running


def test_the_curve_is_the_running_estimate() -> None:
    values = [Random(1).gauss(3.0, 10.0) for _ in range(50)]
    for n, mean, reach in running(values):
        found = estimate(values[:n])
        assert (mean - reach, mean + reach) == pytest.approx(found.interval)


@pytest.mark.parametrize("count", [2, 5, 400, 5_000])
def test_a_curve_ends_at_the_last_pair_and_stays_short(count: int) -> None:
    chance = Random(2)
    values = [chance.gauss(0.0, 1.0) for _ in range(count)]
    curve = running(values)
    assert curve[-1][0] == count
    assert curve[-1][1] == pytest.approx(fmean(values))
    assert len(curve) <= POINTS + 2
    assert len({n for n, _, _ in curve}) == len(curve)


@pytest.mark.parametrize("values", [[0.0] * 5, [-3.0, -3.5], [1e6, -1e6, 12.5] * 40])
def test_the_picture_is_well_formed_and_all_of_it_is_inside(values: list[float]) -> None:
    root = ElementTree.fromstring(match_svg("a < b & c", {"cards": values, "score": values}))
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    lines = [node.attrib["points"] for node in root.iter() if "points" in node.attrib]
    assert len(lines) == 4
    for pair in " ".join(lines).split():
        x, y = map(float, pair.split(","))
        assert 0 <= x <= width
        assert 0 <= y <= height
    assert "a < b & c" in "".join(root.itertext())
