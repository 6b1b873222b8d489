"""CSV with a header: a field is a cell, its path the column's name; cells that are not replaced stay as they stood."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import BinaryIO, NamedTuple

from redactory.errors import RecordError
from redactory.records.binary import MIN_LENGTH, holds_binary
from redactory.records.compression import Compression, decompressed
from redactory.records.csv_dialect import Splitter, sniffed
from redactory.records.fields import FieldNode, FieldTree, Matcher
from redactory.records.limits import MAX_ROW_BYTES
from redactory.records.line_writer import raw_bytes
from redactory.records.lines import BlankLines, bounded_lines, take_bom
from redactory.records.model import DeadRow, Edit, Row, TextField
from redactory.records.reasons import BINARY, BROKEN_QUOTES, NOT_UTF8, OPEN_QUOTE, RAGGED, TOO_LARGE, Refused
from redactory.records.splice import csv_places, spliced

_SAMPLE_BYTES = 64 << 10
_SAMPLE_LINES = 200
_EXCEL_HINT = re.compile(r"sep=([,;\t|])\r?\n?\Z", re.IGNORECASE)


class CsvHandle(NamedTuple):
    """Blank lines before the row, the row with its line end, start and end of each cell, the delimiter."""

    blank: bytes
    raw: str
    spans: tuple[int, ...]
    delimiter: str


class CsvReader:
    """Rows of a CSV stream; the header is none of them.

    Every cell is a field, numbers too: CSV does not tell them from text. `head` and `tail` are what the writer puts
    around the rows.
    """

    def __init__(self, stream: BinaryIO, compression: Compression | None, matcher: Matcher) -> None:
        self._stream = decompressed(stream, compression)
        self._tree = FieldTree(matcher)
        self._blank = BlankLines()
        self._columns: tuple[FieldNode, ...] = ()
        self._keys: tuple[str, ...] = ()
        self.head = b""

    @property
    def tail(self) -> bytes:
        """Blank lines after the last row."""
        return self._blank.take()

    def __iter__(self) -> Iterator[Row | DeadRow]:
        """Raises RecordError where the object as a whole cannot be read: UTF-16, a cut stream, an unusable header."""
        self.head = take_bom(self._stream)
        lines = bounded_lines(self._stream)
        sample: list[tuple[bytes, bool]] = []
        size = 0
        for line in lines:
            sample.append(line)
            size += len(line[0])
            if size > _SAMPLE_BYTES or len(sample) >= _SAMPLE_LINES:
                break
        source = _Source(chain(sample, lines))
        splitter = self._header(source, [_decoded(line)[0] for line, _ in sample])
        number = 0
        while (first := source.begin()) is not None:
            if source.whole and splitter.is_blank(first):
                self._blank.add(source.taken())
                continue
            number += 1
            try:
                yield self._row(number, splitter, source, first)
            except Refused as refused:
                # A stray quote swallows rows: each line of a row that cannot be split counts as one, so that the
                # share of dead rows shows it.
                apart = refused.reason in (OPEN_QUOTE, BROKEN_QUOTES, RAGGED)
                dead = source.lines() if apart else [source.taken()]
                for place, raw in enumerate(dead):
                    yield DeadRow(number + place, refused.reason, raw)
                number += len(dead) - 1

    def raw(self, row: Row) -> bytes:
        """The row as it stood, quotes and line end included."""
        return raw_bytes(row)

    def _header(self, source: _Source, sample: list[str]) -> Splitter:
        hint = _EXCEL_HINT.match(sample[0]) if sample else None
        if hint:
            source.begin()
            self.head += source.taken()
        splitter = Splitter(hint[1] if hint else sniffed(sample))
        while (first := source.begin()) is not None:
            if first.strip():
                break
            self.head += source.taken()
        if first is None:
            return splitter
        split = splitter.split(first, source.more)
        raw = source.taken()
        self.head += raw
        fault = TOO_LARGE if not source.whole else NOT_UTF8 if not source.sound else split.fault
        if fault is not None:
            raise RecordError(f"the CSV header cannot be read ({fault}): the first row must name the columns, in UTF-8")
        names = _cells(raw.decode(), split.cells)
        seen: dict[str, int] = {}
        for place, name in enumerate(names, 1):
            if name in seen:
                raise RecordError(
                    f"columns {seen[name]} and {place} of the CSV header have one name: rename one of them, since a "
                    "policy names fields by column"
                )
            seen[name] = place
        self._columns = tuple(self._tree.child(self._tree.root, name) for name in names)
        self._keys = tuple(names)
        return splitter

    def _row(self, number: int, splitter: Splitter, source: _Source, first: str) -> Row:
        if not source.whole:
            raise Refused(TOO_LARGE)
        split = splitter.split(first, source.more)
        if not source.sound:
            raise Refused(BINARY if b"\x00" in source.taken() else NOT_UTF8)
        if split.fault is not None:
            raise Refused(split.fault)
        if len(split.cells) != 2 * len(self._columns):
            raise Refused(RAGGED)
        raw = source.text
        fields = []
        for node, text in zip(self._columns, _cells(raw, split.cells), strict=True):
            if node.listing != "drop" and ("\x00" in text or (len(text) >= MIN_LENGTH and holds_binary(text))):
                raise Refused(BINARY)
            fields.append(TextField(node.suffix, text, node.listing, node.entity, node.account))
        handle = CsvHandle(self._blank.take(), raw, tuple(split.cells), splitter.delimiter)
        return Row(number, tuple(fields), self._keys, handle)


class _Source:
    """Lines of the row at hand. `whole` and `sound`: nothing of them was cut off, all of them were UTF-8."""

    def __init__(self, lines: Iterator[tuple[bytes, bool]]) -> None:
        self._waiting = lines
        self._lines: list[bytes] = []
        self._texts: list[str] = []
        self._size = 0
        self.whole = True
        self.sound = True

    def begin(self) -> str | None:
        """The first line of a row, or None at the end."""
        self._lines, self._texts, self._size = [], [], 0
        self.whole = self.sound = True
        return self.more()

    def more(self) -> str | None:
        """The next line of the same row. Raises RecordError where they grow past `MAX_ROW_BYTES`."""
        line, self.whole = next(self._waiting, (b"", True))
        if not line:
            return None
        self._size += len(line)
        if self._lines and (not self.whole or self._size > MAX_ROW_BYTES):
            raise RecordError("a quoted CSV cell runs on for more than 64 MiB: close its quote in the source")
        text, sound = _decoded(line)
        self.sound = self.sound and sound
        self._lines.append(line)
        self._texts.append(text)
        return text

    def lines(self) -> list[bytes]:
        """The row's lines so far."""
        return self._lines

    def taken(self) -> bytes:
        """The row's bytes so far."""
        return b"".join(self._lines)

    @property
    def text(self) -> str:
        """The row's characters so far."""
        return "".join(self._texts)


def _decoded(line: bytes) -> tuple[str, bool]:
    try:
        return line.decode(), True
    except UnicodeDecodeError:
        return line.decode("utf-8", "surrogateescape"), False


def _cells(raw: str, spans: Sequence[int]) -> list[str]:
    texts = []
    for place in range(0, len(spans), 2):
        start, end = spans[place], spans[place + 1]
        text = raw[start:end]
        texts.append(text.replace('""', '"') if raw[start - 1 : start] == '"' else text)
    return texts


def edited_row(row: Row, edits: Mapping[int, Sequence[Edit]]) -> str:
    """The row with the edits in it. A plain cell is quoted where what it becomes needs that."""
    handle: CsvHandle = row.handle
    raw, spans = handle.raw, handle.spans
    pieces = []
    done = 0
    for index in sorted(edits):
        if not edits[index]:
            continue
        start, end = spans[2 * index], spans[2 * index + 1]
        cell, length = raw[start:end], len(row.fields[index].text)
        pieces.append(raw[done:start])
        if raw[start - 1 : start] == '"':
            pieces.append(spliced(cell, length, edits[index], csv_places(cell), _doubled))
        else:
            text = spliced(cell, length, edits[index], None, str)
            needs = text.startswith('"') or any(sign in text for sign in (handle.delimiter, "\r", "\n"))
            pieces.append(f'"{_doubled(text)}"' if needs else text)
        done = end
    pieces.append(raw[done:])
    return "".join(pieces)


def _doubled(text: str) -> str:
    return text.replace('"', '""')
