"""What one run did, for a table, a log and an exit code. Holds no personal value."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from sqlalchemy import select
from sqlalchemy.orm import selectinload

from redactory.errors import PartitionError
from redactory.ledger.models import GateResultRow, PartitionRun, PolicyVersion, Run, now
from redactory.partitions.check import failure_lines
from redactory.partitions.layout import object_url
from redactory.partitions.manifest import add_guarded

if TYPE_CHECKING:
    from redactory.platform import Platform

UNFINISHED = "it did not come to its end, see the log of the step that failed; run it again"
DONE = ("published", "released", "superseded", "discarded")


@dataclass(frozen=True, slots=True)
class GateVerdict:
    """One gate over one partition: how much it checked and how often it failed."""

    gate: str
    success: bool
    checked: int
    failed: int


@dataclass(frozen=True, slots=True)
class PartitionSummary:
    """One partition run. `counts` is entity -> layer -> values replaced; `files` are URLs of published objects."""

    id: int
    dataset: str
    partition: str
    state: str
    reason: str
    policy_version: str
    approval: str
    snapshot_hash: str
    generation: int | None
    rows_in: int
    rows_out: int
    rows_dead: int
    chars: int
    masked_chars: int
    words: int
    counts: dict[str, dict[str, int]]
    gates: tuple[GateVerdict, ...]
    failures: tuple[str, ...]
    guarded: dict[str, int]
    alerts: tuple[str, ...]
    objects: int
    output: str

    @property
    def masked_share(self) -> float:
        """Values replaced over words of free text read, 0 to 1."""
        replaced = sum(count for layers in self.counts.values() for count in layers.values())
        return replaced / self.words if self.words else 0.0


@dataclass(frozen=True, slots=True)
class RunSummary:
    """A whole run. `ok` is False when a partition it planned was not published, or the run could not be planned."""

    run_id: str
    ok: bool
    partitions: tuple[PartitionSummary, ...]
    notes: tuple[str, ...] = field(default=())

    @property
    def problems(self) -> tuple[str, ...]:
        """One line for every partition that was not published, with what to do."""
        return tuple(
            f"{p.dataset}/{p.partition}: {p.state}: {p.reason or UNFINISHED}"
            for p in self.partitions
            if p.state not in DONE
        )

    def as_dict(self) -> dict[str, Any]:
        """The summary as plain JSON types."""
        return asdict(self)


def summarise(platform: Platform, run_id: str) -> RunSummary:
    """End the run in the ledger and say what it did. `ok` is False when any of its partitions was not published.

    Raises PartitionError for a run the ledger does not know.
    """
    with platform.ledger.session() as session:
        run = session.get(Run, run_id)
        if run is None:
            raise PartitionError("the ledger knows no run of that id: plan it first")
        query = select(PartitionRun).where(PartitionRun.run_id == run_id).order_by(PartitionRun.id)
        partitions = list(session.scalars(query.options(*_PARTS)))
        versions = {v.id: v for v in session.scalars(select(PolicyVersion))}
        # A run that failed before it planned anything stays failed.
        ok = all(p.state in DONE for p in partitions) and (bool(partitions) or run.state != "failed")
        run.state, run.ended_at = ("done" if ok else "failed"), now()
        notes = tuple(str(note) for note in run.notes)
        return RunSummary(run_id, ok, tuple(_summary(platform, p, versions) for p in partitions), notes)


def alerts_of_run(platform: Platform, run_id: str) -> list[str]:
    """What the monitors said about the partitions of a run, one line each; empty when all is well."""
    query = select(PartitionRun).where(PartitionRun.run_id == run_id).order_by(PartitionRun.id)
    with platform.ledger.session(readonly=True) as session:
        found = list(session.scalars(query.options(selectinload(PartitionRun.alerts))))
    return [alert.message for p in found for alert in p.alerts]


_PARTS = (
    selectinload(PartitionRun.objects),
    selectinload(PartitionRun.gates),
    selectinload(PartitionRun.counts),
    selectinload(PartitionRun.alerts),
)


def _summary(platform: Platform, run: PartitionRun, versions: dict[str, PolicyVersion]) -> PartitionSummary:
    version = versions[run.policy_version]
    counts: dict[str, dict[str, int]] = {}
    for count in sorted(run.counts, key=lambda c: (c.entity, c.layer)):
        counts.setdefault(count.entity, {})[count.layer] = count.count
    published = run.state in ("published", "released")
    return PartitionSummary(
        id=run.id,
        dataset=run.dataset,
        partition=run.partition,
        state=run.state,
        reason=run.reason,
        policy_version=run.policy_version,
        approval=f"{version.approval_how}, by {version.approved_by}" if version.approved_by else "",
        snapshot_hash=run.snapshot_hash,
        generation=run.generation,
        rows_in=run.rows_in,
        rows_out=run.rows_out,
        rows_dead=run.rows_dead,
        chars=run.chars,
        masked_chars=run.masked_chars,
        words=run.words,
        counts=counts,
        gates=tuple(_verdicts(run.gates)),
        failures=failure_lines(run),
        guarded=add_guarded(gate.guarded for gate in run.gates),
        alerts=tuple(alert.message for alert in run.alerts),
        objects=len(run.objects),
        output=object_url(platform.published.url, f"{run.dataset}/{run.partition}/") if published else "",
    )


def _verdicts(results: Iterable[GateResultRow]) -> list[GateVerdict]:
    found: dict[str, GateVerdict] = {}
    for result in results:
        before = found.get(result.gate, GateVerdict(result.gate, True, 0, 0))
        found[result.gate] = GateVerdict(
            result.gate,
            before.success and result.success,
            before.checked + result.checked,
            before.failed + result.failed,
        )
    return list(found.values())
