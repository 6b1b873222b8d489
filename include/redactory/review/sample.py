"""The first rows a policy version redacts, laid out for a steward: originals and results, encrypted.

The rows are the first of the newest partition that can be read (contract.md, review). Laying them out again
gives the sample that is there already: the review belongs to the version, not to the run.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import islice

import orjson

from redactory.directory.refresh import require_fresh
from redactory.directory.snapshots import SnapshotStore
from redactory.errors import DirectoryError, PartitionError, PolicyError
from redactory.ledger import get_policy_version, list_policy_versions, set_sample, set_state
from redactory.ledger.models import PolicyVersion
from redactory.partitions.discover import newest_partition
from redactory.partitions.inputs import load_version
from redactory.platform import Platform
from redactory.policy.model import Policy
from redactory.policy.paths import FieldMatcher
from redactory.records import Row, open_reader, shape_of
from redactory.redact import Place, Redactor, RowInput, RowResult

_FOLDER = "policy-reviews"


@dataclass(frozen=True)
class SampleField:
    """One field before and after, and where what was replaced (places are those of the row)."""

    path: str
    before: str
    after: str
    places: tuple[Place, ...] = ()


@dataclass(frozen=True)
class SampleRow:
    """One row of the sample. `number` counts from 1 within the sample; `held` says why it would not go on."""

    number: int
    fields: tuple[SampleField, ...]
    held: str | None = None


def write_sample(platform: Platform, version_id: str) -> int:
    """Lay out the first rows of a version and put it in review; returns how many rows there are.

    Raises:
        PolicyError: the ledger knows no such version.
        PartitionError: the landing store holds nothing of the policy's dataset that can be read.
        DirectoryError: there is no directory snapshot, or it is too old.
    """
    version = _known(platform, version_id)
    if version.sampled_at is not None and version.sample_rows:
        return version.sample_rows
    policy = load_version(platform, version_id)
    snapshot = SnapshotStore(platform.identity, platform.ledger).current()
    if snapshot is None:
        raise DirectoryError("there is no directory snapshot: run directory_refresh first")
    require_fresh(snapshot, policy.identity, datetime.now(UTC))
    redactor = Redactor(policy, snapshot)
    partition, sources = _first_rows(platform, policy)
    results = redactor.redact([RowInput(row.number, row.fields, row.keys) for row in sources])
    rows = [_sample_row(n, *pair) for n, pair in enumerate(zip(sources, results, strict=True), 1)]
    key = f"{_FOLDER}/{version_id}/sample.jsonl"
    platform.review.put(key, b"".join(orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE) for row in rows))
    if version.state == "draft":
        set_state(platform.ledger, version_id, "in_review", actor="redactory", reason="first rows laid out")
    info = {"partition": partition, "snapshot": snapshot.hash, "replaced": sum(len(r.places) for r in results)}
    set_sample(platform.ledger, version_id, key=key, rows=len(rows), info=info)
    return len(rows)


def read_sample(platform: Platform, version_id: str, *, by: str) -> list[SampleRow]:
    """The rows laid out for a version. Originals are shown, so each call is an audit row naming `by`.

    Raises:
        PolicyError: no such version, or its sample was not laid out or has expired.
    """
    version = _known(platform, version_id)
    if version.sample_key is None or platform.review.head(version.sample_key) is None:
        raise PolicyError(f"policy version {version_id[:12]} has no rows laid out: run `redactory review sample` first")
    platform.ledger.audit("review_rows_shown", by, version_id, {"rows": version.sample_rows})
    with platform.review.open(version.sample_key) as stream:
        return [_parsed(orjson.loads(line)) for line in stream]


def expire_samples(platform: Platform, now: datetime) -> int:
    """Delete the samples that are older than their policy keeps them; returns how many."""
    deleted = 0
    for version in list_policy_versions(platform.ledger):
        if version.sampled_at is None or version.sample_key is None:
            continue
        days = load_version(platform, version.id).review.retention_days
        if now - version.sampled_at > timedelta(days=days) and platform.review.head(version.sample_key):
            platform.review.delete(version.sample_key)
            platform.ledger.audit("review_rows_deleted", "redactory", version.id, {"after_days": days})
            deleted += 1
    return deleted


def _first_rows(platform: Platform, policy: Policy) -> tuple[str, list[Row]]:
    """Name of the newest partition, and its first readable rows."""
    found = newest_partition(platform.landing, policy)
    if found is not None:
        name, keys = found
        rows = list(islice(_rows(platform, policy, keys), policy.review.rows))
        if rows:
            return name, rows
    raise PartitionError(
        f"no row of dataset {policy.dataset} can be read in the landing store: put a partition there "
        f"({policy.dataset}/{policy.partition_key}=<date>/<file>), then start the review again"
    )


def _rows(platform: Platform, policy: Policy, keys: list[str]) -> Iterator[Row]:
    matcher = FieldMatcher(policy.fields)
    for key in keys:
        with platform.landing.open(key) as stream:
            for row in open_reader(stream, shape_of(key), matcher):
                if isinstance(row, Row):
                    yield row


def _sample_row(number: int, row: Row, result: RowResult) -> SampleRow:
    fields = []
    for index, field in enumerate(row.fields):
        after, shift = field.text, 0
        for edit in result.edits.get(index, ()):
            after = after[: edit.start + shift] + edit.replacement + after[edit.end + shift :]
            shift += len(edit.replacement) - (edit.end - edit.start)
        places = tuple(place for place in result.places if place.path == field.path)
        fields.append(SampleField(field.path, field.text, after, places))
    return SampleRow(number, tuple(fields), result.held)


def _parsed(data: dict[str, object]) -> SampleRow:
    fields = tuple(
        SampleField(f["path"], f["before"], f["after"], tuple(Place(**place) for place in f["places"]))
        for f in data["fields"]  # type: ignore[attr-defined]
    )
    return SampleRow(data["number"], fields, data["held"])  # type: ignore[arg-type]


def _known(platform: Platform, version_id: str) -> PolicyVersion:
    version = get_policy_version(platform.ledger, version_id)
    if version is None:
        raise PolicyError(f"the ledger knows no policy version {version_id[:12]}")
    return version
