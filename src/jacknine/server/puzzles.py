"""Who has answered the puzzle of a day. The first answer counts; a puzzle may be looked at as often as one likes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

import sqlalchemy as sa
from sqlalchemy.dialects.sqlite import insert

from jacknine.server import store
from jacknine.server.store import Store


@dataclass(frozen=True, slots=True)
class Standing:
    """Today's answer of a player in a game, None before it, and for how many days in a row he was right."""

    today: bool | None
    streak: int


async def answer(opened: Store, player_id: int, day: date, game: str, right: bool) -> None:
    """Note the answer to the puzzle of a day; a second one changes nothing.

    Raises:
        StoreUnavailable: the database did not take it.
    """
    values = {"player_id": player_id, "game": game, "day": day.isoformat(), "is_right": right}
    async with opened.writing() as connection:
        await connection.execute(insert(store.puzzle_answer).values(values).on_conflict_do_nothing())


async def standing(opened: Store, player_id: int | None, game: str, today: date) -> Standing:
    """How a player stands.

    Raises:
        StoreUnavailable: the database did not answer.
    """
    given = store.puzzle_answer
    rows = await opened.rows(
        sa.select(given.c.day, given.c.is_right)
        .where(given.c.player_id == player_id, given.c.game == game)
        .order_by(given.c.day.desc())
        .limit(1000)
    )
    known = {date.fromisoformat(row.day): bool(row.is_right) for row in rows}
    day = today if today in known else today - timedelta(days=1)
    streak = 0
    while known.get(day - timedelta(days=streak)):
        streak += 1
    return Standing(known.get(today), streak)
