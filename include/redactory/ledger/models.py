"""What the ledger remembers: snapshots, policy versions, runs, gate results, counts, alerts, audit rows.

No column holds a personal value: objects are known by the hash of their key and a display name that was
checked, failures by row, path and class (architecture.md, what is stamped).
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, MetaData, String, Text, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

from redactory.database import NAMING, UtcTime, now

HASH = 64  # hex digits of SHA-256
NAME = 255
PATH = 1024


class Base(DeclarativeBase):
    metadata = MetaData(naming_convention=NAMING)
    type_annotation_map = {datetime: UtcTime, dict[str, Any]: JSON, list[Any]: JSON}


class DirectorySnapshot(Base):
    """One immutable export. `state`: current, held, superseded, rejected."""

    __tablename__ = "directory_snapshots"

    hash: Mapped[str] = mapped_column(String(HASH), primary_key=True)
    state: Mapped[str] = mapped_column(String(16), index=True)
    source: Mapped[str] = mapped_column(String(32))
    people: Mapped[int]
    joiners: Mapped[int] = mapped_column(default=0)
    leavers: Mapped[int] = mapped_column(default=0)
    taken_at: Mapped[datetime]
    stored_at: Mapped[datetime] = mapped_column(default=now)
    current_at: Mapped[datetime | None] = mapped_column(index=True)
    reason: Mapped[str] = mapped_column(Text, default="")
    warnings: Mapped[list[Any]] = mapped_column(default=list)
    approved_by: Mapped[str | None] = mapped_column(String(NAME))
    key_id: Mapped[str | None] = mapped_column(String(HASH))


class PolicyVersion(Base):
    """One version of a policy, known by the hash of its canonical text.

    `state`: draft, in_review, approved, active, retired, rejected. `effective_at` is when it was approved
    (or brought back from retirement): the newest one counts.
    """

    __tablename__ = "policy_versions"

    id: Mapped[str] = mapped_column(String(HASH), primary_key=True)
    name: Mapped[str] = mapped_column(String(NAME), index=True)
    dataset: Mapped[str] = mapped_column(String(NAME), index=True)
    canonical: Mapped[str] = mapped_column(Text)
    source_file: Mapped[str] = mapped_column(String(PATH), default="")
    engine_version: Mapped[str] = mapped_column(String(64), default="")
    state: Mapped[str] = mapped_column(String(16), default="draft")
    noticed_at: Mapped[datetime] = mapped_column(default=now)
    sample_key: Mapped[str | None] = mapped_column(String(PATH))
    sample_rows: Mapped[int | None]
    sampled_at: Mapped[datetime | None]
    sample: Mapped[dict[str, Any]] = mapped_column(default=dict)
    approved_by: Mapped[str | None] = mapped_column(String(NAME))
    approval_how: Mapped[str | None] = mapped_column(String(NAME))
    approved_at: Mapped[datetime | None]
    effective_at: Mapped[datetime | None]
    state_at: Mapped[datetime] = mapped_column(default=now)
    state_reason: Mapped[str] = mapped_column(Text, default="")


class Run(Base):
    """One nightly (or by-hand) run. `state`: running, done, failed."""

    __tablename__ = "runs"

    id: Mapped[str] = mapped_column(String(NAME), primary_key=True)
    kind: Mapped[str] = mapped_column(String(32), default="nightly")
    state: Mapped[str] = mapped_column(String(16), default="running")
    started_at: Mapped[datetime] = mapped_column(default=now)
    ended_at: Mapped[datetime | None]
    notes: Mapped[list[Any]] = mapped_column(default=list)

    partitions: Mapped[list[PartitionRun]] = relationship(back_populates="run", order_by="PartitionRun.id")


class PartitionRun(Base):
    """One partition within one run.

    `state`: planned, redacted, checked, failed_gates, published, quarantined, held, failed, released, discarded,
    superseded (waited in quarantine while a later run published the same objects).
    """

    __tablename__ = "partition_runs"
    __table_args__ = (
        UniqueConstraint("run_id", "dataset", "partition"),
        Index(None, "dataset", "partition"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    run_id: Mapped[str] = mapped_column(ForeignKey("runs.id"))
    dataset: Mapped[str] = mapped_column(String(NAME))
    partition: Mapped[str] = mapped_column(String(NAME))
    state: Mapped[str] = mapped_column(String(16), default="planned", index=True)
    reason: Mapped[str] = mapped_column(Text, default="")
    rerun: Mapped[bool] = mapped_column(default=False)
    restarts: Mapped[int] = mapped_column(default=0)
    policy_version: Mapped[str] = mapped_column(ForeignKey("policy_versions.id"))
    snapshot_hash: Mapped[str] = mapped_column(String(HASH))
    engine_version: Mapped[str] = mapped_column(String(64), default="")
    key_id: Mapped[str | None] = mapped_column(String(HASH))
    surrogate_key_id: Mapped[str | None] = mapped_column(String(HASH))
    base_generation: Mapped[int] = mapped_column(default=0)
    generation: Mapped[int | None]
    manifest_sha256: Mapped[str | None] = mapped_column(String(HASH))
    rows_in: Mapped[int] = mapped_column(default=0)
    rows_out: Mapped[int] = mapped_column(default=0)
    rows_dead: Mapped[int] = mapped_column(default=0)
    chars: Mapped[int] = mapped_column(default=0)
    masked_chars: Mapped[int] = mapped_column(default=0)
    words: Mapped[int] = mapped_column(default=0)
    planned_at: Mapped[datetime] = mapped_column(default=now)
    ended_at: Mapped[datetime | None]

    run: Mapped[Run] = relationship(back_populates="partitions")
    objects: Mapped[list[ObjectRun]] = relationship(
        back_populates="partition_run", order_by="ObjectRun.id", cascade="all, delete-orphan"
    )
    gates: Mapped[list[GateResultRow]] = relationship(order_by="GateResultRow.id", cascade="all, delete-orphan")
    counts: Mapped[list[TokenCount]] = relationship(order_by="TokenCount.id", cascade="all, delete-orphan")
    alerts: Mapped[list[MonitorAlert]] = relationship(order_by="MonitorAlert.id", cascade="all, delete-orphan")
    decisions: Mapped[list[QuarantineDecision]] = relationship(order_by="QuarantineDecision.id")


class ObjectRun(Base):
    """One source object within one partition run. `state`: planned, redacted, failed."""

    __tablename__ = "object_runs"
    __table_args__ = (UniqueConstraint("partition_run_id", "key_sha256"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    partition_run_id: Mapped[int] = mapped_column(ForeignKey("partition_runs.id"), index=True)
    key_sha256: Mapped[str] = mapped_column(String(HASH), index=True)
    name: Mapped[str] = mapped_column(String(PATH))
    etag: Mapped[str] = mapped_column(String(NAME))
    size: Mapped[int]
    state: Mapped[str] = mapped_column(String(16), default="planned")
    staged_etag: Mapped[str | None] = mapped_column(String(NAME))
    staged_sha256: Mapped[str | None] = mapped_column(String(HASH))
    rows_in: Mapped[int] = mapped_column(default=0)
    rows_out: Mapped[int] = mapped_column(default=0)
    rows_dead: Mapped[int] = mapped_column(default=0)
    chars: Mapped[int] = mapped_column(default=0)
    masked_chars: Mapped[int] = mapped_column(default=0)
    words: Mapped[int] = mapped_column(default=0)
    counts: Mapped[dict[str, Any]] = mapped_column(default=dict)
    schemes: Mapped[int] = mapped_column(default=0)
    schemes_sha256: Mapped[str | None] = mapped_column(String(HASH))
    unlisted: Mapped[list[Any]] = mapped_column(default=list)

    partition_run: Mapped[PartitionRun] = relationship(back_populates="objects")


class GateResultRow(Base):
    """One gate over one object: what was checked, how often it failed, and where (row, path, class)."""

    __tablename__ = "gate_results"

    id: Mapped[int] = mapped_column(primary_key=True)
    partition_run_id: Mapped[int] = mapped_column(ForeignKey("partition_runs.id"), index=True)
    object_run_id: Mapped[int | None] = mapped_column(ForeignKey("object_runs.id"))
    gate: Mapped[str] = mapped_column(String(64))
    success: Mapped[bool]
    checked: Mapped[int] = mapped_column(default=0)
    failed: Mapped[int] = mapped_column(default=0)
    failures: Mapped[list[Any]] = mapped_column(default=list)
    guarded: Mapped[dict[str, Any]] = mapped_column(default=dict)
    lists: Mapped[list[Any]] = mapped_column(default=list)
    at: Mapped[datetime] = mapped_column(default=now)


class TokenCount(Base):
    """How many values of one class one layer replaced in one partition run."""

    __tablename__ = "token_counts"
    __table_args__ = (UniqueConstraint("partition_run_id", "entity", "layer"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    partition_run_id: Mapped[int] = mapped_column(ForeignKey("partition_runs.id"), index=True)
    entity: Mapped[str] = mapped_column(String(64))
    layer: Mapped[str] = mapped_column(String(32))
    count: Mapped[int]


class MonitorAlert(Base):
    """One monitor that went off for one partition run."""

    __tablename__ = "monitor_alerts"

    id: Mapped[int] = mapped_column(primary_key=True)
    partition_run_id: Mapped[int] = mapped_column(ForeignKey("partition_runs.id"), index=True)
    monitor: Mapped[str] = mapped_column(String(64))
    message: Mapped[str] = mapped_column(Text)
    detail: Mapped[dict[str, Any]] = mapped_column(default=dict)
    at: Mapped[datetime] = mapped_column(default=now)


class QuarantineDecision(Base):
    """One person's word on a quarantined partition run: release (two people) or discard."""

    __tablename__ = "quarantine_decisions"
    __table_args__ = (UniqueConstraint("partition_run_id", "decision", "actor"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    partition_run_id: Mapped[int] = mapped_column(ForeignKey("partition_runs.id"), index=True)
    decision: Mapped[str] = mapped_column(String(16))
    actor: Mapped[str] = mapped_column(String(NAME))
    reason: Mapped[str] = mapped_column(Text)
    at: Mapped[datetime] = mapped_column(default=now)


class RerunRequest(Base):
    """A range of dates whose old objects the next plan publishes again. Dates are partition values, inclusive."""

    __tablename__ = "rerun_requests"

    id: Mapped[int] = mapped_column(primary_key=True)
    dataset: Mapped[str] = mapped_column(String(NAME), index=True)
    first: Mapped[str] = mapped_column(String(64))
    last: Mapped[str] = mapped_column(String(64))
    actor: Mapped[str] = mapped_column(String(NAME))
    reason: Mapped[str] = mapped_column(Text, default="")
    asked_at: Mapped[datetime] = mapped_column(default=now)
    taken_by: Mapped[str | None] = mapped_column(ForeignKey("runs.id"))


class AuditEvent(Base):
    """Who did what to what, in words that hold no personal value of the data."""

    __tablename__ = "audit_events"

    id: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[datetime] = mapped_column(default=now, index=True)
    event: Mapped[str] = mapped_column(String(64), index=True)
    actor: Mapped[str] = mapped_column(String(NAME))
    subject: Mapped[str] = mapped_column(String(NAME))
    detail: Mapped[dict[str, Any]] = mapped_column(default=dict)
