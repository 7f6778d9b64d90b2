"""What is kept of people and tables, and for how long: codes that keep a guest for good, and what is deleted.

Who deletes himself leaves the cards he played, for they are the others' game too, but no name and no way back.
"""

from __future__ import annotations

import time
from collections.abc import Collection
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from jacknine.server import store
from jacknine.server.codes import new_code, plain_code
from jacknine.server.identity import Player, hashed, open_session
from jacknine.server.store import Store

RECOVERY_LENGTH: Final = 16
GROUP: Final = 4
DAY_MS: Final = 24 * 3600 * 1000


class Keeping:
    """Keeps players and lets go of them."""

    def __init__(self, opened: Store) -> None:
        self._store = opened

    async def keep(self, player: Player) -> str:
        """A new recovery code for a player; the one he had is no longer good. Only its hash is stored.

        Raises:
            StoreUnavailable: the database did not take it.
        """
        code = new_code(RECOVERY_LENGTH)
        values = {"player_id": player.id, "code_hash": hashed(code), "created_at": int(time.time() * 1000)}
        async with self._store.writing() as connection:
            await connection.execute(sa.delete(store.recovery).where(store.recovery.c.player_id == player.id))
            await connection.execute(sa.insert(store.recovery), values)
        return "-".join(code[at : at + GROUP] for at in range(0, RECOVERY_LENGTH, GROUP))

    async def kept(self, player_id: int) -> bool:
        """Whether a player has a recovery code.

        Raises:
            StoreUnavailable: the database did not answer.
        """
        return bool(await self._store.rows(sa.select(store.recovery).where(store.recovery.c.player_id == player_id)))

    async def recover(self, code: str) -> str | None:
        """A token for the player whose code this is, however it was typed; None where it is nobody's.

        Raises:
            StoreUnavailable: the database did not take it.
        """
        plain = plain_code(code)
        async with self._store.writing() as connection:
            found = await connection.execute(
                sa.select(store.recovery.c.player_id).where(store.recovery.c.code_hash == hashed(plain))
            )
            player_id = found.scalar_one_or_none()
            return None if player_id is None else await open_session(connection, player_id)

    async def forget(self, player_id: int) -> None:
        """Delete who a player is: his name, preferences, ways back, results, and the records that he brought along.

        Raises:
            StoreUnavailable: the database did not take it.
        """
        async with self._store.writing() as connection:
            brought = sa.select(store.record.c.id).where(store.record.c.player_id == player_id)
            await connection.execute(sa.delete(store.review).where(store.review.c.code.in_(brought)))
            for column in _naming(store.player):
                if column.table not in (store.seat, store.game):
                    await connection.execute(sa.delete(column.table).where(column == player_id))
            await connection.execute(sa.update(store.seat).where(store.seat.c.player_id == player_id).values(name=""))
            bare = {"name": "", "prefs": "{}", "created_at": 0}
            await connection.execute(sa.update(store.player).where(store.player.c.id == player_id).values(bare))

    async def clear(self, days: int, besides: Collection[str] = ()) -> int:
        """Delete what is out of date: sessions and seat codes that are over, and, unless ``days`` is 0, tables where
        nothing has happened for so many days, records as old, and players who have nothing left. How many tables.

        Args:
            days: how long tables are kept.
            besides: codes of tables that stay, for somebody is there.

        Raises:
            StoreUnavailable: the database did not take it.
        """
        async with self._store.writing() as connection:
            for table in (store.session, store.seat_code):
                await connection.execute(sa.delete(table).where(table.c.expires_at < time.time()))
            if not days:
                return 0
            before = int(time.time() * 1000) - days * DAY_MS
            old = [code for code in await _at_rest(connection, before) if code not in besides]
            for code in old:
                await _delete_table(connection, code)
            record = store.record
            dated = sa.select(record.c.id).where(record.c.created_at < before)
            await connection.execute(sa.delete(store.review).where(store.review.c.code.in_(dated)))
            await connection.execute(sa.delete(record).where(record.c.created_at < before))
            await _delete_strangers(connection, before)
        return len(old)


async def _at_rest(connection: AsyncConnection, before: int) -> list[str]:
    """The tables where nothing has happened since then."""
    game, action = store.game, store.action
    last = sa.and_(action.c.table_id == game.c.id, action.c.seq == game.c.head_seq)
    when = sa.func.coalesce(action.c.at, game.c.created_at)
    found = await connection.execute(sa.select(game.c.id).outerjoin(action, last).where(when < before))
    return list(found.scalars())


async def _delete_table(connection: AsyncConnection, code: str) -> None:
    for column in _naming(store.game):
        await connection.execute(sa.delete(column.table).where(column == code))
    await connection.execute(sa.delete(store.review).where(store.review.c.code == code))
    await connection.execute(sa.delete(store.daily_mark).where(store.daily_mark.c.of == code))
    await connection.execute(sa.delete(store.game).where(store.game.c.id == code))


async def _delete_strangers(connection: AsyncConnection, before: int) -> None:
    """Delete the players who cannot come back and of whom nothing is left."""
    player = store.player
    left = [player.c.id.not_in(sa.select(one).where(one.is_not(None))) for one in _naming(player)]
    await connection.execute(sa.delete(player).where(player.c.created_at < before, *left))


def _naming(kind: sa.Table) -> list[sa.Column[Any]]:
    """The columns, wherever they are, that name a row of a table of the database."""
    return [column for table in store.metadata.sorted_tables for column in table.c if column.references(kind.c.id)]
