"""Open tables: where they are listed, and how *Play now* seats somebody at one of them."""

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar.testing import TestClient

from jacknine.server import rooms
from jacknine.server.app import create_app
from jacknine.server.prefs import Prefs
from jacknine.server.room import Terms
from jacknine.server.service import Service
from jacknine.variants import parse_line
from tests.server.support import serving
from tests.server.test_rooms import PAGE, Client, Guest


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    service = Service(tmp_path_factory.mktemp("data"))
    with TestClient(create_app(service), raise_server_exceptions=False) as client:
        client.follow_redirects = False
        yield client


@pytest.fixture
def ann(client: Client) -> Guest:
    return Guest(client, "Ann")


@pytest.fixture
def bea(client: Client) -> Guest:
    return Guest(client, "Bea")


def test_open_tables_are_listed_while_somebody_is_there(ann: Guest, bea: Guest) -> None:
    hidden, code = ann.make(), ann.make(listed="true", game="coinche")
    page = bea.get("/", headers=PAGE).text
    assert f"/t/{code}/room" in page and f"/t/{hidden}/room" not in page
    for seat in (1, 2, 3):
        Guest(bea.client, f"G{seat}").sit(code, seat)
    assert f"/t/{code}/room" not in bea.get("/", headers=PAGE).text


def test_play_now_seats_a_stranger_with_cards_in_one_request(client: Client) -> None:
    client.cookies.clear()
    answer = client.post("/tables", data={"game": "belote", "pace": "instant"}, headers=PAGE, follow_redirects=True)
    assert answer.status_code == 200 and answer.text.count('id="hand-') >= 5


def play_now(guest: Guest, game: str = "baloot", **fields: str) -> str:
    """Press *Play now* on an untouched tile; the code of the table."""
    answer = guest.post("/tables", {"game": game, "name": guest.name, **fields})
    assert answer.status_code == 303
    return str(answer.headers["location"]).split("/")[2]


def test_play_now_seats_one_where_others_wait(ann: Guest, bea: Guest, client: Client) -> None:
    code = ann.make(game="baloot", listed="true")
    page = bea.get("/", headers=PAGE | {"accept-language": "en"}).text
    assert page.count('class="waiting"') == 1 and "seats you with \u2068Ann\u2069" in page
    began = time.monotonic()
    assert play_now(bea) == code and bea.state(code)["me"] == 1
    assert time.monotonic() - began < 1
    assert 'class="waiting"' not in ann.get("/", headers=PAGE).text, "his own table is no company"
    assert play_now(ann) != code
    assert play_now(Guest(client, "Dan"), alone="1") != code


def test_play_now_respects_what_was_chosen(ann: Guest, bea: Guest) -> None:
    code = ann.make(game="jass", listed="true")
    others: list[dict[str, str]] = [
        {"game": "baloot"},
        {"level": "hard"},
        {"pace": "slow"},
        {"clock": "30"},
        {"spectators": "false"},
        {"match": "deals:12"},
        {"friends": "1"},
        {"alone": "1"},
    ]
    for fields in others:
        assert play_now(Guest(bea.client, "G"), **({"game": "jass"} | fields)) != code, fields
    assert play_now(bea, "jass") == code


def test_play_now_passes_by_tables_that_are_not_for_everybody(ann: Guest, client: Client) -> None:
    """Not shown to all, by another preset, with a clock, or full."""
    for fields in ({}, {"preset": "contree", "listed": "true"}, {"clock": "30", "listed": "true"}):
        ann.make(game="coinche", **fields)
    full = ann.make(game="coinche", listed="true")
    for seat in (1, 2, 3):
        Guest(client, f"G{seat}").sit(full, seat)
    cem = Guest(client, "Cem")
    tile = cem.get("/", headers=PAGE).text.partition("tile-coinche")[2].partition("</form>")[0]
    assert cem.state(play_now(cem, "coinche"))["me"] == 0 and 'class="waiting"' not in tile


@pytest.mark.anyio
async def test_who_comes_at_the_same_moment_is_seated_one_after_the_other(tmp_path: Path) -> None:
    """Two strangers find the one table, but only the first may have a hand of its running deal: the other plays at
    once elsewhere rather than wait; at a table that gathers they all sit together.
    """
    async with serving(tmp_path) as service:
        for gathering, together in ((False, 1), (True, 3)):
            ruleset, terms = parse_line("belote"), Terms(listed=True, gathering=gathering)
            host, _ = await service.identity.welcome("Ann", Prefs())
            table = await service.tables.create(host.id, "Ann", ruleset, "easy", "slow", terms)
            others = [(await service.identity.welcome(name, Prefs()))[0] for name in ("Bea", "Cem", "Dan", "Eva")]
            found = await asyncio.gather(*(rooms.join(service.tables, ruleset, one.id, one.name) for one in others))
            assert found.count(table) == together and not table.position.room.waiting
            assert len(table.people) == together + 1


def test_a_running_table_takes_one_in_the_place_of_the_computer(ann: Guest, bea: Guest) -> None:
    code = play_now(ann, "bela", listed="true")
    assert play_now(bea, "bela") == code and bea.dealt(code)["me"] == 1
