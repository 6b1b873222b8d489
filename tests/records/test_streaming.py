"""Memory does not grow with the object, whatever its rows look like."""

from __future__ import annotations

import io
import tracemalloc
from collections.abc import Iterator
from typing import Any

import pytest

from redactory.policy.model import FieldRules
from redactory.policy.paths import FieldMatcher
from redactory.records import DeadRow, Row, Shape, open_reader, open_writer
from redactory.records.limits import KEPT_OF_HUGE_ROW
from redactory.records.reasons import TOO_LARGE

MIB = 1 << 20


class Made(io.RawIOBase):
    """A stream of pieces made while it is read."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces
        self._rest = b""

    def read(self, size: int = -1) -> bytes:
        while len(self._rest) < size and (piece := next(self._pieces, b"")):
            self._rest += piece
        data, self._rest = self._rest[:size], self._rest[size:]
        return data


class Void(io.RawIOBase):
    def __init__(self) -> None:
        self.size = 0

    def write(self, data: Any) -> int:
        self.size += len(data)
        return len(data)


def pieces(form: str, count: int) -> Iterator[bytes]:
    if form == "csv":
        yield b"id,note\n"
    words = b"the printer on the third floor is jammed again and again " * 40
    for n in range(count):
        if form == "jsonl":
            yield b'{"id": %d, "by-id": {"key%d": "x"}, "note": "%s"}\n' % (n, n, words)
        elif form == "csv":
            yield b'%d,"%s\n%s"\n' % (n, words, words)
        else:
            yield words + b"\n" + words + b"\n\n"


def passed(source: Any, form: Any) -> tuple[int, list[DeadRow], int, int]:
    """Rows, dead rows, bytes written, and the peak of memory in bytes."""
    sink: Any = Void()
    reader = open_reader(source, Shape(form), FieldMatcher(FieldRules(text=["**"])))
    writer = open_writer(sink, Shape(form), reader)
    rows = 0
    dead = []
    tracemalloc.start()
    for row in reader:
        if isinstance(row, Row):
            rows += 1
            writer.write(row, {})
        else:
            dead.append(row)
    writer.close()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return rows, dead, sink.size, peak


@pytest.mark.parametrize("form", ["jsonl", "csv", "text"])
def test_many_rows(form: str) -> None:
    rows, dead, _, few = passed(Made(pieces(form, 300)), form)
    assert (rows, dead) == (300, [])
    rows, dead, size, many = passed(Made(pieces(form, 6_000)), form)
    assert (rows, dead) == (6_000, [])
    assert size > 13 * MIB
    assert many < few + 4 * MIB + (12 * MIB if form == "jsonl" else 0)  # keys that are data: a bounded cache of paths


@pytest.mark.parametrize("form", ["jsonl", "csv", "text"])
def test_one_line_that_never_ends(form: str) -> None:
    def endless() -> Iterator[bytes]:
        yield b"note\n" if form == "csv" else b""
        for _ in range(300):
            yield b"x" * MIB
        yield b'\n"fine"\n'

    rows, dead, size, peak = passed(Made(piece for piece in endless() if piece), form)
    assert [(row.number, row.reason, len(row.raw)) for row in dead] == [(1, TOO_LARGE, KEPT_OF_HUGE_ROW)]
    assert rows == 1
    assert size < 100
    assert peak < 160 * MIB
