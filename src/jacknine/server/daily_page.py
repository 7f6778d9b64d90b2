"""The pages of the daily deals: all games of today, one game with its boards, a day that is over with its seeds."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from babel.dates import format_date

from jacknine.server import board
from jacknine.server.board import Board, Kind
from jacknine.server.daily import Daily, Try
from jacknine.server.daily_marks import Mark, Marks
from jacknine.server.days import deal_secret, ends_at, week_begins
from jacknine.server.digits import with_minus
from jacknine.server.log import Secret
from jacknine.server.room import DAILY_DEALS
from jacknine.server.service import Visitor
from jacknine.server.settings_form import games_of
from jacknine.server.store import Store
from jacknine.server.templates import render
from jacknine.server.words import Words, isolated

MINUTE_MS: Final = 60_000


@dataclass(frozen=True, slots=True)
class Today:
    """A game's day to one visitor. ``state`` is ``new``, ``open`` or what became of his try; ``streak`` in days."""

    game: str
    state: str
    score: str
    place: int
    count: int
    streak: int


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a board as it shows."""

    place: int
    name: str
    points: str
    mine: bool


def signed(points: int) -> str:
    """A number with its sign, which stays before it in every script."""
    return isolated(with_minus(f"{points:+d}") if points else "0")


def mean(points: int) -> str:
    """The mean of the best days: their sum over their number, also where there were fewer."""
    return isolated(with_minus(f"{points / board.BEST:+.1f}"))


def time_left(words: Words, now: int, day: date) -> str:
    """How long a day lasts still."""
    minutes = max(0, ends_at(day) - now + MINUTE_MS - 1) // MINUTE_MS
    return words.text("daily.left", hours=minutes // 60, minutes=minutes % 60)


async def home_line(daily: Daily, words: Words) -> str:
    """Today's deals in one line, for the first page."""
    return time_left(words, daily.clock(), daily.today)


async def overview(opened: Store, daily: Daily, visitor: Visitor) -> str:
    """All games of today."""
    today = daily.today
    games = [await _today(opened, daily, visitor, game, today) for game in games_of(visitor.words)]
    return render(
        "daily.html",
        visitor.words,
        prefs=visitor.prefs,
        games=games,
        left=time_left(visitor.words, daily.clock(), today),
        day=_day(today, visitor.words),
    )


async def game_page(
    opened: Store, daily: Daily, marks: Marks, visitor: Visitor, game: str, day: date, kind: Kind
) -> str:
    """One game: the visitor's result, and a board. Of a day that is over, also what its cards were made of."""
    words, today = visitor.words, daily.today
    over = day < today
    mine = await _today(opened, daily, visitor, game, day)
    found = await daily.ranked(day, game, visitor.player_id)
    key = await daily.key(day, game) if over or mine.state in ("entered", "late") else None
    expert = await marks.expert(day, game) if key else None
    par = await marks.par(found.table_id) if over and found is not None and mine.state == "entered" else None
    places = await board.board_of(opened, game, board.period(kind, day), visitor.player_id)
    return render(
        "daily_game.html",
        words,
        prefs=visitor.prefs,
        game=game,
        mine=mine,
        day=_day(day, words),
        iso=day.isoformat(),
        over=over,
        left="" if over else time_left(words, daily.clock(), today),
        measured=key is not None,
        expert=_marked(expert),
        par=_marked(par),
        replay=f"/r/{found.table_id}" if over and found is not None and found.status != "open" else "",
        kind=kind,
        kinds=board.KINDS,
        lines=_lines(places, kind, visitor),
        own=_own(places, kind, visitor),
        count=places.count,
        opened=_opened(key) if over and key else (),
        before=(day - timedelta(days=1)).isoformat(),
        after=(day + timedelta(days=1)).isoformat() if over else "",
        week=_day(week_begins(day), words),
        known=visitor.player is not None,
        name="" if visitor.player is None else visitor.player.name,
        on_board=visitor.player_id is not None and await board.is_there(opened, visitor.player_id),
        left_board=visitor.player_id is not None and await board.has_left(opened, visitor.player_id),
    )


def _marked(mark: Mark | None) -> str:
    """A mark as it shows; empty while it is worked out, and where it cannot be."""
    if mark is None or mark.points is None:
        return ""
    return isolated(f"≈ {signed(mark.points)}") if mark.about else signed(mark.points)


async def _today(opened: Store, daily: Daily, visitor: Visitor, game: str, day: date) -> Today:
    me = visitor.player_id
    found: Try | None = None if me is None else await daily.ranked(day, game, me)
    streak = 0 if me is None else await board.streak(opened, game, me, daily.today)
    if found is None:
        return Today(game, "new", "", 0, 0, streak)
    places = await board.board_of(opened, game, board.period("day", day), me)
    place = 0 if places.mine is None else places.mine.place
    score = "" if found.score is None else signed(found.score)
    return Today(game, found.status, score, place, places.count, streak)


def _lines(places: Board, kind: Kind, visitor: Visitor) -> tuple[Line, ...]:
    return tuple(_line(one, kind, visitor) for one in places.top)


def _own(places: Board, kind: Kind, visitor: Visitor) -> Line | None:
    """The visitor's line where it is not among the first."""
    return None if places.mine is None or places.mine in places.top else _line(places.mine, kind, visitor)


def _line(one: board.Place, kind: Kind, visitor: Visitor) -> Line:
    points = mean(one.points) if kind == "all" else signed(one.points)
    return Line(one.place, one.name or visitor.words.text("who.guest"), points, one.player_id == visitor.player_id)


def _opened(key: bytes) -> tuple[Secret, ...]:
    return tuple(deal_secret(key, number) for number in range(1, DAILY_DEALS + 1))


def _day(day: date, words: Words) -> str:
    return format_date(day, "long", locale=words.language)
