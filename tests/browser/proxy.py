"""A bad line on loopback: a TCP proxy that loses connections, refuses sockets, answers 503, or lets nothing through."""

import socket
import threading
from contextlib import suppress
from random import Random
from typing import Final

CHUNK: Final = 16_384
BUSY: Final = b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class Line:
    """Stands between a browser and a server. Every fault is switched on and off while it runs."""

    def __init__(self, port: int, seed: int = 1) -> None:
        self._to = ("127.0.0.1", port)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._rng = Random(seed)
        self.down = False
        """Nothing gets through: connections that are open are cut, new ones refused."""
        self.busy = False
        """Every request is answered with 503."""
        self.sockets = True
        """Whether WebSockets get through."""
        self.streams = True
        """Whether server-sent events get through."""
        self.loss = 0.0
        """The chance of each piece of data to cut its connection instead of arriving."""
        self.refused = 0
        threading.Thread(target=self._listen, daemon=True).start()

    def cut(self) -> None:
        """Lose every connection at once."""
        with self._lock:
            lost, self._open = self._open, set()
        for one in lost:
            _close(one)

    def close(self) -> None:
        self.down = True
        _close(self._listener)
        self.cut()

    def _listen(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(near,), daemon=True).start()

    def _serve(self, near: socket.socket) -> None:
        try:
            first = near.recv(CHUNK)
            if not first or not self._passes(near, first):
                _close(near)
                return
            far = socket.create_connection(self._to)
        except OSError:
            _close(near)
            return
        with self._lock:
            self._open |= {near, far}
        far.sendall(first)
        threading.Thread(target=self._pump, args=(far, near), daemon=True).start()
        self._pump(near, far)

    def _passes(self, near: socket.socket, request: bytes) -> bool:
        path = request.split(b" ", 2)[1] if request.count(b" ") > 1 else b""
        blocked = (b"/live" in path and not self.sockets) or (b"/events" in path and not self.streams)
        if self.busy and not self.down:
            near.sendall(BUSY)
        if self.down or self.busy or blocked:
            self.refused += 1
            return False
        return True

    def _pump(self, source: socket.socket, goal: socket.socket) -> None:
        try:
            while data := source.recv(CHUNK):
                # A connection that is kept open carries later requests, which are faulty in their turn.
                if self.down or self.busy or self._rng.random() < self.loss:
                    break
                if b" /t/" in data[:16] and not self._passes(source, data):
                    break
                goal.sendall(data)
        except OSError:
            pass
        for one in (source, goal):
            _close(one)
        with self._lock:
            self._open -= {source, goal}


def _close(one: socket.socket) -> None:
    with suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)
    one.close()
