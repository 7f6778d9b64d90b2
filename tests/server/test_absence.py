"""Who is written down as gone: those for whom others wait, and not every connection that comes and goes."""

from pathlib import Path
from random import Random

import pytest

from jacknine.server import absence
from jacknine.server.absence import gone
from jacknine.server.presence import rung
from jacknine.server.room import Terms
from tests.server.support import LogBook, bea_at, new_table, serving, to_turn
from tests.server.test_room import play_one


def is_gone(book: LogBook, *players: int) -> int | None:
    """Whose seat is given up when these players (numbered from 1) have no connection."""
    return gone(book.position, lambda player: player not in players)


def test_somebody_is_gone_when_it_is_his_turn() -> None:
    book = LogBook(humans=(0, 1, 2, 3))
    book.deal()
    for _ in range(4):
        turn = book.position.state.turn
        assert turn is not None
        for seat in range(4):
            assert is_gone(book, seat + 1) == (seat if seat == turn else None)
        assert is_gone(book, 1, 2, 3, 4) is None, "nobody is left who would wait"
        play_one(book)


def test_after_a_deal_it_is_whoever_has_not_asked_for_the_next() -> None:
    book = LogBook(humans=(0, 1, 2, 3))
    book.deal()
    book.play(Random(1))
    assert is_gone(book, 3) is None
    for seat in (0, 1, 3):
        book.say("next", seat)
    assert is_gone(book, 3) == 2 and is_gone(book, 1) is None


def test_a_request_waits_for_those_who_have_not_answered() -> None:
    book = LogBook(humans=(0, 1, 2, 3))
    book.deal()
    seat = play_one(book)
    book.say("undo", seat)
    first, second, third = (one for one in range(4) if one != seat)
    assert is_gone(book, first + 1) is None
    book.say("agree", second)
    book.say("agree", third)
    assert is_gone(book, first + 1) == first and is_gone(book, seat + 1) is None


def test_before_the_start_only_the_host_is_waited_for() -> None:
    book = LogBook(humans=(0, 1), terms=Terms(gathering=True))
    assert is_gone(book, 2) is None and is_gone(book, 1) == 0
    book.say("away", 0)
    assert book.position.room.host == 1


def test_a_connection_that_comes_and_goes_fills_no_log(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(absence, "LONGEST_TALK", 10)
    book = LogBook(humans=(0, 1), terms=Terms(gathering=True))
    for _ in range(100):
        if is_gone(book, 1) == 0:
            book.say("away", 0)
            book.say("back", 0)
    assert book.position.seq <= 12


@pytest.mark.anyio
async def test_a_flapping_line_costs_no_more_than_the_game_is_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path) as service:
        table, _ = await new_table(service)
        bea = await bea_at(service, table)
        away = [True]
        monkeypatch.setattr(table.presence, "here", lambda player: player != bea.id or not away[0])
        await to_turn(service, table, 2)
        before = table.position.seq
        # The stand-in decides once, and then it is Ann's turn for good.
        for _ in range(50):
            away[0] = True
            await service.tables.sweep()
            while 2 in table.position.room.away and table.position.state.turn == 2:
                assert await rung(table.bell.next, 5)
            away[0] = False
            await service.tables.arrive(table, 2)
        said = [one.kind for one in await service.store.entries(table.code, before)]
        decisions = len(said) - said.count("away") - said.count("back")
        assert said.count("away") == said.count("back") <= decisions + 1
