"""The database file: its form, its settings, who may open it."""

from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from jacknine.server.store import FolderInUse, FolderLock, Store, metadata, migrate


def test_migrations_make_the_tables_that_the_code_knows(tmp_path: Path) -> None:
    migrate(tmp_path / "db")
    migrate(tmp_path / "db")
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'db'}")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


@pytest.mark.anyio
async def test_commits_survive_a_power_cut(tmp_path: Path) -> None:
    migrate(tmp_path / "db")
    # Settled in the file before anybody uses it: connections that begin at once would lock each other out.
    assert (tmp_path / "db").read_bytes()[18:20] == b"\x02\x02"
    store = Store(tmp_path / "db")
    async with store.writing() as connection:
        mode = (await connection.exec_driver_sql("PRAGMA journal_mode")).scalar_one()
        synchronous = (await connection.exec_driver_sql("PRAGMA synchronous")).scalar_one()
    await store.close()
    assert (mode, synchronous) == ("wal", 2)


def test_a_folder_is_held_by_one(tmp_path: Path) -> None:
    held = FolderLock(tmp_path)
    with pytest.raises(FolderInUse):
        FolderLock(tmp_path)
    held.release()
    FolderLock(tmp_path).release()
