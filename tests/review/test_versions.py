"""A changed policy file: noticed once, its rows laid out once, and nothing used before it is approved."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import yaml

from redactory.config import Settings
from redactory.directory.checks import Comparison
from redactory.directory.model import Person, Snapshot
from redactory.directory.snapshots import SnapshotStore
from redactory.errors import DirectoryError, LedgerError, PartitionError, PolicyError
from redactory.ledger import get_policy_version, newest_approved, set_state
from redactory.ledger.models import AuditEvent
from redactory.platform import Platform
from redactory.review import approve, expire_samples, notice_changes, read_sample, reject, write_sample
from redactory.storage import KeyRing

POLICY = {
    "name": "notes",
    "dataset": "notes",
    "entities": dict.fromkeys(("PERSON", "USER", "EMAIL", "EMP_ID", "PHONE", "LOCATION"), {}),
    "fields": {"keep": ["id"], "text": ["note"]},
    "ner": {"enabled": False},
    "review": {"rows": 3, "retention_days": 5},
}
PEOPLE = (Person("p1", ("qvarnholt",), ("Ylva Qvarnholt",), ("Ylva",), ("Qvarnholt",), ("ylva@tallgrass.example",)),)


@pytest.fixture
def bare(tmp_path: Path) -> Platform:
    policies = tmp_path / "policies"
    policies.mkdir()
    settings = Settings.load({"REDACTORY_HOME": str(tmp_path / "var"), "REDACTORY_POLICIES": str(policies)})
    KeyRing.write_new(settings.key_file)
    platform = Platform.open(settings)
    platform.ledger.migrate()
    return platform


@pytest.fixture
def installation(bare: Platform) -> Platform:
    snapshots = SnapshotStore(bare.identity, bare.ledger)
    snapshots.make_current(Snapshot(PEOPLE, "json", datetime.now(UTC)), Comparison(1, 0), instead_of=None)
    rows = [{"id": str(n), "note": f"Ylva Qvarnholt wrote line {n}"} for n in range(5)]
    lines = [json.dumps(row) for row in rows]
    bare.landing.put("notes/dt=2026-11-28/a.jsonl", b'{"id":"old","note":"old"}\n')
    bare.landing.put("notes/dt=2026-11-29/a.jsonl", ("not json\n" + "\n".join(lines[:2]) + "\n").encode())
    bare.landing.put("notes/dt=2026-11-29/b.jsonl", ("\n".join(lines[2:]) + "\n").encode())
    return bare


@pytest.fixture
def write(bare: Platform) -> Callable[..., None]:
    def write_policy(file: str = "notes.yaml", **changes: object) -> None:
        (bare.settings.policies / file).write_text(yaml.safe_dump({**POLICY, **changes}))

    return write_policy


def test_a_file_is_noticed_until_its_review_begins_and_never_reviewed_twice(
    installation: Platform, write: Callable[..., None]
) -> None:
    write()
    (first,) = notice_changes(installation).versions
    assert notice_changes(installation).versions == (first,)  # its review did not begin: offered again
    assert write_sample(installation, first) == 3
    assert notice_changes(installation).versions == ()
    write(description="a second version")
    (second,) = notice_changes(installation).versions
    assert second != first


def test_the_sample_is_the_first_rows_of_the_newest_partition_and_lies_encrypted(
    installation: Platform, write: Callable[..., None]
) -> None:
    write()
    (version,) = notice_changes(installation).versions
    write_sample(installation, version)
    rows = read_sample(installation, version, by="steward")
    assert [row.fields[1].after for row in rows] == [f"<PERSON> wrote line {n}" for n in range(3)]
    assert [row.fields[1].before for row in rows] == [f"Ylva Qvarnholt wrote line {n}" for n in range(3)]
    assert [(p.entity, p.start, p.end) for p in rows[0].fields[1].places] == [("PERSON", 0, 14)]
    files = list(Path(installation.settings.review).rglob("*.jsonl"))
    assert files
    assert not any(b"Qvarnholt" in file.read_bytes() for file in files)
    with installation.ledger.session(readonly=True) as session:
        events = [event.event for event in session.query(AuditEvent)]
    assert "review_rows_shown" in events


def test_the_review_belongs_to_the_version_not_to_the_run(installation: Platform, write: Callable[..., None]) -> None:
    write()
    (version,) = notice_changes(installation).versions
    write_sample(installation, version)
    before = read_sample(installation, version, by="steward")
    installation.landing.put("notes/dt=2026-11-30/a.jsonl", b'{"id":"new","note":"new"}\n')
    assert write_sample(installation, version) == 3
    assert read_sample(installation, version, by="steward") == before


def test_only_an_approved_version_is_used_and_the_file_counts_for_nothing(
    installation: Platform, write: Callable[..., None]
) -> None:
    write()
    (first,) = notice_changes(installation).versions
    with pytest.raises(PolicyError, match="nobody has read"):
        approve(installation, first, by="steward")
    write_sample(installation, first)
    assert newest_approved(installation.ledger, "notes") is None
    approve(installation, first, by="demo", how="unattended, by demo")
    write(description="changed")
    (second,) = notice_changes(installation).versions
    write_sample(installation, second)
    used = newest_approved(installation.ledger, "notes")
    assert used is not None
    assert (used.id, used.approved_by, used.approval_how) == (first, "demo", "unattended, by demo")
    reject(installation, second, by="steward", reason="misses nicknames")
    with pytest.raises(LedgerError, match="rejected"):
        approve(installation, second, by="steward")
    assert newest_approved(installation.ledger, "notes").id == first  # type: ignore[union-attr]


def test_a_wrong_file_is_a_problem_and_hinders_no_other(installation: Platform, write: Callable[..., None]) -> None:
    write()
    write("broken.yaml", name="other", dataset="other", entitties={})
    noticed = notice_changes(installation)
    assert len(noticed.versions) == 1
    assert len(noticed.problems) == 1
    assert "broken.yaml" in noticed.problems[0]


def test_nothing_to_read_is_said(installation: Platform, bare: Platform, write: Callable[..., None]) -> None:
    write(dataset="empty")
    (version,) = notice_changes(installation).versions
    with pytest.raises(PartitionError, match="empty/dt=<date>"):
        write_sample(installation, version)
    state = get_policy_version(installation.ledger, version)
    assert state is not None
    assert state.state == "draft"


def test_no_directory_no_sample(bare: Platform, write: Callable[..., None]) -> None:
    write()
    (version,) = notice_changes(bare).versions
    with pytest.raises(DirectoryError, match="directory_refresh"):
        write_sample(bare, version)


def test_samples_are_deleted_after_their_time(installation: Platform, write: Callable[..., None]) -> None:
    write()
    (version,) = notice_changes(installation).versions
    write_sample(installation, version)
    assert expire_samples(installation, datetime.now(UTC) + timedelta(days=4)) == 0
    assert expire_samples(installation, datetime.now(UTC) + timedelta(days=6)) == 1
    assert list(installation.review.list()) == []
    with pytest.raises(PolicyError, match="no rows laid out"):
        read_sample(installation, version, by="steward")
    set_state(installation.ledger, version, "rejected", actor="steward")
