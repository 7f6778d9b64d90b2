"""Rule sets side by side, in words: the family, one game in its ways, belote against coinche, city against city."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from jacknine.analysis.learn.cases import POSITIONS, Case, worked
from jacknine.analysis.learn.family import BID, Cell, compared, contest
from jacknine.analysis.lessons.given import CardChoice, Message, TrickGiven
from jacknine.rules.variant import Rules
from jacknine.server.rules_page import Way, ways
from jacknine.server.rules_words import Tongue
from jacknine.server.settings_form import FIRST, GAMES
from jacknine.server.words import Words
from jacknine.variants import options, rules, variant

CITIES: Final = ("rotterdam", "amsterdam")
RIVALS: Final = ("belote", "coinche")
"""Games of the same cards and the same play, which differ in how they begin and in what they write."""


@dataclass(frozen=True, slots=True)
class Compared:
    """A table: the heads of its columns with their addresses, and its rows, the question first."""

    heads: tuple[Way, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Position:
    """A trick in every city: the cards of the hand, each with what comes of it there; ``look`` is where it lies on a
    felt.
    """

    story: str
    given: TrickGiven
    rows: tuple[tuple[int, tuple[CardChoice, ...]], ...]
    look: str


def family(words: Words, own: str = "") -> Compared:
    """All games by the rules they begin with, the reader's own first."""
    games = sorted(GAMES, key=lambda game: game != own)
    heads = tuple(Way(f"/learn/{game}", words.text(f"game.{game}"), game == own) for game in games)
    return _table(words, heads, [rules(game, {}) for game in games], differing=False)


def own_ways(words: Words, game: str) -> Compared:
    """One game in all its ways, only what differs; without rows where there is nothing to compare."""
    return _table(words, ways_of(words, game), ways_played(game), differing=True)


def ways_of(words: Words, game: str) -> tuple[Way, ...]:
    """The ways to play a game, and where their rules are."""
    played = variant(game)
    return ways(played, rules(game, {}).line, played.presets[0].name, options(played, {}), words)


def ways_played(game: str) -> list[Rules]:
    """The rule sets of a game, in the order of its ways."""
    played = variant(game)
    first = FIRST.get(game)
    if len(played.presets) > 1 or first is None:
        return [rules(game, {"preset": one.name}) for one in played.presets]
    return [rules(game, {first: value}) for value in played.setting(first).values]


def rivals(words: Words) -> Compared:
    """What the same deals come to in belote and in coinche."""
    heads = tuple(Way(f"/learn/{game}", words.text(f"game.{game}"), False) for game in RIVALS)
    rows = contest([rules(game, {}) for game in RIVALS])
    return Compared(
        heads, tuple((_cell(cards, words), tuple(_cell(score, words) for score in scores)) for cards, scores in rows)
    )


def rivals_line(words: Words) -> str:
    """What the reader of that table must know."""
    return words.text("learn.contest_line", bid=int(BID))


def positions(tongue: Tongue) -> tuple[Position, ...]:
    """The same tricks by the rules of every city."""
    return tuple(_position(case, tongue) for case in POSITIONS)


def look_at(line: str) -> str:
    """The address at which a position lies on a felt, empty without a position."""
    return f"/position?{urlencode({'line': line})}" if line else ""


def _position(case: Case, tongue: Tongue) -> Position:
    answers = [worked(tongue.game, Case(case.key, case.plan, {"preset": city})) for city in CITIES]
    given = [one.given for one in answers if isinstance(one.given, TrickGiven)]
    rows = tuple((choices[0].card, choices) for choices in zip(*(one.hand for one in given), strict=True))
    return Position(tongue.words.text(f"learn.position.{case.key}"), given[0], rows, look_at(answers[0].felt))


def _table(words: Words, heads: tuple[Way, ...], rule_sets: Sequence[Rules], *, differing: bool) -> Compared:
    rows = tuple(
        (words.text(f"learn.row.{row.key}", **row.values), tuple(_cell(cell, words) for cell in row.cells))
        for row in compared(rule_sets, differing=differing)
    )
    return Compared(heads, rows)


def _cell(cell: Cell, words: Words) -> str:
    match cell:
        case Message(id, values):
            return words.text(f"learn.cell.{id}", **values)
        case tuple():
            return " – ".join(map(str, cell))
        case int():
            return str(cell)
        case None:
            return "–"
