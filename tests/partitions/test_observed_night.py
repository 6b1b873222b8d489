"""Device schemes in a night: observed for each object, noted in staging, the same for every range of it."""

from __future__ import annotations

import gzip
import io
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import orjson
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from redactory.errors import StorageError
from redactory.partitions import nightly, observed, state
from redactory.partitions.layout import observed_key, ranges_prefix
from redactory.partitions.manifest import Manifest, read_manifest
from redactory.platform import Platform

DATE = "2026-11-29"
PARTITION = f"dt={DATE}"
SERIALS = ("4HB2K", "R9XTV", "61CDM", "W3ZQP", "80257", "J7LNC")
NOTES = [f"Nothing new about QWN{serial} since Monday." for serial in SERIALS]
NOTES += [f"Line {n} says nothing at all of anything." for n in range(30)]
NOTES += [f"My laptop QWN{serial} does not wake up." for serial in SERIALS[:5]]
ROWS = [{"id": n, "note": note} for n, note in enumerate(NOTES)]
GONE = "Nothing new about <HOSTNAME> since Monday."
OBSERVING = [{"id": "device", "entity": "HOSTNAME", "recogniser": "device", "options": {"observe": True}}]
Put = Callable[..., str]


@pytest.fixture
def observing(platform: Platform, new_version: Callable[..., str]) -> Platform:
    new_version(platform, formats=OBSERVING)
    return platform


@pytest.fixture
def split(observing: Platform) -> Platform:
    """The same platform, which splits what is larger than 500 bytes."""
    return Platform(replace(observing.settings, split_bytes=500))


def manifest(platform: Platform) -> Manifest:
    found = read_manifest(platform.published, "notes", PARTITION)
    assert found is not None
    return found


def published(platform: Platform) -> bytes:
    with platform.published.open(manifest(platform).objects[0].key) as stream:
        return stream.read()


def planned(platform: Platform, run_id: str = "run-1", **options: Any) -> int:
    (number,) = nightly.plan_run(platform, run_id=run_id, **options)
    return number


def note(platform: Platform, number: int, name: str = "a.jsonl") -> dict[str, Any]:
    with platform.staging.open(observed_key(ranges_prefix("notes", PARTITION, number), name)) as stream:
        found: dict[str, Any] = orjson.loads(stream.read())
    return found


def test_ranges_give_what_the_whole_gives(observing: Platform, split: Platform, put: Put) -> None:
    put(DATE, "a.jsonl", ROWS)
    assert nightly.run_partition(observing, planned(observing)) == "published"
    expected = published(observing)
    assert expected.decode().count(GONE) == len(SERIALS)
    number = planned(split, "run-2", rerun=True)
    tasks = nightly.range_tasks(split, [number])
    assert len(tasks) > 5
    nightly.redact_ranges(split, tasks[::-1])
    assert note(split, number)["patterns"] == [r"QWN[A-Z\d]{5}"]
    assert nightly.run_partition(split, number) == "published"
    assert published(split) == expected


def test_the_object_is_looked_at_once_for_all_ranges(
    split: Platform, put: Put, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(DATE, "a.jsonl", ROWS)
    looks: list[str] = []
    look = observed.observed

    def counted(stream: Any, shape: Any, *rest: Any) -> Any:
        looks.append(shape.format)
        return look(stream, shape, *rest)

    monkeypatch.setattr(observed, "observed", counted)
    number = planned(split)
    nightly.redact_ranges(split, nightly.range_tasks(split, [number]))
    assert nightly.run_partition(split, number) == "published"
    assert looks == ["jsonl"]


def test_the_manifest_says_how_many_and_which(observing: Platform, put: Put) -> None:
    put(DATE, "a.jsonl", ROWS)
    put(DATE, "b.jsonl", ROWS[:3])
    nightly.run_partition(observing, planned(observing))
    many, none = manifest(observing).objects
    assert (many.schemes, none.schemes) == (1, 0)
    assert many.schemes_sha256 != none.schemes_sha256
    assert "QWN" not in manifest(observing).to_bytes().decode()


def test_a_source_that_changed_is_looked_at_again(split: Platform, put: Put) -> None:
    put(DATE, "a.jsonl", ROWS)
    number = planned(split)
    nightly.redact_ranges(split, nightly.range_tasks(split, [number]))
    put(DATE, "a.jsonl", [{"id": row["id"], "note": str(row["note"]).replace("QWN", "ZRT")} for row in ROWS])
    assert nightly.run_partition(split, number) == "published"
    assert published(split).decode().count(GONE) == len(SERIALS)
    assert "ZRT" not in published(split).decode()


def test_a_restart_with_the_same_source_takes_what_was_noted(
    observing: Platform, put: Put, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(DATE, "a.jsonl", ROWS)
    number = planned(observing)
    run = state.load(observing.ledger, number)
    (source,) = state.sources(run)
    inputs = nightly.prepared(observing, run.policy_version, run.snapshot_hash)
    first = observed.schemes_of(observing, run, source, inputs)
    monkeypatch.setattr(observed, "observed", lambda *_: pytest.fail("looked at twice"))
    assert observed.schemes_of(observing, run, source, inputs) == first
    monkeypatch.undo()
    with pytest.raises(Exception, match="changed"):
        observed.schemes_of(observing, run, replace(source, etag='"another"'), inputs)


def test_what_was_noted_and_tampered_with_is_not_used(observing: Platform, put: Put) -> None:
    put(DATE, "a.jsonl", ROWS)
    number = planned(observing)
    run = state.load(observing.ledger, number)
    (source,) = state.sources(run)
    inputs = nightly.prepared(observing, run.policy_version, run.snapshot_hash)
    first = observed.schemes_of(observing, run, source, inputs)
    changed = {**note(observing, number), "patterns": ["X"]}
    observing.staging.put(observed_key(ranges_prefix("notes", PARTITION, number), "a.jsonl"), orjson.dumps(changed))
    assert observed.schemes_of(observing, run, source, inputs) == first


def test_nothing_is_published_where_it_cannot_be_noted(
    observing: Platform, put: Put, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(DATE, "a.jsonl", ROWS)
    number = planned(observing)
    real = observing.staging.put

    def failing(key: str, *rest: Any, **options: Any) -> Any:
        if key.endswith("/schemes"):
            raise StorageError("the store is away")
        return real(key, *rest, **options)

    monkeypatch.setattr(observing.staging, "put", failing)
    with pytest.raises(StorageError):
        nightly.run_partition(observing, number)
    assert read_manifest(observing.published, "notes", PARTITION) is None


@pytest.mark.parametrize("name", ["a.parquet", "a.jsonl.gz"])
def test_other_formats(split: Platform, name: str) -> None:
    if name.endswith("gz"):
        data = gzip.compress("".join(json.dumps(row) + "\n" for row in ROWS).encode())
    else:
        out = io.BytesIO()
        pq.write_table(pa.Table.from_pylist(ROWS), out, row_group_size=5)
        data = out.getvalue()
    split.landing.put(f"notes/{PARTITION}/{name}", data)
    number = planned(split)
    nightly.redact_ranges(split, nightly.range_tasks(split, [number]))
    assert nightly.run_partition(split, number) == "published"
    found = published(split)
    text = gzip.decompress(found).decode() if name.endswith("gz") else str(pq.read_table(io.BytesIO(found)).to_pylist())
    assert text.count(GONE) == len(SERIALS)


def test_a_policy_that_does_not_ask_notes_nothing(platform: Platform, put: Put) -> None:
    put(DATE, "a.jsonl", ROWS)
    number = planned(platform)
    nightly.redact_partition(platform, number)
    assert not [info.key for info in platform.staging.list() if info.key.endswith("/schemes")]
    assert nightly.run_partition(platform, number) == "published"
    assert manifest(platform).objects[0].schemes == 0
