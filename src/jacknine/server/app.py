"""The web application: routes, guards and headers around a :class:`Service`."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import chain
from typing import Any, Final
from urllib.parse import urlsplit

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.connection import ASGIConnection
from litestar.di import Provide
from litestar.handlers import BaseRouteHandler
from litestar.types import Message, Scope

from jacknine.server.advice_routes import ADVICE_ROUTES
from jacknine.server.assets import static_file
from jacknine.server.daily_routes import DAILY_ROUTES
from jacknine.server.errors import HANDLERS, ForeignSite, log_broken_socket
from jacknine.server.install_routes import INSTALL_ROUTES
from jacknine.server.learn_routes import LEARN_ROUTES
from jacknine.server.me_routes import ME_ROUTES
from jacknine.server.puzzle_routes import PUZZLE_ROUTES
from jacknine.server.replay_routes import REPLAY_ROUTES
from jacknine.server.room_routes import ROOM_ROUTES
from jacknine.server.routes import ROUTES
from jacknine.server.service import Service

MAX_BODY: Final = 16 * 1024
"""Bytes of a request; the largest form has some dozens of short fields."""

HEADERS: Final = {
    "content-security-policy": "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
    "object-src 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
}

RAW_HEADERS: Final = [(name.encode(), value.encode()) for name, value in HEADERS.items()]

COMPRESSION: Final = CompressionConfig(
    backend="gzip", gzip_compress_level=6, minimum_size=1_000, exclude=[r"^/(api/)?t/", r"\.(woff2|png|wav)$"]
)
"""Pages to read and their styles shrink to a quarter. Tables send little and often, and would only wait."""

FACES: Final = (
    ROUTES,
    LEARN_ROUTES,
    REPLAY_ROUTES,
    DAILY_ROUTES,
    PUZZLE_ROUTES,
    ROOM_ROUTES,
    ADVICE_ROUTES,
    ME_ROUTES,
    INSTALL_ROUTES,
)
"""The handlers of all addresses but the static files'."""


def create_app(service: Service) -> Litestar:
    """The application that serves a service; it starts and stops with it."""

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        async with service.running():
            yield

    # Not a plain function: those are called in a thread.
    async def refuse_foreign(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
        if connection.scope.get("method") != "GET":
            refuse_foreign_site(connection, service.public_url)

    return Litestar(
        route_handlers=[*chain.from_iterable(FACES), static_file],
        dependencies={"service": Provide(lambda: service, sync_to_thread=False)},
        lifespan=[lifespan],
        guards=[refuse_foreign],
        exception_handlers=HANDLERS,
        after_exception=[log_broken_socket],
        compression_config=COMPRESSION,
        before_send=[add_headers],
        request_max_body_size=MAX_BODY,
        openapi_config=None,
        logging_config=None,
    )


def refuse_foreign_site(connection: ASGIConnection[Any, Any, Any, Any], public_url: str) -> None:
    """Refuse what a page of another site sends with the player's cookie. Programs send neither header.

    Raises:
        ForeignSite: it comes from elsewhere.
    """
    if connection.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise ForeignSite
    origin = connection.headers.get("origin")
    if origin is not None:
        ours = {connection.headers.get("host", ""), urlsplit(public_url).netloc} - {""}
        scheme, _, host = origin.partition("://")
        if scheme not in ("http", "https") or host not in ours:
            raise ForeignSite


async def add_headers(message: Message, _: Scope) -> None:
    """Put the security headers on every answer; nothing about a table is kept by browsers or proxies."""
    if message["type"] == "http.response.start":
        headers = list(message["headers"])
        if not any(name == b"cache-control" for name, _ in headers):
            headers.append((b"cache-control", b"no-store"))
        message["headers"] = headers + RAW_HEADERS
