"""Has finished deals reviewed by a solver process, one after the other, and keeps what was found out.

First come the open cards, for everybody; then what an expert would have expected of the decisions of whoever asked,
from what his seat saw at the time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import msgspec
import sqlalchemy as sa
import structlog
from sqlalchemy.dialects.sqlite import insert

from jacknine.analysis import review as questions
from jacknine.analysis.calls import weigh_calls
from jacknine.analysis.review import Choice, Course, Review
from jacknine.bots import player as computer
from jacknine.bots.calls.raising import SURE
from jacknine.bots.hints import Hint, expect
from jacknine.bots.search import likely_hands
from jacknine.game import Decision, Play, Reason, Speak, View, view
from jacknine.game.codec import action_text
from jacknine.server import store
from jacknine.server.archive import Played, moments
from jacknine.server.logs import trail
from jacknine.server.solving import Solving
from jacknine.server.store import Store

VERSION: Final = 4
"""Goes up when reviews say something else; older ones are made anew."""
WAITING: Final = 20
"""Deals that may wait for the solver."""

log = structlog.get_logger()

Key = tuple[str, int]


class Expected(msgspec.Struct):
    """What an expert would have expected of a decision: by action, what it is worth on average less than the best one.

    ``worths`` is empty where he would have gone by rules, which have no points; ``why`` is his reason for ``best``.
    """

    at: int
    best: str
    worths: dict[str, float]
    why: Reason


class Kept(msgspec.Struct):
    """A review in the database; ``expert`` by seat, as far as somebody who sat there has asked."""

    version: int
    review: Review
    expert: dict[int, list[Expected]] = {}


@dataclass
class Progress:
    """How far a review has come; ``expert``: the open cards are done; ``failed``: there will be no more."""

    done: int = 0
    of: int = 1
    expert: bool = False
    failed: bool = False


class TooManyWait(RuntimeError):
    """So many deals wait for the solver that no more are taken."""


class Reviews:
    """The reviews of a server."""

    def __init__(self, opened: Store, solving: Solving) -> None:
        self._store = opened
        self._solving = solving
        self._running: dict[Key, tuple[Progress, asyncio.Task[None]]] = {}
        self._one = asyncio.Semaphore(1)

    async def kept(self, key: Key) -> Kept | None:
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
        return kept if kept.version == VERSION else None

    def progress(self, key: Key) -> Progress | None:
        """How far a review is that was asked for; None where it was not, or is kept by now."""
        found = self._running.get(key)
        return None if found is None else found[0]

    def begin(self, played: Played, number: int, seat: int | None) -> None:
        """Have a finished deal reviewed, with an expert's eyes on the decisions of a seat; unless that is on its way.

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
        progress = Progress(0, len(course.questions) + 2)
        self._running[key] = progress, asyncio.create_task(self._review(key, course, seat, progress))

    def close(self) -> None:
        """Let go of what is on its way."""
        for _, task in self._running.values():
            task.cancel()

    async def _review(self, key: Key, course: Course, seat: int | None, progress: Progress) -> None:
        try:
            async with self._one:
                kept = await self.kept(key)
                if kept is None:
                    kept = Kept(VERSION, await self._find_out(key, course, progress))
                    await self._keep(key, kept)
                if seat is not None and seat not in kept.expert:
                    kept.expert[seat] = await self._expect(key, course, seat, progress)
                    await self._keep(key, kept)
        except Exception as error:
            # A solver that is not there, or dies, must not take the server with it.
            log.warning("review.failed", deal=key, error=trail(error))
            progress.failed = True
            return
        del self._running[key]

    async def _keep(self, key: Key, kept: Kept) -> None:
        values = {"code": key[0], "deal_no": key[1], "body": msgspec.json.encode(kept)}
        statement = insert(store.review).values(values)
        async with self._store.writing() as connection:
            await connection.execute(
                statement.on_conflict_do_update(index_elements=["code", "deal_no"], set_={"body": values["body"]})
            )

    async def _expect(self, key: Key, course: Course, seat: int, progress: Progress) -> list[Expected]:
        asked = own_decisions(course, seat)
        progress.done, progress.of, progress.expert = 0, max(1, len(asked)), True
        found = []
        for at in asked:
            seen = view(course.states[at], seat)
            found.append(_expected(at, await self._solving.ask(expect, seen, key[1])))
            progress.done += 1
        return found

    async def _find_out(self, key: Key, course: Course, progress: Progress) -> Review:
        choices: list[Choice] = []
        left = questions.NODES
        calls = await self._solving.ask(weigh_calls, course.states, course.actions, simple_decision)
        progress.done += 1
        for at in course.questions:
            action = course.actions[at]
            assert isinstance(action, Play)
            choice, nodes = await self._solving.ask(questions.weigh, course.states[at], at, action, left)
            choices.insert(0, choice)
            left -= nodes
            progress.done += 1
            if not choice.exact or left <= 0:
                break
        worst = [
            await self._solving.ask(questions.advise, course.states[one.at], one, questions.trick_of(course, one.at))
            for one in questions.costliest(choices)
        ]
        begun = course.begun
        stood = None if begun is None else await self._solving.ask(questions.stands, begun, key[1], likely_hands)
        return questions.put_together(course, choices, worst, stood, calls)


def simple_decision(seen: View) -> Decision:
    """What a player decides that does not look ahead."""
    return computer("hard").decide(seen, 0)


def own_decisions(course: Course, seat: int) -> list[int]:
    """The places of a seat's decisions among several calls or cards."""
    cards = set(course.questions)
    return [
        at
        for at, action in enumerate(course.actions)
        if action.seat == seat and (at in cards if isinstance(action, Play) else _is_call(course, at, action))
    ]


def _is_call(course: Course, at: int, action: Decision) -> bool:
    deal = course.states[at].deal
    return isinstance(action, Speak) and deal is not None and deal.turn == action.seat and len(deal.status.legal) > 1


def _expected(at: int, hint: Hint) -> Expected:
    # Only what was looked at in deals, or weighed as a contract, has points; rules and doublings have an order alone.
    pointed = hint.searched or (isinstance(hint.decision, Speak) and not _doubling(hint.worths))
    top = hint.worths[0][1] if hint.worths else 0.0
    worths = {action_text(one): worth - top for one, worth in hint.worths} if pointed else {}
    return Expected(at, action_text(hint.decision), worths, hint.why)


def _doubling(worths: Sequence[tuple[Decision, float]]) -> bool:
    return any(isinstance(one, Speak) and one.call.word in SURE for one, _ in worths)
