"""A real server process, and a person who plays at it over HTTP."""

import itertools
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import IO, Any

import httpx

START = "from jacknine.cli import main; raise SystemExit(main())"


class Process:
    """``jacknine serve`` on a free port with everything it prints kept in ``folder/log``."""

    def __init__(self, data: Path, log: Path, *options: str) -> None:
        self.log = log
        self._out: IO[str] = log.open("a", encoding="utf-8")
        printed = log.stat().st_size
        command = [sys.executable, "-c", START, "serve", "--host", "127.0.0.1", "--port", "0", "--data", str(data)]
        self.process = subprocess.Popen([*command, *options], stdout=self._out, stderr=self._out)
        self.url = self._wait(printed)

    def _wait(self, printed: int) -> str:
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            found = re.search(r"http://localhost:\d+", self.log.read_text(encoding="utf-8")[printed:])
            if found is not None:
                try:
                    if httpx.get(f"{found[0]}/health").status_code == 200:
                        return found[0]
                except httpx.TransportError:
                    pass
            assert self.process.poll() is None, self.log.read_text(encoding="utf-8")
            time.sleep(0.05)
        raise AssertionError("the server does not answer")

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(10)
        self._out.close()

    def stop(self) -> int:
        """Ask it to end; its exit status."""
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(10)
        self._out.close()
        return status


class Person:
    """Somebody with a browser's cookie who does anything legal."""

    def __init__(self, server: Process, seed: int) -> None:
        self.rng = Random(seed)
        self.http = httpx.Client(base_url=server.url, timeout=10)
        self.code = ""
        self.acknowledged: dict[str, int] = {}
        self._keys = itertools.count()

    def move_to(self, server: Process) -> None:
        """Go on at a server that was started again."""
        cookies = self.http.cookies
        self.http.close()
        self.http = httpx.Client(base_url=server.url, timeout=10, cookies=cookies)

    def make_table(self, **fields: str) -> None:
        answer = self.http.post("/tables", data={"game": "belote", "pace": "instant", "name": "Ann", **fields})
        assert answer.status_code == 303, answer.text
        self.code = answer.headers["location"].removeprefix("/t/")

    def state(self) -> dict[str, Any]:
        answer = self.http.get(f"/api/t/{self.code}")
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def wait(self) -> dict[str, Any]:
        """The state once the person has something to do, or the match is over."""
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            now = self.state()
            if now["match_over"] or self.wish(now) is not None:
                return now
            time.sleep(0.01)
        raise AssertionError("the table stands still")

    def wish(self, now: dict[str, Any]) -> str | None:
        if now["legal"]:
            action: str = self.rng.choice(now["legal"])
            return action
        waiting = now["phase"] == "over" and not now["match_over"] and now["me"] not in now["ready"]
        return "next" if waiting else None

    def order(self, now: dict[str, Any]) -> dict[str, Any]:
        return {"seen_seq": now["seq"], "key": f"key-{next(self._keys)}", "action": self.wish(now)}

    def send(self, order: dict[str, Any]) -> None:
        """Do something and be told that it is done."""
        answer = self.http.post(f"/t/{self.code}/act", json=order)
        assert answer.status_code == 200, answer.text
        self.acknowledged[order["key"]] = answer.json()["seq"]

    def play(self, actions: int = 10_000) -> dict[str, Any]:
        """Do so many things, or until the match is over; the state at the end."""
        for _ in range(actions):
            now = self.wait()
            if now["match_over"]:
                return now
            self.send(self.order(now))
        return self.wait()
