"""Resident workers: processes that have the solver loaded and warm, and answer one request at a time.

Importing Numba takes half a second and its first call as much again, so whoever solves while people wait keeps a pool.
This module itself imports neither Numba nor numpy. A worker that dies is reported and replaced; its request fails with
:class:`WorkerDied`, and the others go on.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from jacknine.solver.api import Budget, Solution
    from jacknine.solver.position import Objective, Position


class WorkerDied(RuntimeError):
    """The process that worked on a request is gone; the message says how it ended."""


@dataclass(frozen=True, slots=True)
class _Task:
    """A function of a worker's Solver with its arguments, and who waits for its result."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    named: dict[str, Any]
    future: Future[Any]


class Pool:
    """So many workers, each in its own process with its own buffers.

    ``tell`` is called with one line whenever a worker has died and a new one takes its place; unless given, it goes to
    standard error. Use it as a context manager, or call :meth:`close`.
    """

    def __init__(
        self, workers: int | None = None, *, table_bits: int = 16, tell: Callable[[str], object] | None = None
    ) -> None:
        self._tell = tell or (lambda line: sys.stderr.write(f"{line}\n"))
        self._table_bits = table_bits
        self._tasks: SimpleQueue[_Task | None] = SimpleQueue()
        # A fresh interpreter each: a fork of a process with threads may hang.
        self._context = multiprocessing.get_context("spawn")
        self._closed = False
        count = workers or os.cpu_count() or 1
        self._keepers = [threading.Thread(target=self._keep, args=(i,), daemon=True) for i in range(count)]
        for keeper in self._keepers:
            keeper.start()

    def solve(
        self,
        position: Position,
        objective: Objective = "difference",
        *,
        cards: bool = True,
        line: bool = False,
        budget: Budget | None = None,
    ) -> Future[Solution]:
        """Ask for the solution of a position; see :meth:`jacknine.solver.api.Solver.solve`."""
        return self.submit(_solve, position, objective, cards=cards, line=line, budget=budget)

    def submit(self, function: Callable[..., Any], *arguments: Any, **named: Any) -> Future[Any]:
        """Have ``function(solver, *arguments, **named)`` called in a worker, ``solver`` being its Solver.

        The function has to be one that can be imported, its arguments and result such as can be pickled.

        Raises:
            RuntimeError: the pool is closed.
        """
        if self._closed:
            raise RuntimeError("the pool of solvers is closed")
        future: Future[Any] = Future()
        self._tasks.put(_Task(function, arguments, named, future))
        return future

    def close(self) -> None:
        """Let the workers finish what was asked for, and end them."""
        if self._closed:
            return
        self._closed = True
        for _ in self._keepers:
            self._tasks.put(None)
        for keeper in self._keepers:
            keeper.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _keep(self, number: int) -> None:
        """Look after one worker: hand it tasks, one after the other, and start it again when it dies."""
        worker = _Worker(self._context, self._table_bits)
        while (task := self._tasks.get()) is not None:
            if not task.future.set_running_or_notify_cancel():
                continue
            try:
                result, error = worker.ask(task)
            except WorkerDied as died:
                self._tell(f"solver worker {number} {died}; a new one takes its place")
                worker = _Worker(self._context, self._table_bits)
                task.future.set_exception(died)
                continue
            if error is None:
                task.future.set_result(result)
            else:
                task.future.set_exception(error)
        worker.end()


class _Worker:
    """The near end of one process."""

    def __init__(self, context: multiprocessing.context.SpawnContext, table_bits: int) -> None:
        self._near, far = context.Pipe()
        self._process = context.Process(target=_work, args=(far, table_bits), daemon=True)
        self._process.start()
        far.close()

    def ask(self, task: _Task) -> tuple[Any, BaseException | None]:
        """The task's result, or the error that it raised.

        Raises:
            WorkerDied: the process ended before it answered.
        """
        try:
            self._near.send((task.function, task.arguments, task.named))
        except (BrokenPipeError, ConnectionError):
            raise self._died() from None
        except Exception as error:  # what cannot be pickled is the caller's affair, not the worker's
            return None, error
        try:
            result: tuple[Any, BaseException | None] = self._near.recv()
        except (EOFError, OSError):
            raise self._died() from None
        return result

    def _died(self) -> WorkerDied:
        self._process.join(timeout=5)
        code = self._process.exitcode
        how = f"was killed by signal {-code}" if code is not None and code < 0 else f"ended with status {code}"
        return WorkerDied(f"(process {self._process.pid}) {how}")

    def end(self) -> None:
        self._near.close()
        self._process.join(timeout=5)
        if self._process.is_alive():
            self._process.terminate()


def _work(pipe: Connection, table_bits: int) -> None:
    """The far end: load, warm up, answer until the pipe closes."""
    from jacknine.solver.api import Solver, warm

    warm()
    solver = Solver(table_bits)
    while True:
        try:
            function, arguments, named = pipe.recv()
        except (EOFError, KeyboardInterrupt):
            return
        try:
            answer: tuple[Any, Exception | None] = (function(solver, *arguments, **named), None)
        except Exception as error:  # whatever it is, it belongs to whoever asked
            answer = (None, error)
        try:
            pipe.send(answer)
        except (BrokenPipeError, ConnectionError):
            return
        except Exception as error:
            pipe.send((None, TypeError(f"the result cannot be sent back: {error}")))


def _solve(solver: Any, *arguments: Any, **named: Any) -> Any:
    return solver.solve(*arguments, **named)
