"""A partition run as content to publish, and what the ledger notes once it is published."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import TYPE_CHECKING, BinaryIO

from sqlalchemy import select
from sqlalchemy.orm import selectinload

from redactory.errors import PartitionError
from redactory.ledger.models import ObjectRun, PartitionRun
from redactory.partitions import state
from redactory.partitions.layout import attempt_prefix, data_key
from redactory.partitions.manifest import GateEntry, ObjectEntry
from redactory.partitions.publish import Content, Published, publish_content
from redactory.policy.model import Policy

if TYPE_CHECKING:
    from redactory.platform import Platform


def publish_staged(platform: Platform, run: PartitionRun, policy: Policy) -> Published:
    """Publish what lies in staging, note it, and empty staging. Can be killed anywhere and called again."""
    prefix = attempt_prefix(run.dataset, run.partition, run.id)
    etags = {item.name: item.staged_etag for item in run.objects}

    def open_staged(name: str) -> BinaryIO:
        return platform.staging.open(data_key(prefix, name), if_match=etags[name])

    published = publish_run(platform, run, policy, open_staged)
    note_published(platform, run, published, "published")
    platform.staging.delete_prefix(prefix)
    return published


def publish_run(
    platform: Platform,
    run: PartitionRun,
    policy: Policy,
    open_staged: Callable[[str], BinaryIO],
    *,
    released: bool = False,
) -> Published:
    """Publish the objects of a run, wherever their redacted bytes are opened from."""
    content = Content(
        dataset=run.dataset,
        partition=run.partition,
        policy_name=policy.name,
        policy_version=run.policy_version,
        snapshot=run.snapshot_hash,
        engine_version=run.engine_version,
        key_id=run.key_id,
        surrogate_key_id=run.surrogate_key_id,
        entries=tuple(_entry(run, item, released) for item in run.objects),
        open_staged=open_staged,
    )
    return publish_content(platform.published, content, base_generation=run.base_generation, rerun=run.rerun)


def note_published(platform: Platform, run: PartitionRun, published: Published, to_state: str) -> None:
    """Move the run to its end, and older runs of the partition that waited with the same objects out of the way."""
    manifest = published.manifest
    reason = "another run had published the same objects" if published.by_other else ""
    state.move(
        platform.ledger,
        run.id,
        to_state,
        reason,
        generation=manifest.generation,
        manifest_sha256=hashlib.sha256(manifest.to_bytes()).hexdigest(),
    )
    _supersede(platform, run)


def _supersede(platform: Platform, run: PartitionRun) -> None:
    done = {(item.key_sha256, item.etag) for item in run.objects}
    query = (
        select(PartitionRun)
        .options(selectinload(PartitionRun.objects))
        .where(
            PartitionRun.dataset == run.dataset,
            PartitionRun.partition == run.partition,
            PartitionRun.state.in_(("quarantined", "held")),
            PartitionRun.id != run.id,
        )
    )
    with platform.ledger.session(readonly=True) as session:
        waiting = [
            other.id
            for other in session.scalars(query)
            if {(item.key_sha256, item.etag) for item in other.objects} <= done
        ]
    for other in waiting:
        platform.quarantine.delete_prefix(attempt_prefix(run.dataset, run.partition, other))
        state.move(platform.ledger, other, "superseded", f"partition run {run.id} published the same objects")


def _entry(run: PartitionRun, item: ObjectRun, released: bool) -> ObjectEntry:
    if item.staged_sha256 is None:
        raise PartitionError(f"partition run {run.id} has an object that was never redacted; run it again")
    gates = [gate for gate in run.gates if gate.object_run_id == item.id]
    guarded: dict[str, int] = {}
    for gate in gates:
        for entity, count in gate.guarded.items():
            guarded[entity] = guarded.get(entity, 0) + count
    return ObjectEntry(
        name=item.name,
        source_etag=item.etag,
        source_size=item.size,
        key="",
        etag="",
        sha256=item.staged_sha256,
        size=0,
        rows_in=item.rows_in,
        rows=item.rows_out,
        dead=item.rows_dead,
        chars=item.chars,
        masked_chars=item.masked_chars,
        words=item.words,
        counts=item.counts,
        guarded=guarded,
        schemes=item.schemes,
        schemes_sha256=item.schemes_sha256,
        gates=tuple(
            GateEntry(gate=g.gate, success=g.success, checked=g.checked, failed=g.failed, lists=tuple(g.lists))
            for g in gates
        ),
        generation=0,
        policy_version=run.policy_version,
        snapshot=run.snapshot_hash,
        engine_version=run.engine_version,
        key_id=run.key_id,
        surrogate_key_id=run.surrogate_key_id,
        released=released,
    )
