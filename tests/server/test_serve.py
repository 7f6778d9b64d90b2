"""The real process: killed in every phase it loses nothing, stopped it leaves cleanly, and it says what hinders it."""

import contextlib
import re
import resource
import shutil
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from jacknine.server.identity import COOKIE
from jacknine.server.service import DATABASE
from tests.server.driver import START, Person, Process
from tests.support import long_count

Start = Callable[..., Process]
Sit = Callable[[Process, int], Person]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def start(tmp_path: Path, data: Path) -> Iterator[Start]:
    """Start a server on the data folder; whatever still runs at the end is stopped."""
    started: list[Process] = []

    def begin(*options: str) -> Process:
        started.append(Process(data, tmp_path / "log", *options))
        return started[-1]

    yield begin
    for server in started:
        if server.process.poll() is None:
            server.kill()


@pytest.fixture
def sit() -> Iterator[Sit]:
    """Bring a person to a server."""
    seated: list[Person] = []

    def sit_down(server: Process, seed: int) -> Person:
        seated.append(Person(server, seed))
        return seated[-1]

    yield sit_down
    for person in seated:
        person.http.close()


def log_of(data: Path, code: str) -> list[tuple[int, str | None, str]]:
    with contextlib.closing(sqlite3.connect(data / DATABASE)) as database:
        rows = database.execute(
            "SELECT seq, client_key, kind || ' ' || body FROM action WHERE table_id = ? ORDER BY seq", (code,)
        )
        return [(seq, key, text.strip()) for seq, key, text in rows]


def check_log(data: Path, person: Person) -> None:
    """No gap, and everything that was acknowledged is there, once, under its number."""
    log = log_of(data, person.code)
    assert [seq for seq, _, _ in log] == list(range(1, len(log) + 1))
    written = {key: seq for seq, key, _ in log if key is not None}
    assert {f"0:{key}": seq for key, seq in person.acknowledged.items()}.items() <= written.items()


PHASES: dict[str, Callable[[dict[str, Any]], bool]] = {
    "auction": lambda now: now["phase"] == "auction",
    "mid-trick": lambda now: now["phase"] == "play" and len(now["trick"]) > 0,
    "on lead": lambda now: now["phase"] == "play" and not now["trick"] and len(now["tricks"]) > 0,
    "between deals": lambda now: now["phase"] == "over",
}


@pytest.mark.parametrize("game", ["belote", "klaverjas"])
def test_killed_in_every_phase_it_comes_back_as_it_was(start: Start, sit: Sit, data: Path, game: str) -> None:
    server = start()
    person = sit(server, 7)
    person.make_table(game=game)
    for reached in PHASES.values():
        now = person.wait()
        while not reached(now):
            person.send(person.order(now))
            now = person.wait()
        server.kill()
        server = start()
        person.move_to(server)
        assert person.state() == now
        assert person.http.get(f"/t/{person.code}").status_code == 200
        check_log(data, person)
    person.play(4)
    check_log(data, person)


def test_a_whole_match_is_played_over_http_with_the_server_killed_in_the_middle(
    start: Start, sit: Sit, data: Path, tmp_path: Path
) -> None:
    server = start()
    person = sit(server, 11)
    target = long_count(501, 3_000)
    person.make_table(game="belote", target=str(target))
    for _ in range(long_count(2, 20)):
        person.play(person.rng.randrange(5, 12))
        # A tap on its way while the server dies: told or not, after a retry it is there once.
        order = person.order(person.wait())
        tap = threading.Thread(target=try_to_send, args=(person, order))
        tap.start()
        server.kill()
        tap.join()
        server = start()
        person.move_to(server)
        person.send(order)
        check_log(data, person)
    end = person.play()
    assert end["match_over"] and max(end["totals"]) >= target
    check_log(data, person)
    assert server.stop() == 0
    assert_nothing_secret_was_printed(tmp_path / "log", data, person)


def try_to_send(person: Person, order: dict[str, Any]) -> None:
    with contextlib.suppress(httpx.TransportError):
        httpx.post(
            f"{person.http.base_url}/t/{person.code}/act", json=order, cookies={COOKIE: person.http.cookies[COOKIE]}
        )


def assert_nothing_secret_was_printed(log: Path, data: Path, person: Person) -> None:
    printed = log.read_text(encoding="utf-8")
    assert "table.made" in printed
    assert person.http.cookies[COOKIE] not in printed
    assert not re.search(r"\b[6-9TJQKA][SHDC]\b", printed)
    with contextlib.closing(sqlite3.connect(data / DATABASE)) as database:
        secrets = [one for row in database.execute("SELECT nonce, seed FROM deal_secret") for one in row]
    assert secrets
    assert not any(one.hex() in printed or repr(one) in printed for one in secrets)


def test_computers_go_on_by_themselves_after_a_kill(start: Start, sit: Sit) -> None:
    server = start()
    person = sit(server, 3)
    person.make_table(pace="fast")
    now = person.wait()
    person.send(person.order(now))
    server.kill()
    server = start()
    person.move_to(server)
    # Nobody but the table itself can bring it to the person's next decision.
    assert person.wait()["seq"] > now["seq"]


def test_a_stop_sends_everybody_away_and_ends_well(start: Start, sit: Sit) -> None:
    server = start()
    person = sit(server, 5)
    person.make_table(pace="slow")
    cookie = f"{COOKIE}={person.http.cookies[COOKIE]}"
    address = f"{server.url}/t/{person.code}"
    with (
        connect(f"{address}/live".replace("http", "ws"), additional_headers={"cookie": cookie}) as live,
        httpx.stream("GET", f"{address}/events", headers={"cookie": cookie}) as stream,
    ):
        assert '"regions"' in str(live.recv(5))
        lines = stream.iter_lines()
        assert next(line for line in lines if line.startswith("data: ")).startswith('data: {"seq":')
        assert server.stop() == 0
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                live.recv(5)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1012
        for _ in lines:
            pass


def test_a_back_up_of_a_running_server_brings_the_tables_back(
    start: Start, sit: Sit, data: Path, tmp_path: Path
) -> None:
    server = start()
    person = sit(server, 6)
    person.make_table()
    then = person.play(3)
    with contextlib.closing(sqlite3.connect(data / DATABASE)) as database:
        database.execute("VACUUM INTO ?", (str(tmp_path / "backup.db"),))
    person.play(3)
    server.stop()
    assert all(file.stat().st_mode & 0o077 == 0 for file in data.iterdir())
    for left in data.glob(f"{DATABASE}*"):
        left.unlink()
    shutil.copy(tmp_path / "backup.db", data / DATABASE)
    person.move_to(start())
    assert person.state() == then


def test_starting_takes_less_than_five_seconds_of_work(start: Start) -> None:
    # Work, not time: the machine that runs the tests may be busy with others.
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert start().stop() == 0
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 5


def test_a_second_server_is_kept_out_of_the_folder(start: Start, data: Path) -> None:
    start()
    assert refused("--data", str(data)) == f"jacknine serve: another server is using the data folder {data}\n"


def test_a_port_in_use_is_one_sentence(data: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = refused("--data", str(data), "--host", "127.0.0.1", "--port", str(port))
    assert said.startswith(f"jacknine serve: cannot listen on 127.0.0.1, port {port} (Address already in use)")
    assert said.count("\n") == 1


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    said = refused("--data", str(tmp_path / "file" / "data"))
    assert said.startswith("jacknine serve: the data folder") and said.count("\n") == 1


def test_a_file_that_is_no_database_is_one_sentence(data: Path) -> None:
    data.mkdir()
    (data / DATABASE).write_text("no database " * 1000, encoding="utf-8")
    said = refused("--data", str(data))
    assert said == f"jacknine serve: the database in {data} cannot be used (file is not a database)\n"


def test_an_emptied_database_is_not_taken_for_a_new_one(data: Path) -> None:
    data.mkdir()
    (data / DATABASE).write_bytes(b"")
    assert refused("--data", str(data)).endswith("is empty; restore a back-up, or delete it to begin anew\n")


def test_a_folder_of_a_newer_version_is_one_sentence(start: Start, data: Path) -> None:
    start().stop()
    with contextlib.closing(sqlite3.connect(data / DATABASE)) as database, database:
        database.execute("UPDATE alembic_version SET version_num = 'later'")
    assert refused("--data", str(data)).endswith("was written by a newer version of jacknine\n")


@pytest.mark.parametrize(
    "option", [("--port", "70000"), ("--port", "x"), ("--public-url", "cards"), ("--keep-days", "-1"), ("--deck", "4")]
)
def test_wrong_options_are_told(option: tuple[str, str], data: Path) -> None:
    assert option[0] in refused("--data", str(data), *option)


def refused(*options: str) -> str:
    """What a server says that does not start."""
    command = [sys.executable, "-c", START, "serve", *options]
    run = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
    assert run.returncode == 2
    assert "Traceback" not in run.stderr
    return run.stderr
