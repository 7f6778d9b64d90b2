"""From samples of close calls to a table: what a call brought beyond what the rules expected, as a sum over its facts.

A ridge regression inside each choice: only differences between the calls of one choice count, so the luck of a deal,
which all its calls share, falls out. How much a table should win is told by cross-validation: each fifth of the choices
is called by a table made from the others.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from jacknine.bots.calls import call_values
from jacknine.bots.calls.facts import facts
from jacknine.research.calls import Choice, Order, situation
from jacknine.research.estimate import Estimate, estimate
from jacknine.rules.auction import parse_call

Floats = npt.NDArray[np.float64]

STIFF: Final = 200.0
"""How many samples a fact needs to count half: the spread of an outcome over that of a fact's worth, squared."""
FOLDS: Final = 5


@dataclass(frozen=True, slots=True)
class Design:
    """One choice as numbers, a row a call: its facts, what the rules expected, what it brought."""

    facts: Floats
    expected: Floats
    brought: Floats


def designs(order: Order, choices: Sequence[Choice]) -> tuple[list[str], list[Design]]:
    """The names of the facts, and the choices."""
    rows: list[tuple[list[dict[str, float]], list[float], list[float]]] = []
    for choice in choices:
        seen = situation(order, choice)
        worths = call_values(seen, 0.0)
        calls = [parse_call(text) for text in choice.scores]
        rows.append(([facts(seen, call) for call in calls], [worths[c] for c in calls], list(choice.scores.values())))
    names = sorted({name for some, _, _ in rows for one in some for name in one})
    column = {name: at for at, name in enumerate(names)}
    found = []
    for some, expected, brought in rows:
        matrix = np.zeros((len(some), len(names)))
        for row, one in enumerate(some):
            for name, value in one.items():
                matrix[row, column[name]] = value
        found.append(Design(matrix, np.array(expected), np.array(brought)))
    return names, found


def fit(some: Sequence[Design]) -> Floats:
    """The weights of the facts."""
    size = some[0].facts.shape[1]
    square, side = STIFF * np.eye(size), np.zeros(size)
    for one in some:
        centred = one.facts - one.facts.mean(axis=0)
        beyond = one.brought - one.expected
        square += centred.T @ centred
        side += centred.T @ (beyond - beyond.mean())
    return np.asarray(np.linalg.solve(square, side), np.float64)


def gain(some: Sequence[Design]) -> Estimate:
    """What a choice would have brought more, called by a table made from other choices."""
    found = np.zeros(len(some))
    for fold in range(FOLDS):
        weights = fit([one for at, one in enumerate(some) if at % FOLDS != fold])
        for at in range(fold, len(some), FOLDS):
            one = some[at]
            again = one.expected + one.facts @ weights
            found[at] = one.brought[np.argmax(again)] - one.brought[np.argmax(one.expected)]
    return estimate(found.tolist())


@dataclass(frozen=True, slots=True)
class Learnt:
    """A table as TOML, and what it wins over the rules for each close choice, by cross-validation."""

    text: str
    gain: Estimate


def told(won: Estimate) -> str:
    """A gain in words."""
    low, high = won.interval
    return f"score {won.mean:+.2f} a choice ({low:+.2f} to {high:+.2f})"


def learnt(order: Order, deals: int, choices: Sequence[Choice]) -> Learnt:
    """The table that some choices make.

    Raises:
        ValueError: there are too few of them.
    """
    if len(choices) < 2 * FOLDS:
        raise ValueError(f"{len(choices)} close choices make no table: more deals are wanted")
    names, some = designs(order, choices)
    weights, won = fit(some), gain(some)
    digest = hashlib.sha256(json.dumps(choices).encode()).hexdigest()[:16]
    lines = [
        f"# jacknine train calls --game '{order.line}' --deals {deals} --seed {order.seed}",
        f"# {len(choices)} close choices; over the rules, by cross-validation: {told(won)}",
        f'game = "{order.line}"',
        f"band = {order.band}",
        f'samples = "{digest}"',
        "",
        "[weights]",
        *(f'"{name}" = {weight:.2f}' for name, weight in zip(names, weights, strict=True)),
    ]
    return Learnt("\n".join(lines) + "\n", won)
