"""A socket's line by itself: what goes down it, and how it ends."""

import asyncio
import gc
import socket
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
import uvicorn
from litestar import WebSocket
from websockets.asyncio.client import connect
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import OPEN
from websockets.server import ServerProtocol
from websockets.uri import parse_uri

from jacknine.server import wire
from jacknine.server.app import create_app
from jacknine.server.service import Service
from jacknine.server.wire import Line, Requests, Socket
from tests.server.support import new_table

pytestmark = pytest.mark.anyio


class Feed:
    """What is put into it; ``wake`` has to be called for it to be sent."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self.wake = wake
        self.frames: list[bytes] = []
        self.over = self.closed = self.broken = False

    def next(self) -> bytes | None:
        if self.broken:
            raise RuntimeError("broken")
        return self.frames.pop(0) if self.frames else None

    def close(self) -> None:
        self.closed = True


class Ends:
    """A line, what feeds it, and what its other end gets."""

    def __init__(self) -> None:
        self.client = ClientProtocol(parse_uri("ws://localhost/"), state=OPEN)
        self.lines: set[asyncio.Protocol] = set()
        self.gone = False
        transport = SimpleNamespace(write=self.client.receive_data, close=self._close, is_closing=lambda: self.gone)
        feeds: list[Feed] = []

        def source(wake: Callable[[], None]) -> Feed:
            feeds.append(Feed(wake))
            return feeds[0]

        self.line = Line(cast("Any", transport), ServerProtocol(state=OPEN), self.lines, source)
        self.feed = feeds[0]

    def _close(self) -> None:
        self.gone = True

    def got(self) -> list[tuple[Opcode, bytes]]:
        frames = [event for event in self.client.events_received() if isinstance(event, Frame)]
        return [(frame.opcode, bytes(frame.data)) for frame in frames]

    def answer(self) -> None:
        """Let the other end answer what asks for an answer."""
        self.line.data_received(b"".join(self.client.data_to_send()))


async def test_frames_go_down_in_their_order_when_there_is_room() -> None:
    ends = Ends()
    ends.feed.frames += [b"one", b"two"]
    await asyncio.sleep(0)
    assert ends.got() == [(Opcode.TEXT, b"one"), (Opcode.TEXT, b"two")]
    ends.line.pause_writing()
    ends.feed.frames.append(b"three")
    ends.feed.wake()
    await asyncio.sleep(0)
    assert ends.got() == []
    ends.line.resume_writing()
    await asyncio.sleep(0)
    assert ends.got() == [(Opcode.TEXT, b"three")]


async def test_what_comes_up_is_not_listened_to() -> None:
    ends = Ends()
    ends.client.send_text(b"hello")
    ends.answer()
    await asyncio.sleep(0)
    assert ends.got() == [] and not ends.gone and not ends.feed.closed


async def test_when_all_is_told_the_other_end_is_sent_away() -> None:
    ends = Ends()
    ends.feed.over = True
    ends.feed.wake()
    await asyncio.sleep(0)
    assert ends.feed.closed and ends.client.close_rcvd is not None and ends.client.close_rcvd.code == wire.RESTART
    assert not ends.gone
    ends.answer()
    assert ends.gone


async def test_a_client_that_says_goodbye_is_let_go() -> None:
    ends = Ends()
    ends.client.send_close(1001)
    ends.answer()
    assert ends.gone
    ends.line.connection_lost(None)
    assert ends.feed.closed and ends.line not in ends.lines


async def test_a_failure_ends_the_line_and_is_noted(capsys: pytest.CaptureFixture[str]) -> None:
    ends = Ends()
    ends.feed.broken = True
    await asyncio.sleep(0)
    assert ends.feed.closed and ends.client.close_rcvd is not None and ends.client.close_rcvd.code == wire.FAILED
    assert "socket.failed" in capsys.readouterr().out


async def test_who_gives_no_sign_of_life_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "PING_SECONDS", 0.05)
    awake, asleep = Ends(), Ends()
    for _ in range(6):
        await asyncio.sleep(0.03)
        awake.answer()
    assert (awake.gone, asleep.gone) == (False, True)
    assert asleep.feed.closed and not awake.feed.closed
    awake.line.shutdown()
    assert awake.gone and awake.feed.closed


async def test_nothing_is_left_of_the_request_that_opened_a_line(tmp_path: Path) -> None:
    """Nothing that the collector of garbage would have to find: while many play it comes seldom."""
    service = Service(tmp_path)
    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(create_app(service), http=Requests, ws=Socket, ws_ping_interval=None, log_config=None)
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    while not server.started:
        await asyncio.sleep(0.01)
    table, _ = await new_table(service)
    gc.collect()
    gc.disable()
    try:
        async with connect(f"ws://127.0.0.1:{listener.getsockname()[1]}/t/{table.code}/live") as line:
            assert b"regions" in await line.recv(decode=False)
            # The request ends a moment after the first frame.
            await asyncio.sleep(0.2)
            left = [type(one) for one in gc.get_objects() if isinstance(one, Requests | Socket | WebSocket)]
            assert left == [] and table.presence.streams() == 1
    finally:
        gc.enable()
        service.close()
        server.should_exit = True
        await serving
