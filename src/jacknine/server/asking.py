"""What all handlers share: who asks, his cookie, the fields of a form, an answer in JSON."""

from __future__ import annotations

from typing import Final
from urllib.parse import parse_qsl

import msgspec
from litestar import Response
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.enums import HttpMethod

from jacknine.server.errors import AppRequest, Malformed
from jacknine.server.identity import COOKIE, COOKIE_SECONDS, Player, clean_name
from jacknine.server.service import Service, Visitor

Ours = NamedDependency[Service]

MAX_FIELDS: Final = 64
JSON: Final = "application/json"
HTML: Final = "text/html"
READ: Final = (HttpMethod.GET, HttpMethod.HEAD)
"""Also for whoever only asks whether the page is there."""


async def visitor_of(request: AppRequest, service: Service) -> Visitor:
    """Who asks; a refusal further on then speaks his language and looks as he likes it.

    Raises:
        StoreUnavailable: the database did not answer.
    """
    visitor = await service.visitor(request)
    request.state["words"], request.state["prefs"] = visitor.words, visitor.prefs
    return visitor


def name_in(visitor: Visitor, form: dict[str, str]) -> str:
    """The name given in a form, which is taken out; an empty one leaves things as they are."""
    return clean_name(form.pop("name", "")) or (visitor.player.name if visitor.player else "")


async def player_of(service: Service, visitor: Visitor, name: str) -> tuple[Player, list[Cookie]]:
    """The visitor as a player of that name; with a cookie if he is new.

    Raises:
        StoreUnavailable: the database did not take it.
    """
    if visitor.player is None:
        player, token = await service.identity.welcome(name, visitor.prefs)
        return player, [cookie_of(service, token)]
    if name != visitor.player.name:
        service.tables.rename(visitor.player.id, name)
        return await service.identity.change(visitor.player, name), []
    return visitor.player, []


def cookie_of(service: Service, token: str) -> Cookie:
    """The cookie that makes a browser a player's."""
    secure = service.public_url.startswith("https:")
    return Cookie(COOKIE, value=token, path="/", max_age=COOKIE_SECONDS, httponly=True, samesite="lax", secure=secure)


async def form_of(request: AppRequest) -> dict[str, str]:
    """The fields of a plain form.

    Raises:
        Malformed: it cannot be read, or has too many.
    """
    try:
        body = (await request.body()).decode()
        return dict(parse_qsl(body, keep_blank_values=True, max_num_fields=MAX_FIELDS))
    except ValueError as error:
        raise Malformed from error


def json_answer(value: object, status: int = 200) -> Response[bytes]:
    """A value as JSON."""
    return Response(msgspec.json.encode(value), status_code=status, media_type=JSON)
