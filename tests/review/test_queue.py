"""One queue: what waits, for whom, and what a decision does; each is an audit row with who and why."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from redactory.directory.checks import Comparison
from redactory.directory.snapshots import SnapshotStore
from redactory.errors import NotAStewardError, PartitionError, ReviewError
from redactory.ledger.models import AuditEvent, PartitionRun, QuarantineDecision
from redactory.partitions.nightly import plan_run, run_partition
from redactory.platform import Platform
from redactory.review import activate, approve_unattended
from redactory.review.queue import QueueItem, items, reviews
from redactory.review.queue_decisions import decide


@pytest.fixture
def night(installation: Platform, opened: Callable[..., str]) -> Callable[..., QueueItem]:
    """Approves the policy, runs one partition of these rows, and returns what waits of it."""
    version = opened(gates={"max_dead_letter_share": 0.9})
    approve_unattended(installation, version, by="demo")
    activate(installation, version, by="demo")

    def run(rows: list[Any], state: str | None = None) -> QueueItem:
        lines = [row if isinstance(row, bytes) else json.dumps(row).encode() for row in rows]
        installation.landing.put("notes/dt=2026-12-01/a.jsonl", b"\n".join(lines) + b"\n")
        (number,) = plan_run(installation, run_id="night", dates=["2026-12-01"])
        run_partition(installation, number)
        if state is not None:
            with installation.ledger.session() as session:
                found = session.get(PartitionRun, number)
                assert found is not None
                found.state, found.reason = state, "a gate failed: see its rows and fields"
        return next(item for item in items(installation, by="ada") if item.key == str(number))

    return run


def audited(platform: Platform, event: str) -> list[tuple[str, dict[str, Any]]]:
    with platform.ledger.session(readonly=True) as session:
        return [(e.actor, e.detail) for e in session.query(AuditEvent) if e.event == event]


def test_a_field_nobody_listed_waits_with_the_lines_to_add(
    installation: Platform, night: Callable[..., QueueItem]
) -> None:
    item = night([{"id": "1", "note": "x", "mystery": "Ylva Qvarnholt was here"}])
    assert (item.kind, item.fields, item.decisions) == ("held", ("mystery",), ("list", "discard"))
    assert "does not list fields" in item.reason
    assert "Qvarnholt" not in str(item)
    assert item.lines == "  text:\n    - mystery"
    assert item.listings[:3] == ("text", "keep", "drop")
    assert "PERSON" in item.listings
    with pytest.raises(ReviewError, match="listed as text"):
        decide(installation, "held", item.key, "list", by="ada", reason="free text", listing="SECRET")
    words = decide(installation, "held", item.key, "list", by="ada", reason="free text", listing="text")
    assert "notes.yaml" in words
    assert audited(installation, "held_list")[0][0] == "ada"
    decide(installation, "held", item.key, "list", by="grace", reason="it is a name", listing="PERSON")
    (now,) = items(installation, by="ada")
    assert (now.listed, now.lines) == (("grace", "PERSON"), "  entities:\n    mystery: PERSON")
    decide(installation, "held", item.key, "discard", by="ada", reason="a test")
    assert items(installation, by="ada") == []


def test_dead_letter_rows_wait_until_somebody_says_what_becomes_of_them(
    installation: Platform, night: Callable[..., QueueItem]
) -> None:
    item = night([{"id": "1", "note": "x"}, b"Ylva Qvarnholt, no JSON", {"id": "2", "note": "y"}])
    assert (item.kind, item.decisions) == ("dead_letter", ("rerun", "discard"))
    assert item.reason.startswith("1 of 3 rows cannot go on")
    assert len(item.facts) == 1
    assert item.facts[0].endswith("1 rows (2)")
    assert "Qvarnholt" not in str(item)
    with pytest.raises(ReviewError, match="takes a reason"):
        decide(installation, "dead_letter", item.key, "discard", by="ada", reason=" ")
    decide(installation, "dead_letter", item.key, "discard", by="ada", reason="of no use")
    assert items(installation, by="ada") == []
    assert list(installation.dead_letter.list()) == []
    assert audited(installation, "dead_letter_discard") == [
        ("ada", {"dataset": "notes", "partition": "dt=2026-12-01", "reason": "of no use"})
    ]


def test_a_quarantined_partition_takes_two_people(installation: Platform, night: Callable[..., QueueItem]) -> None:
    item = night([{"id": "1", "note": "x"}], state="quarantined")
    assert (item.kind, item.said) == ("quarantined", ())
    assert "second person" in decide(installation, "quarantined", item.key, "release", by="ada", reason="looked at")
    (again,) = items(installation, by="grace")
    assert again.said == ("ada",)
    with pytest.raises(PartitionError, match="a second person must"):
        decide(installation, "quarantined", item.key, "release", by="ada", reason="once more")
    with installation.ledger.session(readonly=True) as session:
        assert session.query(QuarantineDecision).count() == 1


def test_who_is_no_steward_sees_and_decides_nothing(installation: Platform, night: Callable[..., QueueItem]) -> None:
    item = night([{"id": "1", "note": "x", "mystery": "text"}])
    assert items(installation, by="mallory") == []
    assert reviews(installation, by="mallory") == []
    with pytest.raises(NotAStewardError):
        decide(installation, "held", item.key, "discard", by="mallory", reason="x")
    for kind, decision in (("held", "release"), ("nothing", "discard"), ("snapshot", "discard")):
        with pytest.raises(ReviewError, match="no such decision"):
            decide(installation, kind, item.key, decision, by="ada", reason="x")
    with pytest.raises(ReviewError, match="no such partition run"):
        decide(installation, "held", "../1", "discard", by="ada", reason="x")


def test_a_held_snapshot_waits_for_any_steward(installation: Platform, opened: Callable[..., str]) -> None:
    opened()
    store = SnapshotStore(installation.identity, installation.ledger)
    current = store.current()
    assert current is not None
    smaller = replace(current, people=(), taken_at=datetime.now(UTC))
    store.hold(smaller, Comparison(0, 1), "1 of 1 people are gone, more than the policy's share")
    (item,) = items(installation, by="ada")
    assert (item.kind, item.decisions) == ("snapshot", ("approve", "reject"))
    assert "people are gone" in item.reason
    assert items(installation, by="mallory") == []
    decide(installation, "snapshot", item.key, "reject", by="grace", reason="the export broke off")
    assert items(installation, by="ada") == []
    assert audited(installation, "snapshot_rejected")[0][0] == "grace"


def test_reviews_stand_in_groups(installation: Platform, opened: Callable[..., str], read_all: Any) -> None:
    opened()
    (waiting,) = reviews(installation, by="ada")
    assert waiting.group == "waiting"
    read_all(waiting.version.id, rows=1)
    assert [r.group for r in reviews(installation, by="ada")] == ["in progress"]
