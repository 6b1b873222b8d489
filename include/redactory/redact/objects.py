"""One object from stream to stream: read rows, redact in batches, write rows, places and dead letters.

Memory holds a few batches, whatever the object's size. Rows in = rows out + rows in dead-letter, or it raises.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import BinaryIO, Protocol

from redactory.errors import RecordError
from redactory.policy.paths import FieldMatcher
from redactory.records import DeadRow, Range, Row, Shape, open_reader, open_writer
from redactory.redact.engine import RowInput, RowResult, Sealed
from redactory.redact.places import PlacesWriter
from redactory.redact.summary import ObjectSummary

BATCH_ROWS = 128
BATCH_CHARS = 400_000
_INDEX = re.compile(r"\[\d+\]")
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_NUMBER = re.compile(r"\d{4,}")


class BatchRunner(Protocol):
    """Redacts batches in order: in this process, or in several."""

    reads_numbers: bool

    def run(self, batches: Iterable[list[RowInput]]) -> Iterator[list[RowResult]]: ...


class DeadLetters(Protocol):
    """Takes rows that cannot go on."""

    def write(self, row: DeadRow) -> None: ...


class SealedValues(Protocol):
    """Takes what a policy wants reversible, a row at a time."""

    def write(self, sealed: Sequence[Sealed]) -> None: ...

    def flush(self) -> None: ...


def redact_object(
    source: BinaryIO,
    shape: Shape,
    out: BinaryIO,
    runner: BatchRunner,
    matcher: FieldMatcher,
    *,
    part: Range | None = None,
    places: PlacesWriter | None = None,
    dead_letters: DeadLetters | None = None,
    sealed: SealedValues | None = None,
    progress: Callable[[int], None] | None = None,
) -> ObjectSummary:
    """Redact `source` into `out`, both in `shape`; with `part` the rows of that range alone (see `open_reader`).

    `progress` is called with the number of rows after each batch.

    Raises:
        RecordError: the object as a whole cannot be read, or rows went missing on the way.
    """
    summary = ObjectSummary()
    reader = open_reader(source, shape, matcher, part)
    writer = open_writer(out, shape, reader)

    def bury(row: DeadRow) -> None:
        summary.dead[row.reason] += 1
        if dead_letters is not None:
            dead_letters.write(row)

    numbered = runner.reads_numbers and shape.format == "jsonl"
    waiting: list[list[Row | DeadRow]] = []  # rows read and not yet written, a list a batch

    def inputs() -> Iterator[list[RowInput]]:
        for batch in _batches(reader):
            summary.rows_in += len(batch)
            waiting.append(batch)
            yield [
                RowInput(row.number, row.fields, row.keys, _numbers(reader.raw(row)) if numbered else ())
                for row in batch
                if isinstance(row, Row)
            ]

    for results in runner.run(inputs()):
        batch = waiting.pop(0)
        found = iter(results)
        for row in batch:
            if isinstance(row, DeadRow):
                bury(row)
                continue
            result = next(found, None)
            if result is None or result.number != row.number:
                raise RecordError("rows came back in another order than they went; nothing is written")
            if result.held is not None:
                bury(DeadRow(row.number, result.held, reader.raw(row)))
                continue
            writer.write(row, result.edits)
            _count(summary, result)
            if places is not None:
                places.write(result.places)
            if sealed is not None:
                sealed.write(result.sealed)
        if progress is not None:
            progress(len(batch))
    writer.close()
    if places is not None:
        places.close()
    if sealed is not None:
        sealed.flush()
    if waiting or summary.rows_in != summary.rows_out + summary.dead_rows:
        raise RecordError(
            f"{summary.rows_in} rows in, but {summary.rows_out} out and {summary.dead_rows} in dead-letter"
        )
    return summary


def _numbers(line: bytes) -> tuple[str, ...]:
    """The numbers of a line of JSON that are long enough to be somebody's."""
    return tuple(_NUMBER.findall(_STRING.sub('""', line.decode())))


def _count(summary: ObjectSummary, result: RowResult) -> None:
    summary.rows_out += 1
    summary.chars += result.chars
    summary.masked_chars += result.masked_chars
    summary.words += result.words
    for place in result.places:
        if place.entity:
            summary.counts[place.entity, place.layer] += 1
    summary.unlisted.update({_INDEX.sub("[*]", path) for path in result.unlisted})


def _batches(rows: Iterable[Row | DeadRow]) -> Iterator[list[Row | DeadRow]]:
    batch: list[Row | DeadRow] = []
    size = 0
    for row in rows:
        batch.append(row)
        size += len(row.raw) if isinstance(row, DeadRow) else sum(len(field.text) for field in row.fields)
        if len(batch) >= BATCH_ROWS or size >= BATCH_CHARS:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch
