"""How long the text of a case is kept, and who may end one."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from typer.testing import CliRunner

from redactory.errors import NotAStewardError, ReviewError
from redactory.ledger.models import AuditEvent
from redactory.ledger.review_models import Finding
from redactory.platform import Platform
from redactory.policy import commands
from redactory.review import approve, expire_cases, write_sample
from redactory.review.cases import erase_case, open_cases, withdraw_case
from redactory.review.register import load
from redactory.review.verdicts import mark_missed, show_row

NICKNAME = "Yllebylle"


@pytest.fixture
def case(installation: Platform, opened: Callable[..., str]) -> int:
    version = opened(review={"rows": 3, "stewards": ["ada", "grace"], "case_days": 90})
    text = show_row(installation, version, 2, by="ada").fields[1].before
    at = text.index(NICKNAME)
    return mark_missed(installation, version, 2, field=1, start=at, end=at + 9, entity="PERSON", by="ada")


def texts(platform: Platform) -> list[str]:
    return [found.key for found in platform.review.list("policy-cases/")]


def events(platform: Platform, event: str) -> list[tuple[str, object]]:
    with platform.ledger.session(readonly=True) as session:
        return [(e.actor, e.detail.get("case")) for e in session.query(AuditEvent) if e.event == event]


def test_the_text_of_a_case_is_deleted_after_the_policys_time(installation: Platform, case: int) -> None:
    now = datetime.now(UTC)
    assert expire_cases(installation, now + timedelta(days=89)) == 0
    assert len(texts(installation)) == 1
    assert expire_cases(installation, now + timedelta(days=91)) == 1
    assert (texts(installation), open_cases(installation, "notes")) == ([], [])
    assert events(installation, "case_erased") == [("redactory", case)]
    with installation.ledger.session(readonly=True) as session:
        kept = session.get_one(Finding, case)
        assert (kept.state, kept.kind, kept.entity) == ("erased", "missed", "PERSON")
        assert kept.reason == "older than 90 days (review.case_days)"


def test_a_steward_erases_a_case_by_command_and_nobody_else_does(
    installation: Platform, case: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for end in (erase_case, withdraw_case):
        for stranger in ("eve", "redactory"):
            with pytest.raises(NotAStewardError):
                end(installation, case, by=stranger, reason="asked for")
        with pytest.raises(ReviewError, match="takes a reason"):
            end(installation, case, by="ada", reason=" ")
    monkeypatch.setattr(commands, "_platform", lambda: installation)
    done = CliRunner().invoke(commands.app, ["erase", str(case), "--by", "grace", "--reason", "asked for"])
    assert done.exit_code == 0, done.output
    assert texts(installation) == []
    assert events(installation, "case_erased") == [("grace", case)]
    listed = CliRunner().invoke(commands.app, ["cases", "notes", "--all"], env={"COLUMNS": "200"})
    assert "erased" in listed.output
    assert NICKNAME not in listed.output
    assert "no cases" in CliRunner().invoke(commands.app, ["cases", "notes"]).output
    with pytest.raises(ReviewError, match="no open case"):
        erase_case(installation, case, by="ada", reason="again")


def test_a_later_version_is_not_held_up_by_a_case_that_is_gone(
    installation: Platform, case: int, opened: Callable[..., str], read_all: Callable[..., None]
) -> None:
    second = opened(description="second", review={"rows": 3, "stewards": ["ada", "grace"], "case_days": 90})
    read_all(second)
    with pytest.raises(ReviewError, match="1 earlier case fails"):
        approve(installation, second, by="ada")
    erase_case(installation, case, by="ada", reason="asked for")
    approve(installation, second, by="ada")
    assert load(installation.ledger, second).state == "approved"


def test_a_sample_laid_out_anew_takes_its_marks_along_as_cases(
    installation: Platform, case: int, read_all: Callable[..., None]
) -> None:
    """The rows of a review that expired undecided are others now; what was missed on the old ones still stands."""
    with installation.ledger.session(readonly=True) as session:
        found = session.get_one(Finding, case)
    version = _version_of(installation, found)
    installation.review.delete_prefix("policy-reviews/")
    installation.landing.put("notes/dt=2026-11-30/a.jsonl", b'{"id":"9","note":"another day"}\n')
    assert write_sample(installation, version) == 1
    review = load(installation.ledger, version)
    assert (review.round, review.marks) == (2, [])
    assert [(r.finding_id, r.passed) for r in review.case_results] == [(case, False)]
    read_all(version, rows=1)
    with pytest.raises(ReviewError, match="1 earlier case fails"):
        approve(installation, version, by="ada")


def _version_of(platform: Platform, finding: Finding) -> str:
    from redactory.ledger.review_models import Review

    with platform.ledger.session(readonly=True) as session:
        return session.get_one(Review, finding.review_id).policy_version
