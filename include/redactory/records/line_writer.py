"""Writes rows that are stretches of characters (JSONL, CSV, text): as they stood, with the edits spliced in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, BinaryIO, Protocol

from redactory.errors import RecordError
from redactory.records.compression import Compression, compressing
from redactory.records.model import Edit, Row

Edited = Callable[[Row, Mapping[int, Sequence[Edit]]], str]


class LineReader(Protocol):
    """What stands around the rows: bytes before the first, known once reading began, and after the last."""

    head: bytes

    @property
    def tail(self) -> bytes: ...


class LineHandle(Protocol):
    """What every handle of a row of characters holds: blank lines before it, and the row."""

    @property
    def blank(self) -> bytes: ...

    @property
    def raw(self) -> str: ...


class LineWriter:
    """Writes the rows of one reader into `stream`, which stays open."""

    def __init__(self, stream: BinaryIO, compression: Compression | None, reader: LineReader, edited: Edited) -> None:
        self._sink = compressing(stream, compression)
        self._reader = reader
        self._edited = edited
        self._begun = False

    def write(self, row: Row, edits: Mapping[int, Sequence[Edit]]) -> None:
        """The row with `edits` in it. Raises RecordError for edits that do not fit the row's fields."""
        if not self._begun:
            self._begin()
        handle: LineHandle = row.handle
        if handle.blank:
            self._sink.write(handle.blank)
        text = self._edited(row, edits) if edits else handle.raw
        try:
            self._sink.write(text.encode())
        except UnicodeEncodeError:
            raise RecordError(f"row {row.number}: a replacement holds half a surrogate pair") from None

    def close(self) -> None:
        """Writes what follows the last row and ends the compressed stream."""
        if not self._begun:
            self._begin()
        self._sink.write(self._reader.tail)
        self._sink.close()

    def _begin(self) -> None:
        self._begun = True
        self._sink.write(self._reader.head)


def raw_bytes(row: Row) -> bytes:
    """The row as it stood in the object; `row.handle` is a `LineHandle`."""
    handle: Any = row.handle
    raw: str = handle.raw
    return raw.encode()
