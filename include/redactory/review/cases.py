"""Findings as cases: a marked place with its whole row, kept encrypted, that every later version has to pass.

A missed mention passes where every letter and digit of it is replaced; an over-redaction where nothing of it is.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import orjson
from sqlalchemy import select

from redactory.errors import ReviewError, StorageError
from redactory.ledger import list_policy_versions
from redactory.ledger.models import PolicyVersion, now
from redactory.ledger.review_models import Finding, Review
from redactory.policy.paths import FieldMatcher, parse_concrete
from redactory.records import TextField
from redactory.redact import Place, RowInput
from redactory.redact.engine import Redactor
from redactory.review.access import require_steward, rules_of
from redactory.review.sample import SampleRow, row_from

if TYPE_CHECKING:
    from redactory.platform import Platform
    from redactory.policy.model import Policy

MISSED, OVER = "missed", "over"
WITHDRAWN, ERASED = "withdrawn", "erased"
_FOLDER = "policy-cases"


@dataclass(frozen=True)
class Outcome:
    """What a version does with one case. `reason` is in words without text of the row; `row` where it is shown."""

    finding_id: int
    passed: bool
    reason: str = ""
    row: int | None = None


def keep(platform: Platform, policy: str, row: SampleRow) -> str:
    """Write a row as the text of a case; returns its key in the review store."""
    key = f"{_FOLDER}/{policy}/{secrets.token_hex(12)}.json"
    platform.review.put(key, orjson.dumps(row))
    return key


def read_case(platform: Platform, finding: Finding) -> SampleRow:
    """The row of a case, as the version saw it that the finding was made on."""
    with platform.review.open(finding.case_key) as stream:
        return row_from(orjson.loads(stream.read()))


def open_cases(platform: Platform, policy: str) -> list[Finding]:
    """The cases of a policy, oldest first."""
    query = select(Finding).where(Finding.policy == policy, Finding.state == "open").order_by(Finding.id)
    with platform.ledger.session(readonly=True) as session:
        return list(session.scalars(query))


def is_earlier(case: Finding, review: Review) -> bool:
    """Whether a version in `review` has to pass the case: what other versions, or other rows of this one, left behind.

    What the version itself should have left alone hinders the next versions, not this one.
    """
    if case.review_id != review.id:
        return True
    return case.kind == MISSED and case.round < review.round


def run_cases(
    platform: Platform,
    policy: Policy,
    redactor: Redactor,
    findings: Sequence[Finding],
    sample: Sequence[SampleRow] = (),
) -> list[Outcome]:
    """Run `findings` through a version. `sample` is its own sample: a case whose row is in it is shown there too."""
    matcher = FieldMatcher(policy.fields)
    shown = {row.fingerprint: row.number for row in sample}
    outcomes = []
    for finding in findings:
        try:
            row = read_case(platform, finding)
        except StorageError:
            outcomes.append(
                Outcome(finding.id, False, "its encrypted text cannot be read: restore it, or withdraw the case")
            )
            continue
        fields = tuple(listed(field.path, field.before, matcher) for field in row.fields)
        (result,) = redactor.redact([RowInput(1, fields, ())])
        places = [place for place in result.places if place.path == fields[finding.field].path]
        held = fields[finding.field].listing == "unlisted" and policy.fields.unlisted == "hold"
        reason = _judge(finding, fields[finding.field], places, policy, held=held)
        outcomes.append(Outcome(finding.id, not reason, reason, shown.get(row.fingerprint)))
    return outcomes


def withdraw_case(platform: Platform, finding_id: int, *, by: str, reason: str) -> None:
    """Say that a case was none: no later version has to pass it, and its text is deleted.

    Raises:
        NotAStewardError: `by` is no steward of its policy.
        ReviewError: there is no such open case, or no reason.
    """
    _require_steward(platform, finding_id, by)
    _end(platform, finding_id, WITHDRAWN, by, reason)


def erase_case(platform: Platform, finding_id: int, *, by: str, reason: str) -> None:
    """Delete the text of a case that was one, because somebody asked for it: no later version can be run over it.

    The ledger keeps what it was (kind, entity, field, dates). Raises as `withdraw_case`.
    """
    _require_steward(platform, finding_id, by)
    _end(platform, finding_id, ERASED, by, reason)


def expire_cases(platform: Platform, at: datetime) -> int:
    """Delete the text of cases that are older than their policy keeps them (`review.case_days`); returns how many."""
    erased = 0
    with platform.ledger.session(readonly=True) as session:
        found = list(session.scalars(select(Finding).where(Finding.state == "open").order_by(Finding.id)))
    for finding in found:
        days = rules_of(platform, _version(platform, finding)).case_days
        if at - finding.at > timedelta(days=days):
            _end(platform, finding.id, ERASED, "redactory", f"older than {days} days (review.case_days)")
            erased += 1
    return erased


def _end(platform: Platform, finding_id: int, state: str, by: str, reason: str) -> None:
    if not reason.strip():
        raise ReviewError("to end a case takes a reason")
    with platform.ledger.session() as session:
        finding = session.get(Finding, finding_id, with_for_update=True)
        if finding is None or finding.state != "open":
            raise ReviewError(f"there is no open case {finding_id}")
        close(finding, by, reason, state)
        detail = {"case": finding.id, "policy": finding.policy, "reason": reason}
        platform.ledger.audit(f"case_{state}", by, finding.policy, detail, session=session)
        key = finding.case_key
    platform.review.delete(key)


def _require_steward(platform: Platform, finding_id: int, by: str) -> None:
    with platform.ledger.session(readonly=True) as session:
        finding = session.get(Finding, finding_id)
    if finding is None:
        raise ReviewError(f"there is no open case {finding_id}")
    require_steward(platform, _version(platform, finding), by)


def close(finding: Finding, by: str, reason: str, state: str = WITHDRAWN) -> None:
    """A finding counts no longer."""
    finding.state, finding.withdrawn_by, finding.withdrawn_at, finding.reason = state, by, now(), reason


def _version(platform: Platform, finding: Finding) -> PolicyVersion:
    return list_policy_versions(platform.ledger, finding.policy)[0]


def covered(text: str, start: int, end: int, places: Sequence[Place]) -> bool:
    """Whether every letter and digit of `text[start:end]` lies in a place."""
    return all(any(place.start <= at < place.end for place in places) for at in range(start, end) if text[at].isalnum())


def listed(path: str, text: str, matcher: FieldMatcher) -> TextField:
    """The field at the concrete `path`, as another version lists it."""
    parts = tuple(None if isinstance(part, int) else part for part in parse_concrete(path))
    found = matcher.listing(parts)
    return TextField(path, text, found.listing, found.entity, found.account)


def _judge(finding: Finding, field: TextField, places: Sequence[Place], policy: Policy, *, held: bool) -> str:
    """Why the case fails; empty where it passes."""
    if finding.kind == MISSED:
        if held or covered(field.text, finding.start, finding.end, places):
            return ""
        return f"the {finding.entity} still stands in {finding.path}"
    touched = [p for p in places if p.start < finding.end and finding.start < p.end]
    if not touched:
        return ""
    names = ", ".join(sorted({p.entity or "dropped field" for p in touched}))
    return f"{finding.path}: replaced again ({names}), though it describes the system"
