"""A real server on a free port with a folder of its own, and Debian's Chromium to look at it."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.support import chromium

PROGRAM = "import sys; from jacknine.cli import main; sys.exit(main(sys.argv[1:]))"


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Site:
    """A server process that can be killed and started again on the same port and folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start serving and wait until the server answers."""
        arguments = ["serve", "--host", "127.0.0.1", "--port", str(self.port), "--data", str(self.folder)]
        log = (self.folder / "server.log").open("ab")
        self.process = subprocess.Popen([sys.executable, "-c", PROGRAM, *arguments], stdout=log, stderr=log)
        log.close()
        give_up = time.monotonic() + 30
        while time.monotonic() < give_up:
            try:
                with urllib.request.urlopen(f"{self.address}/health", timeout=5):
                    return
            except (urllib.error.URLError, OSError):
                assert self.process.poll() is None, (self.folder / "server.log").read_text()
                time.sleep(0.1)
        raise AssertionError("the server did not answer")

    def kill(self) -> None:
        """End the process as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        assert self.process is not None
        os.kill(self.process.pid, how)
        self.process.wait(timeout=20)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server for all tests that do not hurt it."""
    site = Site(tmp_path_factory.mktemp("site"))
    site.start()
    yield site
    site.stop()


@pytest.fixture
def own_site(tmp_path: Path) -> Iterator[Site]:
    """A server of the test's own, to kill."""
    site = Site(tmp_path)
    site.start()
    yield site
    site.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium())
        yield browser
        browser.close()


Opener = Callable[..., Page]


@pytest.fixture
def visit(browser: Browser) -> Iterator[Opener]:
    """`visit(width, height, **context)` opens a page of that size; an error in its scripts fails the test."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def open_page(width: int = 412, height: int = 800, **given: Any) -> Page:
        # The worker would stand between a test and the pages it makes up.
        options: dict[str, Any] = {"has_touch": True, "locale": "en-GB", "service_workers": "block"} | given
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        context.set_default_timeout(10_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []
