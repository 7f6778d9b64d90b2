"""The day's deals: the same cards, dealers and computer players for everybody, one ranked try for each.

A result is never taken from anybody's word: it is worked out from the log of the table, every card of which must be
the day's and every decision of a computer player the one it makes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from secrets import token_bytes
from typing import Final, Literal

import sqlalchemy as sa
import structlog
from sqlalchemy.dialects.sqlite import insert

from jacknine.bots import player as computer
from jacknine.game import IllegalAction, State, view
from jacknine.game.codec import CodecError, action_text
from jacknine.server import board, store
from jacknine.server.computers import seed_of
from jacknine.server.days import (
    LEVEL,
    LINES,
    SECRET_BYTES,
    day_at,
    deal_secret,
    ends_at,
    first_dealer,
    key_of,
)
from jacknine.server.identity import Player
from jacknine.server.log import TABLE_WORDS, DamagedLog, Entry, Secret, fold, opening
from jacknine.server.making import NAMES, new_row, now
from jacknine.server.prefs import Pace
from jacknine.server.room import Terms
from jacknine.server.store import GameRow, SeatRow, Store
from jacknine.server.tables import Table, Tables
from jacknine.server.writer import game_values, seat_values
from jacknine.variants import parse_line

SEAT: Final = 0
"""Where everybody sits."""
Status = Literal["open", "entered", "late", "refused"]

log = structlog.get_logger()


class Forged(ValueError):
    """A log that cannot have come about at a table of the day."""


@dataclass(frozen=True, slots=True)
class Try:
    """A player's ranked try. ``status``: under way, entered with its ``score``, not finished in time, or refused."""

    table_id: str
    status: Status
    score: int | None


class Daily:
    """The day's deals of a server. ``clock`` gives milliseconds since 1970."""

    def __init__(self, opened: Store, tables: Tables, clock: Callable[[], int] = now) -> None:
        self._store = opened
        self._tables = tables
        self.clock = clock

    @property
    def today(self) -> date:
        return day_at(self.clock())

    async def key(self, day: date, game: str) -> bytes | None:
        """The key of a game's day; None where nobody has played that day.

        Raises:
            StoreUnavailable: the database did not answer.
        """
        days = store.daily_day
        rows = await self._store.rows(sa.select(days.c.secret).where(days.c.day == day.isoformat()))
        return key_of(rows[0].secret, day, game) if rows else None

    async def _todays_key(self, day: date, game: str) -> bytes:
        """The key of a day that begins with this try, if no other has begun it."""
        key = await self.key(day, game)
        if key is None:
            values = {"day": day.isoformat(), "secret": token_bytes(SECRET_BYTES)}
            async with self._store.writing() as connection:
                await connection.execute(insert(store.daily_day).values(values).on_conflict_do_nothing())
            key = await self.key(day, game)
            assert key is not None
        return key

    async def ranked(self, day: date, game: str, player_id: int | None) -> Try | None:
        """The ranked try of a player, None where he has it still.

        Raises:
            StoreUnavailable: the database did not answer.
        """
        entry = store.daily_entry
        rows = await self._store.rows(
            sa.select(entry.c.table_id, entry.c.status, entry.c.score).where(
                entry.c.day == day.isoformat(), entry.c.game == game, entry.c.player_id == player_id
            )
        )
        return Try(rows[0].table_id, rows[0].status, rows[0].score) if rows else None

    async def play(self, player: Player, game: str, pace: Pace) -> Table:
        """The table of a player's ranked try; when that is over, a new one for a try that does not count.

        Raises:
            StoreUnavailable: the database did not answer.
        """
        day = self.today
        found = await self.ranked(day, game, player.id)
        if found is None:
            row = await self._make(player, game, day, pace, ranked=True)
            found = await self.ranked(day, game, player.id)
            if row is not None:
                return await self._open(row)
        assert found is not None
        table = await self._tables.table(found.table_id)
        if not table.position.over:
            return table
        again = await self._make(player, game, day, pace, ranked=False)
        assert again is not None
        return await self._open(again)

    async def _make(self, player: Player, game: str, day: date, pace: Pace, *, ranked: bool) -> GameRow | None:
        """A table of the day; None where a ranked try was begun in the same moment."""
        key = await self._todays_key(day, game)
        rules = parse_line(LINES[game])
        seats = (
            SeatRow(SEAT, player.id, player.name),
            *(SeatRow(seat, None, NAMES[(key[0] + seat) % len(NAMES)]) for seat in range(1, rules.players)),
        )
        terms = Terms(spectators=False, private=True, undo=False, daily=day.isoformat())
        row = new_row(rules, LEVEL, pace, player.id, seats, terms)
        row = replace(row, bot_key=key, dealer=first_dealer(key, rules.players))
        async with self._store.writing() as connection:
            if ranked:
                taken = sa.select(store.daily_entry.c.table_id).where(
                    store.daily_entry.c.day == day.isoformat(),
                    store.daily_entry.c.game == game,
                    store.daily_entry.c.player_id == player.id,
                )
                if (await connection.execute(taken)).first() is not None:
                    return None
            await connection.execute(sa.insert(store.game), game_values(row))
            await connection.execute(sa.insert(store.seat), seat_values(row))
            if ranked:
                values = {
                    "day": day.isoformat(),
                    "game": game,
                    "player_id": player.id,
                    "table_id": row.id,
                    "status": "open",
                }
                await connection.execute(sa.insert(store.daily_entry), values)
        return row

    async def _open(self, row: GameRow) -> Table:
        table = await self._tables.table(row.id)
        await self._tables.advance(row.id)
        return table

    # --- results ------------------------------------------------------------------------------------------------------

    async def settle(self) -> None:
        """Enter the results of all tries that are over, and close those that were not finished in time.

        Raises:
            StoreUnavailable: the database did not answer.
        """
        entry, game = store.daily_entry, store.game
        today = self.today.isoformat()
        since = (self.today - timedelta(days=7)).isoformat()
        rows = await self._store.rows(
            sa.select(entry.c.day, entry.c.game, entry.c.player_id, entry.c.table_id)
            .join(game, game.c.id == entry.c.table_id)
            .where(entry.c.day >= since, entry.c.status == "open")
            .where(sa.or_(game.c.status != "running", entry.c.day < today))
        )
        for row in rows:
            await self._settle(date.fromisoformat(row.day), row.game, row.player_id, row.table_id)

    async def _settle(self, day: date, game: str, player_id: int, table_id: str) -> None:
        row = await self._store.table(table_id)
        entries = await self._store.entries(table_id)
        known = await self._store.secrets(table_id)
        status: Status = "entered"
        score: int | None = None
        try:
            key = await self.key(day, game)
            if row is None or key is None:
                raise Forged("there is no such table, or no such day")
            score = score_of(row, entries, known, key, day, game, player_id)
        except Forged as error:
            status = "refused"
            log.warning("daily.refused", table=table_id, why=str(error))
        decided = [entry.at for entry in entries if entry.kind not in TABLE_WORDS]
        if status == "entered" and (score is None or max(decided) >= ends_at(day)):
            status, score = "late", None
        entry = store.daily_entry
        async with self._store.writing() as connection:
            await connection.execute(
                sa.update(entry)
                .where(entry.c.day == day.isoformat(), entry.c.game == game, entry.c.player_id == player_id)
                .values(status=status, score=score)
            )
            if score is not None:
                await board.enter(connection, game, player_id, day)

    async def left_open(self, player_id: int) -> set[str]:
        """The games whose try of today a player has begun and not finished.

        Raises:
            StoreUnavailable: the database did not answer.
        """
        entry = store.daily_entry
        rows = await self._store.rows(
            sa.select(entry.c.game).where(
                entry.c.day == self.today.isoformat(), entry.c.player_id == player_id, entry.c.status == "open"
            )
        )
        return {row.game for row in rows}


def lead(state: State) -> int:
    """What the side of everybody's seat has scored more than the other, in all deals."""
    sheets = [outcome.sheet for outcome in state.outcomes if outcome.sheet is not None]
    ours = state.rules.side_of(SEAT)
    return sum(2 * sheet.scores[ours] - sum(sheet.scores) for sheet in sheets)


def score_of(
    row: GameRow, entries: list[Entry], known: dict[int, Secret], key: bytes, day: date, game: str, player_id: int
) -> int | None:
    """What a try came to, from its log; None where its deals were not all played.

    Raises:
        Forged: the log cannot have come about at a table of that day.
    """
    if (row.line, row.level, row.terms.daily) != (LINES[game], LEVEL, day.isoformat()) or row.bot_key != key:
        raise Forged("it is no table of that day")
    rules = parse_line(row.line)
    if row.dealer != first_dealer(key, rules.players):
        raise Forged("another seat dealt first")
    if [(one.seat, one.player) for one in row.founders] != [(SEAT, player_id)]:
        raise Forged("somebody else played")
    bot = computer(LEVEL)
    position = opening(rules, row.dealer, row.founders, row.terms)
    try:
        for entry in entries:
            number = position.state.deal_number + 1
            if entry.kind == "deal" and known.get(number) != deal_secret(key, number):
                raise Forged(f"deal {number} is not the day's")
            if entry.kind not in TABLE_WORDS and entry.seat not in (None, SEAT):
                assert entry.seat is not None
                if position.state.turn != entry.seat:
                    raise Forged(f"action {entry.seq} is nobody's turn")
                decision = bot.decide(view(position.state, entry.seat), seed_of(position, key))
                if entry.text != action_text(decision):
                    raise Forged(f"no computer player decides action {entry.seq}")
            position = fold(position, entry, known.get(number) if entry.kind == "deal" else None)
    except (DamagedLog, IllegalAction, CodecError) as error:
        # What such an error says may name a card, and the day goes on.
        raise Forged(type(error).__name__) from error
    whole = position.spent or position.state.over
    return lead(position.state) if whole and position.deal_over else None
