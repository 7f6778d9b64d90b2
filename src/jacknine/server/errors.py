"""What goes wrong, said plainly: a page for people, JSON for programs, never a trace."""

from __future__ import annotations

from typing import Any, Final

import msgspec
import structlog
from litestar import Request, Response
from litestar.datastructures import State
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException, PermissionDeniedException, WebSocketException
from litestar.types import ExceptionHandlersMap, Scope

from jacknine.rules.settings import Contradiction, SettingsError
from jacknine.server import pages
from jacknine.server.archive import NoSuchDeal, Sealed
from jacknine.server.logs import trail
from jacknine.server.prefs import Prefs
from jacknine.server.service import words_for
from jacknine.server.settings_form import refused
from jacknine.server.store import StoreUnavailable
from jacknine.server.tables import NoSuchTable
from jacknine.server.throttle import Crowded, TooMany
from jacknine.server.words import Words

AppRequest = Request[Any, Any, State]

MESSAGES: Final = {403: "foreign", 404: "no_such_page"}
"""Message ids by status; every other refusal of a request is one of its form."""

log = structlog.get_logger()


class Malformed(HTTPException):
    """A request that cannot be read."""

    status_code = 400


class NotSeated(PermissionDeniedException):
    """Somebody without a seat at the table tries to act."""


class ForeignSite(PermissionDeniedException):
    """A page of another site sends the request."""


def wants_page(request: AppRequest) -> bool:
    """Whether the answer is for somebody's eyes."""
    return "text/html" in request.headers.get("accept", "") and not request.scope["path"].startswith("/api/")


def refusal(request: AppRequest, status: int, message: str, detail: str = "") -> Response[Any]:
    """The answer that says what went wrong. ``message`` is an id, ``detail`` a sentence of its own."""
    words = _words_of(request)
    if wants_page(request):
        return _error_page(request, words, status, message)
    text = detail or words.read(words.first(f"error.{message}", "error.other"))
    content = msgspec.json.encode({"error": {"id": message, "text": text}})
    return Response(content, status_code=status, media_type="application/json")


def _words_of(request: AppRequest) -> Words:
    found: Words = request.state.get("words") or words_for("", request)
    return found


def _error_page(request: AppRequest, words: Words, status: int, message: str, why: str = "") -> Response[Any]:
    html = pages.error(words, request.state.get("prefs") or Prefs(), status, message, why)
    return Response(html, status_code=status, media_type="text/html")


def _http(request: AppRequest, error: HTTPException) -> Response[Any]:
    if isinstance(error, NotSeated):
        return refusal(request, 403, "not_your_seat")
    return refusal(request, error.status_code, MESSAGES.get(error.status_code, "bad_form"))


def _no_table(request: AppRequest, _: NoSuchTable) -> Response[Any]:
    return refusal(request, 404, "no_such_table")


def _no_deal(request: AppRequest, _: NoSuchDeal) -> Response[Any]:
    return refusal(request, 404, "no_such_deal")


def _sealed(request: AppRequest, _: Sealed) -> Response[Any]:
    return refusal(request, 403, "sealed")


def _settings(request: AppRequest, error: SettingsError) -> Response[Any]:
    words = _words_of(request)
    if wants_page(request) and isinstance(error, Contradiction):
        return _error_page(request, words, 422, "bad_settings", refused(error, words))
    return refusal(request, 422, "bad_settings", str(error))


def _unavailable(request: AppRequest, error: StoreUnavailable) -> Response[Any]:
    log.warning("store.unavailable", error=str(error))
    return refusal(request, 503, "store")


def _too_many(request: AppRequest, _: TooMany | Crowded) -> Response[Any]:
    return refusal(request, 429, "too_fast")


def _unexpected(request: AppRequest, error: Exception) -> Response[Any]:
    log.error("request.failed", path=request.scope["path_template"], error=trail(error))
    return refusal(request, 500, "other")


HANDLERS: Final[ExceptionHandlersMap] = {
    HTTPException: _http,
    NoSuchTable: _no_table,
    NoSuchDeal: _no_deal,
    Sealed: _sealed,
    SettingsError: _settings,
    StoreUnavailable: _unavailable,
    TooMany: _too_many,
    Crowded: _too_many,
    Exception: _unexpected,
}


async def log_broken_socket(error: Exception, scope: Scope) -> None:
    """Note what broke a socket: its client only sees it close."""
    if scope["type"] == ScopeType.WEBSOCKET and not isinstance(error, HTTPException | WebSocketException):
        log.error("socket.failed", error=trail(error))
