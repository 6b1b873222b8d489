"""A changed policy file: noticed once, its rows laid out once, and nothing used before it is approved."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from redactory.errors import DirectoryError, PartitionError, ReviewError
from redactory.ledger import get_policy_version, newest_approved
from redactory.ledger.models import AuditEvent
from redactory.platform import Platform
from redactory.review import (
    approve_unattended,
    due_reminders,
    expire_samples,
    notice_changes,
    read_sample,
    reject,
    sign,
    write_sample,
)
from redactory.review.register import ask_again, load, note_run


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
    assert [row.fields[1].after[:21] for row in rows] == [f"<PERSON> wrote line {n}" for n in range(3)]
    assert [row.fields[1].before[:27] for row in rows] == [f"Ylva Qvarnholt wrote line {n}" for n in range(3)]
    assert [(p.entity, p.start, p.end) for p in rows[0].fields[1].places] == [("PERSON", 0, 14)]
    files = list(Path(installation.settings.review).rglob("*.jsonl"))
    assert files
    assert not any(b"Qvarnholt" in file.read_bytes() for file in files)
    with installation.ledger.session(readonly=True) as session:
        events = [event.event for event in session.query(AuditEvent)]
    assert "original_shown" in events


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
    with pytest.raises(ReviewError, match="not laid out"):
        approve_unattended(installation, first, by="demo")
    write_sample(installation, first)
    assert newest_approved(installation.ledger, "notes") is None
    approve_unattended(installation, first, by="demo", reason="its own sample")
    write(description="changed")
    (second,) = notice_changes(installation).versions
    write_sample(installation, second)
    used = newest_approved(installation.ledger, "notes")
    assert used is not None
    assert (used.id, used.approved_by, used.approval_how) == (first, "demo", "approved unattended")
    reject(installation, second, by="ada", reason="misses nicknames")
    with pytest.raises(ReviewError, match="sent back"):
        approve_unattended(installation, second, by="demo")
    assert newest_approved(installation.ledger, "notes").id == first  # type: ignore[union-attr]


def test_a_wrong_file_is_a_problem_and_hinders_no_other(installation: Platform, write: Callable[..., None]) -> None:
    write()
    write("broken.yaml", name="other", dataset="other", entitties={})
    noticed = notice_changes(installation)
    assert len(noticed.versions) == 1
    assert len(noticed.problems) == 1
    assert "broken.yaml" in noticed.problems[0]


@pytest.mark.parametrize("sample", ["first", "stratified"])
def test_what_cannot_be_read_is_passed_over(installation: Platform, write: Callable[..., None], sample: str) -> None:
    landing = installation.landing
    landing.put("notes/dt=2026-11-29/0.docx", b"no format of ours")
    landing.put("notes/dt=2026-11-29/0.jsonl.gz", b"no gzip")
    landing.put("notes/dt=2026-11-30/a.parquet", b"PAR1 and no more")
    landing.put("notes/dt=2026-12-01/a.jsonl", b"not json\n")
    write(review={"rows": 3, "sample": sample})
    (version,) = notice_changes(installation).versions
    assert write_sample(installation, version) == 3
    assert load(installation.ledger, version).sample["partition"] == "dt=2026-11-29"


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
    left = [found.key for found in installation.review.list()]
    assert [key for key in left if not key.startswith("policy-references/")] == []  # these are hashes alone
    with pytest.raises(ReviewError, match="no rows laid out"):
        read_sample(installation, version, by="steward")
    assert write_sample(installation, version) == 3  # undecided: laid out anew, to be read anew
    assert len(read_sample(installation, version, by="steward")) == 3


def test_one_run_asks_for_a_version_however_often_it_is_noticed(
    installation: Platform, write: Callable[..., None]
) -> None:
    write()
    (first,) = notice_changes(installation).runs
    assert notice_changes(installation).runs == (first,)
    version, run = first
    write_sample(installation, version)
    assert notice_changes(installation).runs == (first,)  # the same name: the scheduler starts it once
    again = ask_again(installation.ledger, version, "nobody answered in time", after=run)
    assert again != run
    assert ask_again(installation.ledger, version, "nobody answered in time", after=run) == again
    assert notice_changes(installation).runs == ((version, again),)


def test_a_run_started_by_hand_is_not_doubled(installation: Platform, write: Callable[..., None]) -> None:
    write()
    ((version, _),) = notice_changes(installation).runs
    note_run(installation.ledger, version, "manual__1")
    assert notice_changes(installation).runs == ()
    ask_again(installation.ledger, version, "ended", after="manual__1")
    assert len(notice_changes(installation).runs) == 1


def test_stewards_are_reminded_when_it_is_time_and_not_before(
    opened: Callable[..., str], installation: Platform
) -> None:
    version = opened()
    start = datetime.now(UTC)
    assert due_reminders(installation, start + timedelta(hours=23)) == []
    (waiting,) = due_reminders(installation, start + timedelta(hours=25))
    assert (waiting.version_id, waiting.read, waiting.rows) == (version, 0, 3)
    assert "ada, grace may decide" in waiting.words
    assert due_reminders(installation, start + timedelta(hours=26)) == []
    assert len(due_reminders(installation, start + timedelta(hours=50))) == 1


def test_a_partition_deleted_after_the_rows_were_laid_out_hinders_nobody(
    opened: Callable[..., str], installation: Platform
) -> None:
    version = opened()
    installation.landing.delete_prefix("notes/")
    assert len(read_sample(installation, version, by="ada")) == 3
    assert write_sample(installation, version) == 3


def test_rows_name_the_snapshot_and_the_partition(opened: Callable[..., str], installation: Platform) -> None:
    review = load(installation.ledger, opened())
    assert review.sample["partition"] == "dt=2026-11-29"
    assert len(review.sample["snapshot"]) == 64
    assert review.state == "open"


def test_a_decision_whose_run_died_is_carried_out_by_the_next_look(
    installation: Platform, opened: Callable[..., str], read_all: Callable[..., None]
) -> None:
    version = opened()
    read_all(version)
    assert sign(installation, version, "approve", by="ada")
    found = get_policy_version(installation.ledger, version)
    assert found is not None
    assert found.state == "in_review"  # the run would bring it into its state, and is gone
    notice_changes(installation)
    used = newest_approved(installation.ledger, "notes")
    assert used is not None
    assert (used.id, used.state) == (version, "approved")
