"""What the server stands: tables of four people with an open socket each, one move a second a table, no bots' thinking.

The people are this program, which shares the machine with the server: on a busy one the figures are upper bounds.
``python -m bench.server --tables 500 --seconds 30`` takes them alone.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import json
import re
import resource
import struct
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from time import perf_counter
from urllib.parse import urlencode

from bench.measure import Figure

TABLES, SECONDS = 500, 30
FIRST, WARM = 4, 5.0
"""So many tables play before the others come, and so many seconds do not count."""
DEAL = 44
"""So many moves are about a deal with its calls and what follows it: tables are anywhere in theirs."""
SEATS = 4
LINES = 32
"""Connections that carry the people's requests."""
START = "from jacknine.cli import main; raise SystemExit(main())"
COMMAND = "make bench"
ACTION = re.compile(rb'data-action=\\"((?:call|next|declare|skip)[^"\\]*)\\"')
CARD = re.compile(rb'class=\\"card open\\"[^>]*?data-action=\\"(play [^"\\]*)\\"')


class Line:
    """One connection for requests, one at a time."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._lock = asyncio.Lock()
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, path: str, body: bytes, kind: str, cookie: str, address: str) -> tuple[int, str, bytes]:
        """Status, head and body of the answer."""
        head = (
            f"POST {path} HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\nContent-Type: {kind}\r\n"
            f"X-Forwarded-For: {address}\r\nContent-Length: {len(body)}\r\nCookie: jacknine={cookie}\r\n\r\n"
        )
        async with self._lock:
            while True:
                if self._streams is None:
                    self._streams = await asyncio.open_connection("127.0.0.1", self._port)
                reader, writer = self._streams
                writer.write(head.encode() + body)
                try:
                    answer = (await reader.readuntil(b"\r\n\r\n")).decode()
                except (asyncio.IncompleteReadError, ConnectionError):
                    # The server lets go of connections that have been quiet.
                    self._streams = None
                    continue
                length = re.search(r"content-length: (\d+)", answer, re.IGNORECASE)
                return int(answer[9:12]), answer, await reader.readexactly(int(length[1]) if length else 0)


class Table:
    """A table with its people, and what is known of it."""

    def __init__(self, code: str, cookies: list[str], chance: Random) -> None:
        self.code = code
        self.chance = chance
        self.cookies = cookies
        self.seq = 0
        self.wishes: list[str] = [""] * SEATS
        self.sent: tuple[float, int] | None = None
        """When the last move was sent, and the number that was seen then."""
        self.over = False
        """The match has ended; one deal can do that."""


class Load:
    """Everybody who plays, and what they measure, in milliseconds."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.lines = [Line(port) for _ in range(LINES)]
        self.tables: list[Table] = []
        self.measuring = False
        self.posts: list[float] = []
        self.pushes: list[float] = []
        self.refused = 0
        self.looking = 0
        """Sockets that are open."""
        self._turn = 0

    async def post(self, path: str, body: bytes, kind: str, cookie: str = "", address: str = "") -> tuple[int, str]:
        self._turn += 1
        status, head, _ = await self.lines[self._turn % LINES].post(path, body, kind, cookie, address)
        return status, head

    async def form(self, path: str, cookie: str, address: str, **fields: str) -> tuple[str, str]:
        """Where a form leads, and the cookie that comes with it."""
        body = urlencode(fields).encode()
        status, head = await self.post(path, body, "application/x-www-form-urlencoded", cookie, address)
        assert status == 303, head
        given, goal = re.search(r"jacknine=([^;]+)", head), re.search(r"location: (\S+)", head, re.IGNORECASE)
        assert goal is not None
        return goal[1], given[1] if given else cookie

    async def sit_down(self, number: int) -> None:
        """Four people make a table and start it."""
        address = f"10.{number >> 8}.{number & 255}.1"
        goal, cookie = await self.form(
            "/tables", "", address, game="belote", pace="instant", friends="1", name=f"Host {number}"
        )
        code, cookies = goal.split("/")[2], [cookie]
        for seat in range(1, SEATS):
            name = f"Guest {number}.{seat}"
            cookies.append((await self.form(f"/t/{code}/sit", "", address, seat=str(seat), name=name))[1])
        await self.form(f"/t/{code}/act", cookies[0], address, action="start", key="start", seen_seq="0")
        self.tables.append(Table(code, cookies, Random(number)))

    async def watch(self, table: Table, seat: int) -> None:
        """Keep a socket open and take in what comes down."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(
            f"GET /t/{table.code}/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {base64.b64encode(bytes(16)).decode()}\r\nSec-WebSocket-Version: 13\r\n"
            f"Cookie: jacknine={table.cookies[seat]}\r\n\r\n".encode()
        )
        await reader.readuntil(b"\r\n\r\n")
        self.looking += 1
        while True:
            first, length = await reader.readexactly(2)
            if length == 126:
                length = struct.unpack(">H", await reader.readexactly(2))[0]
            elif length == 127:
                length = struct.unpack(">Q", await reader.readexactly(8))[0]
            payload = await reader.readexactly(length)
            if first & 15 == 9:
                writer.write(bytes((0x8A, 0x80 | length, 0, 0, 0, 0)) + payload)
            elif first & 15 == 1:
                self.take(table, seat, payload)

    def take(self, table: Table, seat: int, frame: bytes) -> None:
        """Note what a frame tells: how old it is, and what its reader may do."""
        seq = int(frame[7 : frame.index(b",")])
        table.seq = max(table.seq, seq)
        if table.sent is not None and seq > table.sent[1] and self.measuring:
            self.pushes.append(1000 * (perf_counter() - table.sent[0]))
        if b'id=\\"say\\"' in frame:
            table.over = b"say-match" in frame
            found = (CARD.findall(frame) or ACTION.findall(frame)) if b"data-mine" in frame else []
            table.wishes[seat] = table.chance.choice(found).decode() if found else ""

    async def move(self, table: Table) -> None:
        """Let somebody do what he may."""
        seat = next((seat for seat, wish in enumerate(table.wishes) if wish), None)
        if seat is None:
            return
        wish, table.wishes[seat] = table.wishes[seat], ""
        order = {"seen_seq": table.seq, "key": f"{table.seq}-{seat}", "action": wish}
        begun = perf_counter()
        table.sent = begun, table.seq
        body = json.dumps(order).encode()
        status, _ = await self.post(f"/t/{table.code}/act", body, "application/json", table.cookies[seat])
        if self.measuring:
            self.posts.append(1000 * (perf_counter() - begun))
            self.refused += status != 200

    async def go_ahead(self, table: Table) -> None:
        """Bring a table to a place of its own in its deal: people do not begin all at once."""
        left = table.chance.randrange(DEAL)
        while left and not table.over:
            if any(table.wishes):
                await self.move(table)
                left -= 1
            else:
                await asyncio.sleep(0.02)

    async def play(self, table: Table, number: int, until: float) -> None:
        """One move a second, at a moment of the table's own."""
        await asyncio.sleep(number / len(self.tables))
        while (begun := perf_counter()) < until:
            await self.move(table)
            await asyncio.sleep(max(0.0, 1 - (perf_counter() - begun)))


def memory(process: int) -> int:
    """KiB that a process holds."""
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{process}/status").read_text(encoding="utf-8"))
    return int(found[1]) if found else 0


def spent(process: int) -> float:
    """Seconds of processor time that a process has taken."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


async def fill(load: Load, first: int, last: int) -> list[asyncio.Task[None]]:
    """Make tables and look at them; the tasks that look."""
    for at in range(first, last, LINES):
        await asyncio.gather(*(load.sit_down(number) for number in range(at, min(at + LINES, last))))
    looking = [asyncio.create_task(load.watch(table, seat)) for table in load.tables[first:] for seat in range(SEATS)]
    while load.looking < SEATS * last:
        await asyncio.sleep(0.1)
    return looking


async def play_for(load: Load, seconds: float) -> None:
    until = perf_counter() + seconds
    await asyncio.gather(*(load.play(table, number, until) for number, table in enumerate(load.tables)))


async def run(port: int, process: int, tables: int, seconds: float) -> list[Figure]:
    """Let a few play until everything is loaded, then fill the server, let all play, and measure."""
    load = Load(port)
    watching = await fill(load, 0, FIRST)
    await play_for(load, WARM)
    before = memory(process)
    watching += await fill(load, FIRST, FIRST + tables)
    await asyncio.gather(*map(load.go_ahead, load.tables))
    await play_for(load, WARM)
    until = perf_counter() + seconds
    playing = [asyncio.create_task(load.play(table, number, until)) for number, table in enumerate(load.tables)]
    load.measuring, begun, taken = True, perf_counter(), spent(process)
    await asyncio.gather(*playing)
    rate = len(load.posts) / (perf_counter() - begun)
    share = (spent(process) - taken) / (perf_counter() - begun)
    for task in watching:
        task.cancel()
    print(f"server: {rate:.0f} moves/s, {share:.2f} of a core, {load.refused} refused", file=sys.stderr)
    n = len(load.posts)
    return [
        Figure("server.post_p99_ms", percentile(load.posts, 99), "ms", n, COMMAND),
        Figure("server.push_p99_ms", percentile(load.pushes, 99), "ms", len(load.pushes), COMMAND),
        Figure("server.kib_per_table", (memory(process) - before) / tables, "KiB", tables, COMMAND),
        Figure("server.core_share", share, "of a core", n, COMMAND),
        Figure("server.ms_per_move", 1000 * share / rate, "ms of processor time", n, COMMAND),
    ]


def percentile(values: list[float], share: int) -> float:
    return sorted(values)[min(len(values) - 1, len(values) * share // 100)]


def measure(tables: int, seconds: float) -> list[Figure]:
    """Start a server on a folder of its own and measure it."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", START, "serve", "--host", "127.0.0.1", "--port", "0", "--data", folder]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            assert server.stdout is not None
            port = int(re.findall(r":(\d+)/", server.stdout.readline())[0])
            return asyncio.run(run(port, server.pid, tables, seconds))
        finally:
            server.terminate()
            server.wait(20)


def figures(with_peers: bool) -> list[Figure]:
    """The server's figures; there are no peers to hold beside them."""
    return measure(TABLES, SECONDS)


def main() -> None:
    options = argparse.ArgumentParser(prog="python -m bench.server", description=__doc__)
    options.add_argument("--tables", type=int, default=TABLES)
    options.add_argument("--seconds", type=float, default=SECONDS)
    given = options.parse_args()
    for name, value, unit, n, _ in measure(given.tables, given.seconds):
        print(f"{name:40} {value:12,.3f} {unit:24} n={n:,}")


if __name__ == "__main__":
    main()
