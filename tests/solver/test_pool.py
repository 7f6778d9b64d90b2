"""Resident workers answer, pass errors on, and do not die in silence."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from jacknine.solver.api import Budget, Solver, solve
from jacknine.solver.pool import Pool, WorkerDied
from jacknine.solver.position import Position
from jacknine.variants import rules

ENDING = Position(rules("klaverjas"), "H", (0x10204, 0x20408, 0x40801, 0x1080010), 1)


def process_of(_: Solver) -> int:
    return os.getpid()


def end_at_once(_: Solver) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def refuse(_: Solver) -> None:
    raise ValueError("no such thing")


def unsendable(_: Solver) -> object:
    return lambda: None


@pytest.fixture(scope="module")
def told() -> list[str]:
    return []


@pytest.fixture(scope="module")
def pool(told: list[str]) -> Iterator[Pool]:
    with Pool(1, tell=told.append) as pool:
        yield pool


def test_a_worker_gives_the_same_solution(pool: Pool) -> None:
    here = solve(ENDING, line=True)
    there = pool.solve(ENDING, line=True, budget=Budget(seconds=60)).result(timeout=60)
    assert (there.bounds, there.cards) == (here.bounds, here.cards)


def test_errors_come_to_who_asked_and_the_worker_lives_on(pool: Pool) -> None:
    before = pool.submit(process_of).result(timeout=60)
    with pytest.raises(ValueError, match="no such thing"):
        pool.submit(refuse).result(timeout=60)
    with pytest.raises(TypeError, match="cannot be sent back"):
        pool.submit(unsendable).result(timeout=60)
    with pytest.raises(Exception, match="pickle"):
        pool.submit(lambda solver: solver).result(timeout=60)
    assert pool.submit(process_of).result(timeout=60) == before != os.getpid()


def test_a_worker_that_dies_is_told_of_and_replaced(pool: Pool, told: list[str]) -> None:
    before = pool.submit(process_of).result(timeout=60)
    with pytest.raises(WorkerDied, match="was killed by signal 9"):
        pool.submit(end_at_once).result(timeout=60)
    assert len(told) == 1
    assert str(before) in told[0]
    assert pool.submit(process_of).result(timeout=60) != before
    assert pool.solve(ENDING).result(timeout=60).exact


def test_a_closed_pool_takes_no_requests() -> None:
    pool = Pool(1)
    waiting = pool.solve(ENDING)
    pool.close()
    assert waiting.result(timeout=1).exact
    with pytest.raises(RuntimeError, match="closed"):
        pool.solve(ENDING)
    pool.close()


def test_the_pool_itself_loads_no_numeric_packages() -> None:
    told = "import sys, jacknine.solver.pool; print({'numpy', 'numba'} & set(sys.modules))"
    run = subprocess.run([sys.executable, "-c", told], capture_output=True, check=True, text=True)
    assert run.stdout == "set()\n"
