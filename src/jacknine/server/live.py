"""Keeps a viewer's felt up to date: whole on connect, then the regions that changed. State goes down, nothing comes up.

A frame is made when it can be sent, from the newest position: whoever is slow misses what was in between, never the
truth.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Final, Literal, cast

import msgspec
from litestar import WebSocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect

from jacknine.server import felt, room_page
from jacknine.server.prefs import Prefs
from jacknine.server.presence import Stream
from jacknine.server.service import Service, Visitor
from jacknine.server.tables import Table
from jacknine.server.throttle import Crowded
from jacknine.server.viewers import public_view, seat_view
from jacknine.server.wire import EXTENSION, RESTART, HandOver
from jacknine.server.words import Words

HEARTBEAT_SECONDS: Final = 15.0
MOST_STREAMS: Final = 100
"""So many may look at one table at once; more have to ask for it now and then."""

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
    table, words, prefs = watch.table, watch.visitor.words, watch.visitor.prefs
    if watch.shown == "room":
        sv = seat_view(table, watch.visitor.player_id)
        return Frame(sv.seq, room_page.regions(sv, words))
    shared = None if told is None else _shared(table, _moment(table), words, prefs.letters)
    sv = seat_view(table, watch.visitor.player_id, None if shared is None else shared.public)
    return Frame(sv.seq, felt.regions(sv, words, prefs, told, shared))


def _moment(table: Table) -> tuple[object, ...]:
    """What is another as soon as anything may look otherwise at a table: what changes without a ring is in it too."""
    here = tuple(player is not None and table.presence.here(player) for player in table.scene.seating.players)
    return table.bell.rings, table.position.seq, table.deadline, here


# All who look at a moment are told of it at once, so that few moments have to be kept.
@lru_cache(maxsize=64)
def _shared(table: Table, _moment: tuple[object, ...], words: Words, letters: str) -> felt.Shared:
    """What all who read the same see of a moment."""
    return felt.Shared(public_view(table), words, Prefs(letters=letters))


class Telling:
    """What one viewer is told of a table, frame by frame, until the server closes or he looks on in another window.
    ``wake`` is called whenever there may be more to tell.
    """

    __slots__ = ("_quiet_since", "_rings", "_service", "_stream", "_told", "_watch", "over")

    def __init__(self, service: Service, watch: Watch, wake: Callable[[], None]) -> None:
        self._service = service
        self._watch = watch
        self._told = felt.Told()
        self._rings, self._quiet_since = -1, 0.0
        self._stream: Stream | None = None
        self.over = False
        """Nothing comes any more."""
        table, player = watch.table, watch.visitor.player_id
        if not table.windows.newest(player, watch.window):
            return
        self._stream = Stream(player, watch.window, partial(service.turns.ask, wake))
        came = player is None or table.presence.here(player)
        table.presence.opened(player)
        table.windows.open(self._stream)
        table.bell.tell(self._stream.ear)
        if not came:
            table.call_roll()
            table.bell.ring()

    def next(self) -> bytes | None:
        """The frame that is to be sent now, encoded; None until there is one. With nothing new it is an empty one now
        and then.
        """
        table, stream = self._watch.table, self._stream
        if self.over:
            return None
        if stream is None or stream.closing or self._service.closing:
            self.over = True
            elsewhere = stream is None or stream.closing == "elsewhere"
            return msgspec.json.encode(Frame(table.position.seq, {}, True)) if elsewhere else None
        if self._rings != table.bell.rings:
            self._rings, self._quiet_since = table.bell.rings, time.monotonic()
            return msgspec.json.encode(frame_of(self._watch, self._told))
        if (left := self._quiet_since + HEARTBEAT_SECONDS - time.monotonic()) <= 0:
            self._quiet_since = time.monotonic()
            return msgspec.json.encode(Frame(table.position.seq, {}))
        stream.wake_in(left)
        return None

    def close(self) -> None:
        """Nobody listens any more."""
        table, stream, self._stream = self._watch.table, self._stream, None
        self.over = True
        if stream is not None:
            stream.wake_in(None)
            table.bell.leave(stream.ear)
            table.windows.close(stream)
            table.presence.closed(stream.player)


async def frames(service: Service, watch: Watch) -> AsyncGenerator[bytes, None]:
    """The frames for one viewer, as they come."""
    more = asyncio.Event()
    telling = Telling(service, watch, more.set)
    try:
        while not telling.over:
            more.clear()
            if (frame := telling.next()) is not None:
                yield frame
            elif not telling.over:
                await more.wait()
    finally:
        telling.close()


async def events(service: Service, watch: Watch) -> AsyncGenerator[bytes, None]:
    """The frames as server-sent events."""
    yield b"retry: 1000\n\n"
    async with aclosing(frames(service, watch)) as stream:
        async for frame in stream:
            yield b"data: " + frame + b"\n\n"


async def stream_to(socket: WebSocket[None, None, State], service: Service, watch: Watch) -> None:
    """Send frames over an accepted socket until either end closes it, or the line between them breaks. Where the server
    lets us have the line it is kept without a request; other servers are told frame by frame.
    """
    hand_over = cast("HandOver | None", (socket.scope.get("extensions") or {}).get(EXTENSION))
    if hand_over is not None:
        hand_over(lambda wake: Telling(service, watch, wake))
        # The socket and what it listens and speaks through hold each other.
        del socket.receive, socket.send
        return

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
