"""The addresses of reviews."""

from __future__ import annotations

from typing import Any, Final

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from jacknine.server import review_page
from jacknine.server.asking import HTML, Ours, visitor_of
from jacknine.server.errors import AppRequest, refusal
from jacknine.server.reviews import TooManyWait


@get("/r/{code:str}/{number:int}/review")
async def review(request: AppRequest, service: Ours, code: FromPath[str], number: FromPath[int]) -> Response[str]:
    """The review of a finished deal, or how far it has come."""
    visitor = await visitor_of(request, service)
    played, course = await service.archive.deal(code, number)
    found = await service.reviews.kept((code, number))
    if found is None:
        progress = service.reviews.progress((code, number))
        html = review_page.waiting(played, number, progress, visitor.words, visitor.prefs)
    else:
        me = played.seat_of(visitor.player_id)
        html = review_page.page(played, number, course, found, me, visitor.words, visitor.prefs)
    return Response(html, media_type=HTML)


@post("/r/{code:str}/{number:int}/review")
async def begin(request: AppRequest, service: Ours, code: FromPath[str], number: FromPath[int]) -> Response[Any]:
    """Have a finished deal reviewed."""
    await service.hurry(request, await visitor_of(request, service))
    played, _ = await service.archive.deal(code, number)
    try:
        if await service.reviews.kept((code, number)) is None:
            service.reviews.begin(played, number)
    except TooManyWait:
        return refusal(request, 503, "too_busy")
    return Redirect(f"/r/{code}/{number}/review", status_code=303)


REVIEW_ROUTES: Final = (review, begin)
