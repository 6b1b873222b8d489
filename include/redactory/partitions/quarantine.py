"""Quarantine: a failing partition's output and report, encrypted, until two people release it or one discards it.

The report names objects, rows, fields and classes, and holds no personal value (contract.md, gates).
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, BinaryIO

from redactory.errors import PartitionError
from redactory.ledger.models import AuditEvent, PartitionRun, QuarantineDecision
from redactory.partitions import state
from redactory.partitions.content import note_published, publish_run
from redactory.partitions.inputs import load_version
from redactory.partitions.layout import attempt_prefix, data_key, places_key, report_key

if TYPE_CHECKING:
    from redactory.partitions.stage import Staged
    from redactory.platform import Platform

PEOPLE_TO_RELEASE = 2


def quarantine(platform: Platform, run: PartitionRun, reason: str = "") -> str:
    """Move the staged objects of a run whose gates failed to quarantine, with a report; then empty staging."""
    prefix = attempt_prefix(run.dataset, run.partition, run.id)
    for item in run.objects:
        for key in (data_key(prefix, item.name), places_key(prefix, item.name)):
            with platform.staging.open(key) as stream:
                platform.quarantine.upload(key, stream)
    said = "; ".join(part for part in (run.reason, reason) if part)
    _write_report(platform, run, "quarantined", said, [])
    state.move(platform.ledger, run.id, "quarantined", said)
    platform.staging.delete_prefix(prefix)
    return "quarantined"


def hold(platform: Platform, run: PartitionRun, staged: dict[str, Staged], paths: list[str]) -> str:
    """Hold a partition with text in unlisted fields. Its output is not kept: a new policy version redacts anew."""
    reason = (
        f"the policy does not list fields that hold text: {', '.join(paths)}: list each under fields (text, keep, drop "
        "or entities) and have the version reviewed; the next run takes the partition up again"
    )
    _write_report(platform, run, "held", reason, paths)
    state.redacted(platform.ledger, run.id, staged, "held", reason)
    platform.staging.delete_prefix(attempt_prefix(run.dataset, run.partition, run.id))
    return "held"


def read_report(platform: Platform, partition_run_id: int) -> dict[str, Any]:
    """The report of a quarantined or held partition run."""
    run = state.load(platform.ledger, partition_run_id)
    with platform.quarantine.open(report_key(attempt_prefix(run.dataset, run.partition, run.id))) as stream:
        report: dict[str, Any] = json.loads(stream.read())
        return report


def release(platform: Platform, partition_run_id: int, *, actor: str, reason: str) -> str:
    """Say that a quarantined partition may be published as it is. Publishes it once a second person says so.

    Returns the state: quarantined (one more person is needed) or released. Raises PartitionError for a partition
    that is not in quarantine, for the same person twice, and where the objects were published since.
    """
    run = _decide(platform, partition_run_id, "release", actor, reason)
    people = {decision.actor for decision in run.decisions if decision.decision == "release"}
    if len(people) < PEOPLE_TO_RELEASE:
        return "quarantined"
    prefix = attempt_prefix(run.dataset, run.partition, run.id)

    def open_staged(name: str) -> BinaryIO:
        return platform.quarantine.open(data_key(prefix, name))

    policy = load_version(platform, run.policy_version)
    published = publish_run(platform, run, policy, open_staged, released=True)
    note_published(platform, run, published, "released")
    platform.quarantine.delete_prefix(f"{prefix}data/")
    platform.quarantine.delete_prefix(f"{prefix}places/")
    return "released"


def discard(platform: Platform, partition_run_id: int, *, actor: str, reason: str) -> str:
    """Delete a quarantined or held partition's output. Its source objects are not planned again but by a re-run."""
    run = _decide(platform, partition_run_id, "discard", actor, reason)
    platform.quarantine.delete_prefix(attempt_prefix(run.dataset, run.partition, run.id))
    state.move(platform.ledger, run.id, "discarded", reason)
    return "discarded"


def _decide(platform: Platform, partition_run_id: int, decision: str, actor: str, reason: str) -> PartitionRun:
    if not actor.strip() or not reason.strip():
        raise PartitionError(f"to {decision} a partition takes who and why: give an actor and a reason")
    with platform.ledger.session() as session:
        run = state.get(session, partition_run_id)
        if run.state == "held" and decision == "release":
            raise PartitionError(
                f"partition run {run.id} is held for unlisted fields and cannot be released: list them in the policy "
                "and have the version reviewed, or discard the partition"
            )
        if run.state not in ("quarantined", "held"):
            raise PartitionError(
                f"partition run {run.id} is {run.state}, not in quarantine; there is nothing to {decision}"
            )
        said = {(d.decision, d.actor) for d in run.decisions}
        people = {who for what, who in said if what == "release"}
        if (decision, actor) in said:
            if len(people) < PEOPLE_TO_RELEASE:
                raise PartitionError(f"{actor} has released partition run {run.id} already; a second person must")
            return run  # both have spoken, and publishing was interrupted
        run.decisions.append(QuarantineDecision(partition_run_id=run.id, decision=decision, actor=actor, reason=reason))
        detail = {"dataset": run.dataset, "partition": run.partition, "reason": reason}
        session.add(AuditEvent(event=f"{decision}_asked", actor=actor, subject=str(run.id), detail=detail))
        return run


def _write_report(platform: Platform, run: PartitionRun, to_state: str, reason: str, unlisted: list[str]) -> None:
    names = {item.id: item.name for item in run.objects}
    report = {
        "dataset": run.dataset,
        "partition": run.partition,
        "partition_run": run.id,
        "state": to_state,
        "reason": reason,
        "policy_version": run.policy_version,
        "snapshot": run.snapshot_hash,
        "engine_version": run.engine_version,
        "objects": [
            {"name": o.name, "etag": o.etag, "rows_in": o.rows_in, "rows_out": o.rows_out, "dead": o.rows_dead}
            for o in run.objects
        ],
        "unlisted": unlisted,
        "gates": [
            {
                "object": names.get(gate.object_run_id or 0, ""),
                "gate": gate.gate,
                "success": gate.success,
                "checked": gate.checked,
                "failed": gate.failed,
                "failures": gate.failures,
                "guarded": gate.guarded,
                "lists": gate.lists,
            }
            for gate in run.gates
        ],
    }
    data = json.dumps(report, sort_keys=True, ensure_ascii=False, indent=1).encode()
    platform.quarantine.put(report_key(attempt_prefix(run.dataset, run.partition, run.id)), data)
