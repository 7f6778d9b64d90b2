"""The day's deals: alike for all, one ranked try, nothing of a running day to be read, results worked out anew."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any

import anyio
import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

from jacknine.analysis.calls import worth
from jacknine.bots import Bot, made
from jacknine.bots import player as computer
from jacknine.bots.spec import Budget, shipped
from jacknine.cards import card_text
from jacknine.game import apply_legal, legal, start, view
from jacknine.game.codec import action_text
from jacknine.notation.fair import opens, shuffled
from jacknine.server import archive, board, daily_marks, daily_page, store
from jacknine.server.app import create_app
from jacknine.server.archive import Sealed
from jacknine.server.daily import Daily, Forged, lead, score_of
from jacknine.server.daily_marks import Mark, Marks
from jacknine.server.days import DAY_MS, LINES, deal_secret, ends_at, first_dealer, key_of, week_of
from jacknine.server.identity import Player
from jacknine.server.orders import Order
from jacknine.server.prefs import Prefs
from jacknine.server.presence import rung
from jacknine.server.service import Service, Visitor
from jacknine.server.solving import Solving
from jacknine.server.tables import Table
from jacknine.server.viewers import seat_view
from jacknine.server.words import Words
from jacknine.solver.api import Solver, warm
from jacknine.variants import parse_line
from tests.server.support import serving
from tests.server.test_http import Client, act, my_turn, state

PAGE = {"accept": "text/html"}
NOON = ends_at(date(2026, 11, 30)) - DAY_MS // 2


class Clock:
    """Noon of a day, until somebody turns it."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(archive, "now", clock)
    monkeypatch.setattr("jacknine.server.tables.now", clock)
    return clock


@pytest.fixture
async def served(tmp_path: Path, clock: Clock) -> AsyncIterator[Service]:
    async with serving(tmp_path) as service:
        service.daily.clock = clock
        yield service


async def someone(service: Service, name: str) -> Player:
    return (await service.identity.welcome(name, Prefs()))[0]


async def play(service: Service, table: Table, rng: Random | None, deals: int = 4) -> None:
    """The person at a day's table decides by chance, or always for the first thing, until so many deals are over."""
    while not (table.position.deal_over and table.position.state.deal_number == deals):
        ring = table.bell.next
        seq = table.position.seq
        if table.position.deal_over and 0 not in table.position.room.ready:
            await service.tables.act(table, 0, Order("next", seq, f"n{seq}"))
        elif table.position.state.turn == 0:
            choices = legal(table.position.state)
            action = choices[0] if rng is None else rng.choice(choices)
            await service.tables.act(table, 0, Order(action_text(action), seq, f"k{seq}"))
        else:
            assert await rung(ring, 20), "the table stands still"


async def result(service: Service, player: Player, game: str = "klaverjas") -> int | None:
    await service.daily.settle()
    found = await service.daily.ranked(service.daily.today, game, player.id)
    return None if found is None else found.score


@pytest.mark.anyio
async def test_two_players_get_the_same_and_part_only_by_their_own_decisions(served: Service) -> None:
    ann, bob, eve = [await someone(served, name) for name in ("Ann", "Bob", "Eve")]
    tables = [await served.daily.play(player, "klaverjas", "instant") for player in (ann, bob, eve)]
    await play(served, tables[0], None)
    # Going away and coming back is no decision in the game.
    await served.tables.act(tables[1], 0, Order("away", tables[1].position.seq, "a"))
    await served.tables.arrive(tables[1], 0)
    await play(served, tables[1], None)
    await play(served, tables[2], Random(1))
    logs = []
    for table in tables:
        entries = await served.store.entries(table.code)
        logs.append([(one.seat, one.text) for one in entries if one.kind not in ("next", "away", "back")])
    assert logs[0] == logs[1] != logs[2]
    first_difference = next(one for one in zip(logs[0], logs[2], strict=False) if one[0] != one[1])
    assert first_difference[0][0] == first_difference[1][0] == 0
    assert [text for _, text in logs[0] if text.startswith("deal")] == [t for _, t in logs[2] if t.startswith("deal")]
    assert await result(served, ann) == await result(served, bob) == lead(tables[0].position.state)
    assert await result(served, eve) == lead(tables[2].position.state)


@pytest.mark.anyio
async def test_there_is_one_ranked_try_and_then_others(served: Service, tmp_path: Path) -> None:
    ann = await someone(served, "Ann")
    table = await served.daily.play(ann, "klaverjas", "instant")
    again = Daily(served.store, served.tables, served.daily.clock)
    assert (await again.play(ann, "klaverjas", "instant")) is table
    await play(served, table, None)
    score = await result(served, ann)
    other = await served.daily.play(ann, "klaverjas", "instant")
    assert other is not table and other.row.bot_key == table.row.bot_key
    await play(served, other, Random(3))
    assert await result(served, ann) == score
    rows = await served.store.rows(sa.select(store.daily_entry))
    assert [(row.table_id, row.status, row.score) for row in rows] == [(table.code, "entered", score)]
    assert table.position.over and not table.position.state.over
    sv = seat_view(table, ann.id)
    assert sv.ended and sv.revealed is None and sv.room.deals == 4


@pytest.mark.anyio
async def test_two_tabs_at_once_get_one_and_the_same_try(served: Service) -> None:
    ann = await someone(served, "Ann")
    got: list[Table] = []

    async def press() -> None:
        got.append(await served.daily.play(ann, "klaverjas", "instant"))

    async with anyio.create_task_group() as tabs:
        for _ in range(6):
            tabs.start_soon(press)
    assert len(got) == 6 and len({table.code for table in got}) == 1
    assert len(await served.store.rows(sa.select(store.daily_entry))) == 1
    assert len(await served.store.rows(sa.select(store.game))) == 1


@pytest.mark.anyio
async def test_who_is_deleted_leaves_no_result_and_cannot_go_on(served: Service) -> None:
    ann = await someone(served, "Ann")
    code = await served.keeping.keep(ann)
    table = await served.daily.play(ann, "klaverjas", "instant")
    await play(served, table, None)
    assert await result(served, ann) is not None
    await served.keeping.forget(ann.id)
    assert (await board.board_of(served.store, "klaverjas", "2026-11-30", None)).count == 0
    assert await served.keeping.recover(code) is None
    # His table's log is there still, and brings nothing back.
    await served.daily.settle()
    assert (await board.board_of(served.store, "klaverjas", "2026-11-30", None)).count == 0


@pytest.mark.anyio
async def test_a_try_over_midnight_belongs_to_the_day_it_began(served: Service, clock: Clock) -> None:
    ann = await someone(served, "Ann")
    clock.now = NOON + DAY_MS // 2 - 1
    table = await served.daily.play(ann, "klaverjas", "instant")
    clock.now += 1
    other = await served.daily.play(ann, "klaverjas", "instant")
    assert (table.terms.daily, other.terms.daily) == ("2026-11-30", "2026-12-01")
    assert table.row.bot_key != other.row.bot_key
    await play(served, table, None)
    await served.daily.settle()
    rows = await served.store.rows(sa.select(store.daily_entry).order_by(store.daily_entry.c.day))
    assert [(row.day, row.status) for row in rows] == [("2026-11-30", "late"), ("2026-12-01", "open")]


@pytest.mark.anyio
async def test_the_ranked_try_outlives_a_restart_and_a_change_of_device(tmp_path: Path, clock: Clock) -> None:
    async with serving(tmp_path) as service:
        service.daily.clock = clock
        ann = await someone(service, "Ann")
        code = (await service.daily.play(ann, "klaverjas", "instant")).code
        lent = await service.identity.lend(ann, code)
    async with serving(tmp_path) as service:
        service.daily.clock = clock
        redeemed = await service.identity.redeem(lent)
        assert redeemed is not None
        again = await service.identity.known(redeemed[0])
        assert again is not None
        table = await service.daily.play(again, "klaverjas", "instant")
        assert table.code == code
        await play(service, table, None)
        assert await result(service, again) is not None
        assert (await service.daily.play(again, "klaverjas", "instant")).code != code


@pytest.mark.anyio
async def test_who_comes_too_late_does_not_count(served: Service, clock: Clock) -> None:
    ann, bob = await someone(served, "Ann"), await someone(served, "Bob")
    tables = [await served.daily.play(player, "klaverjas", "instant") for player in (ann, bob)]
    await play(served, tables[1], None, deals=1)
    clock.now = NOON + DAY_MS
    await play(served, tables[0], None)
    await served.daily.settle()
    for player in (ann, bob):
        found = await served.daily.ranked(date(2026, 11, 30), "klaverjas", player.id)
        assert found is not None and (found.status, found.score) == ("late", None)
    assert (await board.board_of(served.store, "klaverjas", "2026-11-30", None)).count == 0


@pytest.mark.anyio
async def test_a_week_counts_what_was_finished_as_soon_as_it_is(served: Service, clock: Clock) -> None:
    ann = await someone(served, "Ann")
    scores = []
    for day in range(3):
        clock.now = NOON + day * DAY_MS
        table = await served.daily.play(ann, "klaverjas", "instant")
        # The second day is given up after its first deal.
        await play(served, table, None, deals=1 if day == 1 else 4)
        scores.append(await result(served, ann))
        week = await board.board_of(served.store, "klaverjas", week_of(served.daily.today), ann.id)
        assert week.mine is not None and week.mine.points == sum(score or 0 for score in scores)
    assert scores[1] is None and None not in (scores[0], scores[2])
    text = Words("en").text("board.week.what", day="…")
    assert "as soon as" in text and "not finished, counts nothing" in text


@pytest.mark.anyio
async def test_a_forged_result_never_enters(served: Service) -> None:
    ann = await someone(served, "Ann")
    table = await served.daily.play(ann, "klaverjas", "instant")
    await play(served, table, None)
    entries, known = await served.store.entries(table.code), await served.store.secrets(table.code)
    key, day = table.row.bot_key, served.daily.today

    def scored(**changes: object) -> int | None:
        given = {"row": table.row, "entries": entries, "known": known, "key": key, "day": day} | changes
        return score_of(**given, game="klaverjas", player_id=ann.id)  # type: ignore[arg-type]

    assert scored() == lead(table.position.state)
    assert scored(entries=entries[:40]) is None
    with pytest.raises(Forged):
        scored(day=day + timedelta(days=1))
    with pytest.raises(Forged):
        scored(key=b"x" * 16)
    with pytest.raises(Forged):
        scored(known=known | {2: deal_secret(key, 3)})
    bots = next(number for number, one in enumerate(entries) if one.actor == "computer" and one.kind == "play")
    weaker = list(entries)
    weaker[bots] = replace(entries[bots], text="play 7S" if "7S" not in entries[bots].text else "play 8S")
    with pytest.raises(Forged):
        scored(entries=weaker)
    own = next(number for number, one in enumerate(entries) if one.actor == "human" and one.kind == "play")
    broken = list(entries)
    broken[own] = replace(entries[own], text=entries[bots].text)
    with pytest.raises(Forged) as refused:
        scored(entries=broken)
    # What is logged of it names no card.
    assert not set(str(refused.value).split()) & {card_text(card) for card in range(32)}
    # A log that somebody changed in the file: the score is worked out from it, and it does not hold.
    async with served.store.writing() as connection:
        action = store.action
        await connection.execute(
            sa.update(action)
            .where(action.c.table_id == table.code, action.c.seq == entries[bots].seq)
            .values(body="7S" if "7S" not in entries[bots].text else "8S")
        )
    assert await result(served, ann) is None
    found = await served.daily.ranked(day, "klaverjas", ann.id)
    assert found is not None and found.status == "refused"
    assert (await board.board_of(served.store, "klaverjas", day.isoformat(), ann.id)).mine is None


@pytest.mark.anyio
async def test_a_day_opens_when_it_is_over(served: Service, clock: Clock) -> None:
    ann = await someone(served, "Ann")
    table = await served.daily.play(ann, "klaverjas", "instant")
    await play(served, table, None)
    for code in (table.code,):
        with pytest.raises(Sealed):
            await served.archive.played(code)
    clock.now = NOON + DAY_MS // 2
    played = await served.archive.played(table.code)
    assert len(played.befores) == 4
    day = date(2026, 11, 30)
    key = await served.daily.key(day, "klaverjas")
    assert key is not None and await served.daily.key(day - timedelta(days=1), "klaverjas") is None
    visitor = Visitor(ann, Words("en"), Prefs())
    html = await daily_page.game_page(served.store, served.daily, served.marks, visitor, "klaverjas", day, "day")
    assert html.count('class="code"') == 12 and deal_secret(key, 4).seed.hex() in html
    for number, deal in enumerate(played.game.deals, 1):
        secret = deal_secret(key, number)
        assert opens(secret.commitment, secret.nonce, secret.seed)
        assert deal.deal == shuffled(parse_line(LINES["klaverjas"]), secret.seed, number)


@pytest.mark.anyio
async def test_a_try_that_was_given_up_stays_the_only_one_that_counts(served: Service, clock: Clock) -> None:
    """Whoever has seen the cards cannot have the try again: not by leaving, ending the match, or the next day."""
    ann, bob = await someone(served, "Ann"), await someone(served, "Bob")
    left, ended = [await served.daily.play(player, "klaverjas", "instant") for player in (ann, bob)]
    await play(served, ended, None, deals=1)
    await served.tables.act(left, 0, Order("away", left.position.seq, "a"))
    await served.tables.act(ended, 0, Order("end", ended.position.seq, "e"))
    assert ended.position.over
    # The table that was left waits; the one that was ended has no result, and what follows it does not count.
    assert await served.daily.play(ann, "klaverjas", "instant") is left
    await result(served, bob)
    again = await served.daily.play(bob, "klaverjas", "instant")
    assert again is not ended
    await play(served, again, None)
    clock.now = NOON + DAY_MS
    await served.daily.settle()
    rows = await served.store.rows(sa.select(store.daily_entry).order_by(store.daily_entry.c.player_id))
    assert [(row.table_id, row.status, row.score) for row in rows] == [
        (left.code, "late", None),
        (ended.code, "late", None),
    ]
    assert (await board.board_of(served.store, "klaverjas", "2026-11-30", None)).count == 0
    assert await board.streak(served.store, "klaverjas", bob.id, served.daily.today) == 0


@pytest.mark.anyio
@pytest.mark.timeout(900)
async def test_results_are_measured_by_an_expert_and_by_open_cards(
    served: Service, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    warm()
    solver = Solver()

    async def ask(_: Solving, question: Callable[..., Any], *given: Any) -> Any:
        return question(solver, *given)

    def quick(level: str) -> Bot:
        budget = Budget(worlds=3, every=3, nodes=20_000, clear=3.0)
        return made(replace(shipped("expert"), search=budget)) if level == "expert" else computer(level)

    monkeypatch.setattr(Solving, "ask", ask)
    monkeypatch.setattr(daily_marks, "computer", quick)
    ann, eve = await someone(served, "Ann"), await someone(served, "Eve")
    day = served.daily.today
    table = await served.daily.play(ann, "klaverjas", "instant")

    async def html(player: Player) -> str:
        visitor = Visitor(player, Words("en"), Prefs())
        return await daily_page.game_page(served.store, served.daily, served.marks, visitor, "klaverjas", day, "day")

    assert "An expert" not in await html(ann)
    await play(served, table, Random(5))
    await result(served, ann)
    assert "…</bdi>" in await html(ann)
    expert = await waited(lambda: served.marks.expert(day, "klaverjas"))
    key = await served.daily.key(day, "klaverjas")
    assert key is not None
    state = start(parse_line(LINES["klaverjas"]), table.row.dealer)
    for number in range(1, 5):
        state, _ = apply_legal(state, shuffled(state.rules, deal_secret(key, number).seed, number))
        while state.turn is not None:
            level = "hard" if state.turn else "expert"
            decision = quick(level).decide(view(state, state.turn), int.from_bytes(key[:8], "big"))
            state, _ = apply_legal(state, decision)
    assert expert == Mark(lead(state), False)
    assert daily_page.signed(expert.points or 0) in await html(ann)
    # Nobody who may still play learns any of it, and open cards are a thing of days that are over.
    assert "An expert" not in await html(eve) and "With open cards" not in await html(ann)
    clock.now = NOON + DAY_MS
    assert "With open cards" not in await html(ann)
    par = await waited(lambda: served.marks.par(table.code))
    assert "With open cards" in await html(ann)
    assert "With open cards" not in await html(eve) and "An expert" in await html(eve)
    worths = []
    for number in range(1, 5):
        course = archive.moments(await served.archive.played(table.code), number)
        begun = next(one.state for one in course if one.state.deal is not None and one.state.deal.phase == "play")
        worths.append(worth(solver, begun)[0] or 0)
    assert par.points == sum(worths)
    # Kept: a process that starts anew asks nothing.
    monkeypatch.setattr(Solving, "ask", None)
    again = Marks(served.store, Solving(), served.archive, served.daily)
    assert (await again.expert(day, "klaverjas"), await again.par(table.code)) == (expert, par)


async def waited(ask: Callable[[], Awaitable[Mark | None]]) -> Mark:
    for _ in range(600):
        if (found := await ask()) is not None:
            return found
        await anyio.sleep(0.05)
    raise AssertionError("it never comes")


def test_days_and_games_have_deals_of_their_own() -> None:
    keys = {key_of(b"s" * 32, day, game) for day in (date(2026, 1, 1), date(2026, 1, 2)) for game in LINES}
    assert len(keys) == 2 * len(LINES)
    assert len({deal_secret(key, number).seed for key in keys for number in range(1, 5)}) == 8 * len(LINES)
    assert week_of(date(2027, 1, 1)) == "2026-W53"
    for game in LINES:
        key = key_of(b"s" * 32, date(2026, 1, 1), game)
        assert start(parse_line(LINES[game]), first_dealer(key, 4)).to_deal


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with TestClient(create_app(Service(tmp_path_factory.mktemp("data")))) as client:
        client.follow_redirects = False
        yield client


def test_nobody_else_reads_a_running_day(client: Client) -> None:
    client.cookies.clear()
    code = client.post("/daily/klaverjas").headers["location"].removeprefix("/t/")
    now = my_turn(client, code)
    act(client, code, now["legal"][0], now["seq"])
    mine = dict(client.cookies)
    hand = state(client, code)["hand"]
    client.cookies.clear()
    for path in (
        f"/api/t/{code}",
        f"/r/{code}",
        f"/r/{code}/1",
        f"/r/{code}/record",
        f"/r/{code}/1/review",
    ):
        assert client.get(path, headers={"accept": "application/json"}).status_code in (403, 404), path
    for path in (f"/t/{code}", f"/t/{code}/felt", "/daily", "/daily/klaverjas", "/history"):
        text = client.get(path, headers=PAGE).text
        assert "data-card" not in text and "data-rank" not in text, path
    client.cookies.update(mine)
    assert state(client, code)["hand"] == hand
    own = client.get("/history", headers=PAGE).text
    assert f'"/t/{code}"' in own and f"/r/{code}" not in own and "Today’s deals" in own
    assert "/boards/leave" not in client.get("/daily/klaverjas", headers=PAGE).text
    again = client.post("/daily/klaverjas")
    assert again.headers["location"] == f"/t/{code}"


def test_pages_of_days_that_are_not_say_so(client: Client) -> None:
    for path in ("/daily/poker", "/daily/belote/2026-13-01", "/daily/belote/2999-01-01", "/daily/belote/x"):
        assert client.get(path, headers=PAGE).status_code == 404
    assert client.post("/daily/poker").status_code == 404
    past = client.get("/daily/belote/2026-01-01", headers=PAGE)
    assert past.status_code == 200 and 'class="code"' not in past.text
