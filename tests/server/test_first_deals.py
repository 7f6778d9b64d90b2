"""The first deal of each game: what a newcomer meets in it, what he is told, and that it counts for nothing else."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from litestar.testing import TestClient

from jacknine.server.app import create_app
from jacknine.server.first_course import WANTED, course, met
from jacknine.server.first_deals import FIRST
from jacknine.server.service import Service
from jacknine.server.words import Words, languages
from tests.server.test_http import PAGE, Client, act, my_turn, state

STEP = re.compile(r"<p(?: data-advised=\"([^\"]*)\")?>([^<]*)</p>")


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with TestClient(create_app(Service(tmp_path))) as client:
        client.follow_redirects = False
        client.post("/me", data={"pace": "instant", "language": "en"})
        yield client


def begin(client: Client, game: str, **fields: str) -> str:
    answer = client.post(f"/first-deal/{game}", data=fields)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].removeprefix("/t/")


def deal_ends(client: Client, code: str) -> None:
    """Wait until the last card has been played."""
    with client.websocket_connect(f"/t/{code}/live") as socket:
        while state(client, code)["phase"] != "over":
            socket.receive_json(timeout=5)


def told(client: Client, code: str) -> list[tuple[str, str]]:
    """The steps of the moment: what is advised with each, and its words."""
    region = client.get(f"/t/{code}/felt", headers={"accept": "application/json"}).json()["regions"]["tutor"]
    return [(advised, unescape(text)) for advised, text in STEP.findall(region)]


@pytest.mark.parametrize("name", FIRST)
def test_who_follows_the_advice_meets_what_a_first_deal_has_to_show(name: str) -> None:
    played = course(FIRST[name])
    assert sorted(met(played)) == sorted(WANTED)
    assert 9 <= len(played.stops) <= 12


@pytest.mark.parametrize("name", FIRST)
def test_the_table_goes_as_the_course_says_and_every_decision_is_explained(client: Client, name: str) -> None:
    game, _, players = name.partition("-")
    code = begin(client, game, players=players)
    played = course(FIRST[name])
    heard: list[str] = []
    for number in range(len(played.stops)):
        now = my_turn(client, code)
        client.post("/me", data={"language": languages()[number % len(languages())]})
        steps = told(client, code)
        assert [advised for advised, _ in steps[:-1]] == [""] * (len(steps) - 1)
        assert steps[-1][0] in now["legal"]
        assert all(text and "{" not in text and "tutor." not in text and "hint." not in text for _, text in steps)
        client.post("/me", data={"language": "en"})
        heard += [text for _, text in told(client, code)]
        assert act(client, code, steps[-1][0], now["seq"], key=f"k{number}").status_code == 200
    words = Words("en")
    once = [words.text(f"coach.{game}"), words.text("coach.hand"), words.text("tutor.lead")]
    assert [heard.count(text) for text in once] == [1, 1, 1]
    assert sum(text.startswith("Welcome!") for text in heard) == 1
    assert sum("From the top" in text for text in heard) == 1
    assert sum(text.startswith("The last trick brings") for text in heard) == 1
    assert any("need least" in text for text in heard) == (name == "bela-3")
    deal_ends(client, code)
    assert told(client, code) == [("", words.text("tutor.sheet"))]
    page = client.get(f"/t/{code}", headers=PAGE).text
    assert words.text("tutor.play_on") in page and f'href="/learn/{game}"' in page


def test_the_table_is_ones_own_and_explains_only_its_first_deal(client: Client) -> None:
    code = begin(client, "belote")
    mine = dict(client.cookies)
    client.cookies.clear()
    assert client.post(f"/t/{code}/sit", data={"seat": "1", "name": "Ben"}).status_code == 409
    client.cookies.update(mine)
    for number in range(len(course(FIRST["belote"]).stops)):
        now = my_turn(client, code)
        act(client, code, told(client, code)[-1][0], now["seq"], key=f"k{number}")
    deal_ends(client, code)
    assert act(client, code, "next", state(client, code)["seq"], key="next").status_code == 200
    my_turn(client, code)
    assert told(client, code) == []
    assert 'id="coach"' not in client.get(f"/t/{code}", headers=PAGE).text


def test_explanations_can_be_done_without(client: Client) -> None:
    code = begin(client, "bela")
    now = my_turn(client, code)
    assert told(client, code)
    assert act(client, code, "unaided", now["seq"]).status_code == 200
    assert told(client, code) == []
    assert "tutor-strip" not in client.get(f"/t/{code}", headers=PAGE).text
    assert my_turn(client, code)["legal"] == now["legal"]


def test_it_is_offered_to_who_is_new_and_on_the_page_of_the_game(client: Client) -> None:
    assert 'formaction="/first-deal/jass"' in client.get("/", headers=PAGE).text
    begin(client, "jass")
    assert "/first-deal/" not in client.get("/", headers=PAGE).text
    assert 'action="/first-deal/jass"' in client.get("/learn/jass", headers=PAGE).text
    assert 'name="players" value="3"' in client.get("/learn/bela", headers=PAGE).text
    for game in ("poker", "bela-3"):
        assert client.post(f"/first-deal/{game}", data={}).status_code == 404
