"""Policy versions: allowed transitions, and which one a run may use."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from redactory.errors import LedgerError
from redactory.ledger import (
    Ledger,
    add_policy_version,
    approved_policies,
    get_policy_version,
    newest_approved,
    set_sample,
    set_state,
)
from redactory.ledger.models import AuditEvent
from redactory.ledger.policy_versions import TRANSITIONS

A, B = "a" * 64, "b" * 64


@pytest.fixture
def ledger() -> Ledger:
    found = Ledger("sqlite://")
    found.migrate()
    for version in (A, B):
        add_policy_version(found, version_id=version, name="notes", dataset="notes", canonical="{}")
    return found


def walk(ledger: Ledger, version: str, *states: str) -> None:
    for state in states:
        set_state(ledger, version, state, actor="steward")


def test_a_version_is_noted_once(ledger: Ledger) -> None:
    assert not add_policy_version(ledger, version_id=A, name="notes", dataset="notes", canonical="{}")


def test_nothing_is_approved_at_first(ledger: Ledger) -> None:
    walk(ledger, A, "in_review")
    assert newest_approved(ledger, "notes") is None
    assert approved_policies(ledger) == []


def test_the_version_approved_last_counts(ledger: Ledger) -> None:
    walk(ledger, A, "in_review", "approved", "active")
    assert newest_approved(ledger, "notes").id == A
    walk(ledger, B, "in_review")
    assert newest_approved(ledger, "notes").id == A
    walk(ledger, B, "approved")
    assert newest_approved(ledger, "notes").id == B
    walk(ledger, B, "active")
    assert get_policy_version(ledger, A).state == "retired"


def test_a_retired_version_comes_back_without_a_new_review(ledger: Ledger) -> None:
    walk(ledger, A, "in_review", "approved", "active")
    walk(ledger, B, "in_review", "approved", "active")
    walk(ledger, A, "active")
    assert newest_approved(ledger, "notes").id == A


def test_a_version_sent_back_is_used_no_longer(ledger: Ledger) -> None:
    walk(ledger, A, "in_review", "approved", "active", "rejected")
    assert newest_approved(ledger, "notes") is None
    assert get_policy_version(ledger, A).approved_by is None


def test_how_it_was_approved_is_kept(ledger: Ledger) -> None:
    walk(ledger, A, "in_review")
    set_state(ledger, A, "approved", actor="demo", how="unattended, by demo")
    version = get_policy_version(ledger, A)
    assert (version.approved_by, version.approval_how) == ("demo", "unattended, by demo")
    with ledger.session(readonly=True) as session:
        events = [row.event for row in session.scalars(select(AuditEvent).order_by(AuditEvent.id))]
    assert events[-2:] == ["policy_in_review", "policy_approved"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ((), "approved"),
        ((), "active"),
        (("in_review",), "active"),
        (("in_review", "rejected"), "approved"),
        (("in_review", "rejected"), "active"),
        (("retired",), "active"),
    ],
)
def test_no_way_around_the_review(ledger: Ledger, before: tuple[str, ...], after: str) -> None:
    walk(ledger, A, *before)
    with pytest.raises(LedgerError):
        set_state(ledger, A, after, actor="steward")
    assert newest_approved(ledger, "notes") is None


def test_every_state_can_be_left_to_known_states_only() -> None:
    assert all(targets <= TRANSITIONS.keys() for targets in TRANSITIONS.values())


def test_a_sample_is_noted(ledger: Ledger) -> None:
    set_sample(ledger, A, key="policy/a.jsonl", rows=30, info={"partition": "dt=2026-11-29"})
    version = get_policy_version(ledger, A)
    assert (version.sample_key, version.sample_rows) == ("policy/a.jsonl", 30)


def test_an_unknown_version_is_an_error(ledger: Ledger) -> None:
    with pytest.raises(LedgerError, match="knows no policy version"):
        set_state(ledger, "c" * 64, "in_review", actor="steward")
