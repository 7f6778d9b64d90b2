"""Advice at the table: who gets it, when, and that it can be followed."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar.testing import TestClient

from jacknine.server import thinking
from jacknine.server.app import create_app
from jacknine.server.digits import in_digits
from jacknine.server.service import Service
from jacknine.server.words import languages
from tests.server.test_http import Client, act, make_table, my_turn, state


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Client]:
    # The rules advise where the solver is missing: at once, and the same everywhere.
    monkeypatch.setattr(thinking, "can_search", lambda: False)
    with TestClient(create_app(Service(tmp_path))) as client:
        client.follow_redirects = False
        yield client


@pytest.mark.parametrize("game", ["belote", "klaverjas", "baloot"])
def test_advice_can_be_followed(client: Client, game: str) -> None:
    code = make_table(client, game=game)
    followed: list[str] = []
    while followed.count("play") < 4:
        now = my_turn(client, code)
        client.post("/me", data={"language": languages()[len(followed) % len(languages())]})
        answer = client.get(f"/t/{code}/advice")
        if len(now["legal"]) == 1:
            assert answer.status_code == 409
            action = now["legal"][0]
        else:
            told = answer.json()
            assert told["action"] in now["legal"]
            first = next(sign for sign in told["text"] if sign.isalpha())
            assert first == first.upper()
            assert told["text"] and "{" not in told["text"] and not told["text"].startswith("hint.")
            # Whatever is advised: cards are to be played.
            action = told["action"] if told["action"] != "call pass" else now["legal"][-1]
        followed.append(action.split()[0])
        assert act(client, code, action, now["seq"], key=f"k{len(followed)}").status_code == 200


def test_nobody_is_advised_among_people_or_in_another_seat(client: Client) -> None:
    code = make_table(client)
    my_turn(client, code)
    mine = dict(client.cookies)
    client.cookies.clear()
    assert client.get(f"/t/{code}/advice").status_code == 403
    assert client.post(f"/t/{code}/sit", data={"seat": "1", "name": "Ben"}).status_code == 303
    client.cookies.clear()
    client.cookies.update(mine)
    assert state(client, code)["me"] == 0
    answer = client.get(f"/t/{code}/advice")
    assert answer.status_code == 409
    assert answer.json()["error"]["id"] == "no_advice"


def test_a_ranked_try_gets_no_advice(client: Client) -> None:
    answer = client.post("/daily/belote", data={})
    assert answer.status_code == 303
    code = answer.headers["location"].removeprefix("/t/")
    my_turn(client, code)
    assert client.get(f"/t/{code}/advice").status_code == 409


def test_a_refusal_is_in_the_players_own_digits(client: Client) -> None:
    answer = client.post("/daily/belote", data={})
    code = answer.headers["location"].removeprefix("/t/")
    for digits, told in (("western", "00:00"), ("devanagari", in_digits("devanagari", "00:00"))):
        client.post("/me", data={"digits": digits})
        refused = client.get(f"/r/{code}/1", headers={"accept": "application/json"})
        assert told in refused.json()["error"]["text"]
