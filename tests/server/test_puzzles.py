"""Puzzles over HTTP: only what the seat sees before the answer, the first answer counts, days in a row."""

import re
from collections.abc import AsyncIterator, Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest
from litestar.testing import TestClient

from jacknine.analysis.puzzles import Puzzle, number_of, numbers_open, puzzles
from jacknine.cards import card_text, cards_of
from jacknine.game import view
from jacknine.server.app import create_app
from jacknine.server.prefs import Prefs
from jacknine.server.puzzles import answer, standing
from jacknine.server.service import Service
from jacknine.server.settings_form import GAMES
from jacknine.server.words import Words
from tests.server.support import serving
from tests.server.test_http import Client

PAGE = {"accept": "text/html"}
WORDS = Words("en")
PLAIN = dict.fromkeys((0x2068, 0x2069))
"""What isolates a name in a sentence."""


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Service:
    return Service(tmp_path_factory.mktemp("data"))


@pytest.fixture(scope="module")
def client(service: Service) -> Iterator[Client]:
    with TestClient(create_app(service)) as client:
        client.follow_redirects = False
        yield client


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_shows_what_its_seat_sees_and_no_more(client: Client, service: Service, game: str) -> None:
    for number in numbers_open(service.daily.today, game):
        puzzle = puzzles(game)[number - 1]
        state, _ = puzzle.moments()[-1]
        deal = state.deal
        assert deal is not None
        html = client.get(f"/puzzles/{game}/{number}", headers=PAGE).text
        seen = view(state, puzzle.seat)
        assert all(f'id="hand-{card_text(card)}"' in html for card in cards_of(seen.hand))
        hidden = sum(hand for seat, hand in enumerate(deal.hands) if seat != puzzle.seat)
        hidden &= ~sum(1 << card for found in seen.declarations for one in found for card in cards_of(one.cards))
        shown = {f"{rank}{suit}" for suit, rank in re.findall(r'data-suit="(\w)" data-rank="(\w)"', html)}
        assert not shown & {card_text(card) for card in cards_of(hidden)}
        assert ("You lead." in html) == (not deal.trick and not puzzle.of_calls)
        # All that the seat has heard is told, card by card, and nothing else.
        told = "".join(re.findall(r'<li class="[^"]*"><p>(.*?)</p>', html)).translate(PLAIN)
        fallen = [card for trick in deal.tricks for card in trick.cards] + list(deal.trick)
        assert told.count(" of ") >= len(fallen)
        assert all(WORDS.card(card).translate(PLAIN) in told for card in fallen)
        assert not [card for card in cards_of(hidden | seen.hand) if WORDS.card(card).translate(PLAIN) in told]


def test_a_puzzle_waits_for_its_day(client: Client, service: Service) -> None:
    today = service.daily.today
    for ahead in range(1, len(puzzles("belote")) // 2 + 1):
        path = f"/puzzles/belote/{number_of(today + timedelta(days=ahead), 'belote')}"
        best = puzzles("belote")[int(path.rpartition("/")[2]) - 1].best
        assert client.get(path, headers=PAGE).status_code == 404
        assert client.get(f"{path}/answer?action={best}", headers=PAGE).status_code == 404
        assert client.post(path, data={"action": best}).status_code == 404
        assert f'"{path}"' not in client.get("/puzzles", headers=PAGE).text
    for number in numbers_open(today, "belote")[1:]:
        assert f'"/puzzles/belote/{number}"' in client.get("/puzzles", headers=PAGE).text


def today(service: Service, monkeypatch: pytest.MonkeyPatch, game: str, *, of_calls: bool) -> tuple[Puzzle, str]:
    """The puzzle of the day and its address, on a day that has one of that kind."""
    day = service.daily.today
    while puzzles(game)[number_of(day, game) - 1].of_calls != of_calls:
        day += timedelta(days=1)
    monkeypatch.setattr(type(service.daily), "today", day)
    number = number_of(day, game)
    return puzzles(game)[number - 1], f"/puzzles/{game}/{number}"


@pytest.mark.parametrize("of_calls", [False, True])
def test_an_answer_is_told_and_noted_once(
    client: Client, service: Service, monkeypatch: pytest.MonkeyPatch, of_calls: bool
) -> None:
    puzzle, path = today(service, monkeypatch, "klaverjas", of_calls=of_calls)
    wrong = next(action for action in puzzle.worths if action != puzzle.best)
    told = client.post(path, data={"action": wrong})
    assert told.status_code == 303
    page = client.get(told.headers["location"], headers=PAGE).text
    assert WORDS.text("puzzle.wrong") in page and page.count("<bdi") >= len(puzzle.worths)
    for bad in ("play XX", "call coinche", "call 100S", "", "next"):
        assert client.post(path, data={"action": bad}).status_code == 400
    state, _ = puzzle.moments()[-1]
    dim = view(state, puzzle.seat)
    for card in cards_of(dim.hand & ~dim.legal_cards):
        assert client.post(path, data={"action": f"play {card_text(card)}"}, headers=PAGE).status_code == 422
    for missing in ("/puzzles/poker/1", "/puzzles/belote/0", "/puzzles/belote/999", f"{path}/answer"):
        assert client.get(missing, headers=PAGE).status_code == 404
    assert client.get(f"{path}/answer?action=play XX", headers=PAGE).status_code == 404
    assert client.get("/puzzles", headers=PAGE).text.count("day-tile") == 6


@pytest.mark.parametrize("of_calls", [False, True])
def test_the_answer_of_the_day_comes_after_ones_own(
    client: Client, service: Service, monkeypatch: pytest.MonkeyPatch, of_calls: bool
) -> None:
    puzzle, path = today(service, monkeypatch, "belote", of_calls=of_calls)
    answer = f"{path}/answer?action={puzzle.best}"
    client.cookies.clear()
    early = client.get(answer, headers=PAGE)
    assert (early.status_code, early.headers["location"]) == (303, path)
    client.post(path, data={"action": puzzle.best})
    assert client.get(answer, headers=PAGE).status_code == 200


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_of_calls_offers_what_it_has_worths_for(client: Client, service: Service, game: str) -> None:
    for number in numbers_open(service.daily.today, game):
        puzzle = puzzles(game)[number - 1]
        if puzzle.of_calls:
            path = f"/puzzles/{game}/{number}"
            offered = re.findall(r'name="action" value="(call [^"]*)"', client.get(path, headers=PAGE).text)
            assert sorted(offered) == sorted(puzzle.worths)
            for action in offered:
                assert client.post(path, data={"action": action}).status_code == 303


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[Service]:
    async with serving(tmp_path) as service:
        yield service


@pytest.mark.anyio
async def test_only_the_first_answer_counts_and_a_miss_ends_the_days_in_a_row(served: Service) -> None:
    player, _ = await served.identity.welcome("Ann", Prefs())
    monday = date(2026, 11, 30)
    for at, right in enumerate((True, False, True, True)):
        await answer(served.store, player.id, monday + timedelta(days=at), "belote", right)
        await answer(served.store, player.id, monday + timedelta(days=at), "belote", not right)
    found = [await standing(served.store, player.id, "belote", monday + timedelta(days=at)) for at in range(3, 6)]
    assert [(one.today, one.streak) for one in found] == [(True, 2), (None, 2), (None, 0)]
    assert (await standing(served.store, player.id, "coinche", monday)).streak == 0
    assert (await standing(served.store, None, "belote", monday)).today is None
