"""Calls that are close, decided by what came of such calls: corrections learnt from deals that were played to the end.

``jacknine train calls`` makes a table for a rule set: how much more or less a close call brought than the rules of
this package expect, as a sum over its facts. A table holds for the rules it was made with and for no others.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files
from typing import Final

from jacknine.bots.calls.facts import facts
from jacknine.game import View
from jacknine.rules.auction import Call
from jacknine.rules.variant import Rules
from jacknine.variants import parse_line

MOST: Final = 5
"""How many calls at most are looked at again."""

SWEEPS: Final = ("capot", "generale")
"""Calls too rare in samples to learn about: the rules alone decide on them."""

Values = dict[Call, float]


@dataclass(frozen=True, slots=True)
class Table:
    """Corrections for one rule set: calls not more than ``band`` behind the best are close; weights by fact."""

    game: str
    band: float
    weights: dict[str, float]

    def correction(self, view: View, call: Call) -> float:
        """How much more than expected a call brings."""
        return sum(self.weights.get(name, 0.0) * value for name, value in facts(view, call).items())

    def corrected(self, view: View, values: Values) -> Values:
        """What the calls are worth, the close ones judged again; the best is worth what the best was."""
        some = [call for call in close(values, self.band) if call.word not in SWEEPS]
        if len(some) < 2 or max(values, key=lambda call: values[call]).word in SWEEPS:
            return values
        again = {call: values[call] + self.correction(view, call) for call in some}
        shift = max(values.values()) - max(again.values())
        return values | {call: worth + shift for call, worth in again.items()}


def close(values: Values, band: float) -> list[Call]:
    """The calls that may be the best, in the order of what they are worth."""
    least = max(values.values()) - band
    return sorted((call for call in values if values[call] >= least), key=lambda call: -values[call])[:MOST]


@lru_cache(maxsize=1)
def tables() -> tuple[Table, ...]:
    """The tables that come with the package."""
    texts = [path.read_text(encoding="utf-8") for path in (files("jacknine.bots") / "tables").iterdir()]
    return tuple(Table(found["game"], found["band"], found["weights"]) for found in map(tomllib.loads, texts))


@lru_cache(maxsize=64)
def table_for(rules: Rules) -> Table | None:
    """The table that comes with the package for a rule set, if there is one."""
    return next((table for table in tables() if alike(rules, parse_line(table.game))), None)


def alike(one: Rules, other: Rules) -> bool:
    """Whether calls mean the same under two rule sets: they differ at most in how a match ends and what may be said
    during play.
    """
    return replace(one, line="", match=other.match, claims=other.claims) == replace(other, line="")
