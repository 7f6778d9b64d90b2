"""A socket that frames go down: the line of an accepted WebSocket, kept without the request that opened it.

A request of its own for each of some thousand open sockets would hold its headers, its scope and a dozen suspended
calls for hours. So the line is taken over from the web server once all checks are done. Knows no table.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, Protocol, cast

import structlog
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.protocol import State
from websockets.server import ServerProtocol

from jacknine.server.logs import trail

PING_SECONDS: Final = 10.0
"""How often the other end is asked for a sign of life; without one until the next time it is gone."""
CLOSE_SECONDS: Final = 10.0
"""How long the other end may take to say goodbye."""
RESTART: Final = 1012
"""The close code that tells a client to come back in a moment."""
FAILED: Final = 1011
EXTENSION: Final = "jacknine.line"
"""Under this name the scope of a WebSocket has its :data:`HandOver`."""

log = structlog.get_logger()


class Feed(Protocol):
    """What goes down a line."""

    over: bool

    def next(self) -> bytes | None:
        """The frame that is to be sent now; None until there is one."""
        ...

    def close(self) -> None:
        """The line is closed."""
        ...


Source = Callable[[Callable[[], None]], Feed]
"""Makes the feed of a line; what it is given is to be called whenever there may be more to send."""
HandOver = Callable[[Source], None]
"""Gives the line of an accepted WebSocket to a feed. The request may end then."""


class Line(asyncio.Protocol):
    """A line in use. What comes up is only the client's sign of life."""

    __slots__ = ("_answered", "_conn", "_feed", "_lines", "_paused", "_timer", "_transport", "_woken")

    def __init__(
        self, transport: asyncio.Transport, conn: ServerProtocol, lines: set[asyncio.Protocol], source: Source
    ) -> None:
        self._transport = transport
        self._conn = conn
        self._lines = lines
        self._paused = self._woken = False
        self._answered = True
        self._feed: Feed | None = source(self.wake)
        self._timer: asyncio.TimerHandle | None = asyncio.get_running_loop().call_later(PING_SECONDS, self._ping)
        self.wake()

    def wake(self) -> None:
        """There may be more to send. It is sent in a moment, for whoever calls has more to do first."""
        if not self._woken:
            self._woken = True
            asyncio.get_running_loop().call_soon(self._send)

    def _send(self) -> None:
        self._woken = False
        feed = self._feed
        try:
            while feed is not None and not self._paused and (frame := feed.next()) is not None:
                self._conn.send_text(frame)
                self._flush()
            if feed is not None and feed.over:
                self._say_goodbye(RESTART)
        except InvalidState:
            # One end is gone, and nobody is left to be told.
            self._end_feed()
        except Exception as error:
            log.error("socket.failed", error=trail(error))
            self._say_goodbye(FAILED)

    def _flush(self) -> None:
        if not self._transport.is_closing():
            self._transport.write(b"".join(self._conn.data_to_send()))

    def _ping(self) -> None:
        if not self._answered:
            self._conn.fail(FAILED, "keepalive ping timeout")
            self._flush()
            self._end_feed()
            self._transport.close()
            return
        self._answered = False
        self._conn.send_ping(b"")
        self._flush()
        self._timer = asyncio.get_running_loop().call_later(PING_SECONDS, self._ping)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _end_feed(self) -> None:
        feed, self._feed = self._feed, None
        if feed is not None:
            feed.close()

    def _say_goodbye(self, code: int) -> None:
        self._end_feed()
        self._stop()
        if self._conn.state is State.OPEN:
            self._conn.send_close(code)
            self._flush()
            self._timer = asyncio.get_running_loop().call_later(CLOSE_SECONDS, self._transport.close)

    # --- what the transport and the web server say

    def data_received(self, data: bytes) -> None:
        self._conn.receive_data(data)
        self._conn.events_received()
        self._answered = True
        if output := self._conn.data_to_send():
            self._transport.write(b"".join(output))
        if self._conn.state is not State.OPEN and (self._conn.close_rcvd or self._conn.parser_exc):
            self._transport.close()

    def eof_received(self) -> None:
        pass

    def pause_writing(self) -> None:
        self._paused = True

    def resume_writing(self) -> None:
        self._paused = False
        self.wake()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop()
        self._end_feed()
        self._lines.discard(self)

    def shutdown(self) -> None:
        """The web server closes: send the other end away, without waiting for its goodbye."""
        self._say_goodbye(RESTART)
        self._stop()
        self._transport.close()


class _NoLine(asyncio.Transport):
    """What the web server closes when the request of a line that was handed over ends."""

    def is_closing(self) -> bool:
        return True

    def close(self) -> None:
        pass


class Requests(HttpToolsProtocol):
    """uvicorn's side of a connection for requests. Of one that becomes a WebSocket nothing is left."""

    def handle_websocket_upgrade(self) -> None:
        super().handle_websocket_upgrade()
        # It and its parser hold each other.
        del self.parser


class Socket(WebSocketsSansIOProtocol):
    """uvicorn's side of a WebSocket, which can hand its line over. All it checks and answers until then stays."""

    async def run_asgi(self) -> None:
        extensions = cast("dict[str, object]", self.scope["extensions"])
        extensions[EXTENSION] = self._hand_over
        try:
            await super().run_asgi()
        finally:
            del extensions[EXTENSION]

    def _hand_over(self, source: Source) -> None:
        if self.transport.is_closing():
            return
        lines = cast("set[asyncio.Protocol]", self.connections)
        line = Line(self.transport, self.conn, lines, source)
        self.transport.set_protocol(line)
        if self.read_paused:
            self.transport.resume_reading()
        lines.discard(self)
        lines.add(line)
        self.transport = _NoLine()
