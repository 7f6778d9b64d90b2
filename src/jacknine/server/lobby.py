"""The open tables of this server: those that their hosts show to everybody, and at which somebody sits right now."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from jacknine.server.tables import Table, Tables

SHOWN: Final = 12


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
    found = [_shown(table) for table in tables.in_memory() if _is_open(table)]
    return tuple(sorted(found, key=lambda one: (not one.gathering, one.free))[:SHOWN])


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
        names=tuple(table.names.get(one.player, "") for one in room.people),
        free=len(room.open_seats()),
        gathering=room.gathering,
    )
