"""Shorter SVG path data: the same picture on a coarser whole-number grid.

Exists because the court figures arrive with five decimals a coordinate, far finer than any screen shows a card.
Knows path data only; nothing about files, cards or colours.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator

Segment = tuple[str, tuple[float, ...]]
"""One absolute command (M, L, C, A or Z) and its numbers."""

_TOKEN = re.compile(r"[a-zA-Z]|-?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_ARITY = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "A": 7, "Z": 0}


def _commands(data: str) -> Iterator[Segment]:
    """Yield each command with one set of numbers, repeated sets spelled out."""
    tokens = _TOKEN.findall(data)
    at, command = 0, ""
    while at < len(tokens):
        if tokens[at].isalpha():
            command = tokens[at]
            at += 1
        count = _ARITY[command.upper()]
        yield command, tuple(float(token) for token in tokens[at : at + count])
        at += count
        command = {"M": "L", "m": "l"}.get(command, command)


def absolute(data: str) -> Iterator[Segment]:
    """Yield the segments of path data ``data`` with absolute coordinates; H and V become L.

    Raises KeyError for a command outside M L H V C A Z.
    """
    x = y = start_x = start_y = 0.0
    for command, numbers in _commands(data):
        kind = command.upper()
        if kind == "Z":
            x, y = start_x, start_y
            yield kind, ()
            continue
        left, top = (x, y) if command.islower() else (0.0, 0.0)
        if kind == "H":
            kind, numbers = "L", (numbers[0] + left, y)
        elif kind == "V":
            kind, numbers = "L", (x, numbers[0] + top)
        elif kind == "A":
            numbers = (*numbers[:5], numbers[5] + left, numbers[6] + top)
        else:
            numbers = tuple(n + (top if i % 2 else left) for i, n in enumerate(numbers))
        x, y = numbers[-2:]
        if kind == "M":
            start_x, start_y = x, y
        yield kind, numbers


def _distance(px: float, py: float, ax: float, ay: float, bx: float, by: float) -> float:
    """Distance of the point p from the stretch a-b."""
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    share = 0.0 if square == 0 else max(0.0, min(1.0, ((px - ax) * dx + (py - ay) * dy) / square))
    return math.hypot(px - ax - share * dx, py - ay - share * dy)


def _join(numbers: Iterable[int]) -> str:
    """Write numbers with a space only where a minus sign does not part them already."""
    return re.sub(r" -", "-", " ".join(str(n) for n in numbers))


def _step(kind: str, numbers: tuple[float, ...], x: int, y: int) -> tuple[str, list[int]]:
    """One segment from the grid point (x, y) as a relative command and its whole numbers."""
    *inner, right, bottom = numbers
    across, down = round(right) - x, round(bottom) - y
    if kind == "A":
        radii = [max(1, round(n)) for n in inner[:2]]
        return "a", [*radii, *(round(n) for n in inner[2:]), across, down]
    if kind == "C":
        controls = list(zip(inner[::2], inner[1::2], strict=True))
        if max(_distance(px, py, x, y, right, bottom) for px, py in controls) > 0.6:
            return "c", [*(round(n) - (y if i % 2 else x) for i, n in enumerate(inner)), across, down]
    if kind == "M":
        return "m", [across, down]
    if across == 0:
        return "v", [down]
    if down == 0:
        return "h", [across]
    return "l", [across, down]


def shorten(data: str, scale: float) -> str:
    """Return path data ``data`` times ``scale``, rounded to whole numbers, as relative commands.

    Every step starts from the rounded point before it, so rounding errors do not add up. Curves that keep within
    0.6 grid units of their chord become straight lines.
    """
    out: list[str] = []
    last = ""
    x = y = start_x = start_y = 0
    for kind, numbers in absolute(data):
        if kind == "Z":
            out.append("z")
            last, x, y = "z", start_x, start_y
            continue
        if kind == "A":
            scaled = (numbers[0] * scale, numbers[1] * scale, *numbers[2:5], numbers[5] * scale, numbers[6] * scale)
        else:
            scaled = tuple(n * scale for n in numbers)
        command, steps = _step(kind, scaled, x, y)
        if command == "v" and steps == [0]:
            continue
        body = _join(steps)
        if command == last and command != "m":
            out.append(body if body.startswith("-") else " " + body)
        else:
            out.append(command + body)
        last = command
        x, y = round(scaled[-2]), round(scaled[-1])
        if kind == "M":
            start_x, start_y = x, y
    return "".join(out)
