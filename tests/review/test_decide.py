"""The rules of an approval hold in the engine; what is found follows every later version; a version in force."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any

import pytest

from redactory.errors import LedgerError, ReviewError
from redactory.ledger import add_policy_version, get_policy_version, newest_approved, set_state
from redactory.ledger.models import AuditEvent, PolicyVersion
from redactory.platform import Platform
from redactory.review import (
    activate,
    approve,
    approve_unattended,
    notice_changes,
    reject,
    roll_back,
    weigh,
    write_sample,
)
from redactory.review.cases import open_cases, withdraw_case
from redactory.review.register import load, locked
from redactory.review.sample import load_rows
from redactory.review.standing import Standing, standing
from redactory.review.verdicts import mark_missed, mark_over, show_row

NICKNAME = "Yllebylle"
MENDED = [{"id": "nick", "entity": "PERSON", "pattern": NICKNAME}]


def stands(platform: Platform, version: str) -> Standing:
    with platform.ledger.session() as session:
        return standing(session, locked(session, version))


def state(platform: Platform, version: str) -> str:
    found = get_policy_version(platform.ledger, version)
    assert found is not None
    return found.state


def miss(platform: Platform, version: str, by: str = "ada") -> int:
    text = show_row(platform, version, 2, by=by).fields[1].before
    start = text.index(NICKNAME)
    return mark_missed(platform, version, 2, field=1, start=start, end=start + 9, entity="PERSON", by=by)


def test_no_approval_while_a_row_is_unread(
    installation: Platform, opened: Callable[..., str], read_all: Callable[..., None]
) -> None:
    version = opened()
    with pytest.raises(ReviewError, match="3 rows are unread: 1-3"):
        approve(installation, version, by="ada")
    read_all(version, rows=2)
    with pytest.raises(ReviewError, match="1 row is unread: 3"):
        approve(installation, version, by="ada")
    assert state(installation, version) == "in_review"
    read_all(version, by="grace")
    assert approve(installation, version, by="ada")
    assert state(installation, version) == "approved"


def test_no_approval_while_a_missed_mention_is_open_nor_by_a_stranger(
    installation: Platform, opened: Callable[..., str], read_all: Callable[..., None]
) -> None:
    version = opened()
    read_all(version)
    miss(installation, version)
    with pytest.raises(ReviewError, match="1 missed PERSON is open"):
        approve(installation, version, by="ada")
    with pytest.raises(ReviewError, match="mallory is no steward"):
        approve(installation, version, by="mallory")
    with pytest.raises(ReviewError, match="missed PERSON"):
        approve_unattended(installation, version, by="demo")
    with pytest.raises(ReviewError, match="takes a reason"):
        reject(installation, version, by="ada", reason=" ")
    assert newest_approved(installation.ledger, "notes") is None


def test_an_approval_records_who_when_how_long_which_rows_and_which_snapshot(
    installation: Platform, opened: Callable[..., str], read_all: Callable[..., None]
) -> None:
    version = opened()
    read_all(version)
    approve(installation, version, by="ada", reason="read")
    (decision,) = load(installation.ledger, version).decisions
    assert (decision.steward, decision.decision, decision.rows_read) == ("ada", "approve", 3)
    assert decision.seconds is not None
    with installation.ledger.session(readonly=True) as session:
        (event,) = [e for e in session.query(AuditEvent) if e.event == "policy_approved"]
    assert event.actor == "ada"
    assert (event.detail["rows"], event.detail["of"]) == (3, 3)
    assert len(event.detail["snapshot"]) == 64
    assert event.detail["partition"] == "dt=2026-11-29"


def test_a_finding_follows_the_next_versions_until_one_passes(
    installation: Platform, opened: Callable[..., str], read_all: Callable[..., None]
) -> None:
    first = opened()
    read_all(first)
    miss(installation, first)
    reject(installation, first, by="ada", reason="a nickname stands")
    assert state(installation, first) == "rejected"

    second = opened(description="changes nothing that matters")
    (result,) = load(installation.ledger, second).case_results
    assert (result.passed, result.row) == (False, 2)  # its row is in the new sample too: shown beside it
    assert result.reason == "the PERSON still stands in note"
    read_all(second)
    with pytest.raises(ReviewError, match="1 earlier case fails: 1"):
        approve(installation, second, by="ada")
    with pytest.raises(ReviewError, match="earlier case fails"):
        approve_unattended(installation, second, by="demo")

    third = opened(formats=MENDED)
    assert [r.passed for r in load(installation.ledger, third).case_results] == [True]
    read_all(third)
    assert approve(installation, third, by="grace")
    assert len(open_cases(installation, "notes")) == 1  # and later versions still have to pass it


def test_a_case_found_on_another_version_meanwhile_is_run_before_the_approval(
    installation: Platform, opened: Callable[..., str], read_all: Callable[..., None]
) -> None:
    first, second = opened(), opened(description="another")
    read_all(second)
    miss(installation, first)
    with pytest.raises(ReviewError, match="not run yet"):
        approve(installation, second, by="ada")
    write_sample(installation, second)
    with pytest.raises(ReviewError, match="earlier case fails"):
        approve(installation, second, by="ada")
    withdraw_case(installation, open_cases(installation, "notes")[0].id, by="ada", reason="no person")
    assert approve(installation, second, by="ada")


def test_an_over_redaction_does_not_hinder_this_version_but_later_ones(
    installation: Platform, opened: Callable[..., str], read_all: Callable[..., None]
) -> None:
    eager = [{"id": "vendor", "entity": "PERSON", "pattern": "Meridian"}]
    first = opened(formats=eager)
    read_all(first)
    row = load_rows(installation, first)[1]
    start = row.fields[1].before.index("Meridian")
    mark_over(installation, first, 2, field=1, start=start, by="ada")
    assert stands(installation, first).over == {"PERSON": 1}
    assert approve(installation, first, by="ada")
    second = opened(formats=eager, description="as before")
    (result,) = load(installation.ledger, second).case_results
    assert not result.passed
    assert "replaced again (PERSON)" in result.reason
    assert [r.passed for r in load(installation.ledger, opened()).case_results] == [True]


def test_two_people_where_the_policy_wants_two(
    installation: Platform, opened: Callable[..., str], read_all: Callable[..., None]
) -> None:
    version = opened(review={"rows": 3, "stewards": ["ada", "grace"], "approvers": 2})
    read_all(version)
    assert not approve(installation, version, by="ada")
    assert state(installation, version) == "in_review"
    with pytest.raises(ReviewError, match="another steward must"):
        approve(installation, version, by="ada")
    assert approve(installation, version, by="grace")
    found = get_policy_version(installation.ledger, version)
    assert found is not None
    assert (found.state, found.approved_by) == ("approved", "ada and grace")


def test_a_version_cannot_name_its_own_judge(
    installation: Platform, opened: Callable[..., str], read_all: Callable[..., None]
) -> None:
    first = opened()
    read_all(first)
    approve(installation, first, by="ada")
    second = opened(review={"rows": 3, "stewards": ["mallory"], "approvers": 1})
    with pytest.raises(ReviewError, match="no steward"):
        show_row(installation, second, 1, by="mallory")
    read_all(second, by="grace")
    approve(installation, second, by="grace")
    activate(installation, second, by="grace")
    third = opened(description="mallory's first")
    read_all(third, by="mallory")


def test_the_version_in_use_is_shown_beside_the_new_one(
    installation: Platform, opened: Callable[..., str], read_all: Callable[..., None]
) -> None:
    first = opened()
    read_all(first)
    approve(installation, first, by="ada")
    second = opened(formats=MENDED)
    rows = load_rows(installation, second)
    assert [row.changed for row in rows] == [False, True, False]
    field = rows[1].fields[1]
    assert NICKNAME in str(field.used_after)
    assert NICKNAME not in field.after
    review = load(installation.ledger, second)
    assert review.base_version == first
    assert [row.changed for row in review.rows] == [False, True, False]


def test_activation_is_a_step_of_its_own_and_can_be_taken_back(
    installation: Platform, opened: Callable[..., str], read_all: Callable[..., None]
) -> None:
    first = opened()
    with pytest.raises(LedgerError):
        activate(installation, first, by="ada")
    read_all(first)
    approve(installation, first, by="ada")
    activate(installation, first, by="ada")
    second = opened(description="second", review={"rows": 3, "stewards": ["ada"], "activation": "by_hand"})
    read_all(second)
    approve(installation, second, by="ada")
    assert newest_approved(installation.ledger, "notes").id == first  # type: ignore[union-attr]
    activate(installation, second, by="ada")
    assert newest_approved(installation.ledger, "notes").id == second  # type: ignore[union-attr]
    assert state(installation, first) == "retired"
    with pytest.raises(ReviewError, match="takes a reason"):
        roll_back(installation, "notes", by="ada", reason="")
    assert roll_back(installation, "notes", by="ada", reason="masks too much").id == first
    assert (state(installation, first), state(installation, second)) == ("active", "retired")
    with installation.ledger.session(readonly=True) as session:
        events = [e.event for e in session.query(AuditEvent)]
    assert events.count("policy_active") == 3
    assert events.count("policy_rolled_back") == 1


def answer(platform: Platform, version: str, by: str, approved: bool = True, **more: Any) -> Any:
    return weigh(platform, version, approved=approved, by=by, reason="said", unattended=["demo"], **more)


def test_an_answer_without_the_rows_read_counts_for_nothing_and_is_asked_again(
    installation: Platform, opened: Callable[..., str], read_all: Callable[..., None]
) -> None:
    version = opened()
    run = dict(notice_changes(installation).runs)[version]
    read_all(version, rows=1)
    weighed = answer(installation, version, "ada", run_id=run)
    assert weighed.outcome == "ask_again"
    assert "2 rows are unread" in weighed.reason
    assert weighed.run_id not in ("", run)
    assert stands(installation, version).read == 1  # verdicts are kept
    assert answer(installation, version, "", run_id=weighed.run_id).outcome == "ask_again"
    assert answer(installation, version, "mallory", approved=False, run_id=weighed.run_id).outcome == "ask_again"
    read_all(version)
    assert answer(installation, version, "ada").outcome == "approved"
    assert answer(installation, version, "mallory", approved=False).outcome == "approved"  # the ledger stands


def test_the_first_of_two_approvals_asks_for_the_second(
    installation: Platform, opened: Callable[..., str], read_all: Callable[..., None]
) -> None:
    version = opened(review={"rows": 3, "stewards": ["ada", "grace"], "approvers": 2})
    read_all(version)
    first = answer(installation, version, "ada", run_id=dict(notice_changes(installation).runs)[version])
    assert (first.outcome, bool(first.run_id)) == ("one_more", True)
    assert answer(installation, version, "ada", run_id=first.run_id).outcome == "one_more"
    assert answer(installation, version, "grace").outcome == "approved"


def test_an_answer_may_send_back_and_a_program_may_approve_what_is_its_own(
    installation: Platform, opened: Callable[..., str]
) -> None:
    first = opened()
    assert answer(installation, first, "ada", approved=False).outcome == "rejected"
    assert state(installation, first) == "rejected"
    second = opened(description="two")
    assert answer(installation, second, "demo").outcome == "approved"
    found = get_policy_version(installation.ledger, second)
    assert found is not None
    assert f"{found.approval_how}, by {found.approved_by}" == "approved unattended, by demo"


def test_a_stratified_sample_shows_every_kind_and_its_seed_repeats_it(
    installation: Platform, opened: Callable[..., str]
) -> None:
    lines = [{"id": str(n), "note": f"kind {'rare' if n == 77 else 'common'} {n}"} for n in range(200)]
    lines[77]["summary"] = "of another shape"
    data = "".join(json.dumps(line) + "\n" for line in lines)
    installation.landing.put("notes/dt=2026-12-01/a.jsonl", data.encode())
    review = {"rows": 4, "sample": "stratified", "stewards": ["ada"]}
    fields = {"keep": ["id"], "text": ["note", "summary"]}
    first = opened(review=review, fields=fields)
    seed = load(installation.ledger, first).sample["seed"]
    assert isinstance(seed, int)
    drawn = [row.fields[0].before for row in load_rows(installation, first)]
    assert "77" in drawn
    assert drawn != ["0", "1", "2", "3"]
    again = opened(review={**review, "seed": seed}, fields=fields)
    assert [row.fields[0].before for row in load_rows(installation, again)] == drawn


def test_fields_nobody_has_seen_are_named(installation: Platform, opened: Callable[..., str]) -> None:
    lines = [{"id": str(n), "note": "x"} for n in range(9)]
    lines[8]["late"] = "shows up after the sample"
    installation.landing.put("notes/dt=2026-12-01/a.jsonl", "".join(json.dumps(line) + "\n" for line in lines).encode())
    version = opened(fields={"keep": ["id"], "text": ["note", "late", "never"]})
    sample = load(installation.ledger, version).sample
    assert (sample["unseen"], sample["absent"]) == (["late"], ["never"])


def test_a_version_that_another_release_wrote_still_says_who_judges_the_next_one(
    installation: Platform, opened: Callable[..., str], read_all: Callable[..., None]
) -> None:
    """Its text lacks a section that this release knows: it cannot be run, and must not be in its successor's way."""
    first = opened()
    with installation.ledger.session() as session:
        version = session.get_one(PolicyVersion, first)
        text = json.loads(version.canonical)
        del text["monitors"]
        canonical = json.dumps(text, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    old = hashlib.sha256(canonical.encode()).hexdigest()
    add_policy_version(installation.ledger, version_id=old, name="notes", dataset="notes", canonical=canonical)
    for state_ in ("in_review", "approved", "active"):
        set_state(installation.ledger, old, state_, actor="ada")
    write = opened(review={"rows": 3, "stewards": ["eve"]})
    read_all(write)
    with pytest.raises(ReviewError, match="eve is no steward"):
        approve(installation, write, by="eve")
    approve(installation, write, by="ada")
    activate(installation, write, by="ada")
    assert (state(installation, old), state(installation, write)) == ("retired", "active")
    with installation.ledger.session() as session:
        session.get_one(PolicyVersion, write).canonical = canonical
    with pytest.raises(ReviewError, match="was changed in the ledger"):
        approve(installation, first, by="eve")
