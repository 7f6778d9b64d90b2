"""The addresses of puzzles."""

from __future__ import annotations

from datetime import date
from typing import Any, Final
from urllib.parse import quote

from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from jacknine.analysis.puzzles import Puzzle, number_of, numbers_open, puzzles
from jacknine.game import Play
from jacknine.game.codec import CodecError, action_text, parse_action
from jacknine.server import puzzle_page
from jacknine.server.asking import HTML, Ours, form_of, player_of, visitor_of
from jacknine.server.errors import AppRequest, Malformed
from jacknine.server.puzzles import answer, standing
from jacknine.server.service import Service

Game = FromPath[str]
Number = FromPath[int]


@get("/puzzles")
async def overview(request: AppRequest, service: Ours) -> Response[str]:
    """The puzzles of today."""
    visitor = await visitor_of(request, service)
    return Response(await puzzle_page.overview(service.store, service.daily, visitor), media_type=HTML)


@get("/puzzles/{game:str}/{number:int}")
async def puzzle(request: AppRequest, service: Ours, game: Game, number: Number) -> Response[str]:
    """A puzzle."""
    visitor = await visitor_of(request, service)
    html = puzzle_page.page(_puzzle(service, game, number), game, number, visitor.words, visitor.prefs)
    return Response(html, media_type=HTML)


@post("/puzzles/{game:str}/{number:int}")
async def choose(request: AppRequest, service: Ours, game: Game, number: Number) -> Response[Any]:
    """Answer a puzzle with a card or a call. The first answer to that of the day is noted."""
    visitor = await visitor_of(request, service)
    asked = _puzzle(service, game, number)
    try:
        action = parse_action((await form_of(request)).get("action", ""), asked.seat)
    except CodecError as error:
        raise Malformed from error
    text = action_text(Play(action.seat, action.card) if isinstance(action, Play) else action)
    if text not in asked.worths:
        sv, _ = puzzle_page.seen(asked, visitor.words)
        reason = sv.reasons.get(action.card) if isinstance(action, Play) else None
        if reason is None:
            raise Malformed
        notice = visitor.words.reason(reason, dict(enumerate(sv.names)))
        html = puzzle_page.page(asked, game, number, visitor.words, visitor.prefs, notice)
        return Response(html, status_code=422, media_type=HTML)
    cookies: list[Cookie] = []
    today = service.daily.today
    if number == number_of(today, game):
        await service.hurry(request, visitor)
        player, cookies = await player_of(service, visitor, visitor.player.name if visitor.player else "")
        await answer(service.store, player.id, today, game, text == asked.best)
    goal = f"/puzzles/{game}/{number}/answer?action={quote(text)}"
    return Redirect(goal, status_code=303, cookies=cookies)


@get("/puzzles/{game:str}/{number:int}/answer")
async def explain(
    request: AppRequest, service: Ours, game: Game, number: Number, action: FromQuery[str | None] = None
) -> Response[Any]:
    """What each card or call of a puzzle was worth."""
    visitor = await visitor_of(request, service)
    asked = _puzzle(service, game, number)
    if action is None or action not in asked.worths:
        raise NotFoundException
    today = service.daily.today
    if number == number_of(today, game):
        found = await standing(service.store, visitor.player_id, game, today)
        if found.today is None:
            # First the answer, then what it was worth.
            return Redirect(f"/puzzles/{game}/{number}", status_code=303)
    html = puzzle_page.answer_page(
        asked, game, number, action, visitor.words, visitor.prefs, _next(today, game, number)
    )
    return Response(html, media_type=HTML)


PUZZLE_ROUTES: Final = (overview, puzzle, choose, explain)


def _puzzle(service: Service, game: str, number: int) -> Puzzle:
    """A puzzle; there is none yet where its day is still to come."""
    if number not in numbers_open(service.daily.today, game):
        raise NotFoundException
    return puzzles(game)[number - 1]


def _next(today: date, game: str, number: int) -> int | None:
    """The puzzle of the day before that of a puzzle, if it is open."""
    numbers = numbers_open(today, game)
    return next(iter(numbers[numbers.index(number) + 1 :]), None)
