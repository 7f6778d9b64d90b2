"""The addresses of what was played: replays, records, positions, one's own history."""

from __future__ import annotations

from datetime import date
from typing import Any, Final

from litestar import Response, get, post
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from jacknine.notation.position import PositionError, parse_position
from jacknine.notation.record import RecordError
from jacknine.server import history, replay
from jacknine.server.archive import NoSuchDeal, Played
from jacknine.server.asking import HTML, Ours, form_of, player_of, visitor_of
from jacknine.server.errors import AppRequest, Malformed
from jacknine.server.fork import Unsealed, play_on, play_position
from jacknine.server.review_routes import REVIEW_ROUTES
from jacknine.server.service import Service

Code = FromPath[str]
Number = FromPath[int]
At = FromQuery[int | None]
Text = FromQuery[str | None]

MAX_RECORD: Final = 256 * 1024
"""Bytes of a record that somebody brings along: some two hundred deals."""
JSON_LINES: Final = "application/jsonl"


@get("/r/{code:str}")
async def deals(request: AppRequest, service: Ours, code: Code) -> Response[Any]:
    """The last finished deal of a game."""
    played = await _played(request, service, code)
    return Redirect(f"/r/{code}/{len(played.befores)}", status_code=303)


@get("/r/{code:str}/{number:int}")
async def deal_page(request: AppRequest, service: Ours, code: Code, number: Number, at: At = None) -> Response[str]:
    """A finished deal at a moment."""
    visitor = await visitor_of(request, service)
    played, course = await service.archive.deal(code, number)
    me = played.seat_of(visitor.player_id)
    return Response(replay.page(played, number, course, at or 0, me, visitor.words, visitor.prefs), media_type=HTML)


@get("/r/{code:str}/record")
async def download(request: AppRequest, service: Ours, code: Code) -> Response[str]:
    """The record of all finished deals of a game."""
    played = await _played(request, service, code)
    name = f"{played.game.rules.variant}-{code}.jsonl"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(played.text, media_type=f"{JSON_LINES}; charset=utf-8", headers=headers)


@post("/r/{code:str}/{number:int}/play")
async def go_on(request: AppRequest, service: Ours, code: Code, number: Number) -> Response[Any]:
    """Play on from a moment of a finished deal, against the computer."""
    visitor = await visitor_of(request, service)
    form = await form_of(request)
    played, course = await service.archive.deal(code, number)
    try:
        at, seat = int(form["at"]), int(form["seat"])
    except (KeyError, ValueError) as error:
        raise Malformed from error
    if not (0 <= at < len(course) - 1 and 0 <= seat < played.game.rules.players):
        raise Malformed
    await service.hurry(request, visitor)
    player, cookies = await player_of(service, visitor, visitor.player.name if visitor.player else "")
    try:
        table = await play_on(service, played, number, at, seat, (player.id, player.name), visitor.prefs.pace)
    except Unsealed as error:
        raise Malformed from error
    return Redirect(f"/t/{table.code}", status_code=303, cookies=cookies)


@get("/position")
async def position(request: AppRequest, service: Ours, line: Text = None) -> Response[str]:
    """A position of one line, to look at."""
    visitor = await visitor_of(request, service)
    try:
        state = parse_position(line or "")
    except PositionError as error:
        return Response(history.position_form(visitor.words, visitor.prefs, line or "", error), media_type=HTML)
    return Response(replay.position_page(state, line or "", visitor.words, visitor.prefs), media_type=HTML)


@post("/position/play")
async def play_line(request: AppRequest, service: Ours) -> Response[Any]:
    """Play on from a position of one line, against the computer."""
    visitor = await visitor_of(request, service)
    form = await form_of(request)
    line = " ".join(form.get("line", "").split())
    try:
        state = parse_position(line)
    except PositionError as error:
        html = history.position_form(visitor.words, visitor.prefs, line, error)
        return Response(html, status_code=422, media_type=HTML)
    if form.get("seat", "") not in map(str, range(state.rules.players)):
        raise Malformed
    await service.hurry(request, visitor)
    player, cookies = await player_of(service, visitor, visitor.player.name if visitor.player else "")
    me = (player.id, player.name)
    table = await play_position(service, state, line, int(form["seat"]), me, visitor.prefs.pace)
    return Redirect(f"/t/{table.code}", status_code=303, cookies=cookies)


@get("/history")
async def own_history(
    request: AppRequest, service: Ours, game: Text = None, since: Text = None, until: Text = None, page: At = None
) -> Response[str]:
    """The visitor's own tables and records, by game and date."""
    visitor = await visitor_of(request, service)
    search = history.Search(game or "", _date(since), _date(until), max(1, min(page or 1, history.MAX_PAGE)))
    return Response(await history.page(service.store, service.archive, visitor, search), media_type=HTML)


@post("/records", request_max_body_size=MAX_RECORD + 4096)
async def bring(request: AppRequest, service: Ours) -> Response[Any]:
    """Take a record file and show its first deal."""
    visitor = await visitor_of(request, service)
    given = (await request.form()).get("record")
    if given is None or isinstance(given, str):
        raise Malformed
    try:
        text = (await given.read()).decode()
    except ValueError as error:
        raise Malformed from error
    await service.hurry(request, visitor)
    player, cookies = await player_of(service, visitor, visitor.player.name if visitor.player else "")
    try:
        code = await service.archive.keep(player.id, text)
    except RecordError as error:
        notice = history.no_record(error, visitor.words)
        search = history.Search()
        return Response(
            await history.page(service.store, service.archive, visitor, search, notice),
            status_code=422,
            media_type=HTML,
            cookies=cookies,
        )
    return Redirect(f"/r/{code}/1", status_code=303, cookies=cookies)


REPLAY_ROUTES: Final = (deals, deal_page, download, go_on, position, play_line, own_history, bring, *REVIEW_ROUTES)


async def _played(request: AppRequest, service: Service, code: str) -> Played:
    await visitor_of(request, service)
    played = await service.archive.played(code)
    if not played.befores:
        raise NoSuchDeal(code)
    return played


def _date(text: str | None) -> date | None:
    try:
        day = date.fromisoformat(text) if text else None
    except ValueError:
        return None
    return day if day is not None and 1970 <= day.year < 3000 else None
