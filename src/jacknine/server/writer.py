"""The one hand that writes the log: takes all actions that wait, commits them together, tells each how it went.

One durable commit costs some milliseconds however much is in it, so tables share them. The keys of the action table
decide races: an action whose number or client key is taken is left out, and its sender is told.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import chain
from typing import Final, Literal

import msgspec
import sqlalchemy as sa
import structlog
from sqlalchemy.engine.interfaces import DBAPICursor

from jacknine.server import store
from jacknine.server.log import Entry, Secret
from jacknine.server.logs import trail
from jacknine.server.store import GameRow, SeatRow, Store, StoreUnavailable

BATCH = 500
GATHER_SECONDS: Final = 0.01
"""So long after a commit begins the next, where other tables play too: a commit costs the same for some more moves."""
APPEND: Final = """
    INSERT INTO action (table_id, seq, seat, actor, kind, body, client_key, at) VALUES {rows} ON CONFLICT DO NOTHING
"""
FOLLOW: Final = """
    UPDATE game SET status = head.column2, head_seq = head.column3, turn_seat = head.column4, due_at = head.column5,
    due_kind = head.column6 FROM (VALUES {rows}) AS head WHERE game.id = head.column1 AND game.head_seq <= head.column3
"""
"""The two statements of every move, as the driver takes them: the rest is seldom, and written with SQLAlchemy. There is
one of each however many moves there are, for between two the thread may have to wait for a server that is busy.
"""

log = structlog.get_logger()

Status = Literal["running", "over", "ended"]


@dataclass(frozen=True, slots=True)
class Head:
    """What the game's own row says beside the log: enough to find the tables that have to go on by themselves."""

    status: Status
    seq: int
    turn_seat: int | None
    due_at: int | None
    due_kind: str | None


@dataclass(frozen=True, slots=True)
class Job:
    """Something to write, all of it or nothing. ``then`` runs after the commit, before anything else is written.

    ``entry`` is appended to the log of ``table_id`` (None: only the head is brought up to date), ``secret`` goes with
    a deal, ``made`` is a table made in the same breath, ``seats`` are those of the table where that changes.
    """

    table_id: str
    entry: Entry | None = None
    head: Head | None = None
    secret: tuple[int, Secret] | None = None
    made: GameRow | None = None
    seats: tuple[SeatRow, ...] = ()
    then: Callable[[], None] = lambda: None
    done: asyncio.Future[bool] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Writer:
    """Commits jobs in groups. One a database."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: list[Job] = []
        self._called = asyncio.Event()
        self._closed = False
        self._begun = 0.0
        self._written: frozenset[str] = frozenset()
        """When the last commit began, and whose moves were in it."""

    async def put(self, job: Job) -> bool:
        """Write a job; True once it is durable, False where its number or its key was taken.

        Raises:
            StoreUnavailable: it could not be written.
        """
        if self._closed:
            raise StoreUnavailable("closing")
        self._waiting.append(job)
        self._called.set()
        return await job.done

    async def run(self) -> None:
        """Write until :meth:`close`, and then what still waits."""
        while self._waiting or not self._closed:
            await self._called.wait()
            self._called.clear()
            while self._waiting:
                await self._gather()
                await self._write(self._take())

    async def _gather(self) -> None:
        """Let moves of other tables come; who plays alone waits for nobody."""
        left = self._begun + GATHER_SECONDS - time.monotonic()
        if left > 0 and not self._closed and any(job.table_id not in self._written for job in self._waiting):
            await asyncio.sleep(left)
        self._begun = time.monotonic()

    def close(self) -> None:
        """Take no more jobs."""
        self._closed = True
        self._called.set()

    def _take(self) -> list[Job]:
        """The jobs of the next commit, at most one a table: the second may build on the first."""
        taken: dict[str, Job] = {}
        left: list[Job] = []
        for job in self._waiting:
            if job.table_id in taken or len(taken) == BATCH:
                left.append(job)
            else:
                taken[job.table_id] = job
        self._waiting = left
        return list(taken.values())

    async def _write(self, jobs: list[Job]) -> None:
        self._written = frozenset(job.table_id for job in jobs)
        try:
            won = await self._store.commit(lambda connection: _write(connection, jobs))
        except Exception as error:
            # The writer must outlive whatever happens: without it nothing at any table goes on.
            if not isinstance(error, StoreUnavailable):
                log.error("writer.failed", error=trail(error))
            reason = str(error) if isinstance(error, StoreUnavailable) else type(error).__name__
            for job in jobs:
                if not job.done.done():
                    job.done.set_exception(StoreUnavailable(reason))
            return
        for job in jobs:
            if job.table_id in won:
                job.then()
            if not job.done.done():
                job.done.set_result(job.table_id in won)


def _write(connection: sa.Connection, jobs: list[Job]) -> set[str]:
    """Write in one transaction what goes through; the tables of those jobs."""
    won = _append(connection, jobs)
    _follow(connection, [job for job in jobs if job.table_id in won])
    return won


def _append(connection: sa.Connection, jobs: list[Job]) -> set[str]:
    """Append the entries whose number and key are free; the tables of the jobs that go through."""
    won = {job.table_id for job in jobs}
    rows = {job.table_id: tuple(action_values(job.entry).values()) for job in jobs if job.entry is not None}
    cursor = connection.connection.cursor()
    if rows and _many(cursor, APPEND, list(rows.values())) < len(rows):
        # The driver tells how many rows went in but not which: begin again, one by one.
        cursor.execute("ROLLBACK")
        cursor.execute("BEGIN IMMEDIATE")
        for table_id, row in rows.items():
            if not _many(cursor, APPEND, [row]):
                won.remove(table_id)
    cursor.close()
    return won


def _many(cursor: DBAPICursor, statement: str, rows: list[tuple[object, ...]]) -> int:
    """Do something with many rows of values at once; how many rows of the database it touched."""
    row = f"({', '.join('?' * len(rows[0]))})"
    cursor.execute(statement.format(rows=", ".join([row] * len(rows))), tuple(chain.from_iterable(rows)))
    return cursor.rowcount


def seat_values(row: GameRow) -> list[dict[str, object]]:
    """The rows of a table's seats."""
    return [{"table_id": row.id, "seat": one.seat, "player_id": one.player_id, "name": one.name} for one in row.seats]


def _follow(connection: sa.Connection, jobs: list[Job]) -> None:
    """Write what belongs to the entries: heads, secrets, tables made."""
    made = [job.made for job in jobs if job.made is not None]
    if made:
        connection.execute(sa.insert(store.game), [game_values(row) for row in made])
        connection.execute(sa.insert(store.seat), [values for row in made for values in seat_values(row)])
    secrets = [
        {
            "table_id": job.table_id,
            "deal_no": job.secret[0],
            "nonce": job.secret[1].nonce,
            "seed": job.secret[1].seed,
            "commitment": job.secret[1].commitment,
        }
        for job in jobs
        if job.secret is not None
    ]
    if secrets:
        connection.execute(sa.insert(store.deal_secret), secrets)
    seated = [(job.table_id, one) for job in jobs for one in job.seats]
    if seated:
        moved = (
            sa.update(store.seat)
            .where(store.seat.c.table_id == sa.bindparam("of"), store.seat.c.seat == sa.bindparam("place"))
            .values(player_id=sa.bindparam("player"), name=sa.bindparam("called"))
        )
        values = [
            {"of": table_id, "place": one.seat, "player": one.player_id, "called": one.name} for table_id, one in seated
        ]
        connection.execute(moved, values)
    heads = [(job.table_id, job.head) for job in jobs if job.head is not None]
    if heads:
        cursor = connection.connection.cursor()
        columns = ((of, head.status, head.seq, head.turn_seat, head.due_at, head.due_kind) for of, head in heads)
        _many(cursor, FOLLOW, list(columns))
        cursor.close()


def action_values(entry: Entry) -> dict[str, object]:
    """The columns of an action, in the order of :data:`APPEND`."""
    return {
        "table_id": entry.table_id,
        "seq": entry.seq,
        "seat": entry.seat,
        "actor": entry.actor,
        "kind": entry.kind,
        "body": entry.text.partition(" ")[2],
        "client_key": entry.client_key,
        "at": entry.at,
    }


def game_values(row: GameRow) -> dict[str, object]:
    """The columns of a new table."""
    return {
        "id": row.id,
        "line": row.line,
        "level": row.level,
        "pace": row.pace,
        "dealer": row.dealer,
        "host": row.host,
        "bot_key": row.bot_key,
        "created_at": row.created_at,
        "status": "running",
        "head_seq": 0,
        "due_at": row.due_at,
        "due_kind": "deal",
        "terms": msgspec.json.encode(row.terms).decode(),
        "founders": msgspec.json.encode(row.founders).decode(),
    }
