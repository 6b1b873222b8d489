"""The nightly job in steps a scheduler can call one by one: plan, redact, check, publish or quarantine, summarise.

Every step takes and returns ids and short words only, reads its state from the ledger, and can be killed and
called again. What a partition does with its data is a state, not an exception; exceptions are for what a retry
may mend (a store that is away) or a person must (no snapshot, no key).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from redactory.errors import PartitionError, RecordError, SourceChangedError
from redactory.ledger.models import PartitionRun
from redactory.partitions import discover, state
from redactory.partitions.inputs import Prepared, prepared, require_engine
from redactory.partitions.layout import attempt_prefix
from redactory.partitions.names import WITHHELD
from redactory.partitions.plan import plan_run
from redactory.partitions.ranges import RangeTask, delete_ranges, range_tasks, redact_ranges
from redactory.partitions.summary import RunSummary, alerts_of_run, summarise

if TYPE_CHECKING:
    from redactory.partitions.stage import Staged
    from redactory.platform import Platform

__all__ = [
    "RangeTask",
    "RunSummary",
    "alerts_of_run",
    "check_partition",
    "plan_run",
    "publish_partition",
    "quarantine_partition",
    "range_tasks",
    "redact_partition",
    "redact_ranges",
    "run_partition",
    "summarise",
]

RESTARTS = 3  # times a partition starts again because its sources changed; then it fails until the next run
CHANGING = f"the source objects changed {RESTARTS} times while they were read; the next run tries again"


def redact_partition(platform: Platform, partition_run_id: int, *, workers: int = 1) -> str:
    """Redact every object of the partition to staging. Returns the state: redacted, held or failed.

    Ranges of large objects that `redact_ranges` has done are not done again.

    A run that has ended is left as it is, and its state returned; one that failed is tried again, with its
    sources as they are now.
    """
    run = state.load(platform.ledger, partition_run_id)
    if run.state == "failed" and all(item.name != WITHHELD for item in run.objects):
        _restart(platform, run, fresh=True)
        run = state.load(platform.ledger, partition_run_id)
    if run.state in state.ENDED:
        return run.state
    require_engine(platform, run.policy_version)
    inputs = prepared(platform, run.policy_version, run.snapshot_hash)
    while run.state not in state.ENDED:
        try:
            reached = _redact(platform, run, inputs, workers)
            delete_ranges(platform, run)
            return reached
        except SourceChangedError:
            _restart(platform, run)
            run = state.load(platform.ledger, partition_run_id)
    return run.state


def check_partition(platform: Platform, partition_run_id: int) -> bool:
    """Run the gates over the staged objects and watch the shares. True only when every gate passed.

    False at once for a partition that is held or failed. A source that changed restarts the partition.
    """
    from redactory.partitions.check import check_objects, watch

    run = state.load(platform.ledger, partition_run_id)
    inputs = prepared(platform, run.policy_version, run.snapshot_hash)
    while run.state not in state.ENDED:
        if run.state == "planned":
            redact_partition(platform, partition_run_id)
            run = state.load(platform.ledger, partition_run_id)
            continue
        try:
            passed = check_objects(platform, run, inputs)
        except SourceChangedError:
            _restart(platform, run)
            run = state.load(platform.ledger, partition_run_id)
            continue
        watch(platform.ledger, partition_run_id, inputs)
        reason = "" if passed else "a gate failed: see its rows and fields"
        state.move(platform.ledger, partition_run_id, "checked" if passed else "failed_gates", reason)
        return passed
    return run.state in ("published", "released")


def publish_partition(platform: Platform, partition_run_id: int) -> str:
    """Publish a partition whose gates passed. Returns the state: published, or what a restart led to instead.

    Raises PartitionError for a partition whose gates did not run or did not pass.
    """
    from redactory.partitions.content import publish_staged

    run = state.load(platform.ledger, partition_run_id)
    if run.state in state.ENDED:
        platform.staging.delete_prefix(attempt_prefix(run.dataset, run.partition, run.id))  # if killed before that
        return run.state
    if run.state != "checked" or not _all_gates_passed(run):
        raise PartitionError(
            f"{run.dataset}/{run.partition}: partition run {run.id} is {run.state}; only one whose gates passed is "
            "published: check it first"
        )
    now = discover.current(platform.landing, run.dataset, run.partition, [item.name for item in run.objects])
    if {(s.name, s.etag) for s in now} != {(item.name, item.etag) for item in run.objects}:
        _restart(platform, run)
        return run_partition(platform, partition_run_id)
    inputs = prepared(platform, run.policy_version, run.snapshot_hash)
    publish_staged(platform, run, inputs.policy)
    return "published"


def quarantine_partition(platform: Platform, partition_run_id: int, reason: str = "") -> str:
    """Move a partition that did not pass to quarantine with its report. Returns quarantined, held or failed.

    `reason` is said besides the gates' own. A partition that passed, or has ended, is left as it is.
    """
    from redactory.partitions.quarantine import quarantine

    run = state.load(platform.ledger, partition_run_id)
    if run.state in state.ENDED or run.state == "checked":
        return run.state
    if run.state != "failed_gates":
        raise PartitionError(
            f"{run.dataset}/{run.partition}: partition run {run.id} is {run.state}; its gates have not run: check it "
            "first"
        )
    return quarantine(platform, run, reason)


def run_partition(platform: Platform, partition_run_id: int, *, workers: int = 1) -> str:
    """All steps of one partition in a row; returns the state it ended in."""
    redact_partition(platform, partition_run_id, workers=workers)
    if check_partition(platform, partition_run_id):
        return publish_partition(platform, partition_run_id)
    return quarantine_partition(platform, partition_run_id)


def _redact(platform: Platform, run: PartitionRun, inputs: Prepared, workers: int) -> str:
    from redactory.partitions.join import stage_in_ranges
    from redactory.partitions.quarantine import hold
    from redactory.partitions.ranges import ranges_of
    from redactory.partitions.stage import stage_object

    prefix = attempt_prefix(run.dataset, run.partition, run.id)
    platform.staging.delete_prefix(prefix)
    platform.dead_letter.delete_prefix(prefix)
    surrogate_key = inputs.surrogate_key_id
    state.begin(platform.ledger, run.id, platform.keys.primary, surrogate_key)
    staged: dict[str, Staged] = {}
    for source in state.sources(run):
        try:
            parts = ranges_of(platform, source)
            if len(parts) > 1:
                staged[source.name] = stage_in_ranges(platform, run, source, parts, prefix, inputs, workers=workers)
            else:
                staged[source.name] = stage_object(platform, run, source, prefix, inputs, workers=workers)
        except RecordError as error:
            return _fail(platform, run, prefix, f"{source.name}: {error}")
    if inputs.surrogate_key_id != surrogate_key:  # it was rotated meanwhile: one partition, one key
        return _redact(platform, run, inputs, workers)
    problem = _too_many_dead(staged, inputs)
    if problem:
        state.redacted(platform.ledger, run.id, staged, "failed", problem)
        platform.staging.delete_prefix(prefix)
        return "failed"
    unlisted = sorted({path for item in staged.values() for path in item.summary.unlisted})
    if unlisted and inputs.policy.fields.unlisted == "hold":
        return hold(platform, run, staged, [_shown(path, inputs) for path in unlisted])
    state.redacted(platform.ledger, run.id, staged, "redacted", "")
    return "redacted"


def _fail(platform: Platform, run: PartitionRun, prefix: str, reason: str) -> str:
    platform.staging.delete_prefix(prefix)
    state.move(platform.ledger, run.id, "failed", reason)
    return "failed"


def _too_many_dead(staged: dict[str, Staged], inputs: Prepared) -> str:
    rows = sum(item.summary.rows_in for item in staged.values())
    dead = sum(item.summary.dead_rows for item in staged.values())
    out = sum(item.summary.rows_out for item in staged.values())
    if rows != out + dead:
        return f"{rows} rows in, but {out} out and {dead} in dead-letter"
    share = inputs.policy.gates.max_dead_letter_share
    if dead > share * rows:
        return (
            f"{dead} of {rows} rows cannot be read, more than the policy's share of {share:.1%}; they are in "
            "dead-letter with row and reason: mend the source, or raise gates.max_dead_letter_share"
        )
    return ""


def _restart(platform: Platform, run: PartitionRun, *, fresh: bool = False) -> None:
    """Begin again with the sources as they are now; `fresh` counts restarts from nought. The run may fail of it.

    Raises PartitionError where the sources are the same: then another attempt at this very run, of a worker that was
    given up perhaps, wrote over what this one had staged.
    """
    names = [item.name for item in run.objects]
    found = discover.current(platform.landing, run.dataset, run.partition, names)
    same = {(s.name, s.etag) for s in found} == {(item.name, item.etag) for item in run.objects}
    restarts = state.restart(platform.ledger, run.id, found, fresh=fresh, counted=not same)
    if restarts is None:
        return
    if not found:
        state.move(platform.ledger, run.id, "failed", "every source object was deleted while the run went on")
    elif restarts > RESTARTS:
        state.move(platform.ledger, run.id, "failed", CHANGING)
    elif same and not fresh:
        raise PartitionError(
            f"{run.dataset}/{run.partition}: another attempt at partition run {run.id} wrote over what this one had "
            "staged; run it again"
        )


def _all_gates_passed(run: PartitionRun) -> bool:
    seen = {gate.object_run_id for gate in run.gates}
    return all(gate.success for gate in run.gates) and all(item.id in seen for item in run.objects)


def _shown(path: str, inputs: Prepared) -> str:
    return inputs.names.checked(path)
