"""Boards: places, periods, streaks, leaving and coming back."""

from collections.abc import AsyncIterator
from datetime import date, timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa

from jacknine.server import board, store
from jacknine.server.board import Place
from jacknine.server.daily import Daily
from jacknine.server.prefs import Prefs
from jacknine.server.service import Service
from tests.server.support import new_table, serving

MONDAY = date(2026, 11, 30)


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[Service]:
    async with serving(tmp_path) as service:
        yield service


class People:
    """Players with results."""

    def __init__(self, service: Service, table: str) -> None:
        self.service = service
        self.table = table

    async def new(self, name: str) -> int:
        return (await self.service.identity.welcome(name, Prefs()))[0].id

    async def scored(self, player: int, day: date, score: int) -> None:
        values = {
            "day": day.isoformat(), "game": "belote", "player_id": player, "table_id": self.table,
            "status": "entered", "score": score,
        }  # fmt: skip
        async with self.service.store.writing() as connection:
            await connection.execute(sa.insert(store.daily_entry), values)
            await board.enter(connection, "belote", player, day)

    async def places(self, period: str, me: int | None = None) -> list[tuple[int, str, int]]:
        found = await board.board_of(self.service.store, "belote", period, me)
        return [(one.place, one.name, one.points) for one in found.top]


@pytest.fixture
async def people(served: Service) -> People:
    table, _ = await new_table(served)
    return People(served, table.code)


@pytest.mark.anyio
async def test_equal_points_share_a_place(people: People) -> None:
    for name, score in (("Ann", 10), ("Bob", 30), ("Cem", 10), ("Dan", -5)):
        await people.scored(await people.new(name), MONDAY, score)
    assert await people.places("2026-11-30") == [(1, "Bob", 30), (2, "Ann", 10), (2, "Cem", 10), (4, "Dan", -5)]


@pytest.mark.anyio
async def test_weeks_add_up_and_all_time_takes_the_best_twenty(people: People) -> None:
    ann = await people.new("Ann")
    for number in range(30):
        await people.scored(ann, MONDAY + timedelta(days=number), number)
    assert await people.places("2026-W49") == [(1, "Ann", sum(range(7)))]
    assert await people.places("2026-W50") == [(1, "Ann", sum(range(7, 14)))]
    assert await people.places("all") == [(1, "Ann", sum(range(10, 30)))]


@pytest.mark.anyio
async def test_ones_own_line_is_there_however_far_down(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board, "SHOWN", 3)
    for score in range(20, 0, -1):
        await people.scored(await people.new(f"P{score}"), MONDAY, score)
    me = await people.new("Me")
    await people.scored(me, MONDAY, 7)
    found = await board.board_of(people.service.store, "belote", "2026-11-30", me)
    assert len(found.top) == 3 and found.count == 21
    assert found.mine == Place(14, me, "Me", 7)


@pytest.mark.anyio
async def test_who_leaves_is_on_no_board_until_he_comes_back(people: People) -> None:
    ann, bob = await people.new("Ann"), await people.new("Bob")
    await people.scored(ann, MONDAY, 5)
    await people.scored(bob, MONDAY, 4)
    assert await board.is_there(people.service.store, ann)
    before = {period: await people.places(period) for period in ("2026-11-30", "2026-W49", "all")}
    await board.leave(people.service.store, ann)
    await people.scored(ann, MONDAY + timedelta(days=1), 9)
    assert await board.has_left(people.service.store, ann)
    assert not await board.is_there(people.service.store, ann)
    assert await people.places("all") == [(1, "Bob", 4)] and await people.places("2026-12-01") == []
    await board.come_back(people.service.store, ann)
    assert await people.places("2026-11-30") == before["2026-11-30"]
    assert await people.places("all") == [(1, "Ann", 14), (2, "Bob", 4)]


@pytest.mark.anyio
async def test_names_follow_their_players(people: People) -> None:
    player, _ = await people.service.identity.welcome("Ann", Prefs())
    await people.scored(player.id, MONDAY, 5)
    await people.service.identity.change(player, "<b>Anna</b>")
    assert await people.places("all") == [(1, "<b>Anna</b>", 5)]


@pytest.mark.anyio
async def test_a_streak_ends_with_a_day_without_a_result(people: People) -> None:
    ann = await people.new("Ann")
    for number in (0, 1, 3, 4, 5):
        await people.scored(ann, MONDAY + timedelta(days=number), 1)
    opened = people.service.store
    days = [await board.streak(opened, "belote", ann, MONDAY + timedelta(days=at)) for at in (5, 6, 7)]
    assert days == [3, 3, 0]
    assert await board.streak(opened, "coinche", ann, MONDAY) == 0
    assert isinstance(people.service.daily, Daily)


@pytest.mark.anyio
async def test_who_is_forgotten_is_on_no_board_and_old_tables_can_go(people: People) -> None:
    service = people.service
    ann, bob = await people.new("Ann"), await people.new("Bob")
    for player in (ann, bob):
        await people.scored(player, MONDAY, 5)
    await board.leave(service.store, bob)
    await service.keeping.forget(ann)
    await service.keeping.forget(bob)
    assert await people.places("all") == []
    await people.scored(await people.new("Cem"), MONDAY, 5)
    async with service.store.writing() as connection:
        await connection.execute(sa.update(store.game).values(created_at=0))
        await connection.execute(sa.update(store.action).values(at=0))
    assert await service.keeping.clear(30) == 1
    assert await people.places("all") == [(1, "Cem", 5)]
