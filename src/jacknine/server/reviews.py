"""Has finished deals reviewed by a solver process, one after the other, and keeps what was found out.

The process is started with the first deal that somebody wants reviewed; this one never loads Numba.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any, Final

import msgspec
import sqlalchemy as sa
import structlog
from sqlalchemy.dialects.sqlite import insert

from jacknine.analysis import review as questions
from jacknine.analysis.review import Choice, Course, Review
from jacknine.game import Play
from jacknine.server import store
from jacknine.server.archive import Played, moments
from jacknine.server.logs import trail
from jacknine.server.store import Store
from jacknine.solver.pool import Pool, WorkerDied

VERSION: Final = 1
"""Goes up when reviews say something else; older ones are made anew."""
WAITING: Final = 20
"""Deals that may wait for the solver."""

log = structlog.get_logger()

Key = tuple[str, int]


class Kept(msgspec.Struct):
    """A review in the database."""

    version: int
    review: Review


@dataclass
class Progress:
    """How far a review has come; ``failed``: there will be none."""

    done: int = 0
    of: int = 1
    failed: bool = False


class TooManyWait(RuntimeError):
    """So many deals wait for the solver that no more are taken."""


class Reviews:
    """The reviews of a server."""

    def __init__(self, opened: Store) -> None:
        self._store = opened
        self._pool: Pool | None = None
        self._running: dict[Key, tuple[Progress, asyncio.Task[None]]] = {}
        self._one = asyncio.Semaphore(1)

    async def kept(self, key: Key) -> Review | None:
        """The review of a deal, None where it was not asked for yet.

        Raises:
            StoreUnavailable: the database did not answer.
        """
        rows = await self._store.rows(
            sa.select(store.review.c.body).where(store.review.c.code == key[0], store.review.c.deal_no == key[1])
        )
        if not rows:
            return None
        try:
            kept = msgspec.json.decode(rows[0].body, type=Kept)
        except msgspec.ValidationError:
            return None
        return kept.review if kept.version == VERSION else None

    def progress(self, key: Key) -> Progress | None:
        """How far a review is that was asked for; None where it was not, or is kept by now."""
        found = self._running.get(key)
        return None if found is None else found[0]

    def begin(self, played: Played, number: int) -> None:
        """Have a finished deal reviewed, unless that is on its way.

        Raises:
            NoSuchDeal: there is no such deal, or it is not over.
            TooManyWait: come back later.
        """
        key = played.code, number
        found = self._running.get(key)
        if found is not None and not found[0].failed:
            return
        if sum(not one.failed for one, _ in self._running.values()) >= WAITING:
            raise TooManyWait
        course = Course([moment.state for moment in moments(played, number)], played.game.deals[number - 1].actions)
        progress = Progress(0, len(course.questions) + 1)
        self._running[key] = progress, asyncio.create_task(self._review(key, course, progress))

    async def close(self) -> None:
        """Let go of what is on its way, and of the solver."""
        for _, task in self._running.values():
            task.cancel()
        if self._pool is not None:
            await asyncio.to_thread(self._pool.close)

    async def _review(self, key: Key, course: Course, progress: Progress) -> None:
        try:
            async with self._one:
                found = await self._find_out(key, course, progress)
            values = {"code": key[0], "deal_no": key[1], "body": msgspec.json.encode(Kept(VERSION, found))}
            statement = insert(store.review).values(values)
            async with self._store.writing() as connection:
                await connection.execute(
                    statement.on_conflict_do_update(index_elements=["code", "deal_no"], set_={"body": values["body"]})
                )
        except Exception as error:
            # A solver that is not there, or dies, must not take the server with it.
            log.warning("review.failed", deal=key, error=trail(error))
            progress.failed = True
            return
        del self._running[key]

    async def _find_out(self, key: Key, course: Course, progress: Progress) -> Review:
        choices: list[Choice] = []
        left = questions.NODES
        for at in course.questions:
            action = course.actions[at]
            assert isinstance(action, Play)
            choice, nodes = await self._ask(questions.weigh, course.states[at], at, action, left)
            choices.insert(0, choice)
            left -= nodes
            progress.done += 1
            if not choice.exact or left <= 0:
                break
        worst = [
            await self._ask(questions.advise, course.states[one.at], one, questions.trick_of(course, one.at))
            for one in questions.costliest(choices)
        ]
        begun = course.begun
        stood = None if begun is None else await self._ask(questions.stands, begun, key[1])
        return questions.put_together(course, choices, worst, stood)

    async def _ask(self, question: Any, *given: Any) -> Any:
        if self._pool is None:
            self._pool = Pool(1, tell=lambda line: log.warning("solver.died", line=line))
        try:
            return await asyncio.wrap_future(self._pool.submit(question, *given))
        except WorkerDied:
            # The next one may find its memory in better order; one that cannot start at all dies again.
            return await asyncio.wrap_future(self._pool.submit(question, *given))
