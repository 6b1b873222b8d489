"""Large objects in ranges: the same publication as in one piece, whichever ranges were done beforehand."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from dataclasses import replace

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from redactory.config import Settings
from redactory.errors import ConfigError
from redactory.partitions import nightly, ranges, state
from redactory.partitions.dead_letter import read_dead_letters
from redactory.partitions.manifest import read_manifest
from redactory.platform import Platform

DATE = "2026-11-29"
Put = Callable[..., str]
ROWS: list[dict[str, object] | str] = [
    {"id": n, "note": f"Zofia Kowalquist wrote line {n} to botan@example.org"} for n in range(60)
]
ROWS[41] = "{this is no JSON"


@pytest.fixture
def split(platform: Platform) -> Platform:
    """The same platform, which splits what is larger than 500 bytes."""
    return Platform(replace(platform.settings, split_bytes=500))


def published(platform: Platform) -> bytes:
    manifest = read_manifest(platform.published, "notes", f"dt={DATE}")
    assert manifest is not None
    with platform.published.open(manifest.objects[0].key) as stream:
        return stream.read()


def run(platform: Platform, run_id: str, **options: object) -> int:
    (number,) = nightly.plan_run(platform, run_id=run_id, **options)  # type: ignore[arg-type]
    assert nightly.run_partition(platform, number) == "published"
    return number


def left_behind(platform: Platform) -> list[str]:
    stores = (platform.staging, platform.dead_letter)
    return [info.key for store in stores for info in store.list() if "/ranges-" in info.key]


def test_ranges_give_what_the_whole_gives(platform: Platform, split: Platform, put: Put) -> None:
    put(DATE, "a.jsonl", ROWS)
    whole = run(platform, "whole")
    expected, dead = published(platform), list(read_dead_letters(platform.dead_letter, ""))
    again = run(split, "ranges", rerun=True)
    assert len(ranges.ranges_of(split, state.sources(state.load(split.ledger, again))[0])) > 5
    assert published(split) == expected
    assert b"Zofia" not in expected
    assert [letter.row for letter in dead] == [42]
    assert list(read_dead_letters(split.dead_letter, f"notes/dt={DATE}/run-{again:08d}/")) == dead
    first, second = (state.load(split.ledger, number) for number in (whole, again))
    assert [(c.entity, c.layer, c.count) for c in first.counts] == [(c.entity, c.layer, c.count) for c in second.counts]
    assert (first.rows_in, first.rows_out, first.rows_dead) == (second.rows_in, second.rows_out, second.rows_dead)
    assert left_behind(split) == []


def test_ranges_that_are_done_are_not_done_again(
    split: Platform, put: Put, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(DATE, "a.jsonl", ROWS)
    put(DATE, "small.jsonl", ROWS[:2])
    (number,) = nightly.plan_run(split, run_id="run-1")
    tasks = nightly.range_tasks(split, [number])
    assert [task.number for task in tasks] == list(range(len(tasks)))
    done: list[str] = []
    stage_rows = ranges.stage_rows

    def counted(*args: object, **options: object) -> object:
        done.append(args[3].data)  # type: ignore[attr-defined]
        return stage_rows(*args, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(ranges, "stage_rows", counted)
    nightly.redact_ranges(split, tasks[:0:-1])  # in any order, and one missing, as after a worker was killed
    nightly.redact_ranges(split, tasks[-1:])
    assert len(done) == len(tasks) - 1
    assert nightly.run_partition(split, number) == "published"
    assert len(done) == len(tasks)
    assert left_behind(split) == []
    assert nightly.range_tasks(split, [number]) == []
    nightly.redact_ranges(split, tasks)  # a straggler, after the partition has ended
    assert left_behind(split) == []


def test_ranges_of_a_source_that_changed_are_not_used(split: Platform, put: Put) -> None:
    put(DATE, "a.jsonl", ROWS)
    (number,) = nightly.plan_run(split, run_id="run-1")
    nightly.redact_ranges(split, nightly.range_tasks(split, [number]))
    put(DATE, "a.jsonl", [{"id": n, "note": f"new text {n} of zkowalq@example.org"} for n in range(60)])
    assert nightly.run_partition(split, number) == "published"
    lines = [json.loads(line) for line in published(split).splitlines()]
    assert lines[7] == {"id": 7, "note": "new text 7 of <EMAIL>"}
    assert len(lines) == 60


def test_a_leak_in_a_late_range_is_found_by_the_gates_at_its_own_row(split: Platform, put: Put) -> None:
    rows = [*ROWS[:40], {"id": 40, "note": "see the label", "label": "botan@example.org"}]
    put(DATE, "a.jsonl", rows)
    (number,) = nightly.plan_run(split, run_id="run-1")
    assert nightly.run_partition(split, number) == "quarantined"
    failures = [f for gate in state.load(split.ledger, number).gates for f in gate.failures]
    assert {failure["row"] for failure in failures} == {41}


def test_parquet_in_row_groups(platform: Platform, split: Platform) -> None:
    table = pa.table({"id": list(range(300)), "note": [f"mail {n} to zofia@example.org" for n in range(300)]})
    data = io.BytesIO()
    pq.write_table(table, data, row_group_size=50)
    platform.landing.put(f"notes/dt={DATE}/a.parquet", data.getvalue())
    (number,) = nightly.plan_run(split, run_id="run-1")
    assert len(nightly.range_tasks(split, [number])) == 6
    assert nightly.run_partition(split, number) == "published"
    out = pq.read_table(io.BytesIO(published(split)))
    assert out.column("note").to_pylist() == [f"mail {n} to <EMAIL>" for n in range(300)]


def test_a_broken_row_group_is_the_partitions_to_say(split: Platform, put: Put) -> None:
    table = pa.table({"id": list(range(300)), "note": [f"mail {n} to zofia@example.org" for n in range(300)]})
    data = io.BytesIO()
    pq.write_table(table, data, row_group_size=50)
    broken = bytearray(data.getvalue())
    column = pq.ParquetFile(data).metadata.row_group(2).column(1)
    start = column.dictionary_page_offset or column.data_page_offset
    broken[start : start + column.total_compressed_size] = b"\xff" * column.total_compressed_size
    split.landing.put(f"notes/dt={DATE}/a.parquet", bytes(broken))
    put("2026-11-30", "a.jsonl", ROWS[:2])
    first, second = nightly.plan_run(split, run_id="run-1")
    tasks = nightly.range_tasks(split, [first])
    assert len(tasks) == 6
    nightly.redact_ranges(split, tasks)  # another try would not mend it, and would keep the night waiting
    assert nightly.run_partition(split, first) == "failed"
    assert "a.parquet" in state.load(split.ledger, first).reason
    assert nightly.run_partition(split, second) == "published"
    assert split.landing.head(f"notes/dt={DATE}/a.parquet") is not None
    assert left_behind(split) == []


def test_a_cut_parquet_object_fails_its_partition_alone(split: Platform, put: Put) -> None:
    split.landing.put(f"notes/dt={DATE}/a.parquet", b"PAR1" + b"x" * 2_000)
    (number,) = nightly.plan_run(split, run_id="run-1")
    assert nightly.range_tasks(split, [number]) == []
    assert nightly.run_partition(split, number) == "failed"
    assert "not Parquet" in state.load(split.ledger, number).reason


@pytest.mark.parametrize("wrong", ["0", "-1", "64MB"])
def test_a_size_that_is_none_is_refused(wrong: str) -> None:
    with pytest.raises(ConfigError, match="REDACTORY_SPLIT_BYTES"):
        Settings.load({"REDACTORY_SPLIT_BYTES": wrong})
