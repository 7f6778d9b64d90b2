"""The addresses of the table: pages, moves and the JSON face. Each handler reads a request, asks, and answers."""

from __future__ import annotations

import re
from itertools import islice
from typing import Annotated, Any, Final

import msgspec
import sqlalchemy as sa
from litestar import Response, WebSocket, get, post, route, websocket
from litestar.datastructures import State
from litestar.exceptions import NotFoundException, WebSocketException
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Stream

from jacknine import __version__
from jacknine.bots import LEVELS
from jacknine.game import IllegalAction
from jacknine.game.codec import CodecError
from jacknine.rules.settings import SettingsError
from jacknine.server import pages, rooms, rules_page
from jacknine.server.api import json_face, reason_face
from jacknine.server.asking import (
    HTML,
    JSON,
    READ,
    Ours,
    cookie_of,
    form_of,
    json_answer,
    name_in,
    player_of,
    visitor_of,
)
from jacknine.server.errors import AppRequest, Malformed, NotSeated, refusal, wants_page
from jacknine.server.identity import COOKIE
from jacknine.server.live import Face, Frame, Watch, events, frame_of, may_watch, room_for_one_more, stream_to
from jacknine.server.lobby import PLAIN_LEVEL, company, is_plain, names_at, open_tables
from jacknine.server.making import known
from jacknine.server.orders import Order, Stale
from jacknine.server.prefs import PACES, changed
from jacknine.server.presence import PAGE_SECONDS
from jacknine.server.room_form import terms_in
from jacknine.server.room_routes import room_html
from jacknine.server.service import Service, Visitor
from jacknine.server.settings_form import refused
from jacknine.server.tables import NoSuchTable, Table
from jacknine.server.throttle import Crowded
from jacknine.server.viewers import seat_view
from jacknine.server.words import languages
from jacknine.variants import VARIANTS, rules

Code = FromPath[str]
After = FromQuery[int | None]
Text = FromQuery[str]
Shown = FromQuery[Face]

WINDOW_LENGTH: Final = 32

OWN_PATH: Final = re.compile(r"/(me|t/[a-z0-9]{1,20})?")


class OrderBody(msgspec.Struct):
    """The JSON form of an action: what is wanted, the position it was decided on, and a name to say it only once."""

    seen_seq: Annotated[int, msgspec.Meta(ge=0, le=1 << 31)]
    key: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    action: Annotated[str, msgspec.Meta(min_length=1, max_length=120)]


# --- pages ------------------------------------------------------------------------------------------------------------


@route("/", http_method=READ)
async def home(request: AppRequest, service: Ours) -> Response[str]:
    """The first page. Who comes back keeps his seat for as long again."""
    visitor = await visitor_of(request, service)
    answer = Response(_home(service, visitor, room=request.query_params.get("room", "")), media_type=HTML)
    token = request.cookies.get(COOKIE)
    if visitor.player is not None and token:
        await service.identity.renew(token)
        answer.cookies.append(cookie_of(service, token))
    return answer


@get("/notices")
async def notices(request: AppRequest, service: Ours) -> Response[str]:
    """What is borrowed from others."""
    visitor = await visitor_of(request, service)
    return Response(pages.notices(visitor.words, visitor.prefs), media_type=HTML)


@get("/rules/{game:str}")
async def game_rules(request: AppRequest, service: Ours, game: FromPath[str]) -> Response[str]:
    """The rules of a game under the settings of the address."""
    visitor = await visitor_of(request, service)
    if game not in VARIANTS:
        raise NotFoundException
    return Response(rules_page.page(visitor.words, visitor.prefs, game, dict(request.query_params)), media_type=HTML)


@post("/me")
async def change_me(request: AppRequest, service: Ours) -> Response[Any]:
    """Take a name and preferences; what is not given stays."""
    visitor = await visitor_of(request, service)
    form = await form_of(request)
    goal = form.pop("next", "/")
    name = name_in(visitor, form)
    try:
        prefs = changed(visitor.prefs, form)
    except msgspec.ValidationError as error:
        raise Malformed from error
    if prefs.language not in ("", *languages()):
        raise Malformed
    answer = Redirect(goal if OWN_PATH.fullmatch(goal) else "/", status_code=303)
    if visitor.player is None:
        answer.cookies.append(cookie_of(service, (await service.identity.welcome(name, prefs))[1]))
    else:
        await service.identity.change(visitor.player, name, lambda kept: changed(kept, form))
        service.tables.rename(visitor.player.id, name)
    return answer


@post("/tables")
async def create_table(request: AppRequest, service: Ours) -> Response[Any]:
    """Sit down at a table: at once, or at one with friends (``friends``), or with the people of a ``room``. Who has
    changed nothing but the preset is seated with others where they wait, unless he wants to be ``alone``.
    """
    visitor = await visitor_of(request, service)
    form = await form_of(request)
    game, room, friends, alone = (form.pop(field, "") for field in ("game", "room", "friends", "alone"))
    name = name_in(visitor, form)
    try:
        terms = terms_in(form, gathering=bool(friends or room))
        level = known("level", form.pop("level", PLAIN_LEVEL), LEVELS)
        pace = known("pace", form.pop("pace", visitor.prefs.pace), PACES)
        ruleset = rules(game, {setting: value for setting, value in form.items() if value})
    except SettingsError as error:
        if not wants_page(request):
            raise
        return Response(_home(service, visitor, refused(error, visitor.words), room), status_code=422, media_type=HTML)
    await service.hurry(request, visitor)
    if room:
        table = await service.tables.table(room)
        seat = table.seat_of(visitor.player_id)
        if seat is None:
            raise NotSeated
        try:
            following = await rooms.remake(service.tables, table, seat, ruleset, level, pace, terms)
        except IllegalAction as error:
            return refusal(request, 422, "not_host", visitor.words.reason(error.reason))
        return Redirect(f"/t/{following}/room", status_code=303)
    player, cookies = await player_of(service, visitor, name)
    found = None
    if not alone and pace == visitor.prefs.pace and is_plain(ruleset, level, terms):
        found = await rooms.join(service.tables, ruleset, player.id, name)
    if found is None:
        found = await service.tables.create(player.id, name, ruleset, level, pace, terms)
    return Redirect(f"/t/{found.code}", status_code=303, cookies=cookies)


@get("/t/{code:str}")
async def table_page(request: AppRequest, service: Ours, code: Code) -> Response[Any]:
    """A table, in its present position, or the room around it. Who has a seat there is back in it; a newcomer is
    brought to where its people have gone.
    """
    visitor, table = await _at_table(request, service, code)
    seat = table.seat_of(visitor.player_id)
    if seat is not None:
        await service.tables.arrive(table, seat, PAGE_SECONDS)
    following = table.position.room.rematch
    if following is not None and (seat is None or table.position.room.gathering):
        return Redirect(f"/t/{following}", status_code=303)
    if may_watch(table, visitor):
        return Response(_page(table, visitor), media_type=HTML)
    return Response(room_html(request, service, table, visitor), media_type=HTML)


# --- the felt ---------------------------------------------------------------------------------------------------------


@get("/t/{code:str}/felt")
async def felt_now(
    request: AppRequest, service: Ours, code: Code, after: After = None, w: Text = "", face: Shown = "felt"
) -> Response[bytes]:
    """The whole felt, to be sure of it or where no stream gets through; ``after``: only if something came after it.
    ``w`` names the window it is for, ``face`` says whether it shows the felt or the room.
    """
    visitor, table = await _at_table(request, service, code)
    await _come(service, table, visitor)
    if not table.windows.newest(visitor.player_id, w[:WINDOW_LENGTH]):
        return json_answer(Frame(table.position.seq, {}, True))
    if after == table.position.seq:
        return json_answer(Frame(after, {}))
    return json_answer(frame_of(Watch(table, visitor, face=face)))


@get("/t/{code:str}/events")
async def felt_events(request: AppRequest, service: Ours, code: Code, w: Text = "", face: Shown = "felt") -> Stream:
    """The felt as server-sent events, where sockets do not get through."""
    visitor, table = await _at_table(request, service, code)
    watch = Watch(table, visitor, w[:WINDOW_LENGTH], face)
    room_for_one_more(watch)
    await _come(service, table, visitor)
    # Proxies would wait for more before they pass on what has come.
    headers = {"x-accel-buffering": "no", "cache-control": "no-store"}
    return Stream(events(service, watch), media_type="text/event-stream", headers=headers)


@websocket("/t/{code:str}/live")
async def felt_live(
    socket: WebSocket[Any, Any, State], service: Ours, code: Code, w: Text = "", face: Shown = "felt"
) -> None:
    """The felt over a socket. Whose view it is was settled when it was opened."""
    try:
        table = await service.tables.table(code)
        visitor = await service.visitor(socket)
        watch = Watch(table, visitor, w[:WINDOW_LENGTH], face)
        room_for_one_more(watch)
    except NoSuchTable:
        raise WebSocketException(detail="no such table", code=4404) from None
    except Crowded:
        raise WebSocketException(detail="crowded", code=4429) from None
    await _come(service, table, visitor)
    await socket.accept()
    await stream_to(socket, service, watch)


@post("/t/{code:str}/act", status_code=200)
async def act(request: AppRequest, service: Ours, code: Code) -> Response[Any]:
    """Take an action of a seat: from the felt's script as JSON, or from a plain form."""
    visitor, table = await _at_table(request, service, code)
    seat = table.seat_of(visitor.player_id)
    if seat is None:
        raise NotSeated
    scripted = request.headers.get("content-type", "").partition(";")[0].strip() == JSON
    order = await _order(request, scripted)
    await service.moves.admit(visitor.player_id)
    try:
        seq = await service.tables.act(table, seat, Order(order.action, order.seen_seq, order.key))
    except CodecError as error:
        raise Malformed from error
    except Stale:
        message = visitor.words.text("net.stale")
        return _refused(request, service, table, visitor, scripted, 409, message, {"message": message})
    except IllegalAction as error:
        text = visitor.words.reason(error.reason, {one.seat: one.name for one in table.seats})
        return _refused(
            request, service, table, visitor, scripted, 422, text, {"reason": reason_face(error.reason, text)}
        )
    if scripted:
        return json_answer({"seq": seq})
    room = f"/t/{code}/room"
    goals = {"away": "/", "rematch": f"/t/{table.position.room.rematch}"}
    goals |= dict.fromkeys(("reseat", "replace", "restore", "stand"), room)
    return Redirect(goals.get(order.action.partition(" ")[0], f"/t/{code}"), status_code=303)


# --- programs ---------------------------------------------------------------------------------------------------------


@get("/api/t/{code:str}")
async def table_json(request: AppRequest, service: Ours, code: Code) -> Response[bytes]:
    """A table as JSON."""
    visitor, table = await _at_table(request, service, code)
    if table.seat_of(visitor.player_id) is None and not table.terms.spectators:
        raise NotSeated
    table.presence.touch(visitor.player_id)
    return json_answer(json_face(seat_view(table, visitor.player_id)))


@route("/health", http_method=READ)
async def health(request: AppRequest, service: Ours) -> Response[Any]:
    """Whether the server can do its work."""
    await service.store.rows(sa.select(sa.literal(1)))
    if service.closing or service.store.in_trouble:
        return refusal(request, 503, "store" if service.store.in_trouble else "too_busy")
    return json_answer({"status": "ok", "version": __version__})


ROUTES: Final = (
    home,
    notices,
    game_rules,
    change_me,
    create_table,
    table_page,
    felt_now,
    felt_events,
    felt_live,
    act,
    table_json,
    health,
)


# --- what they share --------------------------------------------------------------------------------------------------


async def _at_table(request: AppRequest, service: Service, code: str) -> tuple[Visitor, Table]:
    visitor = await visitor_of(request, service)
    return visitor, await service.tables.table(code)


async def _come(service: Service, table: Table, visitor: Visitor) -> None:
    """Note that somebody is at a table; who has a seat there is back in it."""
    seat = table.seat_of(visitor.player_id)
    if seat is not None:
        await service.tables.arrive(table, seat)
    else:
        table.presence.touch(visitor.player_id)


async def _order(request: AppRequest, scripted: bool) -> OrderBody:
    try:
        if scripted:
            return msgspec.json.decode(await request.body(), type=OrderBody)
        form = await form_of(request)
        if form.get("action") == "discard":
            # A plain form names each card in a field of its own.
            form["action"] = " ".join(["discard", *(form[name] for name in sorted(form) if name.startswith("card-"))])
        return msgspec.convert(form, OrderBody, strict=False)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Malformed from error


def _home(service: Service, visitor: Visitor, notice: str = "", room: str = "") -> str:
    name = visitor.player.name if visitor.player else ""
    tables = () if room else open_tables(service.tables)
    waiting = {
        game: names_at(table)
        for game in {one.game for one in tables}
        for table, _ in islice(company(service.tables, rules(game), visitor.player_id), 1)
    }
    return pages.home(visitor.words, visitor.prefs, name, notice, tables, waiting, room)


def _page(table: Table, visitor: Visitor, notice: str = "") -> str:
    return pages.table(seat_view(table, visitor.player_id), visitor.words, visitor.prefs, notice)


def _refused(
    request: AppRequest,
    service: Service,
    table: Table,
    visitor: Visitor,
    scripted: bool,
    status: int,
    notice: str,
    why: dict[str, Any],
) -> Response[Any]:
    """The answer to an action that did not happen, with the felt as it really is."""
    if not scripted and may_watch(table, visitor):
        return Response(_page(table, visitor, notice), status_code=status, media_type=HTML)
    if not scripted:
        return Response(room_html(request, service, table, visitor, notice), status_code=status, media_type=HTML)
    frame = frame_of(Watch(table, visitor))
    return json_answer({"seq": frame.seq, "regions": frame.regions, **why}, status)
