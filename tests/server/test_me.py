"""A player's own page: a code that brings him back, his data deleted, what is kept and how long."""

import asyncio
import re
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from jacknine.server import store
from jacknine.server.app import create_app
from jacknine.server.identity import COOKIE, Player
from jacknine.server.keeping import DAY_MS
from jacknine.server.live import Watch, frames
from jacknine.server.me_routes import leave_tables
from jacknine.server.prefs import Prefs, changed, told_about
from jacknine.server.service import Service, Visitor
from jacknine.server.words import Words
from jacknine.variants import VARIANTS
from tests.server.support import bea_at, new_table, play_on, serving

PAGE = {"accept": "text/html"}
CODE = re.compile(r"\b[a-z2-9]{4}(?:-[a-z2-9]{4}){3}\b")
Client = TestClient[Any]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with TestClient(create_app(Service(tmp_path_factory.mktemp("data"), keep_days=30))) as client:
        client.follow_redirects = False
        yield client


@pytest.fixture
def client(running: Client) -> Client:
    """A stranger's browser."""
    running.cookies.clear()
    return running


def sit(client: Client, name: str = "Ann") -> str:
    answer = client.post("/tables", data={"game": "belote", "pace": "slow", "name": name})
    return str(answer.headers["location"]).removeprefix("/t/")


def code_of(client: Client) -> str:
    found = CODE.search(client.post("/me/code").text)
    assert found is not None
    return found[0]


def seat_of(client: Client, code: str) -> int | None:
    me: int | None = client.get(f"/api/t/{code}").json()["me"]
    return me


def test_a_recovery_code_brings_a_player_back_with_all_that_is_his(client: Client) -> None:
    table = sit(client)
    client.post("/me", data={"deck": "two", "index": "big"})
    code = code_of(client)
    client.cookies.clear()
    assert seat_of(client, table) is None
    for typed in (code, code.upper().replace("-", " ")):
        client.cookies.clear()
        assert client.post("/me/recover", data={"code": typed}).headers["location"] == "/me"
        assert seat_of(client, table) == 0
        page = client.get("/me", headers=PAGE).text
        assert 'data-deck="two" data-index="big"' in page and code not in page


def test_a_new_code_takes_the_place_of_the_old_one(client: Client) -> None:
    sit(client)
    old, new = code_of(client), code_of(client)
    client.cookies.clear()
    for wrong in (old, "", "a", "abcd-abcd-abcd-abcd", "'; --"):
        answer = client.post("/me/recover", data={"code": wrong})
        assert answer.status_code == 404 and "recovery code" in answer.text and COOKIE not in client.cookies
    assert client.post("/me/recover", data={"code": new}).status_code == 303


def test_a_stranger_who_wants_a_code_becomes_a_guest(client: Client) -> None:
    code = code_of(client)
    assert client.cookies[COOKIE]
    client.cookies.clear()
    assert client.post("/me/recover", data={"code": code}).status_code == 303


def test_who_deletes_himself_leaves_no_name_and_no_way_back(client: Client) -> None:
    table = sit(client, "Bernadette")
    code, cookie = code_of(client), client.cookies[COOKIE]
    answer = client.post("/me/delete")
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert COOKIE not in client.cookies
    assert client.post("/me/recover", data={"code": code}).status_code == 404
    client.cookies.set(COOKIE, cookie)
    assert seat_of(client, table) is None
    seats = client.get(f"/api/t/{table}").json()["seats"]
    assert "Bernadette" not in [seat["name"] for seat in seats]
    assert "Bernadette" not in client.get(f"/t/{table}", headers=PAGE).text


@pytest.mark.anyio
async def test_the_chair_of_who_deletes_himself_is_free_and_asks_for_no_consent(tmp_path: Path) -> None:
    async with serving(tmp_path) as service:
        table, _ = await new_table(service)
        bea = await bea_at(service, table)
        await service.tables.say(table, 0, "human", "end")
        assert not table.position.over
        await leave_tables(service, bea.id)
        assert table.seat_of(bea.id) is None
        assert 2 in table.position.room.open_seats()
        await service.tables.say(table, 0, "human", "end")
        assert table.position.over


@pytest.mark.anyio
async def test_changes_at_the_same_moment_are_all_kept(tmp_path: Path) -> None:
    async with serving(tmp_path) as service:
        player, token = await service.identity.welcome("Ann", Prefs())
        forms = ({"language": "de"}, {"deck": "two"}, {"tap": "two"})
        await asyncio.gather(
            *(service.identity.change(player, "Ann", partial(changed, form=form)) for form in forms),
            service.identity.change(player, "Ann", told_about("bela")),
            *(service.identity.known(token) for _ in range(5)),
        )
        now = await service.identity.known(token)
        assert now is not None
        assert now.prefs == Prefs(language="de", deck="two", tap="two", explained=("bela",))


def test_who_deletes_himself_is_shown_nothing_more_in_windows_that_are_open(client: Client) -> None:
    table = sit(client)
    cookie = client.cookies[COOKIE]
    with client.websocket_connect(f"/t/{table}/live?w=other") as socket:
        assert 'data-seat="0"' in socket.receive_json(timeout=5)["regions"]["room"]
        client.post("/me/delete")
        with pytest.raises(WebSocketDisconnect):
            for _ in range(10):
                socket.receive_json(timeout=5)
    client.cookies.set(COOKIE, cookie)
    with client.websocket_connect(f"/t/{table}/live?w=other") as socket:
        assert 'data-seat=""' in socket.receive_json(timeout=5)["regions"]["room"]


@pytest.mark.anyio
async def test_a_stream_that_opens_while_its_player_deletes_himself_ends_at_once(tmp_path: Path) -> None:
    async with serving(tmp_path) as service:
        table, player = await new_table(service)
        visitor = Visitor(Player(player, "Ann", Prefs()), Words("en"), Prefs())
        service.tables.forget(player)
        assert [frame async for frame in frames(service, Watch(table, visitor))] == []


def test_deleting_needs_a_form_of_our_own(client: Client) -> None:
    table = sit(client)
    assert client.post("/me/delete", headers={"sec-fetch-site": "cross-site"}).status_code == 403
    assert seat_of(client, table) == 0


def test_the_privacy_page_says_how_long_tables_are_kept(client: Client, tmp_path: Path) -> None:
    assert "for 30 days" in client.get("/privacy", headers=PAGE).text
    with TestClient(create_app(Service(tmp_path))) as other:
        assert "until whoever runs this server" in other.get("/privacy", headers=PAGE).text


def test_what_was_explained_is_remembered(client: Client) -> None:
    table = sit(client)
    assert 'id="coach"' in client.get(f"/t/{table}", headers=PAGE).text
    assert client.post("/me/explained", data={"game": "bela"}).status_code == 200
    assert 'id="coach"' in client.get(f"/t/{table}", headers=PAGE).text
    for game in VARIANTS:
        assert client.post("/me/explained", data={"game": game}).status_code == 200
    assert 'id="coach"' not in client.get(f"/t/{table}", headers=PAGE).text
    assert client.post("/me/explained", data={"game": "poker"}).status_code == 400


@pytest.mark.anyio
async def test_old_tables_are_cleared_and_younger_ones_kept(tmp_path: Path) -> None:
    async with serving(tmp_path) as service:
        old, _ = await new_table(service)
        await play_on(service, old, Random(1), 30)
        young, _ = await new_table(service)
        await play_on(service, young, Random(1), 30)
        watched, _ = await new_table(service)
        long_ago = int(time.time() * 1000) - 31 * DAY_MS
        async with service.store.writing() as connection:
            for code in (old.code, watched.code):
                await connection.execute(
                    sa.update(store.action).where(store.action.c.table_id == code).values(at=long_ago)
                )
        assert await service.keeping.clear(0) == 0
        assert await service.keeping.clear(30, {watched.code}) == 1
        kept = (store.game.c.id, store.action.c.table_id, store.seat.c.table_id, store.deal_secret.c.table_id)
        for column in kept:
            left = {row[0] for row in await service.store.rows(sa.select(column))}
            assert left == {young.code, watched.code}, column


@pytest.mark.anyio
async def test_players_who_cannot_come_back_go_with_their_tables(tmp_path: Path) -> None:
    async with serving(tmp_path) as service:
        known = {}
        for name in ("gone", "coded", "seated", "visiting"):
            known[name], _ = await service.identity.welcome(name, Prefs())
        await service.keeping.keep(known["coded"])
        _, seated = await new_table(service)
        async with service.store.writing() as connection:
            await connection.execute(sa.update(store.player).values(created_at=0))
            visiting = store.session.c.player_id == known["visiting"].id
            await connection.execute(sa.update(store.session).where(~visiting).values(expires_at=0))
        await service.keeping.clear(30)
        left = {row.id for row in await service.store.rows(sa.select(store.player.c.id))}
        assert left == {known["coded"].id, known["visiting"].id, seated}
