"""The address of advice: what an expert would do in the viewer's place, from what the viewer sees."""

from __future__ import annotations

from typing import Any, Final

from litestar import Response, get
from litestar.params import FromPath

from jacknine.game.codec import action_text
from jacknine.server.asking import Ours, json_answer, visitor_of
from jacknine.server.computers import seed_of
from jacknine.server.errors import AppRequest, NotSeated, refusal
from jacknine.server.viewers import seat_view


@get("/t/{code:str}/advice")
async def advice(request: AppRequest, service: Ours, code: FromPath[str]) -> Response[Any]:
    """The decision, and why; only where it is the viewer's turn and nobody else plays."""
    visitor = await visitor_of(request, service)
    table = await service.tables.table(code)
    sv = seat_view(table, visitor.player_id)
    if sv.me is None:
        raise NotSeated
    if not sv.room.may_hint:
        return refusal(request, 409, "no_advice")
    await service.advice.admit(visitor.player_id)
    found = await service.tables.thinker.advise(sv.view, seed_of(table.position, table.row.bot_key))
    return json_answer({"action": action_text(found.decision), "text": visitor.words.advice(found.why)})


ADVICE_ROUTES: Final = (advice,)
