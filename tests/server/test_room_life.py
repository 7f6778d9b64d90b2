"""The long life of rooms: crowds that come back at once, tables that come and go, games that were partly taken back."""

import asyncio
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import httpx
import msgspec
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from jacknine.server import presence
from jacknine.server.felt import regions
from jacknine.server.identity import COOKIE, Player
from jacknine.server.live import Frame, Watch, frames
from jacknine.server.orders import Order
from jacknine.server.prefs import Prefs
from jacknine.server.presence import rung
from jacknine.server.service import Service, Visitor
from jacknine.server.tables import Table
from jacknine.server.viewers import seat_view
from jacknine.server.words import Words
from jacknine.server.writer import Job
from tests.server.driver import Person, Process
from tests.server.support import bea_at, new_table, serving, to_turn, wish
from tests.support import long_count


async def decide(service: Service, table: Table, rng: Random, seat: int = 0) -> None:
    """Wait for the turn of a seat and do something legal."""
    while (text := wish(table, rng, seat)) is None:
        assert await rung(table.bell.next, 5), "the table stands still"
    await service.tables.act(table, seat, Order(text, table.position.seq, f"{table.position.seq}"))


@pytest.mark.anyio
async def test_what_was_taken_back_is_in_no_replay(tmp_path: Path) -> None:
    async with serving(tmp_path) as service:
        table, _ = await new_table(service, "klaverjas")
        rng = Random(4)
        taken = 0
        while not table.position.deal_over:
            await decide(service, table, rng)
            if rng.random() < 0.4 and table.position.back is not None:
                before = table.position.back.position.state
                await service.tables.act(table, 0, Order("undo", table.position.seq, f"u{table.position.seq}"))
                while table.position.room.asking is not None:
                    assert await rung(table.bell.next, 5)
                taken += 1
                assert table.position.state.turn is not None or table.position.state == before
        assert taken >= 2
        played = await service.archive.played(table.code)
        outcome = table.position.state.outcomes
        code = table.code
        assert played.after.outcomes == outcome
    async with serving(tmp_path) as service:
        assert (await service.tables.table(code)).position.state.outcomes == outcome


@pytest.mark.anyio
async def test_a_friend_who_sat_down_later_is_named_in_the_replay(tmp_path: Path) -> None:
    async with serving(tmp_path) as service:
        table, _ = await new_table(service)
        bea = await bea_at(service, table)
        row = await service.store.table(table.code)
        assert row is not None and (row.seats[2].name, row.seats[2].player_id) == ("Bea", bea.id)
        await service.tables.say(table, 2, "human", "stand")
        row = await service.store.table(table.code)
        assert row is not None and row.seats[2].player_id is None and row.seats[2].name not in ("", "Bea")
        assert [one.player for one in row.founders] == [table.row.host]


@pytest.mark.anyio
async def test_others_see_that_somebody_is_gone_and_that_he_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """octgn#1068, throneteki#64: presence is shown to all, and the seat stays his."""
    async with serving(tmp_path) as service:
        table, ann = await new_table(service)
        bea = await bea_at(service, table)
        real = table.presence.here
        monkeypatch.setattr(table.presence, "here", lambda player: player != bea.id and real(player))
        seen = seat_view(table, ann)
        assert not seen.present[2] and "not connected" in regions(seen, Words("en"), Prefs())["seat-n"]
        await to_turn(service, table, 2)
        await service.tables.sweep()
        seen = seat_view(table, ann)
        assert (seen.kinds[2], seen.present[2], seen.names[2]) == ("stand_in", False, "Bea")
        assert "computer stands in" in regions(seen, Words("en"), Prefs())["seat-n"]
        monkeypatch.undo()
        await service.tables.arrive(table, 2)
        seen = seat_view(table, ann)
        assert (seen.kinds[2], seen.present[2], seat_view(table, bea.id).me) == ("human", True, 2)


@pytest.mark.anyio
async def test_who_goes_or_comes_back_between_moves_is_seen_at_once(tmp_path: Path) -> None:
    """By his seat and in words, without anybody's move; and nobody is told about himself."""
    async with serving(tmp_path) as service:
        table, ann = await new_table(service)
        bea = await bea_at(service, table)
        while table.position.state.turn not in (0, 2):
            assert await rung(table.bell.next, 5), "the table stands still"
        looks = frames(service, Watch(table, Visitor(Player(ann, "Ann", Prefs()), Words("en"), Prefs()), "a"))
        hers = Watch(table, Visitor(Player(bea.id, "Bea", Prefs()), Words("en"), Prefs()), "b")
        await anext(looks)
        # Her last connection was longer ago than anybody may be without one.
        table.presence.touch(bea.id, 0.0)
        gone = await _told(looks, 1.3)
        again = frames(service, hers)
        assert "Bea" not in msgspec.json.decode(await anext(again), type=Frame).regions["live"]
        back = await _told(looks, 0.2)
        for frame, words in ((gone, "not connected"), (back, "back")):
            assert frame.seq == table.position.seq and frame.regions.keys() == {"seat-n", "live"}
            assert f"Bea\u2069: \u2068{words}" in frame.regions["live"]
        assert "not connected" in gone.regions["seat-n"] and "not connected" not in back.regions["seat-n"]
        await again.aclose()
        await looks.aclose()


@pytest.mark.anyio
async def test_what_was_said_in_passing_is_over_for_who_comes_later(tmp_path: Path) -> None:
    async with serving(tmp_path) as service:
        table, ann = await new_table(service)
        first, second = table.utter(0, "hello"), table.utter(0, "thanks")
        table.hush(0, first)
        assert seat_view(table, ann).room.phrases[0] == (second.number, "thanks")
        table.hush(0, second)
        assert seat_view(table, ann).room.phrases[0] is None


async def _told(stream: AsyncIterator[bytes], seconds: float) -> Frame:
    async with asyncio.timeout(seconds):
        return msgspec.json.decode(await anext(stream), type=Frame)


@pytest.mark.anyio
@pytest.mark.timeout(3600)
async def test_tables_that_come_and_go_leave_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(tmp_path) as service:
        before = len(asyncio.all_tasks())
        words = Words("en")
        for _ in range(long_count(30, 5_000)):
            table, player = await new_table(service, pace="slow")
            visitor = Visitor(Player(player, "Ann", Prefs()), words, Prefs())
            streams = [frames(service, Watch(table, visitor, f"w{number}")) for number in range(3)]
            for stream in streams:
                await anext(stream)
            for stream in streams:
                await stream.aclose()
            assert table.presence.streams() == 0 and not table.bell._ears
        assert len(service.tables.in_memory()) >= 20
        monkeypatch.setattr(presence, "FORGOTTEN_SECONDS", -1.0)
        await service.tables.sweep()
        assert len(service.tables.in_memory()) <= 1
        await asyncio.sleep(0.1)
        assert len(asyncio.all_tasks()) <= before + 1


@pytest.mark.timeout(600)
def test_a_crowd_is_back_within_ten_seconds_of_a_restart_and_no_move_is_lost(tmp_path: Path) -> None:
    """colyseus#341, mattermost-webapp#10960: everybody reconnects at once, and the tables are as they were."""
    server = Process(tmp_path / "data", tmp_path / "log")
    people = [Person(server, seed) for seed in range(long_count(3, 250))]
    try:
        for person in people:
            person.make_table()
            person.play(1)
        sockets = long_count(2, 4)
        before = [person.state()["seq"] for person in people]
        assert server.stop() == 0
        server = Process(tmp_path / "data", tmp_path / "log")
        for person in people:
            person.move_to(server)
        came: list[str] = []

        def come(person: Person) -> None:
            headers = {"cookie": f"{COOKIE}={person.http.cookies[COOKIE]}"}
            address = f"{server.url}/t/{person.code}/live?w={threading.get_ident()}".replace("http", "ws")
            with connect(address, additional_headers=headers, open_timeout=10) as live:
                came.append(str(live.recv(10)))

        def come_all(person: Person) -> None:
            for _ in range(sockets):
                come(person)

        crowd = [threading.Thread(target=come_all, args=(person,)) for person in people]
        for one in crowd:
            one.start()
        for one in crowd:
            one.join(60)
        assert len(came) == sockets * len(people) and all('"regions"' in frame for frame in came)
        for person, seq in zip(people, before, strict=True):
            assert person.state()["seq"] >= seq
    finally:
        for person in people:
            person.http.close()
        server.kill()


def test_a_socket_is_bound_to_whoever_opened_it(tmp_path: Path) -> None:
    """boardgame.io#889, netrunner#6124: a stranger's socket at a table tells him of no hand, whatever he asks for."""
    server = Process(tmp_path / "data", tmp_path / "log")
    person = Person(server, 1)
    try:
        person.make_table(pace="slow")
        hand = person.state()["hand"]
        address = f"{server.url}/t/{person.code}/live".replace("http", "ws")
        strangers: list[dict[str, str]] = [{}, {"cookie": f"{COOKIE}=forged"}]
        for headers in strangers:
            with connect(f"{address}?w=x&face=felt&seat=0", additional_headers=headers) as live:
                frame = str(live.recv(10))
                assert '"hand"' in frame and not any(f"hand-{card}" in frame for card in hand)
        foreign = {"origin": "https://elsewhere.example"}
        with pytest.raises(InvalidStatus), connect(address, additional_headers=foreign):
            pass
        assert httpx.get(f"{server.url}/t/{person.code}/felt?face=nonsense").status_code == 400
    finally:
        person.http.close()
        server.kill()


@pytest.mark.anyio
async def test_who_comes_back_while_he_is_being_given_up_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path) as service:
        table, ann = await new_table(service)
        bea = await bea_at(service, table)
        await to_turn(service, table, 2)
        absent = {bea.id}
        monkeypatch.setattr(table.presence, "here", lambda player: player not in absent)
        put, writing, written = service.writer.put, asyncio.Event(), asyncio.Event()

        async def slowly(job: Job) -> bool:
            writing.set()
            await written.wait()
            return await put(job)

        monkeypatch.setattr(service.writer, "put", slowly)
        sweeping = asyncio.create_task(service.tables.sweep())
        await writing.wait()
        absent.clear()
        coming = asyncio.create_task(service.tables.arrive(table, 2))
        await asyncio.sleep(0)
        written.set()
        await asyncio.gather(sweeping, coming)
        assert table.position.room.here == {0, 2} and table.seat_of(ann) == 0
