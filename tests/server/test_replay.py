"""What was played: replays, records, positions, playing on, one's own history. Nothing of a deal that is not over."""

import re
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from litestar.testing import TestClient

from jacknine.game import legal
from jacknine.game.codec import action_text
from jacknine.notation.position import PositionError, parse_position
from jacknine.notation.record import RecordError, replay
from jacknine.server import history, store
from jacknine.server import replay as replays
from jacknine.server.app import create_app
from jacknine.server.archive import NoSuchDeal, moments
from jacknine.server.fork import Unsealed, play_on
from jacknine.server.history import no_position, no_record
from jacknine.server.identity import Player
from jacknine.server.orders import Order
from jacknine.server.prefs import Prefs
from jacknine.server.presence import rung
from jacknine.server.service import Service, Visitor
from jacknine.server.sheet import match_result
from jacknine.server.tables import NoSuchTable, Table
from jacknine.server.viewers import seat_view
from jacknine.server.words import Words, languages
from tests.notation.test_position import WRONG
from tests.server.support import new_table, serving
from tests.server.support import play_on as play
from tests.server.test_http import act, make_table, state
from tests.server.test_review import finish_deal

PAGE = {"accept": "text/html"}
Client = TestClient[Any]
ENDING = "klaverjas dealer=3 contract=H taker=0 hands=7.9.K.-/-.-.JT.A/8.-.-.T/-.-.8.K9 leader=2 trick=AH"


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[Service]:
    async with serving(tmp_path) as service:
        yield service


async def until_deal(service: Service, table: Table, number: int) -> None:
    """Play by chance until a deal of that number has begun."""
    rng = Random(7)
    while table.position.state.deal_number < number or table.position.deal_over:
        await play(service, table, rng, 1)


@pytest.mark.anyio
@pytest.mark.parametrize("line", ["belote(target=5000)", "bela(players=3,target=5000)"])
async def test_finished_deals_are_told_as_they_were_and_running_ones_are_not(served: Service, line: str) -> None:
    table, _ = await new_table(served, line)
    await until_deal(served, table, 3)
    played = await served.archive.played(table.code)
    assert len(played.befores) == 2
    assert played.after.outcomes == table.position.state.outcomes[:2]
    for number, outcome in enumerate(table.position.state.outcomes, 1):
        course = moments(played, number)
        assert course[-1].state.deal is not None and course[-1].state.deal.outcome == outcome
    with pytest.raises(NoSuchDeal):
        moments(played, 3)
    game = replay(played.text.splitlines())
    assert game.deals == played.game.deals
    running = await served.store.secrets(table.code, after=2)
    assert running[3].seed.hex() not in played.text


@pytest.mark.anyio
async def test_a_record_from_the_table_can_be_brought_along_and_shown(served: Service) -> None:
    table, player = await new_table(served, "belote(target=5000)")
    await until_deal(served, table, 2)
    text = (await served.archive.played(table.code)).text
    code = await served.archive.keep(player, text)
    again = await served.archive.played(code)
    assert again.text == text
    with pytest.raises(NoSuchTable):
        await served.archive.played("nosuchgame")


@pytest.mark.anyio
async def test_a_record_is_kept_in_this_programs_own_form_and_gone_when_deleted(served: Service) -> None:
    table, player = await new_table(served, "belote(target=5000)")
    await until_deal(served, table, 2)
    text = (await served.archive.played(table.code)).text
    code = await served.archive.keep(player, text.replace("\n", "\r"))
    assert (await served.archive.played(code)).text == text
    visitor = Visitor(Player(player, "A", Prefs()), Words("en"), Prefs())
    found = await history.page(served.store, served.archive, visitor, history.Search())
    assert code in found
    async with served.store.writing() as connection:
        await connection.execute(store.record.delete())
    with pytest.raises(NoSuchTable):
        await served.archive.played(code)


@pytest.mark.anyio
async def test_nobody_plays_on_where_points_were_there_before(served: Service) -> None:
    table, player = await new_table(served, "belote(target=5000)")
    await until_deal(served, table, 2)
    played = await served.archive.played(table.code)
    given = replace(played, game=replace(played.game, totals=(300, 200)))
    with pytest.raises(Unsealed):
        await play_on(served, given, 1, 3, 0, (player, "Ann"), "instant")


@pytest.mark.anyio
async def test_playing_on_begins_where_the_deal_stood(served: Service) -> None:
    table, player = await new_table(served, "klaverjas")
    await until_deal(served, table, 2)
    played = await served.archive.played(table.code)
    course = moments(played, 1)
    at = next(place for place, moment in enumerate(course) if moment.state.turn == 2)
    forked = await play_on(served, played, 1, at, 2, (player, "Ann"), "instant")
    assert forked.position.state.deal == course[at].state.deal
    assert forked.seat_of(player) == 2
    await until_deal_over(served, forked, 2)
    told = await served.archive.played(forked.code)
    assert told.game.deals[0].deal == played.game.deals[0].deal
    assert told.game.deals[0].actions[:at] == played.game.deals[0].actions[:at]


async def until_deal_over(service: Service, table: Table, seat: int) -> None:
    """The person in a seat does the first legal thing until the deal is over."""
    while not table.position.deal_over:
        ring = table.bell.next
        if table.position.state.turn == seat:
            action = legal(table.position.state)[0]
            seq = table.position.seq
            await service.tables.act(table, seat, Order(action_text(action), seq, f"k{seq}"))
        else:
            assert await rung(ring, 5), "the table stands still"


@pytest.mark.anyio
async def test_every_moment_has_a_page_with_all_hands(served: Service) -> None:
    table, _ = await new_table(served, "bela(players=2,target=5000)")
    await until_deal(served, table, 2)
    played = await served.archive.played(table.code)
    course = moments(played, 1)
    for language in ("en", "ur"):
        words = Words(language)
        for at in range(len(course)):
            html = replays.page(played, 1, course, at, 0, words, Prefs())
            assert html.count('class="open-hand') == 2 + 1
            line = replays.line_of(course[at].state)
            assert not line or f'value="{line}"' in html


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with TestClient(create_app(Service(tmp_path_factory.mktemp("data")))) as client:
        client.follow_redirects = False
        yield client


def test_links_that_do_not_exist_say_so(running: Client) -> None:
    code = make_table(running)
    for path in (f"/r/{code}", f"/r/{code}/1", "/r/nosuchgame", "/r/nosuchgame/1", f"/r/{code}/record"):
        answer = running.get(path, headers=PAGE)
        assert answer.status_code == 404 and "no finished deal" in answer.text
    assert running.post(f"/r/{code}/1/play", data={"at": 1, "seat": 0}).status_code == 404
    assert state(running, code)["me"] == 0


def test_a_position_is_shown_and_a_bad_line_is_told(running: Client) -> None:
    shown = running.get("/position", params={"line": ENDING}, headers=PAGE)
    assert shown.status_code == 200 and shown.text.count("open-hand") >= 4 and 'data-rank="A"' in shown.text
    refused = running.get("/position", params={"line": "klaverjas dealer=9"}, headers=PAGE)
    assert 'role="alert"' in refused.text
    form = running.get("/position", headers=PAGE).text
    assert "<textarea" in form
    example = re.findall(r'<a class="line" dir="ltr" [^>]*>(.*?)</a>', form)
    assert len(example) == 1 and "open-hand" in running.get("/position", params={"line": example[0]}).text


@pytest.mark.parametrize("language", languages())
def test_what_is_wrong_with_a_line_is_told_in_every_language(language: str) -> None:
    words, told = Words(language), {}
    for line, message in WRONG:
        if message is not None:
            with pytest.raises(PositionError) as wrong:
                parse_position(line)
            sentence = no_position(wrong.value, words)
            assert "position." not in sentence and "reason." not in sentence and "{" not in sentence, line
            assert words.has(f"position.{wrong.value.reason.id}")
            told[wrong.value.reason.id] = sentence
    in_english = {id: Words("en").text(f"position.{id}") for id in told}
    assert len(told) > 14
    if language != "en":
        assert not [id for id in told if words.text(f"position.{id}") == in_english[id]]


@pytest.mark.parametrize("language", languages())
def test_what_is_wrong_with_a_record_is_told_in_every_language(language: str) -> None:
    words = Words(language)
    header = '{"record":"jacknine","format":1,"rules":"belote","dealer":0,"totals":[0,0]}'
    for wrong, lines in (
        ("damaged", [header, "{}"]),
        ("damaged", [header, "no line"]),
        ("foreign", ["{}"]),
        ("foreign", [header.replace("belote", "poker")]),
        ("illegal", [header, '{"deal":1,"dealer":0,"cards":"7S 7S","actions":[]}']),
        ("short", []),
    ):
        with pytest.raises(RecordError) as refused:
            replay(lines)
        assert refused.value.wrong == wrong
        told = no_record(refused.value, words)
        assert "record." not in told and "reason." not in told and "{" not in told
        assert str(refused.value.line) in told
        assert language == "en" or words.text(f"record.{wrong}") != Words("en").text(f"record.{wrong}")


def test_a_position_is_played_on_from_to_the_end_of_its_deal(running: Client) -> None:
    """From its seat on turn or another one; nobody else sees the table, and there is nothing to replay."""
    shown = running.get("/position", params={"line": ENDING}, headers=PAGE).text
    assert 'action="/position/play"' in shown and '<option value="3" selected>' in shown
    for seat in (3, 1):
        answer = running.post("/position/play", data={"line": f" {ENDING} ", "seat": seat})
        assert answer.status_code == 303
        code = answer.headers["location"].removeprefix("/t/")
        begun = state(running, code)
        assert begun["me"] == seat and begun["room"]["position"] == "" and begun["room"]["deals"] == 1
        hidden = running.get(f"/t/{code}", headers=PAGE).text
        other = "KC" if seat == 1 else "9H"
        assert f'id="hand-{other}"' not in hidden and "hands=" not in hidden
        finish_deal(running, code)
        over = running.get(f"/t/{code}", headers=PAGE).text
        assert "The position is played out" in over and f"/r/{code}" not in over and over.count("/position?line=") == 2
        assert 'value="rematch"' not in over
        now = state(running, code)
        for word in ("next", "rematch"):
            assert act(running, code, word, now["seq"], f"w{word}").status_code >= 400
        assert running.get(f"/r/{code}", headers=PAGE).status_code == 404
        assert f"/r/{code}" not in running.get("/history", headers=PAGE).text


def test_a_line_that_cannot_be_played_on_says_why(running: Client) -> None:
    for line, told in (
        ("", "setting"),
        ("klaverjas dealer=9", "“\u2068contract\u2069” is missing"),
        (ENDING.replace("7.9.K.-", "7.9.K.7"), "one size"),
        (ENDING.replace("contract=H", "contract=X"), "X"),
        (ENDING.replace("trick=AH", "trick=7S"), "there twice"),
    ):
        answer = running.post("/position/play", data={"line": line, "seat": 0}, headers=PAGE)
        assert answer.status_code == 422
        if line:
            assert 'role="alert"' in answer.text and told in answer.text, (line, answer.text)
    assert running.post("/position/play", data={"line": ENDING, "seat": 4}).status_code == 400


def test_a_damaged_record_is_refused_with_its_line(running: Client) -> None:
    text = b'{"record":"jacknine","format":1,"rules":"belote","dealer":0,"totals":[0,0]}\n{}\n'
    bad = {"record": ("game.jsonl", text)}
    answer = running.post("/records", files=bad, headers=PAGE)
    assert answer.status_code == 422 and "2" in answer.text and 'role="alert"' in answer.text
    assert running.post("/records", files={"record": ("x", b"\xff\xfe")}).status_code == 400
    assert running.post("/records", data={"record": "text"}).status_code == 400


@pytest.mark.anyio
async def test_own_history_links_only_to_what_may_be_seen(served: Service) -> None:
    table, player = await new_table(served, "belote(target=5000)")
    visitor = Visitor(Player(player, "A", Prefs()), Words("en"), Prefs())

    async def links() -> list[str]:
        html = await history.page(served.store, served.archive, visitor, history.Search())
        return re.findall(rf'href="(/[rt]/{table.code}[^"]*)"', html)

    own, replays = f"/t/{table.code}", [f"/r/{table.code}", f"/r/{table.code}/record"]
    await play(served, table, Random(7), 2)
    assert await links() == [own]
    await until_deal_over(served, table, 0)
    assert sorted(await links()) == sorted([own, *replays])
    await until_deal(served, table, 2)
    assert sorted(await links()) == sorted([own, *replays])


@pytest.mark.anyio
@pytest.mark.parametrize("line", ["belote(target=300)", "bela(players=3,target=301)"])
async def test_own_history_says_who_won_and_the_score_once_the_match_is_over(served: Service, line: str) -> None:
    table, player = await new_table(served, line)

    async def told(language: str) -> list[str]:
        visitor = Visitor(Player(player, "A", Prefs()), Words(language), Prefs())
        html = await history.page(served.store, served.archive, visitor, history.Search())
        return re.findall(r'<p class="result">(.*?)</p>', html)

    await until_deal(served, table, 2)
    assert await told("en") == []
    await play(served, table, Random(7))
    for language in languages():
        last = match_result(seat_view(table, player), Words(language))
        assert last is not None and await told(language) == [last.text]
    await served.archive.keep(player, (await served.archive.played(table.code)).text)
    totals = sorted(table.position.state.totals)
    record, own = await told("en")
    assert re.search(rf" won, {totals[-1]} to {totals[-2]}\.", record) and str(totals[-1]) in own


@pytest.mark.anyio
async def test_own_history_tells_of_a_match_ended_by_agreement_and_lists_a_damaged_one(served: Service) -> None:
    table, player = await new_table(served, "belote(target=5000)")
    await until_deal(served, table, 2)
    await served.tables.act(table, 0, Order("end", table.position.seq, "end"))
    visitor = Visitor(Player(player, "A", Prefs()), Words("en"), Prefs())
    html = await history.page(served.store, served.archive, visitor, history.Search())
    assert 'class="result">The match was ended: ' in html
    async with served.store.writing() as connection:
        await connection.execute(store.deal_secret.delete())
        await connection.execute(store.game.update().values(head_seq=store.game.c.head_seq + 1))
    html = await history.page(served.store, served.archive, visitor, history.Search())
    assert table.code in html and 'class="result"' not in html


@pytest.mark.anyio
async def test_own_history_by_game_and_date(served: Service) -> None:
    table, player = await new_table(served, "belote(target=5000)")
    await until_deal(served, table, 2)
    record = await served.archive.keep(player, (await served.archive.played(table.code)).text)
    words = Words("en")
    mine, other = (Visitor(Player(id, "A", Prefs()), words, Prefs()) for id in (player, player + 1))
    today = datetime.now(UTC).date()
    cases = [
        (mine, history.Search(), True),
        (mine, history.Search("belote", today, today), True),
        (mine, history.Search("coinche"), False),
        (mine, history.Search("belote", until=today - timedelta(days=1)), False),
        (mine, history.Search(page=2), False),
        (other, history.Search(), False),
    ]
    for visitor, search, there in cases:
        html = await history.page(served.store, served.archive, visitor, search)
        assert (f"/r/{table.code}" in html) is there and (f"/r/{record}" in html) is there
