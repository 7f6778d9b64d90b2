"""Newcomers in the middle of a deal: nobody sees two hands of it by sitting down as somebody else."""

from pathlib import Path
from random import Random

import pytest

from jacknine.game import IllegalAction
from jacknine.server import rooms
from jacknine.server.orders import Order, may
from jacknine.server.prefs import Prefs
from jacknine.server.presence import rung
from jacknine.server.room_page import chairs_of
from jacknine.server.service import Service
from jacknine.server.tables import Table
from jacknine.server.viewers import seat_view
from jacknine.server.words import Words
from tests.server.support import LogBook, new_table, play_on, serving, wish

WORDS = Words("en")


async def comes(service: Service, table: Table, name: str, seat: int) -> int:
    """Somebody new takes a seat, or waits for it; who he is."""
    player, _ = await service.identity.welcome(name, Prefs())
    await rooms.sit(service.tables, table, seat, player.id, name)
    return player.id


async def somebody_waits(service: Service) -> tuple[Table, int]:
    """A table of two people, and who waits for the chair of seat 1 there."""
    table, _ = await new_table(service)
    await play_on(service, table, Random(2), 1)
    await comes(service, table, "Bea", 2)
    return table, await comes(service, table, "Cem", 1)


async def finish_deal(service: Service, table: Table, people: tuple[int, ...]) -> None:
    """Play until a new deal has been dealt."""
    number, rng = table.position.state.deal_number, Random(1)
    while table.position.state.deal_number == number:
        ring = table.bell.next
        said = [(seat, text) for seat in people if (text := wish(table, rng, seat)) is not None]
        for seat, text in said[:1]:
            await service.tables.act(table, seat, Order(text, table.position.seq, f"{table.position.seq}"))
        assert said or await rung(ring, 5), "the table stands still"


def test_a_hand_of_a_running_deal_is_for_the_first_friend_only() -> None:
    book = LogBook(humans=(0,))
    assert may(book.position, "sit 9", 2)
    book.deal()
    assert may(book.position, "sit 9", 2)
    book.say("sit 9", 2)
    assert not may(book.position, "sit 8", 1)
    book.say("stand", 2)
    assert not may(book.position, "sit 8", 2) and may(book.position, "sit 9", 2)
    book.play(Random(1))
    assert may(book.position, "sit 8", 2)


@pytest.mark.anyio
async def test_who_comes_in_the_middle_of_a_deal_sits_down_with_the_next(tmp_path: Path) -> None:
    async with serving(tmp_path) as service:
        table, ann = await new_table(service)
        await play_on(service, table, Random(2), 1)
        bea = await comes(service, table, "Bea", 2)
        assert seat_view(table, bea).me == 2, "with one player alone a friend sits down at once"
        cem = await comes(service, table, "Cem", 1)
        seen = seat_view(table, cem)
        assert (seen.me, seen.view.hand, seen.room.waits) == (None, 0, 1)
        chairs = chairs_of(seen, WORDS)
        assert chairs.prompt == WORDS.text("room.waits")
        assert [one.seat for one in chairs.chairs if one.sit] == [3]
        assert "Cem" in chairs_of(seat_view(table, ann), WORDS).chairs[1].note
        with pytest.raises(IllegalAction, match="seat taken"):
            await comes(service, table, "Dan", 1)
        await finish_deal(service, table, (0, 2))
        seen = seat_view(table, cem)
        assert seen.me == 1 and seen.view.hand and seen.room.waits is None and not table.position.room.waiting
        assert [one.seat for one in table.position.room.people] == [0, 2, 1]
        code = table.code
    async with serving(tmp_path) as service:
        assert (await service.tables.table(code)).seat_of(cem) == 1


@pytest.mark.anyio
async def test_who_goes_away_or_thinks_better_of_it_keeps_no_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path) as service:
        table, _ = await new_table(service)
        await play_on(service, table, Random(2), 1)
        await comes(service, table, "Bea", 2)
        cem, dan = await comes(service, table, "Cem", 1), await comes(service, table, "Dan", 3)
        await rooms.sit(service.tables, table, 3, dan, "Dan")
        with pytest.raises(IllegalAction):
            await rooms.sit(service.tables, table, 1, dan, "Dan")
        here = table.presence.here
        monkeypatch.setattr(table.presence, "here", lambda player: player != cem and here(player))
        await finish_deal(service, table, (0, 2))
        assert table.seat_of(dan) == 3 and table.seat_of(cem) is None and not table.position.room.waiting


@pytest.mark.anyio
async def test_who_waits_for_a_chair_waits_through_a_restart(tmp_path: Path) -> None:
    async with serving(tmp_path) as service:
        table, cem = await somebody_waits(service)
        code = table.code
    async with serving(tmp_path) as service:
        table = await service.tables.table(code)
        seen = seat_view(table, cem)
        assert (seen.me, seen.room.waits, seen.room.coming[1]) == (None, 1, "Cem")
        await finish_deal(service, table, (0, 2))
        assert table.seat_of(cem) == 1


@pytest.mark.anyio
async def test_who_waits_may_give_up(tmp_path: Path) -> None:
    async with serving(tmp_path) as service:
        table, cem = await somebody_waits(service)
        assert chairs_of(seat_view(table, cem), WORDS).unwait
        assert 1 not in table.position.room.open_seats() and 1 in table.position.room.open_seats(cem)
        seq = table.position.seq
        for _ in range(2):
            await rooms.give_up(service.tables, table, cem)
        assert table.position.seq == seq + 1 and not chairs_of(seat_view(table, cem), WORDS).unwait
        dan = await comes(service, table, "Dan", 1)
        await finish_deal(service, table, (0, 2))
        assert (table.seat_of(cem), table.seat_of(dan)) == (None, 1)


@pytest.mark.anyio
async def test_the_chair_of_somebody_replaced_while_away_is_free(tmp_path: Path) -> None:
    async with serving(tmp_path) as service:
        table, _ = await new_table(service)
        bea = await comes(service, table, "Bea", 2)
        await finish_deal(service, table, (0, 2))
        await service.tables.say(table, 2, "system", "away")
        await service.tables.say(table, 0, "human", "replace 2")
        cem = await comes(service, table, "Cem", 2)
        assert seat_view(table, cem).room.waits == 2 and table.seat_of(bea) == 2
        await finish_deal(service, table, (0,))
        assert (table.seat_of(cem), table.seat_of(bea)) == (2, None)


@pytest.mark.anyio
async def test_who_sits_down_between_deals_keeps_nobody_waiting(tmp_path: Path) -> None:
    async with serving(tmp_path) as service:
        table, _ = await new_table(service)
        rng = Random(3)
        while not table.position.deal_over:
            await play_on(service, table, rng, 1)
            while wish(table, rng) is None:
                assert await rung(table.bell.next, 5)
        bea = await comes(service, table, "Bea", 2)
        await service.tables.act(table, 0, Order("next", table.position.seq, "next"))
        while table.position.moment.deal != "running":
            assert await rung(table.bell.next, 5)
        assert seat_view(table, bea).view.hand
