"""The writer: what it says is written is written, one action a number, whoever else writes to the same file."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection

from jacknine.server import store as store_module
from jacknine.server import writer as writer_module
from jacknine.server.log import Entry
from jacknine.server.prefs import Prefs
from jacknine.server.service import DATABASE
from jacknine.server.store import Store, StoreUnavailable
from jacknine.server.writer import Job, Writer
from tests.server.support import new_table, serving

pytestmark = pytest.mark.anyio


def entry(table: str, seq: int, key: str | None) -> Entry:
    return Entry(table, seq, 0, "human", "away", key, 0)


async def test_two_writers_race_for_every_number_and_one_wins_each(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, AsyncExitStack() as stack:
        table, _ = await new_table(service, pace="slow")
        head = table.position.seq
        other = Store(tmp_path / DATABASE)
        stack.push_async_callback(other.close)
        rival = Writer(other)
        running = asyncio.create_task(rival.run())
        for seq in range(head + 1, head + 101):
            won = await asyncio.gather(
                service.writer.put(Job(table.code, entry(table.code, seq, None))),
                rival.put(Job(table.code, entry(table.code, seq, None))),
            )
            assert sorted(won) == [False, True]
        rival.close()
        await running
        assert [one.seq for one in await service.store.entries(table.code)] == list(range(1, head + 101))


async def test_a_client_key_is_written_once(tmp_path: Path) -> None:
    async with serving(tmp_path) as service:
        table, _ = await new_table(service, pace="slow")
        seq = table.position.seq + 1
        assert await service.writer.put(Job(table.code, entry(table.code, seq, "0:tap")))
        assert not await service.writer.put(Job(table.code, entry(table.code, seq + 1, "0:tap")))
        assert await service.writer.put(Job(table.code, entry(table.code, seq + 1, "0:tip")))


async def test_jobs_that_wait_together_are_committed_together(tmp_path: Path) -> None:
    async with serving(tmp_path) as service:
        tables = [(await new_table(service, pace="slow"))[0] for _ in range(8)]
        begun: list[int] = []
        commit = service.store.commit

        async def counted(work: Callable[[Connection], Any]) -> Any:
            begun.append(1)
            return await commit(work)

        service.store.commit = counted  # type: ignore[method-assign]
        jobs = [Job(one.code, entry(one.code, one.position.seq + step, None)) for step in (1, 2) for one in tables]
        assert all(await asyncio.gather(*map(service.writer.put, jobs)))
        # A table's second action waits for its first: two commits for sixteen actions.
        assert len(begun) == 2


async def test_of_many_in_one_commit_only_what_is_taken_is_left_out(tmp_path: Path) -> None:
    async with serving(tmp_path) as service:
        tables = [(await new_table(service, pace="slow"))[0] for _ in range(3)]
        taken = entry(tables[1].code, tables[1].position.seq + 1, None)
        assert await service.writer.put(Job(tables[1].code, taken))
        jobs = [Job(one.code, entry(one.code, one.position.seq + 1, None)) for one in tables]
        assert await asyncio.gather(*map(service.writer.put, jobs)) == [True, False, True]
        for one in tables:
            seqs = [row.seq for row in await service.store.entries(one.code)]
            assert seqs == list(range(1, one.position.seq + 2))


async def test_moves_of_several_tables_wait_for_each_other_and_one_alone_for_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path) as service:
        ann, bea, cy = [(await new_table(service, pace="slow"))[0] for _ in range(3)]
        begun: list[int] = []
        commit = service.store.commit

        async def counted(work: Callable[[Connection], Any]) -> Any:
            begun.append(1)
            return await commit(work)

        monkeypatch.setattr(service.store, "commit", counted)
        for step in range(1, 4):
            # The first comes after the others' deals, and waits for some thousandths of a second.
            assert await service.writer.put(Job(ann.code, entry(ann.code, ann.position.seq + step, None)))
            monkeypatch.setattr(writer_module, "GATHER_SECONDS", 3600)
        assert len(begun) == 3
        monkeypatch.setattr(writer_module, "GATHER_SECONDS", 0.5)
        jobs = [Job(one.code, entry(one.code, one.position.seq + 1, None)) for one in (bea, cy)]
        waiting = [asyncio.create_task(service.writer.put(jobs[0]))]
        await asyncio.sleep(0.05)
        waiting.append(asyncio.create_task(service.writer.put(jobs[1])))
        assert await asyncio.gather(*waiting) == [True, True]
        assert len(begun) == 4


async def test_a_locked_database_loses_nothing_and_recovers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "BUSY_SECONDS", 0)
    async with serving(tmp_path) as service:
        table, _ = await new_table(service, pace="slow")
        job = entry(table.code, table.position.seq + 1, None)
        blocker = sqlite3.connect(tmp_path / DATABASE, isolation_level=None)
        blocker.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreUnavailable):
            await service.writer.put(Job(table.code, job))
        with pytest.raises(StoreUnavailable):
            await service.identity.welcome("Bea", Prefs())
        blocker.execute("ROLLBACK")
        blocker.close()
        assert await service.writer.put(Job(table.code, job))


async def test_what_waits_at_the_end_is_still_written(tmp_path: Path) -> None:
    async with serving(tmp_path) as service:
        table, _ = await new_table(service, pace="slow")
        waiting = asyncio.create_task(
            service.writer.put(Job(table.code, entry(table.code, table.position.seq + 1, None)))
        )
        await asyncio.sleep(0)
        service.writer.close()
        assert await waiting
        with pytest.raises(StoreUnavailable):
            await service.writer.put(Job(table.code, entry(table.code, table.position.seq + 2, None)))
