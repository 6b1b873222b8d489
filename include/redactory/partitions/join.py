"""The redacted ranges of one object, joined in order to what a redaction of the whole would have staged."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, BinaryIO, cast

from redactory.partitions.dead_letter import DeadLetterWriter, read_dead_letters
from redactory.partitions.discover import SourceObject
from redactory.partitions.inputs import Prepared
from redactory.partitions.layout import data_key, dead_prefix, places_key
from redactory.partitions.observed import schemes_of
from redactory.partitions.ranges import StagedRange, ensure_range
from redactory.partitions.stage import Hashed, Staged
from redactory.records import DeadRow, Range, shape_of
from redactory.redact.places import PlacesWriter, read_places
from redactory.redact.summary import ObjectSummary

if TYPE_CHECKING:
    from redactory.ledger.models import PartitionRun
    from redactory.platform import Platform

_SPOOL = 32 << 20
_BUFFER = 1 << 20


def stage_in_ranges(
    platform: Platform,
    run: PartitionRun,
    source: SourceObject,
    parts: Sequence[Range],
    prefix: str,
    inputs: Prepared,
    *,
    workers: int = 1,
) -> Staged:
    """Redact the ranges of `source` that are not done, and join them all under `prefix` as one staged object.

    Raises SourceChangedError, RecordError as `stage_object` does.
    """
    schemes = schemes_of(platform, run, source, inputs)
    done = [ensure_range(platform, run, source, part, inputs, schemes, workers=workers) for part in parts]
    summary = ObjectSummary()
    for one in done:
        summary.add(one.staged.summary)
    _join_dead_letters(platform, done, dead_prefix(prefix, source.name))
    _join_places(platform, done, places_key(prefix, source.name))
    openers = [partial(platform.staging.open, one.keys.data, if_match=one.staged.etag) for one in done]
    with _joined(source.name, openers) as stream:
        hashed = Hashed(stream)
        info = platform.staging.upload(data_key(prefix, source.name), cast(BinaryIO, hashed))
    return Staged(info.etag, hashed.sha256, summary, schemes)


def _join_dead_letters(platform: Platform, done: Sequence[StagedRange], prefix: str) -> None:
    writer = DeadLetterWriter(platform.dead_letter, prefix)
    for one, before in _with_rows_before(done):
        for letter in read_dead_letters(platform.dead_letter, one.keys.dead):
            writer.write(DeadRow(letter.row + before, letter.reason, letter.raw))
    writer.close()


def _join_places(platform: Platform, done: Sequence[StagedRange], place_key: str) -> None:
    with tempfile.SpooledTemporaryFile(_SPOOL) as spool:
        writer = PlacesWriter(cast(BinaryIO, spool))
        for one, before in _with_rows_before(done):
            with platform.staging.open(one.keys.places) as stream:
                writer.write(replace(place, row=place.row + before) for place in read_places(stream))
        writer.close()
        spool.seek(0)
        platform.staging.upload(place_key, cast(BinaryIO, spool))


def _with_rows_before(done: Sequence[StagedRange]) -> Iterator[tuple[StagedRange, int]]:
    """Each range with the rows of those before it: a range numbers its rows from 1."""
    rows = 0
    for one in done:
        yield one, rows
        rows += one.staged.summary.rows_in


def _joined(name: str, openers: Sequence[Callable[[], BinaryIO]]) -> BinaryIO:
    """The staged ranges as one object: lines one after another, row groups under one footer."""
    if shape_of(name).format != "parquet":
        return cast(BinaryIO, io.BufferedReader(_Chain(iter(openers)), _BUFFER))
    from redactory.records.parquet_join import join_parquet

    spool = cast(BinaryIO, tempfile.SpooledTemporaryFile(_SPOOL))  # noqa: SIM115 - the caller closes it
    join_parquet(openers, spool)
    spool.seek(0)
    return spool


class _Chain(io.RawIOBase):
    """One stream after another, each opened when the one before has ended."""

    def __init__(self, openers: Iterator[Callable[[], BinaryIO]]) -> None:
        self._openers = openers
        self._stream: BinaryIO | None = None

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        while True:
            if self._stream is None:
                opener = next(self._openers, None)
                if opener is None:
                    return 0
                self._stream = opener()
            data = self._stream.read(len(buffer))
            if data:
                buffer[: len(data)] = data
                return len(data)
            self._stream.close()
            self._stream = None
