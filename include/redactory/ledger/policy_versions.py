"""Policy versions in the ledger: which there are, in which state, and which one a run may use.

contract.md, review: a version publishes only after it was approved; the review belongs to the version.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from redactory.errors import LedgerError
from redactory.ledger.ledger import Ledger
from redactory.ledger.models import AuditEvent, PolicyVersion, now

USABLE = ("approved", "active")
TRANSITIONS: dict[str, frozenset[str]] = {
    "draft": frozenset({"in_review", "retired", "rejected"}),
    "in_review": frozenset({"approved", "rejected", "draft"}),
    "approved": frozenset({"active", "retired", "rejected", "in_review"}),
    "active": frozenset({"retired", "rejected", "in_review"}),
    "retired": frozenset({"active", "in_review"}),
    "rejected": frozenset({"draft", "in_review"}),
}


def add_policy_version(
    ledger: Ledger,
    *,
    version_id: str,
    name: str,
    dataset: str,
    canonical: str,
    source_file: str = "",
    engine_version: str = "",
    actor: str = "redactory",
) -> bool:
    """Note a version as a draft. False where it was known already; nothing changes then."""
    with ledger.session() as session:
        if session.get(PolicyVersion, version_id) is not None:
            return False
        session.add(
            PolicyVersion(
                id=version_id,
                name=name,
                dataset=dataset,
                canonical=canonical,
                source_file=source_file,
                engine_version=engine_version,
            )
        )
        detail = {"name": name, "source_file": source_file}
        session.add(AuditEvent(event="policy_noticed", actor=actor, subject=version_id, detail=detail))
        return True


def get_policy_version(ledger: Ledger, version_id: str) -> PolicyVersion | None:
    """The version with this id (64 hex digits), detached from its session."""
    with ledger.session(readonly=True) as session:
        return session.get(PolicyVersion, version_id)


def list_policy_versions(ledger: Ledger, name: str | None = None) -> list[PolicyVersion]:
    """Versions of one policy, or of all, newest first."""
    query = select(PolicyVersion).order_by(PolicyVersion.noticed_at.desc(), PolicyVersion.id)
    if name is not None:
        query = query.where(PolicyVersion.name == name)
    with ledger.session(readonly=True) as session:
        return list(session.scalars(query))


def newest_approved(ledger: Ledger, name: str) -> PolicyVersion | None:
    """The version of policy `name` a run may use: of those approved or active the one that became so last."""
    query = (
        select(PolicyVersion)
        .where(PolicyVersion.name == name, PolicyVersion.state.in_(USABLE), PolicyVersion.effective_at.is_not(None))
        .order_by(PolicyVersion.effective_at.desc(), PolicyVersion.noticed_at.desc())
        .limit(1)
    )
    with ledger.session(readonly=True) as session:
        return session.scalars(query).first()


def approved_policies(ledger: Ledger, dataset: str | None = None) -> list[PolicyVersion]:
    """The newest approved version of every policy the ledger knows, by name; of one dataset where given."""
    query = select(PolicyVersion.name).where(PolicyVersion.state.in_(USABLE)).distinct()
    if dataset is not None:
        query = query.where(PolicyVersion.dataset == dataset)
    with ledger.session(readonly=True) as session:
        names = sorted(session.scalars(query))
    found = (newest_approved(ledger, name) for name in names)
    return [v for v in found if v is not None and (dataset is None or v.dataset == dataset)]


def set_state(
    ledger: Ledger,
    version_id: str,
    state: str,
    *,
    actor: str,
    how: str = "",
    reason: str = "",
    usable: bool = True,
    detail: Mapping[str, Any] | None = None,
) -> PolicyVersion:
    """Move a version to `state`. Becoming active retires the version of the same policy that was.

    `how` says how an approval came about ("unattended, by demo"); an approval that is not `usable` waits for its
    activation before a run may use it; `detail` goes into the audit row. Raises LedgerError for an unknown version
    or a transition that is not allowed; moving to the state it has is no change.
    """
    with ledger.session() as session:
        version = _get(session, version_id)
        if version.state == state:
            return version
        if state not in TRANSITIONS[version.state]:
            allowed = ", ".join(sorted(TRANSITIONS[version.state]))
            raise LedgerError(
                f"policy version {version_id[:12]} is {version.state} and cannot become {state}: "
                f"from there it may become {allowed}"
            )
        before, moment = version.state, now()
        if state == "approved":
            version.approved_by, version.approval_how, version.approved_at = actor, how or "reviewed", moment
            version.effective_at = moment if usable else None
        if state == "active":
            if version.approved_at is None:
                raise LedgerError(f"policy version {version_id[:12]} was never approved: have it reviewed first")
            version.effective_at = moment
            _retire_others(session, version)
        if state in ("rejected", "in_review"):
            version.approved_by = version.approval_how = version.approved_at = version.effective_at = None
        version.state, version.state_at, version.state_reason = state, moment, reason
        said = {"name": version.name, "from": before, "how": how, "reason": reason, **(detail or {})}
        session.add(AuditEvent(event=f"policy_{state}", actor=actor, subject=version_id, detail=said))
        return version


def set_sample(
    ledger: Ledger, version_id: str, *, key: str, rows: int, info: dict[str, Any] | None = None
) -> PolicyVersion:
    """Note where the first rows of a version lie for review, and how many they are."""
    with ledger.session() as session:
        version = _get(session, version_id)
        version.sample_key, version.sample_rows, version.sampled_at = key, rows, now()
        version.sample = dict(info or {})
        return version


def _get(session: Session, version_id: str) -> PolicyVersion:
    version = session.get(PolicyVersion, version_id)
    if version is None:
        raise LedgerError(f"the ledger knows no policy version {version_id[:12]}: run the policy versioning first")
    return version


def _retire_others(session: Session, version: PolicyVersion) -> None:
    others = select(PolicyVersion).where(
        PolicyVersion.name == version.name, PolicyVersion.state == "active", PolicyVersion.id != version.id
    )
    for other in session.scalars(others):
        other.state, other.state_at = "retired", now()
        other.state_reason = f"replaced by {version.id[:12]}"
