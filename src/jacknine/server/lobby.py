"""The open tables of this server: those that their hosts show to everybody, and at which somebody sits right now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from jacknine.rules.variant import Rules
from jacknine.server.orders import may
from jacknine.server.room import PLAIN, Terms
from jacknine.server.settings_form import FIRST
from jacknine.server.tables import Table, Tables
from jacknine.variants import split_line

SHOWN: Final = 12
PLAIN_LEVEL: Final = "normal"
"""How well computer players play for who does not say."""


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table with a free chair. ``names`` are those of its people, in the order in which they came."""

    code: str
    game: str
    line: str
    names: tuple[str, ...]
    free: int
    gathering: bool


def open_tables(tables: Tables) -> tuple[OpenTable, ...]:
    """The open tables, those that wait for people first."""
    return tuple(_shown(table) for table in _open(tables)[:SHOWN])


def company(tables: Tables, ruleset: Rules, player_id: int | None) -> Iterator[tuple[Table, int]]:
    """The free seats of open tables at which somebody who wants to play by a preset of a game may sit down at once.
    Tables with a clock are for those who ask for one.
    """
    for table in _open(tables):
        if _alike(table.rules, ruleset) and not table.terms.clock and table.seat_of(player_id) is None:
            for seat in range(table.rules.players):
                # Looked at only now: others sit down meanwhile.
                if seat in table.position.room.open_seats() and may(table.position, f"sit {player_id or 0}", seat):
                    yield table, seat


def is_plain(ruleset: Rules, level: str, terms: Terms) -> bool:
    """Whether nothing but the preset was chosen: whoever wants more has a table of his own that is as he wants it."""
    chosen = split_line(ruleset.line)[1].keys() - {"preset", FIRST.get(ruleset.variant)}
    return not chosen and level == PLAIN_LEVEL and terms == PLAIN


def names_at(table: Table) -> tuple[str, ...]:
    """What the people of a table are called, in the order in which they came."""
    return tuple(table.names.get(one.player, "") for one in table.people)


def _open(tables: Tables) -> list[Table]:
    found = [table for table in tables.in_memory() if _is_open(table)]
    return sorted(found, key=lambda one: (not one.position.room.gathering, len(one.position.room.open_seats())))


def _alike(one: Rules, other: Rules) -> bool:
    """Whether two rule sets are the same game for as many, by the same preset."""
    presets = [split_line(rules.line)[1].get("preset") for rules in (one, other)]
    return (one.variant, one.players, presets[0]) == (other.variant, other.players, presets[1])


def _is_open(table: Table) -> bool:
    room = table.position.room
    return (
        table.terms.listed
        and not table.position.over
        and room.rematch is None
        and bool(room.open_seats())
        and any(table.presence.here(one.player) for one in room.people)
    )


def _shown(table: Table) -> OpenTable:
    room = table.position.room
    return OpenTable(
        code=table.code,
        game=table.rules.variant,
        line=table.rules.line,
        names=names_at(table),
        free=len(room.open_seats()),
        gathering=room.gathering,
    )
