"""The addresses of the daily deals and their boards."""

from __future__ import annotations

from datetime import date
from typing import Any, Final

from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from jacknine.server import board, daily_page
from jacknine.server.asking import HTML, Ours, player_of, visitor_of
from jacknine.server.days import LINES
from jacknine.server.errors import AppRequest
from jacknine.server.settings_form import GAMES

Game = FromPath[str]
Period = FromQuery[str | None]


@get("/daily")
async def overview(request: AppRequest, service: Ours) -> Response[str]:
    """All games of today."""
    visitor = await visitor_of(request, service)
    await service.daily.settle()
    return Response(await daily_page.overview(service.store, service.daily, visitor), media_type=HTML)


@get(["/daily/{game:str}", "/daily/{game:str}/{day:str}"])
async def game_day(
    request: AppRequest, service: Ours, game: Game, day: FromPath[str] = "", by: Period = None
) -> Response[str]:
    """One game's day with a board."""
    visitor = await visitor_of(request, service)
    wanted = _day(day) if day else service.daily.today
    if game not in LINES or wanted is None or wanted > service.daily.today:
        raise NotFoundException
    await service.daily.settle()
    kind = _kind(by)
    html = await daily_page.game_page(service.store, service.daily, service.marks, visitor, game, wanted, kind)
    return Response(html, media_type=HTML)


@post("/daily/{game:str}")
async def play(request: AppRequest, service: Ours, game: Game) -> Response[Any]:
    """Sit down at today's deals: the ranked try, and when it is over one that does not count."""
    visitor = await visitor_of(request, service)
    if game not in GAMES:
        raise NotFoundException
    await service.hurry(request, visitor)
    player, cookies = await player_of(service, visitor, visitor.player.name if visitor.player else "")
    table = await service.daily.play(player, game, visitor.prefs.pace)
    # An expert begins, too, so that his result is there when the first ones are.
    await service.marks.expert(service.daily.today, game)
    return Redirect(f"/t/{table.code}", status_code=303, cookies=cookies)


@post("/boards/{word:str}")
async def leave_or_return(request: AppRequest, service: Ours, word: FromPath[str]) -> Response[Any]:
    """Leave the boards, or come back to them."""
    visitor = await visitor_of(request, service)
    if word not in ("leave", "return") or visitor.player_id is None:
        raise NotFoundException
    await (board.leave if word == "leave" else board.come_back)(service.store, visitor.player_id)
    return Redirect("/daily", status_code=303)


DAILY_ROUTES: Final = (overview, game_day, play, leave_or_return)


def _kind(text: str | None) -> board.Kind:
    for kind in board.KINDS:
        if kind == text:
            return kind
    return "day"


def _day(text: str) -> date | None:
    try:
        day = date.fromisoformat(text) if len(text) == len("2026-11-30") else None
    except ValueError:
        return None
    # Days before there were computers have no neighbours to link to.
    return day if day is not None and day.year >= 1970 else None
