"""Run the table for browsers: print its addresses and serve until it is told to stop."""

from __future__ import annotations

import argparse
import gc
import os
import signal
import socket
import sqlite3
import sys
from ipaddress import ip_address
from pathlib import Path
from types import FrameType
from urllib.parse import urlsplit

import segno
import uvicorn
from alembic.util import CommandError
from sqlalchemy.exc import DatabaseError

from jacknine.server.app import create_app
from jacknine.server.logs import configure
from jacknine.server.service import DATABASE, Service
from jacknine.server.store import FolderInUse, FolderLock
from jacknine.server.wire import Requests, Socket

REFUSED = 2


class CannotServe(RuntimeError):
    """The server cannot start; the message says why in one sentence."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of ``jacknine serve``."""
    parser.add_argument("--host", default="0.0.0.0", help="address to listen on (%(default)s: every network)")
    parser.add_argument("--port", type=_port, default=8000, help="port to listen on (%(default)s; 0: any free one)")
    parser.add_argument("--data", type=Path, default=default_folder(), help="data folder (%(default)s)")
    parser.add_argument(
        "--public-url", type=_public_url, help="address behind a proxy, such as https://cards.example.org"
    )
    parser.add_argument(
        "--keep-days",
        type=_days,
        default=0,
        metavar="DAYS",
        help="delete tables where nothing has happened for so many days (%(default)s: never)",
    )


def run(args: argparse.Namespace) -> int:
    """Serve until SIGTERM or SIGINT; the exit status, 2 where the server cannot start."""
    configure()
    # What is kept can tell everybody's cards.
    os.umask(0o077)
    public_url = args.public_url or ""
    try:
        lock = _take(args.data)
        listener = _listen(args.host, args.port)
        service = _open(args.data, public_url, args.keep_days)
    except CannotServe as error:
        print(f"jacknine serve: {error}", file=sys.stderr)
        return REFUSED
    service.network_url = _announce(args.host, listener.getsockname()[1], public_url)
    config = uvicorn.Config(
        create_app(service),
        log_config=None,
        access_log=False,
        server_header=False,
        http=Requests,
        ws=Socket,
        ws_ping_interval=None,
        ws_max_size=4096,
        timeout_graceful_shutdown=3,
    )
    server = _Server(config, service)
    # What was loaded stays. A felt is many small things, of which hardly one holds itself: young ones are looked at
    # often, for what lives of them until then is looked at too (at 3,000 that is sixty thousandths of a second where
    # five hundred tables are), and all that lives seldom, for that takes half a second.
    gc.freeze()
    gc.set_threshold(250, 20_000, 10)
    # The thread that commits asks for its turn four times a commit, and would wait five thousandths for each.
    sys.setswitchinterval(0.001)
    # Answer a signal with a clean end and status 0, not by letting it kill the process afterwards.
    signal.signal(signal.SIGTERM, lambda *_: None)
    signal.signal(signal.SIGINT, lambda *_: None)
    server.run(sockets=[listener])
    lock.release()
    return 0 if server.started else 1


def default_folder() -> Path:
    """Where data lies unless told otherwise."""
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "jacknine"


class _Server(uvicorn.Server):
    """Tells those who watch a table to come back later, before it waits for them to go."""

    def __init__(self, config: uvicorn.Config, service: Service) -> None:
        super().__init__(config)
        self._service = service

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        self._service.close()


def _take(folder: Path) -> FolderLock:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return FolderLock(folder)
    except FolderInUse:
        raise CannotServe(f"another server is using the data folder {folder}") from None
    except (OSError, sqlite3.Error) as error:
        raise CannotServe(f"the data folder {folder} cannot be written ({error}); choose another with --data") from None


def _open(folder: Path, public_url: str, keep_days: int) -> Service:
    database = folder / DATABASE
    if database.exists() and database.stat().st_size == 0:
        raise CannotServe(f"the database {database} is empty; restore a back-up, or delete it to begin anew")
    try:
        return Service(folder, public_url, keep_days)
    except CommandError:
        raise CannotServe(f"the data folder {folder} was written by a newer version of jacknine") from None
    except DatabaseError as error:
        raise CannotServe(f"the database in {folder} cannot be used ({error.orig})") from None


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(1024)
    except OSError as error:
        listener.close()
        raise CannotServe(
            f"cannot listen on {host}, port {port} ({error.strerror or error}); choose another with --port or --host"
        ) from None
    return listener


def _announce(host: str, port: int, public_url: str) -> str:
    """Print where the table is, and a code that brings a phone there; the address in the local network, if any."""
    lan = _lan_address() if host in ("0.0.0.0", "::") else "" if _is_loopback(host) else host
    print(f"On this computer:  http://localhost:{port}/")
    network = f"http://{f'[{lan}]' if ':' in lan else lan}:{port}" if lan else ""
    if network:
        print(f"In this network:   {network}/")
    if public_url:
        print(f"From anywhere:     {public_url}/")
    phone = public_url or network
    if phone:
        print()
        segno.make(f"{phone}/", error="m").terminal(compact=True)
    sys.stdout.flush()
    return network


def _lan_address() -> str:
    """The address by which others in the network reach this machine; empty where there is none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: the system only looks up which way it would go.
            probe.connect(("10.255.255.255", 9))
            address: str = probe.getsockname()[0]
        except OSError:
            return ""
    return "" if _is_loopback(address) else address


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: a port is a number from 0 to 65535")
    return int(text)


def _days(text: str) -> int:
    if not text.isdecimal() or int(text) > 36500:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of days from 0 to 36500")
    return int(text)


def _public_url(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.path not in ("", "/") or parts.query:
        raise argparse.ArgumentTypeError(f"{text!r} is no address of a site: write it as in https://cards.example.org")
    return text.rstrip("/")
