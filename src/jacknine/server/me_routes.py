"""A player's own page: his preferences, a code that keeps him for good, and how he is forgotten."""

from __future__ import annotations

from typing import Any, Final

from litestar import Response, get, post
from litestar.response import Redirect

from jacknine.server import rooms
from jacknine.server.asking import HTML, Ours, cookie_of, form_of, json_answer, player_of, visitor_of
from jacknine.server.errors import AppRequest, Malformed
from jacknine.server.identity import COOKIE
from jacknine.server.prefs import told_about
from jacknine.server.prefs_form import choices, tongues
from jacknine.server.service import Service, Visitor
from jacknine.server.templates import render
from jacknine.variants import VARIANTS


@get("/me")
async def me(request: AppRequest, service: Ours) -> Response[str]:
    """Who one is here, and how one likes it."""
    return await _page(service, await visitor_of(request, service))


@post("/me/code", status_code=200)
async def keep_me(request: AppRequest, service: Ours) -> Response[str]:
    """Make a recovery code. It is shown once."""
    visitor = await visitor_of(request, service)
    await service.hurry(request, visitor)
    player, cookies = await player_of(service, visitor, visitor.player.name if visitor.player else "")
    code = await service.keeping.keep(player)
    answer = await _page(service, Visitor(player, visitor.words, visitor.prefs), code=code)
    answer.cookies.extend(cookies)
    return answer


@post("/me/recover")
async def recover_me(request: AppRequest, service: Ours) -> Response[Any]:
    """Go on as the player whose code it is, in this browser too."""
    visitor = await visitor_of(request, service)
    await service.codes.admit("recover")
    token = await service.keeping.recover((await form_of(request)).get("code", ""))
    if token is None:
        return await _page(service, visitor, notice=visitor.words.text("me.wrong_code"), status=404)
    return Redirect("/me", status_code=303, cookies=[cookie_of(service, token)])


@post("/me/delete")
async def forget_me(request: AppRequest, service: Ours) -> Response[Any]:
    """Delete the player and what is his; a computer player goes on for him where he sits."""
    visitor = await visitor_of(request, service)
    answer = Redirect("/", status_code=303)
    if visitor.player is not None:
        await leave_tables(service, visitor.player.id)
        await service.keeping.forget(visitor.player.id)
        service.identity.overlook(visitor.player.id)
        service.tables.forget(visitor.player.id)
        answer.delete_cookie(COOKIE)
    return answer


@post("/me/explained", status_code=200)
async def explained(request: AppRequest, service: Ours) -> Response[bytes]:
    """Note that a game has been explained to the player."""
    visitor = await visitor_of(request, service)
    game = (await form_of(request)).get("game", "")
    if game not in VARIANTS:
        raise Malformed
    if visitor.player is not None and game not in visitor.prefs.explained:
        await service.identity.change(visitor.player, visitor.player.name, told_about(game))
    return json_answer({})


@get("/privacy")
async def privacy(request: AppRequest, service: Ours) -> Response[str]:
    """What is kept, and how long."""
    visitor = await visitor_of(request, service)
    html = render("privacy.html", visitor.words, prefs=visitor.prefs, days=service.keep_days)
    return Response(html, media_type=HTML)


ME_ROUTES: Final = (me, keep_me, recover_me, forget_me, explained, privacy)


async def leave_tables(service: Service, player_id: int) -> None:
    """Take a player's name off all tables, and the player from those where others may sit down.

    Raises:
        StoreUnavailable: the database did not take it.
    """
    service.tables.rename(player_id, "")
    for table in service.tables.in_memory():
        seat = table.seat_of(player_id)
        await rooms.give_up(service.tables, table, player_id)
        if seat is not None:
            # Where others may sit down his chair is free; a table of his own waits for nobody.
            await service.tables.say(table, seat, "human", "away" if table.terms.private else "stand")


async def _page(
    service: Service, visitor: Visitor, code: str = "", notice: str = "", status: int = 200
) -> Response[str]:
    player = visitor.player
    html = render(
        "me.html",
        visitor.words,
        prefs=visitor.prefs,
        name=player.name if player else "",
        known=player is not None,
        kept=player is not None and await service.keeping.kept(player.id),
        code=code,
        notice=notice,
        choices=choices(visitor.words, visitor.prefs),
        tongues=tongues(visitor.words),
        back="/me",
    )
    return Response(html, status_code=status, media_type=HTML)
