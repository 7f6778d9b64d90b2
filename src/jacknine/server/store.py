"""The database: one SQLite file, its tables, and everything that is read from it.

What is written goes through :mod:`jacknine.server.writer` (the log) or :mod:`jacknine.server.identity` (players), one
transaction at a time. Scores and positions are not stored: they follow from the log.
"""

from __future__ import annotations

import sqlite3
import time
from asyncio import Lock, get_running_loop
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from jacknine.server.checkpoints import MOST_PAGES, Checkpoints
from jacknine.server.log import Entry, Secret
from jacknine.server.room import PLAIN, Person, Terms

BUSY_SECONDS = 5
"""How long a statement waits for another program's lock on the file."""
TROUBLE_SECONDS = 60.0
"""How long a failure counts that no success has followed."""

Result = TypeVar("Result")

metadata = sa.MetaData()

player = sa.Table(
    "player",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("name", sa.String, nullable=False),
    sa.Column("prefs", sa.String, nullable=False),
    sa.Column("created_at", sa.Integer, nullable=False),
)
session = sa.Table(
    "session",
    metadata,
    sa.Column("token_hash", sa.LargeBinary, primary_key=True),
    sa.Column("player_id", sa.ForeignKey("player.id"), nullable=False),
    sa.Column("expires_at", sa.Integer, nullable=False),
)
game = sa.Table(
    "game",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("line", sa.String, nullable=False),
    sa.Column("level", sa.String, nullable=False),
    sa.Column("pace", sa.String, nullable=False),
    sa.Column("dealer", sa.Integer, nullable=False),
    sa.Column("host", sa.ForeignKey("player.id"), nullable=False),
    sa.Column("bot_key", sa.LargeBinary, nullable=False),
    sa.Column("created_at", sa.Integer, nullable=False),
    sa.Column("status", sa.String, nullable=False),
    sa.Column("head_seq", sa.Integer, nullable=False),
    sa.Column("turn_seat", sa.Integer),
    sa.Column("due_at", sa.Integer, index=True),
    sa.Column("due_kind", sa.String),
    sa.Column("terms", sa.String, nullable=False),
    sa.Column("founders", sa.String, nullable=False),
)
seat = sa.Table(
    "seat",
    metadata,
    sa.Column("table_id", sa.ForeignKey("game.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("player_id", sa.ForeignKey("player.id"), index=True),
    sa.Column("name", sa.String, nullable=False),
)
action = sa.Table(
    "action",
    metadata,
    sa.Column("table_id", sa.ForeignKey("game.id"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("seat", sa.Integer),
    sa.Column("actor", sa.String, nullable=False),
    sa.Column("kind", sa.String, nullable=False),
    sa.Column("body", sa.String, nullable=False),
    sa.Column("client_key", sa.String),
    sa.Column("at", sa.Integer, nullable=False),
    sa.UniqueConstraint("table_id", "client_key"),
    sqlite_with_rowid=False,
)
seat_code = sa.Table(
    "seat_code",
    metadata,
    sa.Column("code_hash", sa.LargeBinary, primary_key=True),
    sa.Column("player_id", sa.ForeignKey("player.id"), nullable=False),
    sa.Column("table_id", sa.ForeignKey("game.id"), nullable=False),
    sa.Column("expires_at", sa.Integer, nullable=False),
)
recovery = sa.Table(
    "recovery",
    metadata,
    sa.Column("player_id", sa.ForeignKey("player.id"), primary_key=True),
    sa.Column("code_hash", sa.LargeBinary, nullable=False, unique=True),
    sa.Column("created_at", sa.Integer, nullable=False),
)
deal_secret = sa.Table(
    "deal_secret",
    metadata,
    sa.Column("table_id", sa.ForeignKey("game.id"), primary_key=True),
    sa.Column("deal_no", sa.Integer, primary_key=True),
    sa.Column("nonce", sa.LargeBinary, nullable=False),
    sa.Column("seed", sa.LargeBinary, nullable=False),
    sa.Column("commitment", sa.String, nullable=False),
)

record = sa.Table(
    "record",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("player_id", sa.ForeignKey("player.id"), nullable=False, index=True),
    sa.Column("text", sa.String, nullable=False),
    sa.Column("created_at", sa.Integer, nullable=False),
)
review = sa.Table(
    "review",
    metadata,
    sa.Column("code", sa.String, primary_key=True),
    sa.Column("deal_no", sa.Integer, primary_key=True),
    sa.Column("body", sa.LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)
daily_day = sa.Table(
    "daily_day",
    metadata,
    sa.Column("day", sa.String, primary_key=True),
    sa.Column("secret", sa.LargeBinary, nullable=False),
)
daily_entry = sa.Table(
    "daily_entry",
    metadata,
    sa.Column("day", sa.String, primary_key=True),
    sa.Column("game", sa.String, primary_key=True),
    sa.Column("player_id", sa.ForeignKey("player.id"), primary_key=True),
    sa.Column("table_id", sa.String, nullable=False),
    sa.Column("status", sa.String, nullable=False),
    sa.Column("score", sa.Integer),
    sa.Index("ix_daily_entry_player", "player_id", "game", "day"),
    sa.Index("ix_daily_entry_status", "status", "day"),
    sqlite_with_rowid=False,
)
daily_mark = sa.Table(
    "daily_mark",
    metadata,
    sa.Column("kind", sa.String, primary_key=True),
    sa.Column("of", sa.String, primary_key=True),
    sa.Column("points", sa.Integer),
    sa.Column("is_about", sa.Boolean, nullable=False),
    sqlite_with_rowid=False,
)
board = sa.Table(
    "board",
    metadata,
    sa.Column("game", sa.String, primary_key=True),
    sa.Column("period", sa.String, primary_key=True),
    sa.Column("player_id", sa.ForeignKey("player.id"), primary_key=True),
    sa.Column("points", sa.Integer, nullable=False),
    sa.Index("ix_board_points", "game", "period", "points"),
    sa.Index("ix_board_player", "player_id"),
    sqlite_with_rowid=False,
)
puzzle_answer = sa.Table(
    "puzzle_answer",
    metadata,
    sa.Column("player_id", sa.ForeignKey("player.id"), primary_key=True),
    sa.Column("game", sa.String, primary_key=True),
    sa.Column("day", sa.String, primary_key=True),
    sa.Column("is_right", sa.Boolean, nullable=False),
    sqlite_with_rowid=False,
)
board_left = sa.Table(
    "board_left",
    metadata,
    sa.Column("player_id", sa.ForeignKey("player.id"), primary_key=True),
)


class StoreUnavailable(RuntimeError):
    """The database did not answer: locked, full, gone. What was asked has not happened, as far as is known."""


class SeatRow(NamedTuple):
    """Who sits where: ``player_id`` None is a computer player."""

    seat: int
    player_id: int | None
    name: str


@dataclass(frozen=True, slots=True)
class GameRow:
    """What is settled about a table when it is made. ``due_at`` is when it has to go on by itself, if it has.

    ``seats`` are those of now, ``founders`` the people who sat there when it was made: its log begins with them.
    """

    id: str
    line: str
    level: str
    pace: str
    dealer: int
    host: int
    bot_key: bytes
    created_at: int
    due_at: int | None
    seats: tuple[SeatRow, ...]
    terms: Terms = PLAIN
    founders: tuple[Person, ...] = ()


@dataclass(frozen=True, slots=True)
class TableOf:
    """One line of a player's list of tables."""

    code: str
    line: str
    status: str
    created_at: int


class Store:
    """The open database."""

    def __init__(self, path: Path) -> None:
        address = f"sqlite+aiosqlite:///{path}"
        # Parameters are hidden so that no error message can show a seed, a hand or a name.
        self._writer = create_async_engine(address, pool_size=1, max_overflow=0, hide_parameters=True)
        # No more than these: one opened for a rush and closed again costs more than to wait for one of them.
        reading = {"pool_size": 4, "max_overflow": 0, "isolation_level": "AUTOCOMMIT"}
        self._reader = create_async_engine(address, hide_parameters=True, **reading)
        self._log = sa.create_engine(f"sqlite:///{path}", pool_size=1, max_overflow=0, hide_parameters=True)
        for engine in (self._writer.sync_engine, self._reader.sync_engine, self._log):
            sa.event.listen(engine, "connect", _prepare)
        for engine in (self._writer.sync_engine, self._log):
            sa.event.listen(engine, "begin", _begin_immediate)
        self._line: sa.Connection | None = None
        self._thread = ThreadPoolExecutor(1, "log")
        self._checkpoints = Checkpoints(path)
        self._turn = Lock()
        self._failed_at = -TROUBLE_SECONDS

    @property
    def in_trouble(self) -> bool:
        """Whether the database has lately refused to read or to write, and has written nothing since."""
        return time.monotonic() - self._failed_at < TROUBLE_SECONDS

    def _failure(self, error: SQLAlchemyError | sqlite3.Error | OSError) -> StoreUnavailable:
        if not isinstance(error, IntegrityError | sqlite3.IntegrityError):
            self._failed_at = time.monotonic()
        # The driver's own words name no value: "database or disk is full".
        driver = error if isinstance(error, sqlite3.Error) else getattr(error, "orig", None)
        return StoreUnavailable(str(driver or type(error).__name__))

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that may write; there is one at a time.

        Raises:
            StoreUnavailable: the database did not answer, or did not take it.
        """
        try:
            async with self._turn, self._writer.begin() as connection:
                yield connection
        except (SQLAlchemyError, sqlite3.Error, OSError) as error:
            raise self._failure(error) from error
        self._failed_at = -TROUBLE_SECONDS

    async def commit(self, work: Callable[[sa.Connection], Result]) -> Result:
        """Do something in one transaction and one go, in a thread: a third of the time of as many awaited statements.

        Raises:
            StoreUnavailable: the database did not answer, or did not take it.
        """
        try:
            async with self._turn:
                done = await get_running_loop().run_in_executor(self._thread, self._in_one_go, work)
        except (SQLAlchemyError, sqlite3.Error, OSError) as error:
            raise self._failure(error) from error
        self._failed_at = -TROUBLE_SECONDS
        self._checkpoints.count()
        return done

    def _in_one_go(self, work: Callable[[sa.Connection], Result]) -> Result:
        # Kept from one time to the next: to take it out of the pool costs as much as to write a move.
        if self._line is None:
            self._line = self._log.connect()
        with self._line.begin():
            return work(self._line)

    async def close(self) -> None:
        for engine in (self._writer, self._reader):
            await engine.dispose()
        self._checkpoints.close()
        self._thread.shutdown()
        if self._line is not None:
            self._line.close()
        self._log.dispose()

    async def rows(self, statement: sa.Executable) -> Sequence[sa.Row[Any]]:
        """All rows of a reading statement.

        Raises:
            StoreUnavailable: the database did not answer.
        """
        try:
            async with self._reader.connect() as connection:
                return (await connection.execute(statement)).all()
        except SQLAlchemyError as error:
            raise self._failure(error) from error

    async def table(self, table_id: str) -> GameRow | None:
        """What is settled about a table, None where there is none."""
        found = await self.rows(sa.select(game).where(game.c.id == table_id))
        if not found:
            return None
        row = found[0]
        seats = await self.rows(sa.select(seat).where(seat.c.table_id == table_id).order_by(seat.c.seat))
        return GameRow(
            id=row.id,
            line=row.line,
            level=row.level,
            pace=row.pace,
            dealer=row.dealer,
            host=row.host,
            bot_key=row.bot_key,
            created_at=row.created_at,
            due_at=row.due_at,
            seats=tuple(SeatRow(one.seat, one.player_id, one.name) for one in seats),
            terms=msgspec.json.decode(row.terms, type=Terms),
            founders=msgspec.json.decode(row.founders, type=tuple[Person, ...]),
        )

    async def names(self, player_ids: Sequence[int]) -> dict[int, str]:
        """What players are called."""
        rows = await self.rows(sa.select(player.c.id, player.c.name).where(player.c.id.in_(player_ids)))
        return {row.id: row.name for row in rows}

    async def entries(self, table_id: str, after: int = 0) -> list[Entry]:
        """The log of a table from the action after the given one."""
        rows = await self.rows(
            sa.select(action).where(action.c.table_id == table_id, action.c.seq > after).order_by(action.c.seq)
        )
        return [
            Entry(table_id, row.seq, row.seat, row.actor, f"{row.kind} {row.body}".rstrip(), row.client_key, row.at)
            for row in rows
        ]

    async def secrets(self, table_id: str, after: int = 0) -> dict[int, Secret]:
        """The secrets of a table's deals, by deal number, from the deal after the given one."""
        rows = await self.rows(
            sa.select(deal_secret).where(deal_secret.c.table_id == table_id, deal_secret.c.deal_no > after)
        )
        return {row.deal_no: Secret(row.nonce, row.seed, row.commitment) for row in rows}

    async def due(self, until: int | None = None) -> list[str]:
        """The tables that have to go on by themselves: all of them, or those for which it was due by then."""
        statement = sa.select(game.c.id).where(game.c.due_at.is_not(None))
        if until is not None:
            statement = statement.where(game.c.due_at <= until)
        return [row.id for row in await self.rows(statement)]

    async def tables_of(self, player_id: int, limit: int = 10) -> list[TableOf]:
        """The tables at which a player sits, newest first."""
        rows = await self.rows(
            sa.select(game)
            .join(seat, seat.c.table_id == game.c.id)
            .where(seat.c.player_id == player_id)
            .order_by(game.c.created_at.desc())
            .limit(limit)
        )
        return [TableOf(row.id, row.line, row.status, row.created_at) for row in rows]


def migrate(path: Path) -> None:
    """Bring a database file to the form this version needs, making it where there is none.

    Raises:
        sqlalchemy.exc.DatabaseError: the file is no database, or cannot be written.
        alembic.util.CommandError: it was made by a newer version.
    """
    engine = sa.create_engine(f"sqlite:///{path}", hide_parameters=True)
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    try:
        with engine.connect() as connection:
            # The file remembers this. Connections that begin to use it at once could not agree on it by themselves.
            connection.exec_driver_sql("PRAGMA journal_mode=WAL")
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    finally:
        engine.dispose()


def _prepare(connection: Any, _record: object) -> None:
    # The driver's own way with transactions would begin them late: a read that turns into a write then fails at once.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in (
        f"busy_timeout={BUSY_SECONDS * 1000}",
        "synchronous=FULL",
        "foreign_keys=ON",
        f"wal_autocheckpoint={MOST_PAGES}",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_immediate(connection: sa.Connection) -> None:
    # As the driver takes it: around it SQLAlchemy does ten times as much.
    cursor = connection.connection.cursor()
    cursor.execute("BEGIN IMMEDIATE")
    cursor.close()


class FolderInUse(RuntimeError):
    """Another server holds the data folder."""


class FolderLock:
    """Keeps a second server out of a data folder. The system lets go of it when the process ends, however it ends."""

    def __init__(self, folder: Path) -> None:
        """Take the folder.

        Raises:
            FolderInUse: another process holds it.
            sqlite3.OperationalError: the folder cannot be written.
        """
        self._held = sqlite3.connect(folder / "lock", timeout=0, isolation_level=None)
        try:
            self._held.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            self._held.close()
            if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                raise FolderInUse(str(folder)) from None
            raise

    def release(self) -> None:
        self._held.close()
