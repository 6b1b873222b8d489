"""Decisions on what waits in the queue. Each is one audit row, with who and why."""

from __future__ import annotations

from redactory.directory.refresh import approve as approve_snapshot
from redactory.directory.refresh import reject as reject_snapshot
from redactory.errors import NotAStewardError, ReviewError
from redactory.ledger import get_policy_version
from redactory.ledger.models import PartitionRun
from redactory.ledger.review_models import QueueDecision
from redactory.partitions import quarantine, state
from redactory.partitions.layout import attempt_prefix
from redactory.partitions.requests import request_rerun
from redactory.platform import Platform
from redactory.review.access import require_steward
from redactory.review.queue import DEAD, DECISIONS, SNAPSHOT, listings_of, steward_of_any


def decide(platform: Platform, kind: str, key: str, decision: str, *, by: str, reason: str, listing: str = "") -> str:
    """Carry out one decision; returns what came of it, in words.

    `listing` says how unlisted fields are to be listed: text, keep, drop, or the entity they are.

    Raises:
        ReviewError: `by` may not, no reason is given, or there is no such decision.
        PartitionError, DirectoryError: it cannot be carried out (any more).
    """
    if decision not in DECISIONS.get(kind, ()):
        raise ReviewError("there is no such decision")
    if not reason.strip():
        raise ReviewError("a decision takes a reason; name nobody in it")
    if kind == SNAPSHOT:
        if not steward_of_any(platform, by):
            raise NotAStewardError(f"{by} is no steward of any policy: its policy file names who is")
        (approve_snapshot if decision == "approve" else reject_snapshot)(platform, key, by, reason)
        return f"The snapshot is {'in force' if decision == 'approve' else 'rejected'}."
    run = _run(platform, key, by)
    if decision == "release":
        released = quarantine.release(platform, run.id, actor=by, reason=reason)
        return "Published as it is." if released == "released" else "Noted. A second person must release it too."
    if decision == "list":
        return _list(platform, run, listing, by, reason)
    if decision == "rerun":
        value = run.partition.partition("=")[2]
        request_rerun(platform.ledger, run.dataset, value, actor=by, reason=reason)
        if kind == DEAD:
            _note(platform, run, kind, decision, by, reason)
        return "The next nightly run reads the partition again."
    if kind == DEAD:
        _note(platform, run, kind, decision, by, reason)
        platform.dead_letter.delete_prefix(attempt_prefix(run.dataset, run.partition, run.id))
        return "The dead-letter rows are deleted."
    quarantine.discard(platform, run.id, actor=by, reason=reason)
    return "Discarded. Its objects are not read again but by a re-run."


def _list(platform: Platform, run: PartitionRun, listing: str, by: str, reason: str) -> str:
    version = get_policy_version(platform.ledger, run.policy_version)
    if version is None or listing not in listings_of(version):
        raise ReviewError("fields are listed as text, keep, drop, or as an entity the policy redacts")
    _note(platform, run, "held", "list", by, reason, {"listing": listing})
    where = version.source_file or "the policy file"
    return (
        f"Noted. Add the lines to {where} under `fields`; the changed file is reviewed as a new version, and the next "
        "run takes the partition up again."
    )


def _run(platform: Platform, key: str, by: str) -> PartitionRun:
    if not (key.isascii() and key.isdigit()):
        raise ReviewError("there is no such partition run")
    run = state.load(platform.ledger, int(key))
    version = get_policy_version(platform.ledger, run.policy_version)
    if version is None:
        raise ReviewError("the ledger lost the policy version of this partition run")
    require_steward(platform, version, by)
    return run


def _note(
    platform: Platform,
    run: PartitionRun,
    kind: str,
    decision: str,
    by: str,
    reason: str,
    detail: dict[str, str] | None = None,
) -> None:
    with platform.ledger.session() as session:
        session.add(
            QueueDecision(
                partition_run_id=run.id, kind=kind, decision=decision, actor=by, reason=reason, detail=detail or {}
            )
        )
        said = {"dataset": run.dataset, "partition": run.partition, "reason": reason, **(detail or {})}
        platform.ledger.audit(f"{kind}_{decision}", by, str(run.id), said, session=session)
