"""The addresses of Learn."""

from __future__ import annotations

from typing import Any, Final

from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect

from jacknine.server import learn_page
from jacknine.server.asking import HTML, Ours, form_of, name_in, player_of, visitor_of
from jacknine.server.errors import AppRequest
from jacknine.server.first_deals import FIRST, begin
from jacknine.server.prefs import told_about
from jacknine.variants import VARIANTS


@get("/learn")
async def learn(request: AppRequest, service: Ours) -> Response[str]:
    """All games."""
    visitor = await visitor_of(request, service)
    return Response(learn_page.index(visitor.words, visitor.prefs), media_type=HTML)


@get("/learn/{game:str}")
async def learn_game(request: AppRequest, service: Ours, game: FromPath[str]) -> Response[str]:
    """One game."""
    visitor = await visitor_of(request, service)
    if game not in VARIANTS:
        raise NotFoundException
    return Response(learn_page.page(visitor.words, visitor.prefs, game), media_type=HTML)


@post("/first-deal/{game:str}")
async def first_deal(request: AppRequest, service: Ours, game: FromPath[str]) -> Response[Any]:
    """Sit down to a first deal of a game. Who does so has the game explained there, and nowhere else again."""
    visitor = await visitor_of(request, service)
    form = await form_of(request)
    named = f"{game}-{form.get('players', '')}"
    first = FIRST.get(named) or FIRST.get(game)
    if first is None or game not in VARIANTS:
        raise NotFoundException
    await service.hurry(request, visitor)
    player, cookies = await player_of(service, visitor, name_in(visitor, form))
    if game not in visitor.prefs.explained:
        player = await service.identity.change(player, player.name, told_about(game))
    table = await begin(service, first, (player.id, player.name), visitor.prefs.pace)
    return Redirect(f"/t/{table.code}", status_code=303, cookies=cookies)


LEARN_ROUTES: Final = (learn, learn_game, first_deal)
