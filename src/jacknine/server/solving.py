"""One resident worker for what may take the solver a while: reviews, and what stands beside a day's results.

It is started with the first question; this process never loads Numba.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import structlog

from jacknine.solver.pool import Pool, WorkerDied

log = structlog.get_logger()


class Solving:
    """The worker of one server. Questions are answered one after the other."""

    def __init__(self) -> None:
        self._pool: Pool | None = None

    async def ask(self, question: Callable[..., Any], *given: Any) -> Any:
        """What a function says that is called with the worker's solver and what is given.

        Raises:
            WorkerDied: the worker cannot be started, or has died twice.
        """
        if self._pool is None:
            self._pool = Pool(1, tell=lambda line: log.warning("solver.died", line=line))
        try:
            return await asyncio.wrap_future(self._pool.submit(question, *given))
        except WorkerDied:
            # The next one may find its memory in better order; one that cannot start at all dies again.
            return await asyncio.wrap_future(self._pool.submit(question, *given))

    async def close(self) -> None:
        """End the worker."""
        if self._pool is not None:
            await asyncio.to_thread(self._pool.close)
