"""Planning a run: which partitions, which objects of them, under which policy version and which snapshot.

New is a (key, ETag) that was never published, under whatever policy version; only an explicit re-run takes old
objects again. What waits in quarantine is not tried again until its objects or the policy version change.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sqlalchemy import select
from sqlalchemy.orm import Session, selectinload

from redactory import __version__
from redactory.errors import ConfigError, DirectoryError, EngineChangedError, PartitionError, RedactoryError
from redactory.ledger import approved_policies, set_state
from redactory.ledger.models import AuditEvent, ObjectRun, PartitionRun, PolicyVersion, RerunRequest, Run, now
from redactory.partitions.cleanup import clean_staging, expire_vault
from redactory.partitions.discover import Scan, SourceObject, published_etags, scan, unpublished
from redactory.partitions.inputs import load_version, prepared, require_engine
from redactory.partitions.manifest import read_manifest
from redactory.partitions.names import NameCheck
from redactory.partitions.retention import expire_generations
from redactory.transform import needs_case

if TYPE_CHECKING:
    from redactory.platform import Platform

ACTOR = "redactory"
_SHOWN = 3  # names of a kind in a note
NAMED = "an object's name holds a person's identity: rename it where it comes from, and it is read the next night"


@dataclass
class Planned:
    """One partition to do: its objects, and why it is failed from the start, if it is."""

    dataset: str
    partition: str
    objects: list[SourceObject]
    base_generation: int
    rerun: bool
    policy_version: str
    names: NameCheck
    failed: str = ""


@dataclass
class Plan:
    """What a run will do, and what it has to say besides."""

    partitions: list[Planned] = field(default_factory=list)
    requests: list[int] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    snapshot: str = ""


def plan_run(
    platform: Platform,
    *,
    run_id: str,
    dataset: str | None = None,
    dates: Sequence[str] | None = None,
    rerun: bool = False,
    cases: bool | None = None,
) -> list[int]:
    """Find what is new and note one partition run for each partition that has any; returns their ids, ascending.

    `dates` are partition values (`2026-11-29`); None means all. `rerun` takes old objects of them again. `cases` True
    takes evaluation cases alone (the policies that write pseudonyms), False everything else.
    Called again with the same `run_id` it returns the same ids. Without an approved policy version nothing is
    planned and the run's notes say what to do.

    Raises:
        ConfigError: landing holds no partition of any of the `dates`.
        DirectoryError: there is no current directory snapshot, or it is older than a policy allows.
    """
    ledger = platform.ledger
    ledger.migrate()
    clean_staging(platform)
    expire_vault(platform)
    expired = expire_generations(platform, dataset=dataset)
    with ledger.session(readonly=True) as session:
        if planned_before := _ids(session, run_id):
            return planned_before
    try:
        plan = _plan(platform, dataset, dates, rerun, cases)
    except RedactoryError as error:
        with ledger.session() as session:
            session.merge(Run(id=run_id, state="failed", ended_at=now(), notes=[str(error)]))
        raise
    plan.notes += [found.problem for found in expired if found.problem]
    with ledger.session() as session:
        if planned_before := _ids(session, run_id):  # another process planned it meanwhile
            return planned_before
        session.merge(Run(id=run_id, state="running", ended_at=None, notes=plan.notes))
        session.flush()
        for planned in plan.partitions:
            session.add(_partition_run(run_id, plan.snapshot, planned))
        for request in session.scalars(select(RerunRequest).where(RerunRequest.id.in_(plan.requests))):
            request.taken_by = run_id
        detail = {"partitions": len(plan.partitions), "snapshot": plan.snapshot}
        session.add(AuditEvent(event="run_planned", actor=ACTOR, subject=run_id, detail=detail))
        session.flush()
        return _ids(session, run_id)


def _plan(
    platform: Platform, dataset: str | None, dates: Sequence[str] | None, rerun: bool, cases: bool | None
) -> Plan:
    plan = Plan()
    versions = approved_policies(platform.ledger, dataset)
    seen: dict[str, str] = {}
    for version in versions:
        if version.dataset in seen:
            raise PartitionError(
                f"dataset {version.dataset} has two approved policies ({seen[version.dataset]} and {version.name}): "
                "retire one of them"
            )
        seen[version.dataset] = version.name
    _note_unapproved(platform, plan, dataset, set(seen))
    if cases is not None:
        versions = [version for version in versions if needs_case(load_version(platform, version.id)) == cases]
    if not versions:
        return plan
    from redactory.directory.checks import require_fresh
    from redactory.directory.snapshots import SnapshotStore

    snapshot = SnapshotStore(platform.identity, platform.ledger).current()
    looked, there = [], False
    for version in versions:
        try:
            require_engine(platform, version.id)
        except EngineChangedError as error:
            plan.notes.append(f"{version.dataset}: {error}")
            continue
        rules = load_version(platform, version.id).identity
        if snapshot is None:
            raise DirectoryError(
                "there is no directory snapshot yet: run directory_refresh (or `redactory directory pull`)"
            )
        require_fresh(snapshot, rules, now())
        plan.snapshot = snapshot.hash
        inputs = prepared(platform, version.id, plan.snapshot)
        if version.state == "approved":
            set_state(platform.ledger, version.id, "active", actor=ACTOR, reason="first run with this version")
        found = scan(platform.landing, version.dataset, inputs.policy.partition_key, dates)
        looked.append(f"{version.dataset}/{inputs.policy.partition_key}=...")
        there = there or bool(found.partitions or found.empty)
        _plan_dataset(platform, plan, version, found, inputs.names, rerun)
    if dates and looked and not there:
        asked = dates[0] if len(dates) == 1 else f"{dates[0]} to {dates[-1]}"
        raise ConfigError(
            f"landing holds no partition of {asked} ({', '.join(looked)}): correct the date, or land the objects first"
        )
    return plan


def _plan_dataset(
    platform: Platform, plan: Plan, version: PolicyVersion, found: Scan, names: NameCheck, rerun: bool
) -> None:
    dataset = version.dataset
    known = published_etags(platform.ledger, dataset)
    requests = _rerun_requests(platform, dataset)
    for keys, what in (
        (found.strays, "objects lie outside a partition folder and are not read"),
        (found.empty, "partitions hold nothing but empty objects, so nothing of them is published"),
    ):
        if keys:
            shown = ", ".join(names.checked(key) for key in keys[:_SHOWN])
            more = " ..." if len(keys) > _SHOWN else ""
            plan.notes.append(f"{dataset}: {len(keys)} {what}: {shown}{more}")
    for partition, objects in sorted(found.partitions.items()):
        value = partition.partition("=")[2]
        asked = [request.id for request in requests if request.first <= value <= request.last]
        plan.requests += [request for request in asked if request not in plan.requests]
        again = rerun or bool(asked)
        fresh = objects if again else unpublished(objects, known)
        if not fresh:
            continue
        if names.holds_identity(partition):
            plan.notes.append(
                f"{dataset}: a partition folder's name holds a person's identity; its {len(objects)} objects are not "
                "read: rename it"
            )
            continue
        base = read_manifest(platform.published, dataset, partition)
        if not again:
            fresh = [s for s in fresh if base is None or not base.holds(s.name, s.etag)]
            fresh = _without_waiting(platform, plan, version, partition, fresh)
        if not fresh:
            continue
        generation = base.generation if base else 0
        planned = Planned(dataset, partition, fresh, generation, again, version.id, names)
        if any(names.holds_identity(source.name) for source in fresh):
            planned.failed = NAMED
        plan.partitions.append(planned)


def _without_waiting(
    platform: Platform, plan: Plan, version: PolicyVersion, partition: str, fresh: list[SourceObject]
) -> list[SourceObject]:
    """Leave out what was discarded, and everything when all of it waits in quarantine under this very version."""
    query = (
        select(PartitionRun)
        .options(selectinload(PartitionRun.objects))
        .where(
            PartitionRun.dataset == version.dataset,
            PartitionRun.partition == partition,
            PartitionRun.state.in_(("quarantined", "held", "discarded")),
        )
    )
    with platform.ledger.session(readonly=True) as session:
        ended = list(session.scalars(query))
    discarded = {(o.key_sha256, o.etag) for run in ended if run.state == "discarded" for o in run.objects}
    fresh = [source for source in fresh if (source.key_sha256, source.etag) not in discarded]
    wanted = {(source.key_sha256, source.etag) for source in fresh}
    for run in ended:
        if run.state == "discarded" or run.policy_version != version.id or not wanted:
            continue
        if wanted <= {(o.key_sha256, o.etag) for o in run.objects}:
            what = "release or discard it" if run.state == "quarantined" else "list its fields in the policy"
            plan.notes.append(f"{version.dataset}/{partition}: {run.state} since partition run {run.id}: {what}")
            return []
    return fresh


def _note_unapproved(platform: Platform, plan: Plan, dataset: str | None, approved: set[str]) -> None:
    """Say which datasets in landing, or policies in the ledger, cannot be read yet, and what to do."""
    with platform.ledger.session(readonly=True) as session:
        query = select(PolicyVersion.name, PolicyVersion.dataset, PolicyVersion.state).order_by(PolicyVersion.name)
        versions = [row for row in session.execute(query) if dataset in (None, row.dataset)]
    waiting = {(row.name, row.dataset) for row in versions if row.dataset not in approved}
    for name, of in sorted(waiting):
        plan.notes.append(
            f"{of}: no version of policy {name} is approved, so nothing of it is published: review its first rows "
            "(policy_review) and approve it"
        )
    if not waiting and not approved:
        of = dataset or "any dataset"
        plan.notes.append(
            f"no policy of {of} is approved, so nothing is published: put a policy file into the policies folder, "
            "start policy_review (or `redactory review notice`), and approve the version when its first rows are read"
        )


def _rerun_requests(platform: Platform, dataset: str) -> list[RerunRequest]:
    query = select(RerunRequest).where(RerunRequest.dataset == dataset, RerunRequest.taken_by.is_(None))
    with platform.ledger.session(readonly=True) as session:
        return list(session.scalars(query))


def _partition_run(run_id: str, snapshot: str, planned: Planned) -> PartitionRun:
    def display(source: SourceObject) -> str:
        return planned.names.checked(source.name)

    return PartitionRun(
        run_id=run_id,
        dataset=planned.dataset,
        partition=planned.partition,
        state="failed" if planned.failed else "planned",
        reason=planned.failed,
        ended_at=now() if planned.failed else None,
        rerun=planned.rerun,
        policy_version=planned.policy_version,
        snapshot_hash=snapshot,
        engine_version=__version__,
        base_generation=planned.base_generation,
        objects=[
            ObjectRun(key_sha256=s.key_sha256, name=display(s), etag=s.etag, size=s.size) for s in planned.objects
        ],
    )


def _ids(session: Session, run_id: str) -> list[int]:
    return list(session.scalars(select(PartitionRun.id).where(PartitionRun.run_id == run_id).order_by(PartitionRun.id)))
