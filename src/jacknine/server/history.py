"""One's own history: the tables one sat at and the records one brought along, by game and date."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cache
from typing import Final

import msgspec
import sqlalchemy as sa
from babel.dates import format_date

from jacknine.analysis.learn.cases import CASES, worked
from jacknine.notation.position import PositionError
from jacknine.notation.record import RecordError
from jacknine.server import store
from jacknine.server.archive import Archive
from jacknine.server.prefs import Prefs
from jacknine.server.replay import names_at, seat_view_of
from jacknine.server.seatview import RoomView
from jacknine.server.service import Visitor
from jacknine.server.settings_form import GAMES, games_of, rules_sentence
from jacknine.server.sheet import match_result
from jacknine.server.store import Store
from jacknine.server.tables import NoSuchTable
from jacknine.server.templates import render
from jacknine.server.words import Words

PAGE: Final = 20
MAX_PAGE: Final = 1000
EXAMPLES: Final = {"rules": "belote(target=501)", "taken": "2:31+20", "card": "TH"}
"""What is shown beside a refusal of a position."""


@dataclass(frozen=True, slots=True)
class Search:
    """What to look for: a game (all, if empty), the first and the last day, the page from 1."""

    game: str = ""
    since: date | None = None
    until: date | None = None
    page: int = 1


@dataclass(frozen=True, slots=True)
class Past:
    """A table one sits at, or a record: when it was made, its rules in words.

    ``running``: its match goes on. ``seen``: a deal of it is over and may be looked at. ``first``: it began
    with a first deal, explained. ``result``: how the match ended, empty where it did not or may not be told yet.
    """

    code: str
    game: str
    day: str
    rules: str
    running: bool
    level: str
    first: bool
    seen: bool
    result: str


async def page(opened: Store, archive: Archive, visitor: Visitor, search: Search, notice: str = "") -> str:
    """The page with what was found."""
    me = visitor.player_id
    found = [] if me is None else await _found(opened, archive, me, visitor.words, search)
    return render(
        "history.html",
        visitor.words,
        prefs=visitor.prefs,
        games=games_of(visitor.words),
        search=search,
        found=found[:PAGE],
        more=len(found) > PAGE,
        notice=notice,
    )


def position_form(words: Words, prefs: Prefs, line: str, error: PositionError) -> str:
    """The page that asks for a position, with why a line is none."""
    why = no_position(error, words) if line else ""
    return render("position_form.html", words, prefs=prefs, line=line, error=why, example=_example())


def no_position(error: PositionError, words: Words) -> str:
    """Why a line is no position, in a sentence."""
    values = dict(error.reason.values)
    if error.broken is not None:
        values["why"] = words.reason(error.broken)
    if error.reason.id in EXAMPLES:
        values["example"] = EXAMPLES[error.reason.id]
    return words.text(f"position.{error.reason.id}", **values)


def no_record(error: RecordError, words: Words) -> str:
    """Why a record is refused, and where."""
    why = "" if error.broken is None else words.reason(error.broken)
    wrong = words.text(f"record.{error.wrong}", why=why)
    return f"{words.text('history.refused', line=error.line)} {wrong}"


@cache
def _example() -> str:
    """The line of a trick of a lesson."""
    return next(line for case in CASES["bela"] if (line := worked("bela", case).felt))


async def _found(opened: Store, archive: Archive, player_id: int, words: Words, search: Search) -> list[Past]:
    game, seat, record = store.game, store.seat, store.record
    daily, first = (sa.func.json_extract(game.c.terms, f"$.{term}") for term in ("daily", "first"))
    tables = (
        sa.select(
            game.c.id,
            game.c.line,
            game.c.status,
            game.c.level,
            game.c.created_at,
            daily.label("daily"),
            first.label("first"),
        )
        .join(seat, seat.c.table_id == game.c.id)
        .where(seat.c.player_id == player_id, game.c.head_seq > 1)
        .where(sa.func.json_extract(game.c.terms, "$.position").is_(None))
    )
    line = sa.func.json_extract(sa.func.substr(record.c.text, 1, sa.func.instr(record.c.text, "\n") - 1), "$.rules")
    records = sa.select(
        record.c.id, line.label("line"), sa.literal("").label("status"), sa.literal("").label("level"),
        record.c.created_at, sa.null().label("daily"), sa.null().label("first"),
    ).where(record.c.player_id == player_id)  # fmt: skip
    both = sa.union_all(tables, records).subquery()
    statement = sa.select(both).order_by(both.c.created_at.desc()).limit(PAGE + 1).offset(PAGE * (search.page - 1))
    if search.game in GAMES:
        statement = statement.where(sa.or_(both.c.line == search.game, both.c.line.startswith(f"{search.game}(")))
    if search.since is not None:
        statement = statement.where(both.c.created_at >= _milliseconds(search.since))
    if search.until is not None:
        statement = statement.where(both.c.created_at < _milliseconds(search.until + timedelta(days=1)))
    return [
        Past(
            code=row.id,
            game=row.line.partition("(")[0],
            day=format_date(datetime.fromtimestamp(row.created_at / 1000, UTC), "medium", locale=words.language),
            rules=rules_sentence(row.line, words, row.daily or ""),
            running=row.status == "running",
            level=row.level,
            first=bool(row.first),
            seen=not row.status or await archive.is_open(row.id),
            result="" if row.status == "running" else await _result(archive, row.id, player_id, row.daily or "", words),
        )
        for row in await opened.rows(statement)
    ]


async def _result(archive: Archive, code: str, player_id: int, day: str, words: Words) -> str:
    """How a match ended for a player, as its last sheet told him; ``day``: it was the try of one. Nothing of a day that
    is not over, or of a log that does not add up.
    """
    try:
        played = await archive.played(code)
    except (NoSuchTable, ValueError):
        return ""
    sv = seat_view_of(played.after, played.seat_of(player_id), names_at(played, words), frozenset(), (), code)
    result = match_result(msgspec.structs.replace(sv, ended=played.game.agreed, room=RoomView(daily=day)), words)
    return result.text if result else ""


def _milliseconds(day: date) -> int:
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp() * 1000)
