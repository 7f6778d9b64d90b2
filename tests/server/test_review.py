"""Reviews over HTTP: only of finished deals, made once, kept, told when the solver is not there."""

import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
from litestar.testing import TestClient

from jacknine.server import reviews
from jacknine.server.app import create_app
from jacknine.server.review_calls import Call, Lead, worst_of
from jacknine.server.service import Service
from jacknine.server.solving import Solving
from jacknine.server.words import Words
from jacknine.solver.pool import WorkerDied
from tests.server.test_http import Client, act, make_table, my_turn, state

pytestmark = pytest.mark.timeout(900)
"""The solver may have to be compiled first."""
PAGE = {"accept": "text/html"}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with TestClient(create_app(Service(tmp_path_factory.mktemp("data")))) as client:
        client.follow_redirects = False
        yield client


def finish_deal(client: Client, code: str) -> None:
    number = 0
    while state(client, code)["phase"] != "over":
        now = my_turn(client, code)
        number += 1
        assert act(client, code, now["legal"][-1], now["seq"], f"k{number}").status_code == 200
        give_up = time.monotonic() + 30
        while not (after := state(client, code))["legal"] and after["phase"] != "over":
            assert time.monotonic() < give_up
            time.sleep(0.01)


def wait_for(client: Client, path: str) -> str:
    give_up = time.monotonic() + 800
    while True:
        text: str = client.get(path, headers=PAGE).text
        if "<progress" not in text:
            return text
        assert time.monotonic() < give_up
        time.sleep(0.05)


def test_a_finished_deal_is_reviewed_once_and_kept(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    code = make_table(client, game="klaverjas")
    path = f"/r/{code}/1/review"
    assert client.get(path).status_code == client.post(path).status_code == 404
    finish_deal(client, code)
    assert "<form" in client.get(path, headers=PAGE).text
    # One press on the sheet asks for the review of that very deal.
    assert f'<form class="look-back" method="post" action="{path}">' in client.get(f"/t/{code}", headers=PAGE).text
    assert client.post(path).headers["location"] == path
    text = wait_for(client, path)
    assert "deal-curve" in text and text.count("<details") > 8
    assert re.search(r"<p class=\"rules\">\W*You · .+ against the others, difference in points taken: ", text)
    assert 'class="leads"' in text and 'class="expert"' in text
    # What the numbers leave out is said beside them.
    assert "points taken, not the score" in text and "more roem still" in text
    assert "stays open" not in text and "can be announced" not in text
    monkeypatch.setattr(reviews.Reviews, "begin", None)
    assert client.post(path).status_code == 303
    assert client.get(path, headers=PAGE).text == text
    client.cookies.clear()
    stranger = client.get(path, headers=PAGE).text
    assert "deal-curve" in stranger and 'class="leads"' in stranger
    # An expert's opinion is given to whoever decided, and nobody else is asked whether he wants it.
    assert 'class="expert"' not in stranger and f'action="{path}"' not in stranger


def test_an_expert_is_asked_for_whoever_comes_later(client: Client) -> None:
    code = make_table(client, game="belote")
    path = f"/r/{code}/1/review"
    finish_deal(client, code)
    mine = dict(client.cookies)
    client.cookies.clear()
    assert client.post(path).headers["location"] == path
    assert 'class="expert"' not in wait_for(client, path)
    client.cookies.update(mine)
    assert f'action="{path}"' in client.get(path, headers=PAGE).text
    client.post(path)
    assert 'class="expert"' in wait_for(client, path)


def test_what_could_not_be_valued_is_said_to_be_open(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jacknine.analysis.review.NODES", 300)
    code = make_table(client, game="belote", announce="manual")
    finish_deal(client, code)
    path = f"/r/{code}/1/review"
    client.post(path)
    text = wait_for(client, path)
    unknown = re.search(r"(\d+) decisions? at the beginning ha(?:ve|s) too many lines", text)
    assert unknown and "What stays open is marked" in text
    assert text.partition("<h2>Every card")[2].count(">?</bdi>") >= int(unknown[1])
    assert "Nobody could have done better" not in text and "Whatever can be announced" in text


def test_without_a_solver_the_page_says_so(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    async def no_solver(*_: Any) -> None:
        raise WorkerDied("gone")

    monkeypatch.setattr(Solving, "ask", no_solver)
    code = make_table(client, game="klaverjas")
    finish_deal(client, code)
    path = f"/r/{code}/1/review"
    client.post(path)
    assert 'role="alert"' in wait_for(client, path)


def test_the_dearest_call_is_told_with_what_would_have_come_of_the_best() -> None:
    leads = (Lead("Take", "hearts (Ann)", "+100", False, True), Lead("Pass", "nothing", "−56", True, False))
    calls = [Call(1, "Ann", "Pass", "", (), None), Call(2, "Bob", "Pass", "156", leads, None)]
    calls += [Call(3, "Eve", "Pass", "0", leads, None), Call(4, "Joe", "Pass", "20", leads, None)]
    found = worst_of(calls, Words("en"))
    assert found is not None and found[0] == 2
    told = found[1].translate(dict.fromkeys((0x2068, 0x2069)))
    assert told == (
        "Bob: with best play from open cards, “Pass” is worth 156 less than “Take”, which leads to: hearts (Ann)."
    )
    assert worst_of([calls[0], calls[2]], Words("en")) is None
