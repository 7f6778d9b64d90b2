"""Rooms over HTTP: how friends come to a seat, what each may do and see, and that nobody is thrown out."""

import asyncio
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from jacknine.server import live, presence, throttle
from jacknine.server.app import create_app
from jacknine.server.felt import Told
from jacknine.server.identity import COOKIE
from jacknine.server.live import Frame, Watch, frames
from jacknine.server.presence import Presence, Windows
from jacknine.server.presence import Stream as Opened
from jacknine.server.room_felt import PHRASES
from jacknine.server.service import Service, Visitor
from jacknine.server.tables import Table
from jacknine.server.throttle import Throttle, TooMany
from tests.server.support import bea_at, new_table, serving, to_turn
from tests.server.test_live import sitting

PAGE = {"accept": "text/html"}
Client = TestClient[Any]


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Service:
    return Service(tmp_path_factory.mktemp("data"))


@pytest.fixture(scope="module")
def client(service: Service) -> Iterator[Client]:
    with TestClient(create_app(service), raise_server_exceptions=False) as client:
        client.follow_redirects = False
        yield client


class Guest:
    """Somebody with a browser of his own: a cookie among others at one test client."""

    def __init__(self, client: Client, name: str) -> None:
        self.client = client
        self.name = name
        self.cookie = ""

    def _as_me(self) -> None:
        self.client.cookies.clear()
        if self.cookie:
            self.client.cookies.set(COOKIE, self.cookie)

    def get(self, path: str, **more: Any) -> Any:
        self._as_me()
        return self.client.get(path, **more)

    def post(self, path: str, data: dict[str, str], **more: Any) -> Any:
        self._as_me()
        answer = self.client.post(path, data=data, **more)
        self.cookie = answer.cookies.get(COOKIE) or self.cookie
        return answer

    def make(self, **fields: str) -> str:
        form = {"game": "belote", "pace": "instant", "friends": "1", "name": self.name, **fields}
        answer = self.post("/tables", form)
        assert answer.status_code == 303, answer.text
        return str(answer.headers["location"]).split("/")[2]

    def sit(self, code: str, seat: int) -> Any:
        return self.post(f"/t/{code}/sit", {"seat": str(seat), "name": self.name}, headers=PAGE)

    def order(self, code: str, action: str) -> Any:
        now = self.state(code)
        return self.post(
            f"/t/{code}/act", {"seen_seq": str(now["seq"]), "key": f"{action}{now['seq']}", "action": action}
        )

    def state(self, code: str) -> dict[str, Any]:
        found: dict[str, Any] = self.get(f"/api/t/{code}").json()
        return found

    def dealt(self, code: str) -> dict[str, Any]:
        """The state once there are cards."""
        give_up = time.monotonic() + 30
        while time.monotonic() < give_up:
            if (now := self.state(code))["phase"] is not None:
                return now
            time.sleep(0.02)
        raise AssertionError("the table stands still")

    def room(self, code: str) -> str:
        return str(self.get(f"/t/{code}/room", headers=PAGE).text)


@pytest.fixture
def ann(client: Client) -> Guest:
    return Guest(client, "Ann")


@pytest.fixture
def bea(client: Client) -> Guest:
    return Guest(client, "Bea")


@pytest.fixture
def cem(client: Client) -> Guest:
    return Guest(client, "Cem")


def test_friends_open_the_link_give_a_name_and_sit_and_the_host_starts(ann: Guest, bea: Guest) -> None:
    code = ann.make()
    page = bea.get(f"/t/{code}", headers=PAGE).text
    assert 'id="chairs"' in page and 'id="felt"' not in page and f"/t/{code}</bdi>" in page
    assert bea.sit(code, 2).headers["location"] == f"/t/{code}/room"
    assert "Bea" in ann.room(code) and 'value="start"' in ann.room(code)
    assert 'value="start"' not in bea.room(code)
    assert bea.order(code, "start").status_code == 422
    assert ann.state(code)["phase"] is None
    assert ann.order(code, "start").headers["location"] == f"/t/{code}"
    for guest, seat in ((ann, 0), (bea, 2)):
        now = guest.dealt(code)
        assert now["me"] == seat and len(now["hand"]) >= 5
        assert 'id="felt"' in guest.get(f"/t/{code}", headers=PAGE).text


def test_the_computer_plays_free_seats_and_a_friend_may_come_later(ann: Guest, bea: Guest, cem: Guest) -> None:
    code = ann.make()
    ann.order(code, "start")
    assert [seat["kind"] for seat in ann.state(code)["seats"]] == ["human", "computer", "computer", "computer"]
    assert bea.sit(code, 1).headers["location"] == f"/t/{code}"
    assert bea.state(code)["me"] == 1 and len(bea.dealt(code)["hand"]) >= 5
    taken = cem.sit(code, 1)
    assert taken.status_code == 409 and "taken" in taken.text
    for seat in ("9", "x", "", "٣"):
        assert cem.post(f"/t/{code}/sit", {"seat": seat}).status_code == 400


def test_the_host_swaps_replaces_and_gives_back(ann: Guest, bea: Guest, cem: Guest) -> None:
    code = ann.make()
    bea.sit(code, 1)
    assert ann.order(code, "reseat 1 2").headers["location"] == f"/t/{code}/room"
    assert bea.state(code)["me"] == 2
    ann.order(code, "start")
    assert bea.order(code, "replace 0").status_code == 422
    ann.order(code, "replace 2")
    assert bea.state(code)["legal"] == [] and "lets the computer play" in bea.get(f"/t/{code}", headers=PAGE).text
    ann.order(code, "restore 2")
    assert ann.state(code)["seats"][2]["kind"] == "human"
    ann.order(code, "replace 2")
    # Nobody else may look into his hand before the deal is over.
    assert cem.sit(code, 2).headers["location"] == f"/t/{code}/room"
    assert bea.state(code)["me"] == 2 and cem.state(code)["me"] is None


def test_the_host_chooses_another_game_and_all_go_along(ann: Guest, bea: Guest, cem: Guest) -> None:
    code = ann.make()
    bea.sit(code, 2)
    assert f'name="room" value="{code}"' in ann.get(f"/?room={code}", headers=PAGE).text
    form = {"game": "klaverjas", "room": code, "pace": "instant", "clock": "30"}
    assert bea.post("/tables", form).status_code == 422
    assert cem.post("/tables", form).status_code == 403
    goal = ann.post("/tables", form).headers["location"]
    new = goal.split("/")[2]
    assert goal == f"/t/{new}/room" and new != code
    assert f'data-next="/t/{new}/room"' in bea.room(code)
    assert bea.get(f"/t/{code}").headers["location"] == cem.get(f"/t/{code}").headers["location"] == f"/t/{new}"
    now = bea.state(new)
    assert (now["game"], now["me"], now["room"]["gathering"], now["room"]["clock"]) == ("klaverjas", 2, True, 30)
    assert ann.state(new)["host"]


def test_the_host_alone_changes_the_pace_and_it_stays(ann: Guest, bea: Guest, service: Service) -> None:
    code = ann.make(pace="slow")
    bea.sit(code, 2)
    assert bea.post(f"/t/{code}/pace", data={"pace": "fast"}).status_code == 403
    assert ann.post(f"/t/{code}/pace", data={"pace": "headlong"}).status_code == 422
    assert ann.state(code)["pace"] == "slow"
    assert ann.post(f"/t/{code}/pace", data={"pace": "fast"}).headers["location"] == f"/t/{code}"
    assert bea.state(code)["pace"] == "fast"
    ann.order(code, "start")
    form = f'action="/t/{code}/pace"'
    assert form in ann.get(f"/t/{code}", headers=PAGE).text and form not in bea.get(f"/t/{code}", headers=PAGE).text


def test_the_old_link_leads_newcomers_to_the_rematch(ann: Guest, cem: Guest) -> None:
    code = ann.make()
    ann.order(code, "start")
    ann.order(code, "end")
    following = ann.order(code, "rematch").headers["location"]
    assert cem.get(f"/t/{code}").headers["location"] == following
    assert ann.get(f"/t/{code}", headers=PAGE).status_code == 200


def test_spectators_see_no_card_and_only_where_they_may(ann: Guest, cem: Guest) -> None:
    for spectators in ("true", "false"):
        code = ann.make(spectators=spectators)
        ann.order(code, "start")
        hand = ann.dealt(code)["hand"]
        assert hand
        page = cem.get(f"/t/{code}", headers=PAGE).text
        felt = cem.get(f"/t/{code}/felt").text
        assert not any(f"hand-{card}" in page + felt or f'data-card="{card}"' in page + felt for card in hand)
        assert (
            ('id="felt"' in page) == (spectators == "true") == ("hand" in cem.get(f"/t/{code}/felt").json()["regions"])
        )
        assert cem.get(f"/api/t/{code}").status_code == (200 if spectators == "true" else 403)


def test_a_wrong_code_says_so_and_opens_nothing(ann: Guest, service: Service) -> None:
    ann.make()
    before = len(service.tables.in_memory())
    for path in ("/t/zzzzzzzzzz", "/t/zzzzzzzzzz/room", "/t/zzzzzzzzzz/qr.svg", "/t/zzzzzzzzzz/felt"):
        answer = ann.get(path, headers=PAGE)
        assert answer.status_code == 404 and "no table under this address" in answer.text
    assert ann.post("/t/zzzzzzzzzz/sit", {"seat": "1"}).status_code == 404
    assert len(service.tables.in_memory()) == before


def test_terms_that_do_not_exist_are_named(ann: Guest) -> None:
    for field, value in (("clock", "7"), ("spectators", "maybe"), ("listed", "2")):
        answer = ann.post("/tables", {"game": "belote", field: value})
        assert answer.status_code == 422 and field in answer.json()["error"]["text"]


def test_the_link_is_one_that_others_can_open(ann: Guest, service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    code = ann.make()
    monkeypatch.setattr(service, "network_url", "http://192.0.2.7:8000")
    local = ann.get(f"/t/{code}/room", headers=PAGE | {"host": "localhost:8000"}).text
    assert f"http://192.0.2.7:8000/t/{code}" in local
    assert f"http://cards.lan/t/{code}" in ann.get(f"/t/{code}/room", headers=PAGE | {"host": "cards.lan"}).text
    drawn = ann.get(f"/t/{code}/qr.svg")
    assert drawn.headers["content-type"].startswith("image/svg") and b"<path" in drawn.content


# --- another device, another window -----------------------------------------------------------------------------------


def test_a_seat_code_brings_the_seat_to_another_device_once(ann: Guest, client: Client) -> None:
    code = ann.make()
    ann.order(code, "start")
    hand = ann.dealt(code)["hand"]
    page = ann.post(f"/t/{code}/device", {}, headers=PAGE).text
    lent = re.findall(r"/s/([a-z0-9]{8})<", page)[0]
    phone = Guest(client, "")
    assert lent in phone.get(f"/s/{lent}", headers=PAGE).text
    taken = phone.post("/s", {"code": f" {lent[:4]}-{lent[4:].upper()}"})
    assert taken.headers["location"] == f"/t/{code}"
    assert phone.state(code)["me"] == ann.state(code)["me"] == 0
    assert set(hand) <= set(phone.state(code)["hand"])
    again = Guest(client, "").post("/s", {"code": lent}, headers=PAGE)
    assert again.status_code == 404 and "not good" in again.text and COOKIE not in again.cookies
    assert phone.post(f"/t/{code}/device", {}).status_code == 200
    assert Guest(client, "").post(f"/t/{code}/device", {}).status_code == 403


def test_an_older_code_is_void_once_a_newer_one_is_given_out(ann: Guest, client: Client) -> None:
    code = ann.make()
    first, second = (
        re.findall(r"/s/([a-z0-9]{8})<", ann.post(f"/t/{code}/device", {}, headers=PAGE).text)[0] for _ in range(2)
    )
    assert Guest(client, "").post("/s", {"code": first}).status_code == 404
    assert Guest(client, "").post("/s", {"code": second}).status_code == 303


def test_the_newest_window_wins_and_the_old_one_is_told(ann: Guest) -> None:
    code = ann.make()
    ann.order(code, "start")
    ann._as_me()
    with ann.client.websocket_connect(f"/t/{code}/live?w=old") as old:
        assert old.receive_json(timeout=5)["regions"]
        with ann.client.websocket_connect(f"/t/{code}/live?w=new") as new:
            assert new.receive_json(timeout=5)["regions"]
            frame = old.receive_json(timeout=5)
            while frame["regions"]:
                frame = old.receive_json(timeout=5)
            assert frame["elsewhere"]
            assert ann.get(f"/t/{code}/felt?w=old").json()["elsewhere"]
            assert ann.get(f"/t/{code}/felt?w=new").json()["regions"]


def test_a_window_that_connects_again_takes_over_from_itself() -> None:
    windows = Windows()
    first, again = Opened(1, "w", lambda: None), Opened(1, "w", lambda: None)
    for stream in (first, again):
        assert windows.newest(1, "w")
        windows.open(stream)
    assert (first.closing, again.closing) == ("again", "")
    other = Opened(1, "v", lambda: None)
    assert windows.newest(1, "v")
    windows.open(other)
    assert again.closing == "elsewhere" and not windows.newest(1, "w") and windows.newest(None, "w")


def test_who_waits_for_a_chair_can_give_it_up(ann: Guest, bea: Guest, client: Client) -> None:
    code = ann.make()
    bea.sit(code, 2)
    ann.order(code, "start")
    ann.dealt(code)
    cem = Guest(client, "Cem")
    cem.sit(code, 1)
    assert cem.state(code)["room"]["waits"] == 1 and f'formaction="/t/{code}/unwait"' in cem.room(code)
    assert f"/t/{code}/room" in cem.get(f"/t/{code}/felt").json()["regions"]["room"]
    assert cem.post(f"/t/{code}/unwait", {}).headers["location"] == f"/t/{code}/room"
    assert cem.state(code)["room"]["waits"] is None and "/unwait" not in cem.room(code)
    assert Guest(client, "Dan").post(f"/t/{code}/unwait", {}).status_code == 303, "nothing to give up"


# --- phrases and floods -----------------------------------------------------------------------------------------------


def test_phrases_are_heard_in_each_ones_own_language(ann: Guest, bea: Guest) -> None:
    code = ann.make()
    bea.sit(code, 2)
    ann.order(code, "start")
    assert ann.post(f"/t/{code}/phrase", {"phrase": "well_played"}).status_code == 200
    heard = bea.get(f"/t/{code}/felt", headers={"accept-language": "ur"}).json()["regions"]["room"]
    assert "بہت خوب!" in heard and "at-n" in heard
    assert "Well played!" in ann.get(f"/t/{code}/felt").json()["regions"]["room"]
    assert ann.post(f"/t/{code}/phrase", {"phrase": "<script>"}).status_code == 400
    assert Guest(ann.client, "").post(f"/t/{code}/phrase", {"phrase": PHRASES[0]}).status_code == 403


def test_what_is_said_belongs_to_the_person_not_to_the_chair(ann: Guest, bea: Guest, client: Client) -> None:
    code = ann.make()
    bea.sit(code, 2)
    bea.post(f"/t/{code}/phrase", {"phrase": "hello"})
    before = ann.state(code)["room"]
    assert before["phrases"][2] and len(before["people"][2]) == 12
    bea.sit(code, 3)
    now = ann.state(code)["room"]
    assert now["people"][3] == before["people"][2], "whoever mutes her mutes her there too"
    Guest(client, "Cem").sit(code, 2)
    now = ann.state(code)["room"]
    assert now["phrases"][2] is None and now["people"][2] not in (before["people"][2], "")
    other = bea.make()
    assert before["people"][2] not in ann.state(other)["room"]["people"], "elsewhere the tag tells nothing"


def test_hostile_names_are_shown_as_text(ann: Guest, client: Client) -> None:
    code = ann.make()
    for number, name in enumerate(('<img src=x onerror="a()">', "\u202e" + "م" * 60, "👩‍👩‍👧" * 20), 1):
        Guest(client, name).sit(code, number)
    ann.order(code, "start")
    for page in (ann.room(code), ann.get(f"/t/{code}", headers=PAGE).text, ann.get(f"/t/{code}/felt").text):
        assert "<img src=x" not in page and "\u202e" not in page and "&lt;img src=x" in page.replace("\\u003c", "&lt;")
    assert all(len(seat["name"]) <= 24 for seat in ann.state(code)["seats"])


def test_a_foreign_page_seats_nobody(ann: Guest, bea: Guest) -> None:
    code = ann.make()
    foreign = {"origin": "https://elsewhere.example"}
    for path in (f"/t/{code}/sit", f"/t/{code}/unwait", f"/t/{code}/phrase", f"/t/{code}/device", "/s"):
        assert bea.post(path, {"seat": "1", "phrase": "hello", "code": "x"}, headers=foreign).status_code == 403
    assert ann.state(code)["room"]["open"] == [1, 2, 3]


@pytest.mark.anyio
async def test_floods_are_slowed_and_others_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []

    async def note(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", note)
    gate = Throttle(10, 5)
    with pytest.raises(TooMany):
        for _ in range(100):
            await gate.admit("flood")
    assert 40 < len(waited) < 60 and waited == sorted(waited) and waited[-1] <= throttle.LONGEST_SECONDS
    calm = len(waited)
    await gate.admit("somebody else")
    assert len(waited) == calm


@pytest.mark.anyio
async def test_a_burst_of_sockets_costs_no_more_than_their_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each stream that opens is told the felt; the others are not told again because of it."""
    drawn: list[int] = []
    real = live.frame_of

    def count(watch: Watch, told: Told | None = None) -> Frame:
        drawn.append(1)
        return real(watch, told)

    monkeypatch.setattr(live, "frame_of", count)
    async with serving(tmp_path) as service:
        table, _ = await new_table(service)
        visitor = (await sitting(service))[1]
        stranger = Visitor(None, visitor.words, visitor.prefs)
        streams = [frames(service, Watch(table, stranger)) for _ in range(30)]
        for stream in streams:
            await anext(stream)
        waiting = [asyncio.ensure_future(anext(stream)) for stream in streams]
        await asyncio.sleep(0)
        assert len(drawn) == 30
        table.bell.ring()
        await asyncio.gather(*waiting)
        assert len(drawn) == 60
        for stream in streams:
            await stream.aclose()
        assert table.presence.streams() == 0


def test_a_crowd_of_spectators_is_asked_to_poll_and_players_are_not(
    ann: Guest, cem: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = ann.make()
    ann.order(code, "start")
    monkeypatch.setattr(live, "MOST_STREAMS", 0)
    cem._as_me()
    with pytest.raises(WebSocketDisconnect), cem.client.websocket_connect(f"/t/{code}/live"):
        pass
    assert cem.get(f"/t/{code}/events").status_code == 429
    assert cem.get(f"/t/{code}/felt").status_code == 200
    ann._as_me()
    with ann.client.websocket_connect(f"/t/{code}/live") as socket:
        assert socket.receive_json(timeout=5)["regions"]


# --- presence ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock that only the test moves."""
    time = [1000.0]
    monkeypatch.setattr("time.monotonic", lambda: time[0])
    return time


def test_somebody_is_there_until_fifteen_seconds_after_his_last_connection(clock: list[float]) -> None:
    here = Presence()
    here.opened(7)
    clock[0] += 500
    assert here.here(7)
    here.closed(7)
    clock[0] += 14
    assert here.here(7)
    clock[0] += 2
    assert not here.here(7)
    here.touch(7, presence.PAGE_SECONDS)
    clock[0] += 60
    assert here.here(7) and not here.deserted([7])
    clock[0] += 70
    assert not here.here(7) and here.deserted([7])
    here.touch(None)
    assert here.deserted([7]) and not here.forgotten()


async def two_at_a_table(service: Service) -> tuple[Table, int, int]:
    """Ann and Bea, whose turn it is."""
    table, ann = await new_table(service)
    bea = await bea_at(service, table)
    await to_turn(service, table, 2)
    return table, ann, bea.id


@pytest.mark.anyio
async def test_who_loses_the_connection_is_stood_in_for_and_is_back_by_returning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path) as service:
        table, ann, bea = await two_at_a_table(service)
        gone = {bea}
        monkeypatch.setattr(table.presence, "here", lambda player: player not in gone)
        await service.tables.sweep()
        assert table.position.room.away == {2}
        assert table.seat_of(bea) == 2
        await service.tables.sweep()
        gone.add(ann)
        seq = table.position.seq
        await service.tables.sweep()
        assert table.position.room.away == {2} and table.position.seq >= seq
        gone.clear()
        await service.tables.arrive(table, 2)
        assert table.position.room.here == {0, 2}
        said = [one.text for one in await service.store.entries(table.code) if one.kind in ("away", "back")]
        assert said == ["away", "back"]


@pytest.mark.anyio
async def test_the_room_is_the_same_after_a_start(tmp_path: Path) -> None:
    async with serving(tmp_path) as service:
        table, _, _ = await two_at_a_table(service)
        await service.tables.say(table, 0, "human", "replace 2")
        await asyncio.sleep(0)
        code, room, seats = table.code, table.position.room, table.seats
    async with serving(tmp_path) as service:
        again = await service.tables.table(code)
        assert (again.position.room, again.seats) == (room, seats)
        assert [one.name for one in again.seats][2] == "Bea"
