"""What was committed is taken over into the database file, beside the commits."""

import shutil
import sqlite3
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from jacknine.server import checkpoints as module
from jacknine.server.checkpoints import Checkpoints


def test_what_was_committed_is_taken_over_while_the_file_is_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "EVERY", 2)
    writer = sqlite3.connect(tmp_path / "db", isolation_level=None)
    for pragma in ("journal_mode=WAL", "wal_autocheckpoint=0"):
        writer.execute(f"PRAGMA {pragma}")
    writer.execute("CREATE TABLE move (number INTEGER)")
    writer.execute("PRAGMA wal_checkpoint").fetchall()

    def in_the_file() -> int:
        """The moves in the file alone, without its log."""
        shutil.copy(tmp_path / "db", tmp_path / "alone")
        alone = sqlite3.connect(tmp_path / "alone")
        found: int = alone.execute("SELECT count(*) FROM move").fetchone()[0]
        alone.close()
        return found

    checkpoints = Checkpoints(tmp_path / "db")
    writer.execute("INSERT INTO move VALUES (1)")
    checkpoints.count()
    assert in_the_file() == 0
    writer.execute("INSERT INTO move VALUES (2)")
    checkpoints.count()
    checkpoints.close()
    assert in_the_file() == 2
    writer.close()


def test_one_that_fails_is_said_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "EVERY", 1)
    checkpoints = Checkpoints(tmp_path)
    with capture_logs() as logs:
        checkpoints.count()
        checkpoints.close()
    assert [one["event"] for one in logs] == ["checkpoint.failed"]
