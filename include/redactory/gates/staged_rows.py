"""Which staged row belongs to the next source row.

Most formats keep their rows apart, and the next one is the one. In plain text a row is a stretch between blank lines
or of a certain size, so that a replacement can move its end: there, as many characters are taken as the source row
must have after its recorded replacements.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from redactory.records.model import DeadRow, Row, TextField
from redactory.redact.places import Place

_BLANK_LINES = re.compile(r"(?:[^\S\n]*\n)*")


class StagedRows(Protocol):
    """Staged rows in order. `next_for` looks, `take` moves on past what it saw, `rest` is what nobody asked for."""

    read: int

    def next_for(self, row: Row, places: Sequence[Place]) -> Row | DeadRow | None: ...

    def take(self) -> None: ...

    def rest(self) -> Iterator[Row | DeadRow]: ...


class RowByRow:
    """Formats in which rows stand apart."""

    def __init__(self, rows: Iterable[Row | DeadRow]) -> None:
        self._rows = iter(rows)
        self._next = next(self._rows, None)
        self.read = 0

    def next_for(self, row: Row, places: Sequence[Place]) -> Row | DeadRow | None:
        return self._next

    def take(self) -> None:
        if self._next is not None:
            self.read += 1
            self._next = next(self._rows, None)

    def rest(self) -> Iterator[Row | DeadRow]:
        while self._next is not None:
            yield self._next
            self.take()


class BlockByBlock:
    """Plain text, one field a row."""

    def __init__(self, rows: Iterable[Row | DeadRow]) -> None:
        self._rows = iter(rows)
        self._buffer = ""
        self._seen = 0  # characters of the buffer that the last look covered
        self.read = 0

    def next_for(self, row: Row, places: Sequence[Place]) -> Row | DeadRow | None:
        source, blank = row.fields[0], row.handle.blank.decode("utf-8", "replace")
        size = len(source.text) + sum((p.out_end - p.out_start) - (p.end - p.start) for p in places)
        end = row.handle.raw[row.handle.end :]
        self._fill(len(blank) + size + len(end))
        if not self._buffer:
            return None
        start = len(blank)
        if not self._buffer.startswith(blank):  # the blank lines before a row that is not here are not here either
            lines = _BLANK_LINES.match(self._buffer)
            start = lines.end() if lines else 0
            self._fill(start + size + len(end))
        stop = start + max(size, 0)
        self._seen = stop + len(end) if self._buffer.startswith(end, stop) else stop
        text = self._buffer[start:stop]
        field = TextField(source.path, text, source.listing, source.entity, source.account)
        return Row(row.number, (field,), (), None)

    def take(self) -> None:
        if self._seen:
            self.read += 1
            self._buffer = self._buffer[self._seen :]
            self._seen = 0

    def rest(self) -> Iterator[Row | DeadRow]:
        self._fill(1)
        while self._buffer.strip():
            self.read += 1
            text, self._buffer = self._buffer, ""
            yield Row(0, (TextField("text", text, "text"),), (), None)
            self._fill(1)

    def _fill(self, size: int) -> None:
        while len(self._buffer) < size:
            row = next(self._rows, None)
            if row is None:
                return
            if isinstance(row, DeadRow):
                self._buffer += row.raw.decode("utf-8", "replace")
            else:
                self._buffer += row.handle.blank.decode("utf-8", "replace") + row.handle.raw
