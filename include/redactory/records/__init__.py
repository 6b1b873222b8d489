"""Records in and out: JSONL, CSV, Parquet and text, read row by row and written back in the shape they came in."""

from __future__ import annotations

from typing import BinaryIO

from redactory.errors import RecordError
from redactory.records.csv_rows import CsvReader, edited_row
from redactory.records.fields import Matcher
from redactory.records.jsonl import JsonlReader, edited_line
from redactory.records.line_writer import LineWriter
from redactory.records.model import DeadRow, Edit, RecordReader, RecordWriter, Row, TextField
from redactory.records.paths import path_text
from redactory.records.ranges import Range
from redactory.records.shapes import Shape, shape_of
from redactory.records.text import TextReader, edited_block

__all__ = [
    "DeadRow",
    "Edit",
    "Matcher",
    "Range",
    "RecordReader",
    "RecordWriter",
    "Row",
    "Shape",
    "TextField",
    "open_reader",
    "open_writer",
    "path_text",
    "shape_of",
]


def open_reader(stream: BinaryIO, shape: Shape, matcher: Matcher, part: Range | None = None) -> RecordReader:
    """Rows of `stream`, in order, one at a time; the stream stays the caller's to close.

    A row that cannot go on comes as a `DeadRow`. Iterating raises RecordError where the object as a whole cannot be
    read. A reader is read once.

    With `part` the rows are those of one range of an object that is `splittable`, numbered from 1 again: the stream
    is then `open_lines` of that range, or the whole Parquet object.
    """
    if shape.format == "jsonl":
        return JsonlReader(stream, shape.compression, matcher, continued=part is not None and part.number > 0)
    if shape.format == "csv":
        return CsvReader(stream, shape.compression, matcher)
    if shape.format == "text":
        return TextReader(stream, shape.compression, matcher)
    from redactory.records.parquet import ParquetReader  # pyarrow takes its time to load

    return ParquetReader(stream, matcher, part)


def open_writer(stream: BinaryIO, shape: Shape, reader: RecordReader) -> RecordWriter:
    """Writes the rows of `reader` (dead ones left out), in its order, into `stream`, which stays open.

    Both run together: rows may be written while the reader goes on. `close` must be called once, after the reader
    has ended.
    """
    if isinstance(reader, JsonlReader):
        return LineWriter(stream, shape.compression, reader, edited_line)
    if isinstance(reader, CsvReader):
        return LineWriter(stream, shape.compression, reader, edited_row)
    if isinstance(reader, TextReader):
        return LineWriter(stream, shape.compression, reader, edited_block)
    from redactory.records.parquet import ParquetReader, ParquetWriter

    if not isinstance(reader, ParquetReader):
        raise RecordError("a writer continues a reader that open_reader gave")
    return ParquetWriter(stream, reader)
