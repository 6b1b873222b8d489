"""Large objects in ranges: each is redacted by itself, by whichever worker, and all are joined in order.

A range that is done leaves a note, written last, that says of which source, policy, directory and engine it is. A
range whose note fits is never redacted again, so a task that redacts ranges may be killed, repeated or left out: what
is missing is done when the object is joined. Rows never pass through the scheduler; tasks hand on numbers alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, BinaryIO

import orjson

from redactory.detect.observed import Schemes
from redactory.errors import RecordError, SourceChangedError, StorageError
from redactory.partitions import state
from redactory.partitions.discover import SourceObject
from redactory.partitions.inputs import Prepared, prepared
from redactory.partitions.layout import range_prefix, ranges_prefix
from redactory.partitions.observed import schemes_of
from redactory.partitions.stage import Keys, Staged, stage_rows
from redactory.records import Range, shape_of
from redactory.records.ranges import byte_ranges, group_ranges, open_lines, splittable
from redactory.redact.summary import ObjectSummary
from redactory.storage.seekable import open_seekable

if TYPE_CHECKING:
    from redactory.ledger.models import PartitionRun
    from redactory.platform import Platform


@dataclass(frozen=True, slots=True)
class RangeTask:
    """One range of one object of a partition run: ids of the ledger and a number, nothing else."""

    partition_run_id: int
    object_run_id: int
    number: int


def range_tasks(platform: Platform, partition_run_ids: Sequence[int]) -> list[RangeTask]:
    """The ranges of every object of these runs that is large enough to be split, in order."""
    tasks: list[RangeTask] = []
    for partition_run_id in partition_run_ids:
        run = state.load(platform.ledger, partition_run_id)
        if run.state in state.ENDED:
            continue
        for item, source in zip(run.objects, state.sources(run), strict=True):
            try:
                ranges = ranges_of(platform, source)
            except (RecordError, SourceChangedError, StorageError):
                continue  # redacting the partition meets it again, and says so of this partition
            if len(ranges) > 1:
                tasks += [RangeTask(partition_run_id, item.id, part.number) for part in ranges]
    return tasks


def ranges_of(platform: Platform, source: SourceObject) -> list[Range]:
    """How `source` is split: one range where it is small, or cannot be entered in the middle.

    Raises RecordError for a Parquet object whose footer cannot be read, SourceChangedError.
    """
    shape, target = shape_of(source.name), platform.settings.split_bytes
    if source.size <= target or not splittable(shape):
        return [Range(0, 0, source.size)]
    if shape.format == "jsonl":
        return byte_ranges(source.size, target)
    from redactory.records.parquet_join import group_sizes

    with _seekable(platform, source) as stream:
        return group_ranges(group_sizes(stream), target)


def redact_ranges(platform: Platform, tasks: Sequence[RangeTask], *, workers: int = 1) -> None:
    """Redact ranges, one after another; those that are done, or whose partition run has ended, are passed over.

    A source that is another one by now is left to the partition, which begins again with what is there, and one that
    cannot be read, of which the partition says so.
    """
    for task in tasks:
        _redact_range(platform, task, workers)


@dataclass(frozen=True, slots=True)
class StagedRange:
    """One range in staging: where it lies, and what it holds."""

    keys: Keys
    staged: Staged


def delete_ranges(platform: Platform, run: PartitionRun) -> int:
    """Delete the ranges of a run, redacted rows and dead letters; returns how many objects."""
    return sum(store.delete_prefix(_prefix(run)) for store in (platform.staging, platform.dead_letter))


def ensure_range(
    platform: Platform,
    run: PartitionRun,
    source: SourceObject,
    part: Range,
    inputs: Prepared,
    schemes: Schemes,
    *,
    workers: int = 1,
) -> StagedRange:
    """Redact `part` of `source`, unless that is done. Raises SourceChangedError, RecordError."""
    folder = range_prefix(_prefix(run), source.name, part.number)
    keys = Keys(f"{folder}data", f"{folder}places.jsonl.zst", f"{folder}dead/")
    note_key = f"{folder}note.json"
    stamp = {"source": source.etag, "range": asdict(part), "inputs": inputs.stamp, "schemes": schemes.digest}
    if (done := _read_note(platform, note_key, stamp, schemes)) is not None:
        return StagedRange(keys, done)
    platform.dead_letter.delete_prefix(keys.dead)
    with _open_range(platform, source, part) as stream:
        staged = stage_rows(platform, stream, shape_of(source.name), keys, inputs, schemes, part=part, workers=workers)
    note = {**stamp, "etag": staged.etag, "sha256": staged.sha256, "summary": staged.summary.as_dict()}
    platform.staging.put(note_key, orjson.dumps(note))
    return StagedRange(keys, staged)


def _redact_range(platform: Platform, task: RangeTask, workers: int) -> None:
    run = state.load(platform.ledger, task.partition_run_id)
    found = {item.id: source for item, source in zip(run.objects, state.sources(run), strict=True)}
    source = found.get(task.object_run_id)
    if run.state in state.ENDED or source is None:
        return
    inputs = prepared(platform, run.policy_version, run.snapshot_hash)
    try:
        parts = ranges_of(platform, source)
        if task.number < len(parts):
            schemes = schemes_of(platform, run, source, inputs)
            ensure_range(platform, run, source, parts[task.number], inputs, schemes, workers=workers)
    except (SourceChangedError, RecordError):
        return


def _read_note(platform: Platform, key: str, stamp: dict[str, Any], schemes: Schemes) -> Staged | None:
    if platform.staging.head(key) is None:
        return None
    with platform.staging.open(key) as stream:
        note = orjson.loads(stream.read())
    if any(note.get(name) != value for name, value in stamp.items()):
        return None
    return Staged(note["etag"], note["sha256"], ObjectSummary.from_dict(note["summary"]), schemes)


def _open_range(platform: Platform, source: SourceObject, part: Range) -> BinaryIO:
    if shape_of(source.name).format == "parquet":
        return _seekable(platform, source)
    return open_lines(lambda start: platform.landing.open(source.key, if_match=source.etag, start=start), part)


def _seekable(platform: Platform, source: SourceObject) -> BinaryIO:
    return open_seekable(platform.landing, source.key, etag=source.etag, size=source.size)


def _prefix(run: PartitionRun) -> str:
    return ranges_prefix(run.dataset, run.partition, run.id)
