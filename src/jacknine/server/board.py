"""The boards of the daily deals: the day, the week, all time. Made from results alone, so they can be made anew.

A board is a period of a game with a number of points for each player; equal points share a place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Final, Literal

import sqlalchemy as sa
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from jacknine.server import store
from jacknine.server.days import week_begins, week_of
from jacknine.server.store import Store

BEST: Final = 20
"""So many of a player's best days count for all time."""
ALL: Final = "all"
SHOWN: Final = 50

Kind = Literal["day", "week", "all"]
KINDS: Final[tuple[Kind, ...]] = ("day", "week", "all")


def period(kind: Kind, day: date) -> str:
    """The name of a period: ``2026-11-30``, ``2026-W49``, ``all``."""
    return {"day": day.isoformat(), "week": week_of(day), "all": ALL}[kind]


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a board. ``place`` counts from 1; who has as many points has the same."""

    place: int
    player_id: int
    name: str
    points: int


@dataclass(frozen=True, slots=True)
class Board:
    """The best of a period, the line of one player if he is on it, and how many are on it."""

    top: tuple[Place, ...]
    mine: Place | None
    count: int


# --- reading ----------------------------------------------------------------------------------------------------------


async def board_of(opened: Store, game: str, name: str, me: int | None) -> Board:
    """The board of a game in a period, with the line of player ``me``.

    Raises:
        StoreUnavailable: the database did not answer.
    """
    board, player = store.board, store.player
    here = sa.and_(board.c.game == game, board.c.period == name)
    rows = await opened.rows(
        sa.select(board.c.player_id, board.c.points, player.c.name)
        .join(player, player.c.id == board.c.player_id)
        .where(here)
        .order_by(board.c.points.desc(), board.c.player_id)
        .limit(SHOWN)
    )
    top = _placed(rows)
    count = (await opened.rows(sa.select(sa.func.count()).select_from(board).where(here)))[0][0]
    mine = next((one for one in top if one.player_id == me), None)
    if mine is None and me is not None:
        found = await opened.rows(
            sa.select(board.c.points, player.c.name)
            .join(player, player.c.id == board.c.player_id)
            .where(here, board.c.player_id == me)
        )
        if found:
            better = sa.select(sa.func.count()).select_from(board).where(here, board.c.points > found[0].points)
            mine = Place((await opened.rows(better))[0][0] + 1, me, found[0].name, found[0].points)
    return Board(top, mine, count)


def _placed(rows: Sequence[sa.Row[Any]]) -> tuple[Place, ...]:
    places: list[Place] = []
    for number, row in enumerate(rows, 1):
        shares = bool(places) and places[-1].points == row.points
        places.append(Place(places[-1].place if shares else number, row.player_id, row.name, row.points))
    return tuple(places)


async def streak(opened: Store, game: str, player_id: int, today: date) -> int:
    """For how many days in a row, up to today or yesterday, a player has finished the day's deals.

    Raises:
        StoreUnavailable: the database did not answer.
    """
    entry = store.daily_entry
    rows = await opened.rows(
        sa.select(entry.c.day)
        .where(entry.c.player_id == player_id, entry.c.game == game, entry.c.score.is_not(None))
        .order_by(entry.c.day.desc())
        .limit(1000)
    )
    days = [date.fromisoformat(row.day) for row in rows]
    if not days or days[0] < today - timedelta(days=1):
        return 0
    return next((number for number, day in enumerate(days) if day != days[0] - timedelta(days=number)), len(days))


# --- writing ----------------------------------------------------------------------------------------------------------


async def enter(connection: AsyncConnection, game: str, player_id: int, day: date) -> None:
    """Bring a player's lines of a day, its week and all time up to date; none of them if he has left the boards."""
    left = await connection.execute(sa.select(store.board_left).where(store.board_left.c.player_id == player_id))
    if left.first() is not None:
        return
    entry = store.daily_entry
    own = sa.and_(entry.c.player_id == player_id, entry.c.game == game, entry.c.score.is_not(None))
    monday = week_begins(day)
    within = (
        (period("day", day), sa.select(entry.c.score).where(own, entry.c.day == day.isoformat())),
        (
            period("week", day),
            sa.select(entry.c.score).where(
                own, entry.c.day.between(monday.isoformat(), (monday + timedelta(days=6)).isoformat())
            ),
        ),
        (ALL, sa.select(entry.c.score).where(own).order_by(entry.c.score.desc()).limit(BEST)),
    )
    for name, scores in within:
        points = sum((await connection.execute(scores)).scalars())
        values = {"game": game, "period": name, "player_id": player_id, "points": points}
        await connection.execute(
            insert(store.board)
            .values(values)
            .on_conflict_do_update(index_elements=["game", "period", "player_id"], set_={"points": points})
        )


async def leave(opened: Store, player_id: int) -> None:
    """Take a player off all boards, for good or until he comes back. His results are kept.

    Raises:
        StoreUnavailable: the database did not take it.
    """
    async with opened.writing() as connection:
        await connection.execute(insert(store.board_left).values(player_id=player_id).on_conflict_do_nothing())
        await connection.execute(sa.delete(store.board).where(store.board.c.player_id == player_id))


async def come_back(opened: Store, player_id: int) -> None:
    """Put a player who had left on the boards again, with all his results.

    Raises:
        StoreUnavailable: the database did not take it.
    """
    entry = store.daily_entry
    async with opened.writing() as connection:
        await connection.execute(sa.delete(store.board_left).where(store.board_left.c.player_id == player_id))
        found = await connection.execute(
            sa.select(entry.c.game, entry.c.day).where(entry.c.player_id == player_id, entry.c.score.is_not(None))
        )
        for row in found.all():
            await enter(connection, row.game, player_id, date.fromisoformat(row.day))


async def has_left(opened: Store, player_id: int) -> bool:
    """Whether a player has left the boards.

    Raises:
        StoreUnavailable: the database did not answer.
    """
    return bool(await opened.rows(sa.select(store.board_left).where(store.board_left.c.player_id == player_id)))


async def is_there(opened: Store, player_id: int) -> bool:
    """Whether a player is on any board.

    Raises:
        StoreUnavailable: the database did not answer.
    """
    here = sa.select(store.board.c.player_id).where(store.board.c.player_id == player_id).limit(1)
    return bool(await opened.rows(here))
