"""Tables of whole numbers as Parquet files, the form that data tools read.

Just what our data sets need: flat columns of int32, int64 and bool without gaps, one group of rows a file, pages
pressed with gzip. A writer of everything would be a package of forty megabytes.
"""

from __future__ import annotations

import gzip
import struct
from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import numpy.typing as npt

MAGIC: Final = b"PAR1"
_GZIP: Final = 2
_PLAIN: Final = 0
_RLE: Final = 3
_REQUIRED: Final = 0
_KINDS: Final = {"bool": 0, "int32": 1, "int64": 2}

# Values of the compact form of Thrift, in which Parquet writes its headers: ("i32", 5), ("list", [...]) and so on.
_TYPES: Final = {"i32": 5, "i64": 6, "text": 8, "list": 9, "struct": 12}
Value = tuple[str, Any]
Fields = dict[int, Value]


def _varint(number: int) -> bytes:
    out = bytearray()
    while number >= 0x80:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


def _value(kind: str, value: Any) -> bytes:
    match kind:
        case "i32" | "i64":
            return _varint(value << 1)  # zigzag of a number that is not negative
        case "text":
            text: bytes = value.encode()
            return _varint(len(text)) + text
        case "struct":
            return _struct(value)
    inner, items = value
    size = bytes([len(items) << 4 | _TYPES[inner]]) if len(items) < 15 else bytes([0xF0 | _TYPES[inner]])
    return size + (_varint(len(items)) if len(items) >= 15 else b"") + b"".join(_value(inner, item) for item in items)


def _struct(fields: Fields) -> bytes:
    """A struct of fields, whose numbers are written as steps of at most fifteen."""
    out, last = b"", 0
    for number, (kind, value) in sorted(fields.items()):
        out += bytes([number - last << 4 | _TYPES[kind]]) + _value(kind, value)
        last = number
    return out + b"\0"


def _page(column: npt.NDArray[Any]) -> bytes:
    raw = np.packbits(column, bitorder="little").tobytes() if column.dtype == bool else column.tobytes()
    pressed = gzip.compress(raw, mtime=0)
    levels: Fields = {1: ("i32", len(column)), 2: ("i32", _PLAIN), 3: ("i32", _RLE), 4: ("i32", _RLE)}
    header: Fields = {
        1: ("i32", 0), 2: ("i32", len(raw)), 3: ("i32", len(pressed)), 5: ("struct", levels)
    }  # fmt: skip
    return _struct(header) + pressed


def table_bytes(columns: Mapping[str, npt.NDArray[Any]], created_by: str = "jacknine") -> bytes:
    """A Parquet file of columns of equal length.

    Raises:
        ValueError: a column of another type than int32, int64 and bool, or of another length.
    """
    rows = {len(column) for column in columns.values()}
    if len(rows) != 1:
        raise ValueError("columns of one length are needed")
    out, chunks = MAGIC, []
    schema: list[Fields] = [{4: ("text", "rows"), 5: ("i32", len(columns))}]
    for name, column in columns.items():
        if column.dtype.name not in _KINDS:
            raise ValueError(f"column {name} is {column.dtype}; int32, int64 and bool can be written")
        kind, page = _KINDS[column.dtype.name], _page(column)
        schema.append({1: ("i32", kind), 3: ("i32", _REQUIRED), 4: ("text", name)})
        told: Fields = {
            1: ("i32", kind), 2: ("list", ("i32", [_PLAIN, _RLE])), 3: ("list", ("text", [name])), 4: ("i32", _GZIP),
            5: ("i64", len(column)), 6: ("i64", len(page)), 7: ("i64", len(page)), 9: ("i64", len(out)),
        }  # fmt: skip
        chunks.append({2: ("i64", len(out)), 3: ("struct", told)})
        out += page
    number = rows.pop()
    group: Fields = {1: ("list", ("struct", chunks)), 2: ("i64", len(out) - len(MAGIC)), 3: ("i64", number)}
    footer = _struct(
        {
            1: ("i32", 1), 2: ("list", ("struct", schema)), 3: ("i64", number), 4: ("list", ("struct", [group])),
            6: ("text", created_by),
        }
    )  # fmt: skip
    return out + footer + struct.pack("<I", len(footer)) + MAGIC
