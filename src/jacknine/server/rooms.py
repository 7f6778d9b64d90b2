"""What changes a table and its people: sitting down, another pace, going on to another game with all who sit there."""

from __future__ import annotations

from dataclasses import replace

import sqlalchemy as sa

from jacknine.game import IllegalAction
from jacknine.game.reasons import reason
from jacknine.rules.variant import Rules
from jacknine.server import store
from jacknine.server.lobby import company
from jacknine.server.prefs import Pace
from jacknine.server.presence import PAGE_SECONDS
from jacknine.server.room import Terms
from jacknine.server.store import Store
from jacknine.server.tables import Table, Tables


async def sit(tables: Tables, table: Table, seat: int, player_id: int, name: str) -> None:
    """Seat a player: at once, or where the running deal is not for him to look into, with the next.

    Raises:
        IllegalAction: he cannot sit there; its ``reason`` says why.
        StoreUnavailable: it could not be written.
    """
    if table.terms.private and table.seat_of(player_id) is None:
        raise IllegalAction(reason("seat_taken"))
    table.names[player_id] = name
    try:
        await tables.say(table, seat, "human", f"sit {player_id}")
    except IllegalAction as error:
        if error.reason.id != "seat_next_deal":
            raise
        table.presence.touch(player_id, PAGE_SECONDS)
        await tables.say(table, seat, "human", f"wait {player_id}")
        return
    await tables.arrive(table, seat)


async def give_up(tables: Tables, table: Table, player_id: int) -> None:
    """Let a player wait for a seat no longer.

    Raises:
        StoreUnavailable: it could not be written.
    """
    for seat in [one.seat for one in table.position.room.waiting if one.player == player_id]:
        await tables.say(table, seat, "human", f"unwait {player_id}")


async def join(tables: Tables, ruleset: Rules, player_id: int, name: str) -> Table | None:
    """Seat a player at an open table where that game is played; None where no such table has a seat for him now.
    One after the other: who comes at the same moment finds the same table, and nobody is left waiting for a deal.

    Raises:
        StoreUnavailable: it could not be written.
    """
    async with tables.seating:
        for table, seat in company(tables, ruleset, player_id):
            try:
                await sit(tables, table, seat, player_id, name)
            except IllegalAction:
                continue
            return table
    return None


async def remake(tables: Tables, table: Table, seat: int, ruleset: Rules, level: str, pace: Pace, terms: Terms) -> str:
    """A new table under other rules for the people of a table; its code. It follows the old one.

    Raises:
        IllegalAction: the match is not over, or who asks is not the host of a table that waits for people.
        StoreUnavailable: it could not be written.
    """
    made = tables.next_row(table, ruleset, level, pace, terms)
    await tables.say(table, seat, "human", f"rematch {made.id}", made)
    return table.position.room.rematch or made.id


async def repace(opened: Store, table: Table, pace: Pace) -> None:
    """Let computer players act at another pace from their next decision on. It is no part of the game's log.

    Raises:
        StoreUnavailable: it could not be written.
    """
    async with opened.writing() as connection:
        await connection.execute(sa.update(store.game).where(store.game.c.id == table.code).values(pace=pace))
    table.pace, table.row = pace, replace(table.row, pace=pace)
    table.bell.ring()
