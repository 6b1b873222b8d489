"""A partition run in the ledger: reading it, and moving it from state to state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import delete
from sqlalchemy.orm import Session, selectinload

from redactory.errors import PartitionError
from redactory.ledger import Ledger
from redactory.ledger.models import AuditEvent, ObjectRun, PartitionRun, TokenCount, now
from redactory.partitions.discover import SourceObject
from redactory.partitions.layout import landing_key
from redactory.partitions.manifest import add_counts
from redactory.partitions.stage import Staged

ENDED = ("published", "quarantined", "held", "failed", "released", "discarded", "superseded")
LAYERS = {0: "declared", 1: "identity", 2: "formats", 3: "ner"}
ACTOR = "redactory"


def load(ledger: Ledger, partition_run_id: int) -> PartitionRun:
    """The partition run with its objects, gate results and counts, detached. Raises PartitionError."""
    with ledger.session(readonly=True) as session:
        return get(session, partition_run_id)


def get(session: Session, partition_run_id: int) -> PartitionRun:
    """The same within a session."""
    options = [
        selectinload(PartitionRun.objects),
        selectinload(PartitionRun.gates),
        selectinload(PartitionRun.counts),
        selectinload(PartitionRun.alerts),
        selectinload(PartitionRun.decisions),
    ]
    found = session.get(PartitionRun, partition_run_id, options=options)
    if found is None:
        raise PartitionError(
            f"the ledger knows no partition run {partition_run_id}: `redactory ledger runs` lists them"
        )
    return found


def sources(run: PartitionRun) -> list[SourceObject]:
    """The landing objects a run began with. Their names were checked when the run was planned."""
    return [SourceObject(landing_key(run.dataset, run.partition, o.name), o.name, o.etag, o.size) for o in run.objects]


def begin(ledger: Ledger, partition_run_id: int, key_id: str, surrogate_key_id: str | None = None) -> None:
    """Back to the start: whatever an earlier attempt wrote about this run is forgotten."""
    with ledger.session() as session:
        run = get(session, partition_run_id)
        run.state, run.reason, run.ended_at = "planned", "", None
        run.key_id, run.surrogate_key_id = key_id, surrogate_key_id
        run.gates.clear()
        run.alerts.clear()
        session.execute(delete(TokenCount).where(TokenCount.partition_run_id == run.id))


def redacted(ledger: Ledger, partition_run_id: int, staged: dict[str, Staged], state: str, reason: str) -> None:
    """Note what every object of the run became, the sums, and the state that follows from them."""
    with ledger.session() as session:
        run = get(session, partition_run_id)
        for item in run.objects:
            _note_object(item, staged[item.name])
        for name in ("rows_in", "rows_out", "rows_dead", "chars", "masked_chars", "words"):
            setattr(run, name, sum(getattr(item, name) for item in run.objects))
        session.execute(delete(TokenCount).where(TokenCount.partition_run_id == run.id))
        for entity, layers in add_counts(item.counts for item in run.objects).items():
            for layer, count in layers.items():
                session.add(TokenCount(partition_run_id=run.id, entity=entity, layer=layer, count=count))
        _move(session, run, state, reason)


def move(ledger: Ledger, partition_run_id: int, state: str, reason: str = "", **values: Any) -> None:
    """Set the state, the reason, and any other columns of the run; leaves an audit row when the run ended."""
    with ledger.session() as session:
        run = get(session, partition_run_id)
        for name, value in values.items():
            setattr(run, name, value)
        _move(session, run, state, reason)


def restart(
    ledger: Ledger, partition_run_id: int, found: Sequence[SourceObject], *, fresh: bool = False, counted: bool = True
) -> int | None:
    """Take the ETags the sources have now, leave out those that are gone. Returns the restarts so far.

    None for a run that ended meanwhile, in another worker's hands, and is left as it is; `fresh` begins such a run
    anew. `counted` False does not count this restart.
    """
    by_name = {source.name: source for source in found}
    with ledger.session() as session:
        run = get(session, partition_run_id)
        if run.state in ENDED and not fresh:
            return None
        for item in list(run.objects):
            source = by_name.get(item.name)
            if source is None:
                run.gates[:] = [gate for gate in run.gates if gate.object_run_id != item.id]
                session.flush()
                run.objects.remove(item)
            else:
                item.etag, item.size = source.etag, source.size
        run.restarts = 0 if fresh else run.restarts + counted
        run.state, run.reason, run.ended_at = "planned", "", None
        return run.restarts


def counts_by_layer(staged: Staged) -> dict[str, dict[str, int]]:
    """An object's counts as entity -> layer's name -> number."""
    found: dict[str, dict[str, int]] = {}
    for (entity, layer), count in sorted(staged.summary.counts.items()):
        found.setdefault(entity, {})[LAYERS[layer]] = count
    return found


def _note_object(item: ObjectRun, staged: Staged) -> None:
    summary = staged.summary
    item.state, item.staged_etag, item.staged_sha256 = "redacted", staged.etag, staged.sha256
    item.rows_in, item.rows_out, item.rows_dead = summary.rows_in, summary.rows_out, summary.dead_rows
    item.chars, item.masked_chars, item.words = summary.chars, summary.masked_chars, summary.words
    item.schemes, item.schemes_sha256 = len(staged.schemes.patterns), staged.schemes.digest
    item.counts, item.unlisted = counts_by_layer(staged), sorted(summary.unlisted)


def _move(session: Session, run: PartitionRun, state: str, reason: str) -> None:
    run.state, run.reason = state, reason
    if state in ENDED:
        run.ended_at = now()
        detail = {"dataset": run.dataset, "partition": run.partition, "run": run.run_id, "reason": reason}
        session.add(AuditEvent(event=f"partition_{state}", actor=ACTOR, subject=str(run.id), detail=detail))
