"""The addresses of Learn."""

from __future__ import annotations

from typing import Final

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from jacknine.server import learn_page
from jacknine.server.asking import HTML, Ours, visitor_of
from jacknine.server.errors import AppRequest
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


LEARN_ROUTES: Final = (learn, learn_game)
