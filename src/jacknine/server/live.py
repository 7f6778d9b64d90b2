"""Keeps a viewer's felt up to date: whole on connect, then the regions that changed. State goes down, nothing comes up.

A frame is made when it can be sent, from the newest position: whoever is slow misses what was in between, never the
truth.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass
from typing import Final, Literal

import msgspec
from litestar import WebSocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect

from jacknine.server import felt, room_page
from jacknine.server.presence import Stream
from jacknine.server.service import Service, Visitor
from jacknine.server.tables import Table
from jacknine.server.throttle import Crowded
from jacknine.server.viewers import seat_view

HEARTBEAT_SECONDS: Final = 15.0
MOST_STREAMS: Final = 100
"""So many may look at one table at once; more have to ask for it now and then."""
RESTART: Final = 1012
"""The close code that tells a client to come back in a moment."""


Face = Literal["felt", "room"]


class Frame(msgspec.Struct, omit_defaults=True):
    """What goes down: the number of the last action shown and the HTML of each region that changed since the last.

    ``elsewhere``: the player has opened the table in another window, and this one is shown nothing more.
    """

    seq: int
    regions: dict[str, str]
    elsewhere: bool = False


@dataclass(frozen=True, slots=True)
class Watch:
    """Somebody who looks at a table: as whom, from which window, at the felt or at the room around it."""

    table: Table
    visitor: Visitor
    window: str = ""
    face: Face = "felt"

    @property
    def shown(self) -> Face:
        """What he gets to see: nobody sees a felt before there is one, nor a stranger where none may watch."""
        return self.face if may_watch(self.table, self.visitor) else "room"


def may_watch(table: Table, visitor: Visitor) -> bool:
    """Whether there is a felt for somebody to look at."""
    allowed = table.terms.spectators or table.seat_of(visitor.player_id) is not None
    return allowed and not table.position.room.gathering


def room_for_one_more(watch: Watch) -> None:
    """See to it that a crowd does not keep the players waiting.

    Raises:
        Crowded: too many watch; nobody who has a seat is ever told so.
    """
    table = watch.table
    if table.presence.streams() >= MOST_STREAMS and table.seat_of(watch.visitor.player_id) is None:
        raise Crowded


def frame_of(watch: Watch, told: felt.Told | None = None) -> Frame:
    """What somebody sees now, without the regions of the felt that he has been told."""
    sv = seat_view(watch.table, watch.visitor.player_id)
    words, prefs = watch.visitor.words, watch.visitor.prefs
    if watch.shown == "felt":
        return Frame(sv.seq, felt.regions(sv, words, prefs, told))
    return Frame(sv.seq, room_page.regions(sv, words))


async def frames(service: Service, watch: Watch) -> AsyncGenerator[bytes, None]:
    """Encoded frames for one viewer, until the server closes or he looks on in another window. With nothing new there
    is an empty one now and then.
    """
    table, player = watch.table, watch.visitor.player_id
    if not table.windows.newest(player, watch.window):
        yield msgspec.json.encode(Frame(table.position.seq, {}, True))
        return
    stream = Stream(player, watch.window)
    told = felt.Told()
    table.presence.opened(player)
    table.windows.open(stream)
    table.bell.tell(stream.ear)
    table.call_roll()
    rings, quiet_since = -1, 0.0
    try:
        while not service.closing and not stream.closing:
            stream.ear.clear()
            if rings != table.bell.rings:
                rings, quiet_since = table.bell.rings, time.monotonic()
                yield msgspec.json.encode(frame_of(watch, told))
            elif (left := quiet_since + HEARTBEAT_SECONDS - time.monotonic()) <= 0:
                quiet_since = time.monotonic()
                yield msgspec.json.encode(Frame(table.position.seq, {}))
            else:
                stream.wake_in(left)
                await stream.ear.wait()
        if stream.closing == "elsewhere":
            yield msgspec.json.encode(Frame(table.position.seq, {}, True))
    finally:
        stream.wake_in(None)
        table.bell.leave(stream.ear)
        table.windows.close(stream)
        table.presence.closed(player)


async def events(service: Service, watch: Watch) -> AsyncGenerator[bytes, None]:
    """The frames as server-sent events."""
    yield b"retry: 1000\n\n"
    async with aclosing(frames(service, watch)) as stream:
        async for frame in stream:
            yield b"data: " + frame + b"\n\n"


async def stream_to(socket: WebSocket[None, None, State], service: Service, watch: Watch) -> None:
    """Send frames over an accepted socket until either end closes it, or the line between them breaks."""

    async def listen() -> None:
        # What comes up is only the client's sign of life; who stays silent is found out by the server's pings.
        while True:
            await socket.receive_data(mode="text")

    try:
        async with asyncio.TaskGroup() as group:
            listening = group.create_task(listen())
            async with aclosing(frames(service, watch)) as stream:
                async for frame in stream:
                    await socket.send_text(frame.decode())
                    # Or every stream would keep its last frame until the next.
                    del frame
            await socket.close(code=RESTART)
            listening.cancel()
    except* (OSError, WebSocketDisconnect):
        # One end is gone, and nobody is left to be told.
        pass
