"""A picture of a match: how the mean settles as pairs come in, with its 95 % interval, as one SVG.

Knows series of numbers and nothing of players.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from itertools import accumulate
from math import ceil, floor, log10, sqrt
from typing import Final

from jacknine.research.estimate import student

WIDTH, HEIGHT = 640, 240
LEFT, RIGHT, TOP, BOTTOM = 64, 24, 36, 36
POINTS: Final = 400
"""A curve has no more points than this."""
FIRST: Final = 10
"""Fewer pairs have an interval that would only stretch the picture."""
STYLE: Final = """
.band { fill: #2a6f97; fill-opacity: .2 } .mean { fill: none; stroke: #2a6f97; stroke-width: 2 }
.zero { stroke: #888; stroke-dasharray: 4 3 } .axis { stroke: #888 }
text { font: 12px sans-serif; fill: #222 } .title { font-weight: bold }
@media (prefers-color-scheme: dark) { text { fill: #ddd } .back { fill: #1b1b1b } }
.back { fill: #fff }
"""


def running(values: Sequence[float]) -> list[tuple[int, float, float]]:
    """Pairs, mean and half the width of its interval after each pair, from the tenth one on."""
    sums, squares = list(accumulate(values)), list(accumulate(value * value for value in values))
    curve = []
    for n in range(min(FIRST, len(values)), len(values) + 1):
        mean = sums[n - 1] / n
        variance = max(0.0, squares[n - 1] - n * mean * mean) / (n - 1) if n > 1 else 0.0
        curve.append((n, mean, student(max(1, n - 1)) * sqrt(variance / n)))
    step = ceil(len(curve) / POINTS)
    return curve[:-1:step] + curve[-1:]


def match_svg(title: str, series: Mapping[str, Sequence[float]]) -> str:
    """The picture: a panel for each named series of values, one value a pair."""
    height = TOP + HEIGHT * len(series)
    panels = "".join(
        f'<g transform="translate(0 {TOP + number * HEIGHT})">{_panel(name, running(values))}</g>\n'
        for number, (name, values) in enumerate(series.items())
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">\n'
        f"<title>{escape(title)}</title><style>{STYLE}</style>\n"
        f'<rect class="back" width="{WIDTH}" height="{height}"/>\n'
        f'<text class="title" x="{LEFT}" y="24">{escape(title)}</text>\n{panels}</svg>\n'
    )


def _panel(name: str, curve: Sequence[tuple[int, float, float]]) -> str:
    low = min(0.0, *(mean - reach for _, mean, reach in curve), 0.0)
    high = max(0.0, *(mean + reach for _, mean, reach in curve), 0.0)
    step = _step(high - low or 1.0)
    low, high = floor(low / step) * step, max(ceil(high / step) * step, floor(low / step) * step + step)
    most = curve[-1][0]

    def x(n: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * n / most

    def y(value: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - 16) * (value - low) / (high - low)

    def path(points: Sequence[tuple[float, float]]) -> str:
        return " ".join(f"{x(n):.1f},{y(value):.1f}" for n, value in points)

    band = [(n, mean + reach) for n, mean, reach in curve] + [(n, mean - reach) for n, mean, reach in reversed(curve)]
    marks = [low + number * step for number in range(round((high - low) / step) + 1)]
    ticks = "".join(
        f'<line class="axis" x1="{LEFT - 4}" x2="{LEFT}" y1="{y(mark):.1f}" y2="{y(mark):.1f}"/>'
        f'<text x="{LEFT - 8}" y="{y(mark) + 4:.1f}" text-anchor="end">{f"{mark:+g}" if mark else 0}</text>'
        for mark in marks
    )
    return (
        f'<line class="axis" x1="{LEFT}" x2="{LEFT}" y1="{y(low):.1f}" y2="{y(high):.1f}"/>{ticks}'
        f'<line class="zero" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(0):.1f}" y2="{y(0):.1f}"/>'
        f'<polygon class="band" points="{path(band)}"/>'
        f'<polyline class="mean" points="{path([(n, mean) for n, mean, _ in curve])}"/>'
        f'<text x="{LEFT + 8}" y="12">{escape(name)}</text>'
        f'<text x="{WIDTH - RIGHT}" y="{HEIGHT - 12}" text-anchor="end">{most} pairs</text>'
    )


def _step(span: float) -> float:
    """A round distance between the marks of an axis that has four to ten of them."""
    unit = 10.0 ** floor(log10(span))
    return next(unit * part for part in (0.2, 0.25, 0.5, 1.0, 2.0) if span / (unit * part) <= 6)
