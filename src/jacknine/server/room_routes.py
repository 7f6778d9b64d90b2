"""The addresses of the room around a table: sitting down, the link's QR code, phrases, and another device."""

from __future__ import annotations

import asyncio
import io
import re
from typing import Any, Final

import segno
from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect

from jacknine.game import IllegalAction
from jacknine.server import room_page, rooms
from jacknine.server.asking import HTML, Ours, cookie_of, form_of, json_answer, name_in, player_of, visitor_of
from jacknine.server.errors import AppRequest, Malformed, NotSeated, wants_page
from jacknine.server.identity import LENT_LENGTH, clean_code
from jacknine.server.making import known
from jacknine.server.prefs import PACES
from jacknine.server.presence import PAGE_SECONDS
from jacknine.server.room_felt import PHRASES
from jacknine.server.service import Service, Visitor
from jacknine.server.tables import Table
from jacknine.server.templates import render
from jacknine.server.viewers import seat_view

Code = FromPath[str]
HOST: Final = re.compile(r"[\w.\-]{1,253}(:\d{1,5})?|\[[0-9a-fA-F:.]{2,45}\](:\d{1,5})?", re.ASCII)
PHRASE_SECONDS = 30.0
"""Whoever opens the table later than this does not hear what was said; a bubble on the felt goes much sooner."""
LOCAL: Final = ("localhost", "127.0.0.1", "[::1]")


@get("/t/{code:str}/room")
async def room(request: AppRequest, service: Ours, code: Code) -> Response[str]:
    """Who sits at a table, and how friends get there."""
    visitor = await visitor_of(request, service)
    table = await service.tables.table(code)
    seat = table.seat_of(visitor.player_id)
    if seat is not None:
        await service.tables.arrive(table, seat, PAGE_SECONDS)
    else:
        table.presence.touch(visitor.player_id)
    return Response(room_html(request, service, table, visitor), media_type=HTML)


@post("/t/{code:str}/sit")
async def sit(request: AppRequest, service: Ours, code: Code) -> Response[Any]:
    """Take a seat under a name. Who has it already only changes his name."""
    visitor = await visitor_of(request, service)
    table = await service.tables.table(code)
    form = await form_of(request)
    seat = form.get("seat", "")
    if seat not in [str(one) for one in range(table.rules.players)]:
        raise Malformed
    await service.hurry(request, visitor)
    player, cookies = await player_of(service, visitor, name_in(visitor, form))
    try:
        await rooms.sit(service.tables, table, int(seat), player.id, player.name)
    except IllegalAction as error:
        names = {one.seat: one.name for one in table.seats}
        notice = visitor.words.reason(error.reason, names)
        return Response(
            room_html(request, service, table, visitor, notice), status_code=409, media_type=HTML, cookies=cookies
        )
    seated = table.seat_of(player.id) is not None and not table.position.room.gathering
    goal = f"/t/{code}" if seated else f"/t/{code}/room"
    return Redirect(goal, status_code=303, cookies=cookies)


@post("/t/{code:str}/unwait")
async def unwait(request: AppRequest, service: Ours, code: Code) -> Response[Any]:
    """Wait for a seat no longer."""
    visitor = await visitor_of(request, service)
    table = await service.tables.table(code)
    if visitor.player is not None:
        await service.hurry(request, visitor)
        await rooms.give_up(service.tables, table, visitor.player.id)
    return Redirect(f"/t/{code}/room", status_code=303)


@get("/t/{code:str}/qr.svg")
async def qr(request: AppRequest, service: Ours, code: Code) -> Response[bytes]:
    """The table's address for a camera."""
    table = await service.tables.table(code)
    return _qr(f"{base_address(request, service)}/t/{table.code}")


@post("/t/{code:str}/phrase")
async def phrase(request: AppRequest, service: Ours, code: Code) -> Response[Any]:
    """Say one of the phrases."""
    visitor = await visitor_of(request, service)
    table = await service.tables.table(code)
    seat = table.seat_of(visitor.player_id)
    if seat is None:
        raise NotSeated
    said = (await form_of(request)).get("phrase", "")
    if said not in PHRASES:
        raise Malformed
    await service.phrases.admit((code, visitor.player_id))
    asyncio.get_running_loop().call_later(PHRASE_SECONDS, table.hush, seat, table.utter(seat, said))
    return Redirect(f"/t/{code}", status_code=303) if wants_page(request) else json_answer({})


@post("/t/{code:str}/pace")
async def change_pace(request: AppRequest, service: Ours, code: Code) -> Response[Any]:
    """Let the computer players of a table be quicker or slower: its host may."""
    visitor = await visitor_of(request, service)
    table = await service.tables.table(code)
    seat = table.seat_of(visitor.player_id)
    if seat is None or seat != table.position.room.host:
        raise NotSeated
    pace = known("pace", (await form_of(request)).get("pace", ""), PACES)
    await rooms.repace(service.store, table, pace)
    return Redirect(f"/t/{code}", status_code=303)


@post("/t/{code:str}/device", status_code=200)
async def lend_seat(request: AppRequest, service: Ours, code: Code) -> Response[str]:
    """A code with which the player goes on in another device."""
    visitor = await visitor_of(request, service)
    table = await service.tables.table(code)
    if visitor.player is None or table.seat_of(visitor.player.id) is None:
        raise NotSeated
    await service.hurry(request, visitor)
    lent = await service.identity.lend(visitor.player, code)
    address = f"{base_address(request, service)}/s/{lent}"
    html = render(
        "room_device.html",
        visitor.words,
        prefs=visitor.prefs,
        lent=lent,
        address=address,
        back=f"/t/{code}",
        notice="",
        given="",
    )
    return Response(html, media_type=HTML)


@get("/s/{lent:str}/qr.svg")
async def lent_qr(request: AppRequest, service: Ours, lent: FromPath[str]) -> Response[bytes]:
    """The address of a seat code for a camera."""
    if len(clean_code(lent)) != LENT_LENGTH:
        raise NotFoundException
    return _qr(f"{base_address(request, service)}/s/{clean_code(lent)}")


@get(["/s", "/s/{lent:str}"])
async def enter_code(request: AppRequest, service: Ours, lent: FromPath[str] = "") -> Response[str]:
    """Ask for a seat code. Looking at the address does not use it up: whoever only shows what is behind a link may."""
    visitor = await visitor_of(request, service)
    return Response(_code_form(visitor, clean_code(lent)), media_type=HTML)


@post("/s")
async def take_seat(request: AppRequest, service: Ours) -> Response[Any]:
    """Go on as the player who got the code, at his table. It is good once."""
    visitor = await visitor_of(request, service)
    code = clean_code((await form_of(request)).get("code", ""))
    await service.codes.admit("all")
    found = await service.identity.redeem(code)
    if found is None:
        return Response(_code_form(visitor, code, visitor.words.text("device.wrong")), status_code=404, media_type=HTML)
    token, table_id = found
    return Redirect(f"/t/{table_id}", status_code=303, cookies=[cookie_of(service, token)])


ROOM_ROUTES: Final = (room, sit, unwait, qr, phrase, change_pace, lend_seat, lent_qr, enter_code, take_seat)


def room_html(request: AppRequest, service: Service, table: Table, visitor: Visitor, notice: str = "") -> str:
    """The page of a room."""
    address = f"{base_address(request, service)}/t/{table.code}"
    name = visitor.player.name if visitor.player else ""
    return room_page.page(seat_view(table, visitor.player_id), visitor.words, visitor.prefs, name, address, notice)


def base_address(request: AppRequest, service: Service) -> str:
    """The address by which others reach this server, and not one that only this machine understands."""
    host = request.headers.get("host", "")
    if not HOST.fullmatch(host):
        raise Malformed
    if service.public_url or (service.network_url and host.rpartition(":")[0] in LOCAL):
        return service.public_url or service.network_url
    return f"{request.scope['scheme']}://{host}"


def _code_form(visitor: Visitor, given: str, notice: str = "") -> str:
    return render(
        "room_device.html", visitor.words, prefs=visitor.prefs, lent="", address="", back="", notice=notice, given=given
    )


def _qr(text: str) -> Response[bytes]:
    drawn = io.BytesIO()
    segno.make(text, error="m").save(drawn, kind="svg", border=2, dark="#14171c", light="#fdfcf8", xmldecl=False)
    return Response(drawn.getvalue(), media_type="image/svg+xml")
