"""What goes down to a viewer: the whole felt, then what changed, to the slow only the newest; and hints to servers."""

import asyncio
import re
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from random import Random

import msgspec
import pytest

from jacknine.server import live
from jacknine.server.bus import Gap, Hint, MemoryBus
from jacknine.server.felt import REGIONS, Told
from jacknine.server.identity import Player
from jacknine.server.live import Frame, Watch, events, frame_of, frames
from jacknine.server.prefs import Prefs
from jacknine.server.presence import Turns
from jacknine.server.service import Service, Visitor
from jacknine.server.tables import Table
from jacknine.server.words import Words
from jacknine.variants import parse_line
from tests.server.support import LogBook, new_table, play_on, serving
from tests.server.test_leak import STRANGER, table_at

pytestmark = pytest.mark.anyio

IDS = (1, 2, 4, STRANGER)
"""Who looks: three who sit there, and a stranger."""


async def sitting(service: Service) -> tuple[Table, Visitor]:
    table, player_id = await new_table(service)
    return table, Visitor(Player(player_id, "Ann", Prefs()), Words("en"), Prefs())


async def test_the_slow_get_the_newest_state_and_nothing_in_between(tmp_path: Path) -> None:
    async with serving(tmp_path) as service:
        table, visitor = await sitting(service)
        stream = frames(service, Watch(table, visitor))
        first = msgspec.json.decode(await anext(stream), type=Frame)
        assert first.regions.keys() == {*REGIONS, "seat-s", "seat-e", "seat-n", "seat-w"}
        await play_on(service, table, Random(1), 3)
        later = msgspec.json.decode(await anext(stream), type=Frame)
        assert later.seq == table.position.seq > first.seq + 3
        assert later.regions
        await stream.aclose()


async def test_a_quiet_table_shows_that_it_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "HEARTBEAT_SECONDS", 0.01)
    async with serving(tmp_path) as service:
        table, visitor = await sitting(service)
        await play_on(service, table, Random(1), 1)
        stream = frames(service, Watch(table, visitor))
        seen = [msgspec.json.decode(await anext(stream), type=Frame) for _ in range(20)]
        assert seen[-1] == Frame(table.position.seq, {})
        await stream.aclose()


async def test_streams_tell_who_is_there_and_end_with_the_server(tmp_path: Path) -> None:
    async with serving(tmp_path) as service:
        table, visitor = await sitting(service)
        stream = events(service, Watch(table, visitor))
        assert (await anext(stream)).startswith(b"retry: ")
        assert (await anext(stream)).startswith(b'data: {"seq":')
        assert table.presence.streams() == 1 and not table.deserted()
        rest = asyncio.create_task(_drain(stream))
        await asyncio.sleep(0.01)
        service.close()
        async with asyncio.timeout(2):
            await rest
        assert table.presence.streams() == 0


async def _drain(stream: AsyncIterator[bytes]) -> None:
    async for _ in stream:
        pass


async def test_who_waits_is_woken_once_and_a_few_at_a_time() -> None:
    """So that requests are answered between them."""
    turns, woken = Turns(), list[int]()
    wakes = [partial(woken.append, number) for number in range(6)]
    for wake in (*wakes, *wakes):
        turns.ask(wake)
    assert woken == []
    await asyncio.sleep(0)
    assert woken == [0, 1, 2, 3]
    turns.ask(wakes[0])
    await asyncio.sleep(0)
    assert woken == [0, 1, 2, 3, 4, 5, 0]


async def test_hints_reach_every_listener_and_a_full_queue_becomes_a_gap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MemoryBus, "LIMIT", 3)
    bus = MemoryBus()
    bus.publish(Hint("t", 1))
    listeners = [bus.listen() for _ in range(2)]
    waiting = [asyncio.ensure_future(anext(one)) for one in listeners]
    await asyncio.sleep(0)
    for seq in range(2, 9):
        bus.publish(Hint("t", seq))
    for listener, first in zip(listeners, waiting, strict=True):
        heard = [await first, await anext(listener), await anext(listener)]
        assert heard == [Hint("t", 2), Hint("t", 3), Gap()]


NEWS = re.compile(r'<p id="(news-[^"]+)"')


@pytest.mark.parametrize("first", [False, True])
@pytest.mark.parametrize(
    "line",
    ["belote", "klaverjas", "coinche", "baloot", "jass", "bela", "klaverjas(roem_call=claim)", "bela(players=3)"],
)
def test_what_changed_adds_up_to_the_whole_felt(line: str, first: bool) -> None:
    """And what is made once for several who look is for each what it would be for him alone."""
    rng = Random(line)
    seats = tuple(range(parse_line(line).players))
    book = LogBook(line, seats)
    table = table_at(line, book.position, first)
    table.names = {1: "<i>An & 7</i>", 2: "", 3: "بتول 12", 4: "you"}
    watches = [
        Watch(table, Visitor(Player(id, "P", Prefs()), words, Prefs(letters=letters)))
        for words, letters in ((Words("ne", "devanagari"), ""), (Words("ur", "urdu"), "fr"), (Words("en"), ""))
        for id in IDS
    ]
    shown: list[dict[str, str]] = [{} for _ in watches]
    heard: list[list[str]] = [[] for _ in watches]
    told = [Told() for _ in watches]
    sent = 0
    for number in range(1, 3):
        book.deal(number)
        while not book.position.deal_over:
            book.play(rng, 1)
            if rng.random() < 0.1:
                book.say("end", 0)
            table.position = book.position
            if rng.random() < 0.03:
                table.names[rng.randrange(1, 5)] = f"P{book.position.seq}"
                table.bell.ring()
            for watch, felt, hashes, news in zip(watches, shown, told, heard, strict=True):
                if rng.random() < 0.01:
                    table.utter(1, "hello")
                changed = frame_of(watch, hashes).regions
                sent += len(changed)
                news += NEWS.findall(changed.pop("live", ""))
                felt |= changed
                whole = frame_of(watch).regions
                assert set(NEWS.findall(whole.pop("live"))) <= set(news)
                assert felt == whole
        if book.position.over:
            break
        for seat in seats:
            book.say("next", seat)
    assert all(len(news) == len(set(news)) > 40 for news in heard)
    assert sent < 0.85 * len(REGIONS) * len(watches) * book.position.seq
