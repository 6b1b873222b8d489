"""Ranges of an object: every line, every row group belongs to exactly one of them, wherever the cuts fall."""

from __future__ import annotations

import functools
import io

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from redactory.policy.model import FieldRules
from redactory.policy.paths import FieldMatcher
from redactory.records import Range, Row, open_reader, open_writer, shape_of
from redactory.records.parquet_join import group_sizes, join_parquet
from redactory.records.ranges import byte_ranges, group_ranges, open_lines, splittable

MATCHER = FieldMatcher(FieldRules(text=["**"]))


def parts_of(data: bytes, target: int) -> list[bytes]:
    def open_at(start: int) -> io.BytesIO:
        stream = io.BytesIO(data)
        stream.seek(start)
        return stream

    return [open_lines(open_at, part).read() for part in byte_ranges(len(data), target)]


@given(st.lists(st.binary(max_size=6).filter(lambda b: b"\n" not in b), max_size=8), st.booleans(), st.integers(1, 12))
def test_every_line_is_in_the_range_its_first_byte_lies_in(lines: list[bytes], ended: bool, target: int) -> None:
    data = b"\n".join(lines) + (b"\n" if ended else b"")
    parts = parts_of(data, target)
    assert b"".join(parts) == data
    starts = [0] + [at + 1 for at, byte in enumerate(data) if byte == 10 and at + 1 < len(data)]
    for part, got in zip(byte_ranges(len(data), target), parts, strict=True):
        within = [s for s in starts if part.start <= s < part.end]
        assert got == (data[within[0] : next((s for s in starts if s >= part.end), len(data))] if within else b"")


def test_a_line_longer_than_many_ranges_is_read_once() -> None:
    data = b'{"a": "' + b"x" * 300_000 + b'"}\n{"a": "y"}\n'
    parts = parts_of(data, 1_000)
    assert [p for p in parts if p] == [data[:-11], data[-11:]]


def test_the_rows_of_the_ranges_are_the_rows_of_the_object() -> None:
    data = b"\xef\xbb\xbf" + b"".join(b'{"a": "row %d"}\n\n' % n for n in range(40))
    shape = shape_of("a.jsonl")
    out = io.BytesIO()
    found: list[str] = []
    for part, raw in zip(byte_ranges(len(data), 100), parts_of(data, 100), strict=True):
        reader = open_reader(io.BytesIO(raw), shape, MATCHER, part)
        writer = open_writer(out, shape, reader)
        for row in reader:
            assert isinstance(row, Row)
            found.append(row.fields[0].text)
            writer.write(row, {})
        writer.close()
    assert found == [f"row {n}" for n in range(40)]
    assert out.getvalue() == data


def test_what_starts_like_a_mark_inside_the_object_is_left_to_its_row() -> None:
    """In the middle of an object two odd bytes are one bad row, not another encoding of all of it."""
    reader = open_reader(io.BytesIO(b'\xff\xfe\n{"a": "b"}\n'), shape_of("a.jsonl"), MATCHER, Range(1, 10, 25))
    dead, row = list(reader)
    assert not isinstance(dead, Row)
    assert isinstance(row, Row)


@pytest.mark.parametrize(
    ("name", "can"),
    [("a.jsonl", True), ("a.parquet", True), ("a.jsonl.gz", False), ("a.jsonl.zst", False), ("a.csv", False)],
)
def test_what_can_be_split(name: str, can: bool) -> None:
    assert splittable(shape_of(name)) is can


def test_row_groups_are_joined_until_a_range_is_full() -> None:
    assert group_ranges([5, 5, 5, 20, 1, 1], 10) == [Range(0, 0, 2), Range(1, 2, 3), Range(2, 3, 4), Range(3, 4, 6)]
    assert group_ranges([], 10) == [Range(0, 0, 0)]


@pytest.mark.parametrize("target", [1, 2_000, 1 << 30])
def test_parquet_ranges_join_to_what_the_whole_gives(target: int) -> None:
    table = pa.table({"id": list(range(900)), "text": [f"row {n}" for n in range(900)]})
    source = io.BytesIO()
    pq.write_table(table, source, row_group_size=200, compression="zstd")
    ranges = group_ranges(group_sizes(source), target)
    shape = shape_of("a.parquet")

    def written(part: Range | None) -> bytes:
        out = io.BytesIO()
        reader = open_reader(io.BytesIO(source.getvalue()), shape, MATCHER, part)
        writer = open_writer(out, shape, reader)
        for row in reader:
            if isinstance(row, Row) and row.fields[0].text != "row 3":  # a row is left out, as dead ones are
                writer.write(row, {})
        writer.close()
        return out.getvalue()

    joined = io.BytesIO()
    join_parquet([functools.partial(io.BytesIO, written(part)) for part in ranges], joined)
    whole = written(None)
    assert pq.read_table(io.BytesIO(joined.getvalue())).equals(pq.read_table(io.BytesIO(whole)))
    ours, theirs = (pq.ParquetFile(io.BytesIO(d)).metadata for d in (joined.getvalue(), whole))
    assert [ours.row_group(n).num_rows for n in range(ours.num_row_groups)] == [
        theirs.row_group(n).num_rows for n in range(theirs.num_row_groups)
    ]
    assert ours.row_group(0).column(1).compression == "ZSTD"
