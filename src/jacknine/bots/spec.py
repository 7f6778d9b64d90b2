"""What a computer player is made of, as TOML: the levels that are shipped, and anybody's own.

A specification has a table ``rules`` (:class:`Level`) and, for a player that looks ahead, a table ``search``
(:class:`Budget`). What is left out has its default where there is one.
"""

from __future__ import annotations

import tomllib
from dataclasses import MISSING, dataclass, fields
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final, TypeVar

LEVELS: Final = ("easy", "normal", "hard", "strong", "expert")
"""The names of the levels, weakest first."""

Part = TypeVar("Part")


class SpecError(ValueError):
    """A specification that cannot be; the message names what is wrong and what would be right."""


@dataclass(frozen=True, slots=True)
class Level:
    """What sets a player apart that plays by rules.

    ``remembers``: it knows every card that fell and concludes who can hold what. ``slips`` in a hundred of its cards
    are any card. ``boldness`` is what it takes its hand for beyond its worth, in card points.
    ``trained``: close calls are decided by what came of such calls, in games that have a table for it.
    """

    remembers: bool = False
    slips: int = 0
    boldness: float = 0.0
    trained: bool = False


@dataclass(frozen=True, slots=True)
class Budget:
    """How far a player looks. All are counts, so that the same view gets the same answer on every machine.

    ``worlds`` deals at most are drawn for a card, or all of them where there are no more than ``every``; ``nodes``
    card decisions at most are looked at. ``clear``: a card is given up when it is so many standard errors behind.
    ``infers``: deals count as much as they make likely what was called and played. Where many cards lie out of play,
    ``playouts`` deals at most are played out by the rules instead of solved (:mod:`jacknine.bots.rollouts`).
    """

    worlds: int
    every: int
    nodes: int
    clear: float
    infers: bool = True
    playouts: int = 0


@dataclass(frozen=True, slots=True)
class Spec:
    """A player: its rules, and how far it looks ahead if it does."""

    rules: Level
    search: Budget | None = None


def read_spec(text: str, name: str) -> Spec:
    """The specification that a TOML text gives; ``name`` is what messages call it.

    Raises:
        SpecError: it is not TOML, a table or key is unknown or missing, or a value is of another kind.
    """
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SpecError(f"{name}: {error}") from None
    _refuse_unknown(given, ["rules", "search"], name, "table")
    if "rules" not in given:
        raise SpecError(f"{name}: the table [rules] is missing")
    search = _part(Budget, given["search"], f"{name}: [search]") if "search" in given else None
    return Spec(_part(Level, given["rules"], f"{name}: [rules]"), search)


@lru_cache(maxsize=len(LEVELS))
def shipped(level: str) -> Spec:
    """The specification of a level.

    Raises:
        SpecError: there is no such level; the message names the levels.
    """
    if level not in LEVELS:
        raise SpecError(f"there is no level {level!r}; the levels are {', '.join(LEVELS)}")
    path = files("jacknine.bots") / "specs" / f"{level}.toml"
    return read_spec(path.read_text(encoding="utf-8"), path.name)


def _part(kind: type[Part], given: Any, where: str) -> Part:
    """One table as its dataclass."""
    if not isinstance(given, dict):
        raise SpecError(f"{where} is a table")
    known = {one.name: one for one in fields(kind)}  # type: ignore[arg-type]
    _refuse_unknown(given, list(known), where, "key")
    missing = [name for name, one in known.items() if one.default is MISSING and name not in given]
    if missing:
        raise SpecError(f"{where}: {', '.join(missing)} is missing")
    values = {name: _value(known[name].type, value, f"{where}: {name}") for name, value in given.items()}
    return kind(**values)


def _value(kind: Any, value: object, where: str) -> object:
    """A value of the kind that a field has; a whole number may stand for any number, and nothing is below 0."""
    wanted: dict[Any, tuple[type, ...]] = {"bool": (bool,), "int": (int,), "float": (int, float)}
    if not isinstance(value, wanted[kind]) or (kind != "bool" and isinstance(value, bool)):
        words = {"bool": "true or false", "int": "a whole number", "float": "a number"}
        raise SpecError(f"{where} = {value!r}: it is {words[kind]}")
    if isinstance(value, int | float) and value < 0:
        raise SpecError(f"{where} = {value!r}: it is 0 or more")
    return value


def _refuse_unknown(given: dict[str, Any], known: list[str], where: str, what: str) -> None:
    unknown = [name for name in given if name not in known]
    if unknown:
        raise SpecError(f"{where} has no {what} {unknown[0]!r}; it has {', '.join(known)}")
