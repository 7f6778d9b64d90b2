"""Keeps a viewer's felt up to date: whole on connect, then the regions that changed. State goes down, nothing comes up.

A frame is made when it can be sent, from the newest position: whoever is slow misses what was in between, never the
truth.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Final

import anyio
import msgspec
from litestar import WebSocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect

from jacknine.server import felt
from jacknine.server.presence import rung
from jacknine.server.service import Service, Visitor
from jacknine.server.tables import Table
from jacknine.server.viewers import seat_view

HEARTBEAT_SECONDS: Final = 15.0
RESTART: Final = 1012
"""The close code that tells a client to come back in a moment."""


class Frame(msgspec.Struct):
    """What goes down: the number of the last action shown and the HTML of each region that changed since the last."""

    seq: int
    regions: dict[str, str]


def felt_frame(table: Table, visitor: Visitor, shown: dict[str, str] | None = None) -> Frame:
    """The felt as a visitor sees it now, without the regions that are shown already."""
    sv = seat_view(table, visitor.player_id)
    regions = felt.regions(sv, visitor.words, visitor.prefs)
    return Frame(sv.seq, {id: html for id, html in regions.items() if shown is None or shown.get(id) != html})


async def frames(service: Service, table: Table, visitor: Visitor) -> AsyncGenerator[bytes, None]:
    """Encoded frames for one viewer, until the server closes. With nothing new there is an empty one now and then."""
    seat = table.seat_of(visitor.player_id)
    shown: dict[str, str] = {}
    table.presence.opened(seat)
    table.bell.ring()
    try:
        while not service.closing:
            ring = table.bell.next
            frame = felt_frame(table, visitor, shown)
            shown.update(frame.regions)
            yield msgspec.json.encode(frame)
            await rung(ring, HEARTBEAT_SECONDS)
    finally:
        table.presence.closed(seat)
        table.bell.ring()


async def events(service: Service, table: Table, visitor: Visitor) -> AsyncGenerator[bytes, None]:
    """The frames as server-sent events."""
    yield b"retry: 1000\n\n"
    async with aclosing(frames(service, table, visitor)) as stream:
        async for frame in stream:
            yield b"data: " + frame + b"\n\n"


async def stream_to(socket: WebSocket[None, None, State], service: Service, table: Table, visitor: Visitor) -> None:
    """Send frames over an accepted socket until either end closes it."""
    async with anyio.create_task_group() as group:

        async def listen() -> None:
            # What comes up is only the client's sign of life; who stays silent is found out by the server's pings.
            try:
                while True:
                    await socket.receive_data(mode="text")
            except WebSocketDisconnect:
                group.cancel_scope.cancel()

        group.start_soon(listen)
        async with aclosing(frames(service, table, visitor)) as stream:
            async for frame in stream:
                await socket.send_text(frame.decode())
        await socket.close(code=RESTART)
        group.cancel_scope.cancel()
