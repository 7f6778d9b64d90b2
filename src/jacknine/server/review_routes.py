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
    # In this order: what is done between the two is kept, and no longer on its way.
    progress = service.reviews.progress((code, number))
    found = await service.reviews.kept((code, number))
    me = played.seat_of(visitor.player_id)
    if found is None:
        html = review_page.waiting(played, number, progress, me, visitor.words, visitor.prefs)
    else:
        html = review_page.page(played, number, course, found, progress, me, visitor.words, visitor.prefs)
    return Response(html, media_type=HTML)


@post("/r/{code:str}/{number:int}/review")
async def begin(request: AppRequest, service: Ours, code: FromPath[str], number: FromPath[int]) -> Response[Any]:
    """Have a finished deal reviewed, and the visitor's own decisions in it looked at by an expert."""
    visitor = await visitor_of(request, service)
    await service.hurry(request, visitor)
    played, _ = await service.archive.deal(code, number)
    seat = played.seat_of(visitor.player_id)
    try:
        kept = await service.reviews.kept((code, number))
        if kept is None or (seat is not None and seat not in kept.expert):
            service.reviews.begin(played, number, seat)
    except TooManyWait:
        return refusal(request, 503, "too_busy")
    return Redirect(f"/r/{code}/{number}/review", status_code=303)


REVIEW_ROUTES: Final = (review, begin)
