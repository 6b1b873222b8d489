"""JSON lines: a row is a line, and what is not replaced is written back byte for byte."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import BinaryIO, NamedTuple

from redactory.errors import RecordError
from redactory.records.compression import Compression, decompressed
from redactory.records.fields import FieldTree, Matcher
from redactory.records.json_scan import scan
from redactory.records.line_writer import raw_bytes
from redactory.records.lines import BlankLines, bounded_lines, take_bom
from redactory.records.model import DeadRow, Edit, Row
from redactory.records.reasons import BINARY, NOT_UTF8, TOO_LARGE, Refused
from redactory.records.splice import json_places, spliced


class JsonlHandle(NamedTuple):
    """What the writer needs of a row: blank lines before it, the line, start and end of each field's token."""

    blank: bytes
    raw: str
    spans: tuple[int, ...]


class JsonlReader:
    """Rows of a JSONL stream. `head` and `tail` are what the writer puts around them.

    `continued`: the stream begins in the middle of the object, where neither a mark nor one long document is looked
    for.
    """

    def __init__(
        self, stream: BinaryIO, compression: Compression | None, matcher: Matcher, *, continued: bool = False
    ) -> None:
        self._stream = decompressed(stream, compression)
        self._continued = continued
        self._tree = FieldTree(matcher)
        self._blank = BlankLines()
        self.head = b""

    @property
    def tail(self) -> bytes:
        """Blank lines after the last row."""
        return self._blank.take()

    def __iter__(self) -> Iterator[Row | DeadRow]:
        """Raises RecordError where the object as a whole cannot be read: UTF-16, a cut stream, one document."""
        if not self._continued:
            self.head = take_bom(self._stream)
        number = 0
        for raw, whole in bounded_lines(self._stream):
            if not raw.strip(b" \t\r\n") and whole:
                self._blank.add(raw)
                continue
            number += 1
            if number == 1 and not self._continued and raw.strip() in (b"[", b"{"):
                raise RecordError(
                    "the object is one JSON document over many lines: write one record a line, for example with "
                    "jq -c '.[]'"
                )
            if not whole:
                yield DeadRow(number, TOO_LARGE, raw)
                continue
            try:
                yield self._row(number, raw)
            except Refused as refused:
                yield DeadRow(number, refused.reason, raw)

    def raw(self, row: Row) -> bytes:
        """The line of a row as it stood."""
        return raw_bytes(row)

    def _row(self, number: int, raw: bytes) -> Row:
        try:
            line = raw.decode()
        except UnicodeDecodeError:
            raise Refused(BINARY if b"\x00" in raw else NOT_UTF8) from None
        if "\x00" in line:
            raise Refused(BINARY)
        fields, spans, keys = scan(line, self._tree)
        return Row(number, fields, keys, JsonlHandle(self._blank.take(), line, spans))


def edited_line(row: Row, edits: Mapping[int, Sequence[Edit]]) -> str:
    """The line of a row with the edits in it. A number or boolean that is edited becomes a string."""
    handle: JsonlHandle = row.handle
    line, spans = handle.raw, handle.spans
    pieces = []
    done = 0
    for index in sorted(edits):
        if not edits[index]:
            continue
        start, end = spans[2 * index], spans[2 * index + 1]
        raw = line[start:end]
        value = spliced(raw, len(row.fields[index].text), edits[index], json_places(raw), _escaped)
        pieces.append(line[done:start])
        pieces.append(value if line[start - 1 : start] == '"' else f'"{value}"')
        done = end
    pieces.append(line[done:])
    return "".join(pieces)


def _escaped(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)[1:-1]
