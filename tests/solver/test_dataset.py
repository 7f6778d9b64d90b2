"""The klaverjas hands: all of them, each once, solved, and written so that others can read them."""

from __future__ import annotations

import gzip
import io
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from jacknine.cli import main
from jacknine.research import klaverjas_hands
from jacknine.research.klaverjas_hands import CLASSES, classes, deal_around, make_part, part_path, solve_classes
from jacknine.research.parquet import MAGIC, table_bytes
from jacknine.solver.api import Position, Solver
from jacknine.solver.pool import Pool
from jacknine.variants import rules


def test_there_are_as_many_classes_as_counted_elsewhere() -> None:
    hands = classes()
    assert len(hands) == len(np.unique(hands)) == CLASSES
    some = hands[:: CLASSES // 1_000]
    assert all(int(hand).bit_count() == 8 for hand in some)
    assert all(hand >> 8 & 255 >= hand >> 16 & 255 >= hand >> 24 for hand in map(int, some))


def test_every_hand_belongs_to_one_class() -> None:
    """Any hand, its plain suits sorted, is in the list."""
    known = set(classes().tolist())
    chance = np.random.default_rng(1)
    for _ in range(300):
        cards = chance.choice(32, 8, replace=False)
        hand = int((1 << cards).sum())
        plain = sorted((hand >> 8 * suit & 255 for suit in (1, 2, 3)), reverse=True)
        assert hand & 255 | plain[0] << 8 | plain[1] << 16 | plain[2] << 24 in known


def test_rows_are_whole_deals_with_exact_values() -> None:
    numbers = np.array([0, 77, 900_000, CLASSES - 1], np.int64)
    rows = solve_classes(Solver(), numbers, seed=3)
    for at, number in enumerate(numbers):
        deal = deal_around(int(classes()[number]), int(number), 3)
        assert [int(rows[f"hand{seat}"][at]) for seat in range(4)] == deal
        assert sum(deal) == (1 << 32) - 1
        value = Solver().solve(Position(rules("klaverjas"), "S", tuple(deal)), cards=False).value
        assert rows["difference"][at] == value
        assert rows["made"][at] == (value > 0)
    again = solve_classes(Solver(), numbers[2:], seed=3)
    assert np.array_equal(again["difference"], rows["difference"][2:])


COLUMNS: dict[str, Any] = {
    "number": np.arange(1000, dtype=np.int64) << 33,
    "low": np.arange(1000, dtype=np.int32),
    "odd": np.arange(1000) % 2 == 1,
}


def _gzip_starts(file: bytes) -> list[int]:
    starts, at = [], file.find(b"\x1f\x8b\x08")
    while at >= 0:
        starts.append(at)
        at = file.find(b"\x1f\x8b\x08", at + 1)
    return starts


def test_a_written_table_can_be_read() -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    table = parquet.read_table(io.BytesIO(table_bytes(COLUMNS)))
    for name, column in COLUMNS.items():
        assert np.array_equal(table[name].to_numpy(), column)


def test_a_written_table_has_the_form_of_one() -> None:
    file = table_bytes(COLUMNS)
    assert file[:4] == file[-4:] == MAGIC
    (footer,) = struct.unpack("<I", file[-8:-4])
    assert all(name.encode() in file[-8 - footer :] for name in COLUMNS)
    for at, column in zip(_gzip_starts(file), COLUMNS.values(), strict=True):
        raw = gzip.GzipFile(fileobj=io.BytesIO(file[at:]))
        size = len(column) // 8 if column.dtype == bool else column.nbytes
        page = raw.read(size)
        want = np.packbits(column, bitorder="little").tobytes() if column.dtype == bool else column.tobytes()
        assert page == want


def test_columns_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="one length"):
        table_bytes({"a": np.zeros(1, np.int32), "b": np.zeros(2, np.int32)})
    with pytest.raises(ValueError, match="column a is float64"):
        table_bytes({"a": np.zeros(1)})


def test_parts_are_written_once_and_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two small parts of the set, one of them already there."""
    monkeypatch.setattr(klaverjas_hands, "PART", 20)
    monkeypatch.setattr(klaverjas_hands, "CLASSES", 40)

    class InProcess(Pool):
        """The pool's face, working here: the small sizes are this process's own."""

        def __init__(self, *_: object, **__: object) -> None:
            super().__init__(1)

        def submit(self, function: Any, *arguments: Any, **named: Any) -> Any:
            from concurrent.futures import Future

            done: Future[Any] = Future()
            done.set_result(function(Solver(), *arguments, **named))
            return done

    monkeypatch.setattr("jacknine.solver.pool.Pool", InProcess)
    make_part(Solver(), str(tmp_path), 0, seed=1)
    first = part_path(tmp_path, 0).read_bytes()
    assert main(["dataset", "klaverjas-hands", str(tmp_path)]) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == [part_path(tmp_path, part).name for part in (0, 1)]
    assert part_path(tmp_path, 0).read_bytes() == first
    told = capsys.readouterr().err
    assert "20 of 40 hands are there" in told
    assert "40 of 40 hands" in told


def test_a_sample_is_timed_and_extrapolated(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dataset", "klaverjas-hands", "--sample", "30"]) == 0
    assert "30 of 1820803 hands" in capsys.readouterr().out


def test_a_folder_is_needed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dataset", "klaverjas-hands"]) == 1
    assert "say where the files go" in capsys.readouterr().err
