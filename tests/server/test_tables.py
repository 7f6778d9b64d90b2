"""Tables: moves count once and in order, computers act, a table rests and wakes, and two servers agree."""

import asyncio
import time
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from structlog.testing import capture_logs

from jacknine.bots import Bot
from jacknine.cards import card_text, cards_of
from jacknine.game import Decision, IllegalAction, View, legal
from jacknine.game.codec import CodecError
from jacknine.notation.fair import opens, shuffled
from jacknine.rules.dealing import lay_out
from jacknine.server import presence, writer
from jacknine.server.bus import MemoryBus
from jacknine.server.log import DamagedLog
from jacknine.server.orders import Order, Stale
from jacknine.server.pace import WAITS, next_step
from jacknine.server.prefs import Prefs
from jacknine.server.presence import rung
from jacknine.server.service import Service
from jacknine.server.store import StoreUnavailable
from jacknine.server.tables import NoSuchTable, Table
from jacknine.server.thinking import Thinker
from jacknine.server.viewers import seat_view
from jacknine.server.writer import Job
from jacknine.variants import VARIANTS
from tests.play import random_rules
from tests.server.support import LogBook, new_table, play_on, serving, wish
from tests.support import long_count

pytestmark = pytest.mark.anyio


async def until_my_turn(table: Table) -> str:
    """Wait until the person in seat 0 has something to decide; one of the possible decisions."""
    while True:
        ring = table.bell.next
        text = wish(table, Random(1))
        if text is not None:
            return text
        assert await rung(ring, 5)


@pytest.mark.parametrize("line", ["belote(target=300)", "klaverjas(match=deals:8)"])
async def test_a_match_is_played_to_its_end_and_played_again(tmp_path: Path, line: str) -> None:
    async with serving(tmp_path) as service:
        table, player = await new_table(service, line)
        with capture_logs() as lines:
            await play_on(service, table, Random(line))
        assert table.position.state.over
        assert lines == []
        seq = await service.tables.act(table, 0, Order("rematch", table.position.seq, "r"))
        assert seq == await service.tables.act(table, 0, Order("rematch", table.position.seq, "s"))
        assert table.position.room.rematch is not None
        again = await service.tables.table(table.position.room.rematch)
        assert (again.rules.line, again.seats, again.pace) == (table.rules.line, table.seats, table.pace)
        assert seat_view(again, player).me == 0
        await until_my_turn(again)


async def test_a_table_plays_under_any_settings(tmp_path: Path) -> None:
    """Every decision that a game knows goes through a table, from a person and from computer players."""
    async with serving(tmp_path) as service:
        player, _ = await service.identity.welcome("Ann", Prefs())
        for seed in range(long_count(10, 600)):
            rng = Random(seed)
            chosen = random_rules(rng, rng.choice(sorted(VARIANTS)))
            table = await service.tables.create(player.id, "Ann", chosen, "easy", "instant")
            await play_on(service, table, rng, 40)
            if not table.position.over:
                await until_my_turn(table)


async def test_the_log_gives_the_table_back(tmp_path: Path) -> None:
    async with serving(tmp_path) as service:
        table, _ = await new_table(service)
        await play_on(service, table, Random(5), 12)
        await until_my_turn(table)
        position, keys = table.position, table.keys
    async with serving(tmp_path) as service:
        again = await service.tables.table(table.code)
        assert again.position == position
        assert again.keys == keys


async def test_one_key_is_one_action(tmp_path: Path) -> None:
    async with serving(tmp_path) as service:
        table, _ = await new_table(service)
        text = await until_my_turn(table)
        order = Order(text, table.position.seq, "tap")
        answers = await asyncio.gather(*(service.tables.act(table, 0, order) for _ in range(5)))
        assert set(answers) == {order.seen_seq + 1}
        await until_my_turn(table)
        assert await service.tables.act(table, 0, order) == order.seen_seq + 1
        mine = [one for one in await service.store.entries(table.code) if one.client_key == "0:tap"]
        assert [one.text for one in mine] == [text]


async def test_a_move_that_was_written_but_not_answered_is_found_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path) as service:
        table, _ = await new_table(service)
        text = await until_my_turn(table)
        order = Order(text, table.position.seq, "tap")
        put = service.writer.put

        async def commit_and_fail(job: Job) -> bool:
            """The process dies after the commit and before it knows of it."""
            assert await put(replace(job, then=lambda: None))
            raise StoreUnavailable("killed")

        with monkeypatch.context() as patched:
            patched.setattr(service.writer, "put", commit_and_fail)
            with pytest.raises(StoreUnavailable):
                await service.tables.act(table, 0, order)
        assert await service.tables.act(table, 0, order) == order.seen_seq + 1
        mine = [one for one in await service.store.entries(table.code) if one.client_key == "0:tap"]
        assert len(mine) == 1


async def test_a_commit_that_breaks_leaves_no_trace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(tmp_path) as service:
        table, _ = await new_table(service)
        text = await until_my_turn(table)
        before = table.position

        def fail(*_: object) -> None:
            raise ZeroDivisionError

        with monkeypatch.context() as patched:
            patched.setattr(writer, "_follow", fail)
            with pytest.raises(StoreUnavailable):
                await service.tables.act(table, 0, Order(text, before.seq, "tap"))
        assert len(await service.store.entries(table.code)) == before.seq
        assert table.position is before
        assert await service.tables.act(table, 0, Order(text, before.seq, "tap")) == before.seq + 1


async def test_a_table_whose_move_could_not_be_written_goes_on_within_three_seconds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path) as service:
        table, _ = await new_table(service)
        text = await until_my_turn(table)
        put = service.writer.put
        failures: list[Job] = []

        async def fail_once(job: Job) -> bool:
            if job.entry is not None and job.entry.actor != "human" and not failures:
                failures.append(job)
                raise StoreUnavailable("locked")
            return await put(job)

        monkeypatch.setattr(service.writer, "put", fail_once)
        began = time.monotonic()
        seq = await service.tables.act(table, 0, Order(text, table.position.seq, "tap"))
        while table.position.seq == seq and not table.position.deal_over:
            await rung(table.bell.next, 0.1)
            assert time.monotonic() - began < 3


async def test_who_decides_on_an_old_position_is_told_and_nothing_is_played(tmp_path: Path) -> None:
    async with serving(tmp_path) as service:
        table, _ = await new_table(service)
        text = await until_my_turn(table)
        before = table.position
        for seen in (before.decided - 1, before.seq + 1):
            with pytest.raises(Stale):
                await service.tables.act(table, 0, Order(text, seen, f"k{seen}"))
        assert table.position is before
        both = await asyncio.gather(
            *(service.tables.act(table, 0, Order(text, before.seq, key)) for key in "ab"), return_exceptions=True
        )
        assert both[0] == before.seq + 1
        assert isinstance(both[1], Stale)


async def test_an_illegal_action_says_why_and_changes_nothing(tmp_path: Path) -> None:
    async with serving(tmp_path) as service:
        table, player = await new_table(service)
        await until_my_turn(table)
        before = table.position
        sv = seat_view(table, player)
        elsewhere = next(card for card in cards_of(table.rules.pack & ~sv.view.hand))
        text = f"play {card_text(elsewhere)}"
        with pytest.raises(IllegalAction) as refused:
            await service.tables.act(table, 0, Order(text, before.seq, "k"))
        assert refused.value.reason.id
        for text in ("deal 7S", "deal", "dance", "rematch x", "next now", "", "play"):
            with pytest.raises(CodecError):
                await service.tables.act(table, 0, Order(text, before.seq, f"k{text}"))
        assert table.position is before


async def test_deals_are_promised_before_and_opened_after(tmp_path: Path) -> None:
    async with serving(tmp_path) as service:
        table, player = await new_table(service, "belote")
        sv = seat_view(table, player)
        promise = sv.commitment
        assert len(promise) == 64 and sv.revealed is None
        while not table.position.deal_over:
            await play_on(service, table, Random(3), 1)
            await until_my_turn(table)
        sv = seat_view(table, player)
        assert sv.commitment == promise and sv.revealed is not None
        nonce, seed = map(bytes.fromhex, sv.revealed)
        assert opens(promise, nonce, seed)
        dealt = table.position.state.deal
    assert dealt is not None
    assert lay_out(table.rules.dealing, 4, dealt.eldest, shuffled(table.rules, seed, 1).cards) == dealt.layout


async def test_leaving_rests_the_table_and_coming_back_wakes_it(tmp_path: Path) -> None:
    async with serving(tmp_path) as service:
        table, player = await new_table(service)
        await until_my_turn(table)
        await service.tables.act(table, 0, Order("away", table.position.seq, "bye"))
        assert seat_view(table, player).kinds[0] == "stand_in"
        seq = table.position.seq
        await asyncio.sleep(0.05)
        assert table.position.seq == seq
        await service.tables.arrive(table, 0)
        assert seat_view(table, player).kinds[0] == "human"
        assert [one.text for one in await service.store.entries(table.code, seq - 1)] == ["away", "back"]


async def test_acting_is_coming_back(tmp_path: Path) -> None:
    async with serving(tmp_path) as service:
        table, _ = await new_table(service)
        text = await until_my_turn(table)
        await service.tables.act(table, 0, Order("away", table.position.seq, "bye"))
        seq = await service.tables.act(table, 0, Order(text, table.position.seq, "hello"))
        said = {one.seq: one.text for one in await service.store.entries(table.code)}
        assert (said[seq - 1], said[seq]) == ("back", text)


async def test_a_deserted_table_rests_until_somebody_returns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(tmp_path) as service:
        table, _ = await new_table(service, pace="normal")
        while not (next_step(table.position, "normal")):
            text = await until_my_turn(table)
            await service.tables.act(table, 0, Order(text, table.position.seq, text))
        monkeypatch.setattr(presence, "DESERTED_SECONDS", -1.0)
        table.due = 0.0
        seq = table.position.seq
        await service.tables.advance(table.code)
        assert table.position.seq == seq
        assert table.code not in await service.store.due()
        monkeypatch.setattr(presence, "DESERTED_SECONDS", 60.0)
        await service.tables.arrive(table, 0)
        assert table.code in await service.store.due()


async def test_tables_of_a_dead_process_go_on_after_a_start(tmp_path: Path) -> None:
    service = Service(tmp_path)
    writing = asyncio.create_task(service.writer.run())
    table, _ = await new_table(service, pace="fast")
    while next_step(table.position, "fast") is None:
        text = await until_my_turn(table)
        await service.tables.act(table, 0, Order(text, table.position.seq, text))
    seq = table.position.seq
    # The process "dies": no timer fires any more.
    service.tables.timers._stopped = True
    service.tables.timers.set(table.code, None)
    service.writer.close()
    await writing
    await service.store.close()
    async with serving(tmp_path) as later:
        again = await later.tables.table(table.code)
        ring = again.bell.next
        assert again.position.seq > seq or await rung(ring, 3)


async def test_two_servers_at_one_table_agree(tmp_path: Path) -> None:
    async with serving(tmp_path) as first, serving(tmp_path) as second:
        bus = MemoryBus()
        for service in (first, second):
            service.tables._bus = bus
        followers = [asyncio.create_task(one.tables.follow_bus()) for one in (first, second)]
        await asyncio.sleep(0)
        table, _ = await new_table(first, "belote(target=200)")
        same = await second.tables.table(table.code)
        rng = Random(9)
        for number in range(400):
            if table.position.over:
                break
            text = wish(table, rng) or "next"
            seen = table.position.seq
            results = await asyncio.gather(
                first.tables.act(table, 0, Order(text, seen, f"a{number}")),
                second.tables.act(same, 0, Order(text, seen, f"b{number}")),
                return_exceptions=True,
            )
            assert all(isinstance(one, int | Stale | IllegalAction) for one in results), results
            await asyncio.sleep(0.005)
        for _ in range(100):
            if table.position.over and same.position == table.position:
                break
            await asyncio.sleep(0.02)
        assert table.position.over
        assert same.position == table.position
        entries = await first.store.entries(table.code)
        assert [one.seq for one in entries] == list(range(1, table.position.seq + 1))
        for follower in followers:
            follower.cancel()


async def test_a_table_whose_log_does_not_add_up_is_left_alone(tmp_path: Path) -> None:
    async with serving(tmp_path) as service:
        table, _ = await new_table(service, pace="slow")
        good, _ = await new_table(service)
        async with service.store.writing() as connection:
            await connection.exec_driver_sql(
                "UPDATE action SET body = 'no promise' WHERE table_id = ? AND kind = 'deal'", (table.code,)
            )
    async with serving(tmp_path) as service:
        with pytest.raises(DamagedLog, match="action 1"):
            await service.tables.table(table.code)
        with pytest.raises(NoSuchTable):
            await service.tables.table("nowhere")
        await until_my_turn(await service.tables.table(good.code))


class Broken:
    """A computer player that fails."""

    def decide(self, view: View, seed: int) -> Decision:
        raise RuntimeError("no idea")


async def test_a_computer_player_that_fails_does_not_stop_the_table(tmp_path: Path) -> None:
    async with serving(tmp_path) as service:
        table, _ = await new_table(service, pace="slow")
        broken: Bot = Broken()
        table.bot, table.pace = broken, "instant"
        table.due = 0.0
        await service.tables.advance(table.code)
        await play_on(service, table, Random(2), 10)


async def test_computer_players_decide_alike_in_every_process(tmp_path: Path) -> None:
    async with serving(tmp_path) as service:
        table, _ = await new_table(service, pace="slow")
        book = [one.text for one in await service.store.entries(table.code)]
    async with serving(tmp_path) as service:
        again = await service.tables.table(table.code)
        assert [one.text for one in await service.store.entries(table.code)] == book
        turn = again.position.state.turn
        assert turn is not None
        decision = await again.decide(turn, Thinker())
        assert decision == await table.decide(turn, Thinker())
        assert decision in legal(again.position.state)


def test_a_finished_trick_stays_longer_than_a_thought() -> None:
    for pace, waits in WAITS.items():
        book = LogBook()
        book.deal()
        rng = Random(1)
        after_trick: set[float] = set()
        after_card: set[float] = set()
        while book.position.state.turn is not None:
            book.play(rng, 1)
            step = next_step(book.position, pace)
            if step is not None and book.position.state.deal is not None and book.position.state.deal.tricks:
                (after_card if book.position.state.deal.trick else after_trick).add(step.wait)
        assert (after_trick, after_card) == ({waits.look}, {waits.think})
    thoughts = [waits.think for waits in WAITS.values()]
    assert thoughts == sorted(thoughts, reverse=True) and thoughts[-1] == 0


async def test_forgotten_tables_leave_memory_and_come_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(tmp_path) as service:
        table, _ = await new_table(service)
        await until_my_turn(table)
        monkeypatch.setattr(presence, "FORGOTTEN_SECONDS", -1.0)
        await service.tables.sweep()
        again = await service.tables.table(table.code)
        assert again is not table and again.position == table.position
