"""Parquet through pyarrow: rows with the text of every string column, nested ones too, and the same schema back.

Two row groups at most are in memory, one being read and one being written; a row group beyond `GROUP_BYTES` is
written as several.
"""

from __future__ import annotations

import base64
import json
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, BinaryIO

import pyarrow as pa
import pyarrow.parquet as pq

from redactory.errors import RecordError
from redactory.records.fields import FieldTree, Matcher
from redactory.records.limits import READ_SIZE
from redactory.records.model import DeadRow, Edit, Row
from redactory.records.parquet_columns import Column, NewText, Parts, found_in_row, rebuilt, written_type
from redactory.records.ranges import Range
from redactory.records.reasons import Refused
from redactory.records.splice import spliced

GROUP_BYTES = 256 << 20  # uncompressed; a larger row group is split on writing
_BATCH_BYTES = 8 << 20
_MAX_BATCH_ROWS = 1024


class ParquetReader:
    """Rows of a Parquet object.

    Parquet is read from its end: a stream that cannot seek is first copied into an unnamed temporary file.
    Bytes that are not null hold their row, unless the policy drops the column. With `part`, the row groups of that
    range alone.
    """

    def __init__(self, stream: BinaryIO, matcher: Matcher, part: Range | None = None) -> None:
        self.tree = FieldTree(matcher)
        self.file = opened(stream)
        self.groups = range(part.start, part.end) if part else range(self.file.num_row_groups)
        names = self.file.schema_arrow.names
        if len(set(names)) < len(names):
            raise RecordError("two columns of the Parquet object have one name: rename one of them")
        root = self.tree.root
        self.nodes = [self.tree.child(root, name) for name in names]
        self._group: tuple[int, pa.Table] | None = None

    def __iter__(self) -> Iterator[Row | DeadRow]:
        """Raises RecordError where a part of the object cannot be read."""
        number = 0
        for group in self.groups:
            for batch in _batches(self.file, group, _BATCH_BYTES, _MAX_BATCH_ROWS):
                table = pa.Table.from_batches([batch])
                columns = [
                    (name, Column(table.column(name).combine_chunks(), node, self.tree))
                    for name, node in zip(table.column_names, self.nodes, strict=True)
                ]
                for index in range(table.num_rows):
                    number += 1
                    try:
                        found, keys = found_in_row(columns, index)
                    except Refused as refused:
                        yield DeadRow(number, refused.reason, _row_json(table, index))
                        continue
                    parts = tuple(one.parts for one in found)
                    yield Row(number, tuple(one.field for one in found), tuple(keys), parts)

    def raw(self, row: Row) -> bytes:
        """The row as one JSON object; bytes in base64."""
        index = row.number - 1
        for group in self.groups:
            rows = self.file.metadata.row_group(group).num_rows
            if index < rows:
                if self._group is None or self._group[0] != group:
                    self._group = (group, read_group(self.file, group))
                return _row_json(self._group[1], index)
            index -= rows
        raise RecordError(f"row {row.number} is not one of this object")


class _Out(pq.ParquetWriter):
    """Ends with `close` alone: given up after an error it writes no footer, and says nothing as it goes."""

    def __del__(self) -> None:
        pass


class ParquetWriter:
    """Writes the rows of one `ParquetReader`: its schema, metadata, row groups, codecs and dictionaries.

    A number, date or boolean column the policy declares an entity is written as a string column.
    """

    def __init__(self, stream: BinaryIO, reader: ParquetReader) -> None:
        self._reader = reader
        schema = reader.file.schema_arrow
        fields = [f.with_type(written_type(f.type, n, reader.tree)) for f, n in zip(schema, reader.nodes, strict=True)]
        self._schema = pa.schema(fields, metadata=schema.metadata)
        self._out = _Out(pa.PythonFile(stream, mode="w"), self._schema, **written_options(reader.file))
        self._chunks = self._sized_chunks()
        self._first, self._size = 0, 0  # the chunk at hand: its first row, counted from 0, and its rows
        self._live: list[int] = []
        self._edits: dict[str, list[NewText]] = {}

    def write(self, row: Row, edits: Mapping[int, Sequence[Edit]]) -> None:
        """The row with `edits` in it. Raises RecordError for edits that do not fit the row's fields."""
        while row.number > self._first + self._size:
            self._flush()
            if not self._next_chunk():
                raise RecordError(f"row {row.number} is not one of this object")
        handle: tuple[Parts, ...] = row.handle
        for index, some in edits.items():
            if some:
                text = row.fields[index].text
                name, *rest = handle[index]
                new = NewText(len(self._live), tuple(rest), spliced(text, len(text), some, None, str))
                self._edits.setdefault(str(name), []).append(new)
        self._live.append(row.number - 1 - self._first)

    def close(self) -> None:
        """Writes the last rows and the footer; the stream below stays open."""
        self._flush()
        self._out.close()

    def _sized_chunks(self) -> Iterator[int]:
        """The sizes of what is written at once, one row group after another."""
        file = self._reader.file
        for group in self._reader.groups:
            self._load = _Group(file, group)
            yield from self._load.sizes

    def _next_chunk(self) -> bool:
        self._first += self._size
        size = next(self._chunks, None)
        self._size = size or 0
        return size is not None

    def _flush(self) -> None:
        if not self._size:
            return
        table = self._load.next_table(self._size)
        if self._live:
            if len(self._live) < self._size:
                table = table.take(self._live)
            columns = []
            for name, node in zip(table.column_names, self._reader.nodes, strict=True):
                array = table.column(name).combine_chunks()
                columns.append(rebuilt(array, node, self._reader.tree, self._edits.get(name, ())))
            self._out.write_table(pa.Table.from_arrays(columns, schema=self._schema), row_group_size=self._size)
        self._live, self._edits = [], {}


class _Group:
    """One row group to be written: whole, or in several pieces where it is large."""

    def __init__(self, file: pq.ParquetFile, group: int) -> None:
        rows = file.metadata.row_group(group).num_rows
        step = _rows_within(file, group, GROUP_BYTES)
        self.sizes = [min(step, rows - start) for start in range(0, rows, step)]
        self._tables: Iterator[pa.Table] = (
            iter((read_group(file, group),))
            if len(self.sizes) == 1
            else (pa.Table.from_batches([batch]) for batch in _batches(file, group, GROUP_BYTES, rows))
        )
        self._rest: pa.Table | None = None

    def next_table(self, size: int) -> pa.Table:
        """The next `size` rows: batches may come shorter than asked for."""
        tables = [] if self._rest is None else [self._rest]
        while sum(table.num_rows for table in tables) < size:
            tables.append(next(self._tables))
        table = pa.concat_tables(tables)
        self._rest = table.slice(size)
        return table.slice(0, size)


def opened(stream: BinaryIO) -> pq.ParquetFile:
    """Raises RecordError for what is no Parquet, or not all of it."""
    if not stream.seekable():
        spool = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the reader, and has no name to leave behind
        shutil.copyfileobj(stream, spool, READ_SIZE)
        spool.seek(0)
        stream = spool
    try:
        return pq.ParquetFile(pa.PythonFile(stream, mode="r"), pre_buffer=False)
    except (pa.ArrowException, OSError):
        raise RecordError("the object is cut or not Parquet: upload it whole again") from None


def _rows_within(file: pq.ParquetFile, group: int, size: int) -> int:
    about = file.metadata.row_group(group)
    return max(1, min(about.num_rows, about.num_rows * size // max(1, about.total_byte_size)))


def _batches(file: pq.ParquetFile, group: int, size: int, rows: int) -> Iterator[pa.RecordBatch]:
    step = min(rows, _rows_within(file, group, size))
    batches = file.iter_batches(batch_size=step, row_groups=[group], use_threads=False)
    while True:
        try:
            batch = next(batches, None)
        except (pa.ArrowException, OSError):
            raise RecordError(_damaged(group)) from None
        if batch is None:
            return
        yield batch


def read_group(file: pq.ParquetFile, group: int) -> pa.Table:
    """Raises RecordError for a row group that cannot be read."""
    try:
        return file.read_row_group(group, use_threads=False)
    except (pa.ArrowException, OSError):
        raise RecordError(_damaged(group)) from None


def _damaged(group: int) -> str:
    return f"row group {group} of the Parquet object is damaged: upload it again"


def written_options(file: pq.ParquetFile) -> dict[str, Any]:
    """How the object was written, as far as its footer tells."""
    options: dict[str, Any] = {"store_schema": b"ARROW:schema" in (file.metadata.metadata or {})}
    if file.metadata.format_version in ("1.0", "2.4", "2.6"):
        options["version"] = file.metadata.format_version
    if not file.num_row_groups:
        return options
    about = file.metadata.row_group(0)
    columns = [about.column(place) for place in range(about.num_columns)]
    options["compression"] = {
        c.path_in_schema: "NONE" if c.compression == "UNCOMPRESSED" else c.compression for c in columns
    }
    options["use_dictionary"] = [c.path_in_schema for c in columns if c.has_dictionary_page]
    options["use_deprecated_int96_timestamps"] = any(c.physical_type == "INT96" for c in columns)
    return options


def _row_json(table: pa.Table, index: int) -> bytes:
    row = {name: _readable(table.column(name)[index]) for name in table.column_names}
    return json.dumps(row, ensure_ascii=False, default=_plain).encode("utf-8", "replace")


def _readable(value: pa.Scalar) -> Any:
    try:
        return value.as_py()
    except (ValueError, OverflowError):  # invalid UTF-8, or a time Python cannot hold
        return "(unreadable)" if pa.types.is_nested(value.type) else str(value.cast(pa.binary()).as_py())


def _plain(value: Any) -> str:
    return base64.b64encode(value).decode() if isinstance(value, bytes) else str(value)
