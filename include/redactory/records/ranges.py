"""A part of a large object that can be redacted by itself: lines of JSONL by bytes, row groups of Parquet.

Every line belongs to the range its first byte lies in, so ranges that adjoin hold every line once. What is
compressed as a whole cannot be entered in the middle and stays one unit (`.gz`, `.zst`); CSV and text do too, because
a line break may stand inside a row.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass
from typing import BinaryIO, cast

from redactory.records.limits import READ_SIZE
from redactory.records.shapes import Shape


@dataclass(frozen=True, slots=True)
class Range:
    """From `start` up to `end`: bytes of JSONL, row groups of Parquet. `number` counts from 0 through the object."""

    number: int
    start: int
    end: int


def splittable(shape: Shape) -> bool:
    """Whether objects of this shape can be redacted in ranges."""
    return shape.format == "parquet" or (shape.format == "jsonl" and shape.compression is None)


def byte_ranges(size: int, target: int) -> list[Range]:
    """`size` bytes in ranges of about `target` bytes, all alike."""
    count = max(1, -(-size // target))
    cuts = [size * number // count for number in range(count + 1)]
    return [Range(number, cuts[number], cuts[number + 1]) for number in range(count)]


def group_ranges(sizes: list[int], target: int) -> list[Range]:
    """Row groups of the given sizes in bytes, joined until each range holds about `target` bytes."""
    ranges: list[Range] = []
    start = held = 0
    for group, size in enumerate(sizes):
        if held and held + size > target:
            ranges.append(Range(len(ranges), start, group))
            start, held = group, 0
        held += size
    return [*ranges, Range(len(ranges), start, len(sizes))]


def open_lines(open_at: Callable[[int], BinaryIO], part: Range) -> BinaryIO:
    """The lines that begin in `part`, whole. `open_at(offset)` opens the object at a byte."""
    if not part.start:
        stream = open_at(0)
        return cast(BinaryIO, io.BufferedReader(_Lines(stream, part.end), READ_SIZE))
    stream = open_at(part.start - 1)  # the byte before tells whether a line begins just here
    lines = _Lines(stream, part.end - part.start + 1)
    lines.skip_line()
    return cast(BinaryIO, io.BufferedReader(lines, READ_SIZE))


class _Lines(io.RawIOBase):
    """Bytes up to the end of the line that holds byte `length - 1` of the stream."""

    def __init__(self, stream: BinaryIO, length: int) -> None:
        self._stream = stream
        self._left = length - 1  # bytes before the one whose line is the last
        self._ended = False

    def readable(self) -> bool:
        return True

    def skip_line(self) -> None:
        """Past the first line break; past the end of the range there is nothing to read."""
        while line := self._stream.readline(READ_SIZE):
            self._left -= len(line)
            if line.endswith(b"\n"):
                break
        self._ended = self._left < 0

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        if self._ended:
            return 0
        if self._left > 0:
            data = self._stream.read(min(len(buffer), self._left))
            self._left -= len(data)
        else:
            data = self._stream.readline(len(buffer))
            self._ended = data.endswith(b"\n")
        self._ended = self._ended or not data
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        if not self.closed:
            self._stream.close()
        super().close()
