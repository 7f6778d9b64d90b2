"""Takes what has been committed over from SQLite's write-ahead log into the database file.

SQLite would do it in the middle of a commit, now and then, and everybody who plays waits for that one: it takes ten
times as long as a commit. So it is done beside them. What is durable is so either way.
"""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

import structlog

EVERY: Final = 100
"""After so many commits it is done once: they fill a few megabytes."""
MOST_PAGES: Final = 16_000
"""With so many pages in the log a commit does it itself, which then is little: most has been taken over."""

log = structlog.get_logger()


class Checkpoints:
    """Does it from time to time, for one database."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._thread = ThreadPoolExecutor(1, "checkpoint")
        self._connection: sqlite3.Connection | None = None
        self._commits = 0

    def count(self) -> None:
        """There was a commit."""
        self._commits += 1
        if self._commits % EVERY == 0:
            self._thread.submit(self._take_over)

    def _take_over(self) -> None:
        try:
            if self._connection is None:
                self._connection = sqlite3.connect(self._path, timeout=0)
            # Passive: it waits for nobody, and nobody for it.
            self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        except sqlite3.Error as error:
            # The next one will do what this one did not.
            log.warning("checkpoint.failed", error=str(error))

    def close(self) -> None:
        """Wait for the one that is being done."""
        self._thread.submit(self._end)
        self._thread.shutdown()

    def _end(self) -> None:
        if self._connection is not None:
            self._connection.close()
