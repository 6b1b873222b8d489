"""What the ledger remembers of reviews: rows, verdicts, findings, results of earlier cases, decisions.

Places only: a finding is a field's number and two offsets. Its text, and every note, lies encrypted in the review
store under the keys named here.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from redactory.ledger.models import HASH, NAME, PATH, Base, now


class Review(Base):
    """The one review of one policy version. `state`: waiting (no rows yet), open, approved, sent_back.

    `asked` counts the times a person was asked (each is one run of the scheduler). `base_version` is the version
    that was in use when the rows were laid out; `sample` says how they were chosen: partition, snapshot, seed, and
    the stamp of the engine that redacted them. `round` counts the times it began anew with other rows; `cause` says
    why it did, where an approved version is read again.
    """

    __tablename__ = "reviews"
    __table_args__ = (UniqueConstraint("policy_version"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    policy_version: Mapped[str] = mapped_column(ForeignKey("policy_versions.id"))
    state: Mapped[str] = mapped_column(String(16), default="waiting", index=True)
    round: Mapped[int] = mapped_column(default=1, server_default="1")
    cause: Mapped[str] = mapped_column(Text, default="", server_default="")
    asked: Mapped[int] = mapped_column(default=1)
    asked_at: Mapped[datetime] = mapped_column(default=now)
    run_id: Mapped[str | None] = mapped_column(String(NAME))
    problem: Mapped[str] = mapped_column(Text, default="")
    base_version: Mapped[str | None] = mapped_column(String(HASH))
    sample: Mapped[dict[str, Any]] = mapped_column(default=dict)
    created_at: Mapped[datetime] = mapped_column(default=now)
    opened_at: Mapped[datetime | None]
    first_read_at: Mapped[datetime | None]
    reminded_at: Mapped[datetime | None]
    closed_at: Mapped[datetime | None]

    rows: Mapped[list[ReviewRow]] = relationship(order_by="ReviewRow.number")
    findings: Mapped[list[Finding]] = relationship(order_by="Finding.id")
    decisions: Mapped[list[ReviewDecision]] = relationship(order_by="ReviewDecision.id")
    case_results: Mapped[list[CaseResult]] = relationship(order_by="CaseResult.finding_id")

    @property
    def marks(self) -> list[Finding]:
        """The open findings on the rows of this round."""
        return [f for f in self.findings if f.state == "open" and f.round == self.round]


class ReviewRow(Base):
    """One row of a sample. `replaced` counts values, `changed` says that the version in use treats it otherwise."""

    __tablename__ = "review_rows"
    __table_args__ = (UniqueConstraint("review_id", "number"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    review_id: Mapped[int] = mapped_column(ForeignKey("reviews.id"))
    number: Mapped[int]
    replaced: Mapped[int] = mapped_column(default=0)
    changed: Mapped[bool] = mapped_column(default=False)
    held: Mapped[str] = mapped_column(Text, default="")

    verdicts: Mapped[list[RowVerdict]] = relationship(order_by="RowVerdict.id")


class RowVerdict(Base):
    """One steward on one row. `read_at` is when they said that they are done with it; null after an undo.

    `note_key` names the object of the review store that holds their note.
    """

    __tablename__ = "row_verdicts"
    __table_args__ = (UniqueConstraint("row_id", "steward"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    row_id: Mapped[int] = mapped_column(ForeignKey("review_rows.id"))
    steward: Mapped[str] = mapped_column(String(NAME))
    opened_at: Mapped[datetime] = mapped_column(default=now)
    read_at: Mapped[datetime | None]
    note_key: Mapped[str | None] = mapped_column(String(PATH))
    changed_at: Mapped[datetime] = mapped_column(default=now)


class Finding(Base):
    """A missed mention or an over-redaction that a steward marked; while `open`, a case of the policy.

    `kind`: missed, over. `field` counts the row's fields from 0; `start`, `end` are characters of its original text;
    `round` is the review's, to whose rows `row` belongs. `case_key` names the encrypted object with the row.
    `state`: open, withdrawn (it was none), erased (its text was deleted).
    """

    __tablename__ = "findings"

    id: Mapped[int] = mapped_column(primary_key=True)
    review_id: Mapped[int] = mapped_column(ForeignKey("reviews.id"), index=True)
    policy: Mapped[str] = mapped_column(String(NAME), index=True)
    round: Mapped[int] = mapped_column(default=1, server_default="1")
    row: Mapped[int]
    field: Mapped[int]
    path: Mapped[str] = mapped_column(String(PATH))
    start: Mapped[int]
    end: Mapped[int]
    kind: Mapped[str] = mapped_column(String(16))
    entity: Mapped[str] = mapped_column(String(64))
    steward: Mapped[str] = mapped_column(String(NAME))
    state: Mapped[str] = mapped_column(String(16), default="open")
    at: Mapped[datetime] = mapped_column(default=now)
    case_key: Mapped[str] = mapped_column(String(PATH))
    withdrawn_by: Mapped[str | None] = mapped_column(String(NAME))
    withdrawn_at: Mapped[datetime | None]
    reason: Mapped[str] = mapped_column(Text, default="")


class CaseResult(Base):
    """What a version does with one earlier case: run before its review opens."""

    __tablename__ = "case_results"
    __table_args__ = (UniqueConstraint("review_id", "finding_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    review_id: Mapped[int] = mapped_column(ForeignKey("reviews.id"))
    finding_id: Mapped[int] = mapped_column(ForeignKey("findings.id"))
    passed: Mapped[bool]
    reason: Mapped[str] = mapped_column(Text, default="")
    row: Mapped[int | None]
    at: Mapped[datetime] = mapped_column(default=now)


class ReviewDecision(Base):
    """One person's word on a whole review. `decision`: approve, send_back, unattended.

    `seconds` is the time since somebody first opened a row; null where nobody did.
    """

    __tablename__ = "review_decisions"
    __table_args__ = (UniqueConstraint("review_id", "steward"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    review_id: Mapped[int] = mapped_column(ForeignKey("reviews.id"))
    steward: Mapped[str] = mapped_column(String(NAME))
    decision: Mapped[str] = mapped_column(String(16))
    reason: Mapped[str] = mapped_column(Text, default="")
    rows_read: Mapped[int] = mapped_column(default=0)
    seconds: Mapped[int | None]
    at: Mapped[datetime] = mapped_column(default=now)


class EngineCheck(Base):
    """Whether one engine may publish under one approved version. `stamp` is the hash of `engine`, its parts.

    `state`: approved (its rows were read), same (its output on the policy's cases is that of an engine that may),
    noted (the version was approved before engines were noted), differs (waits for its rows to be read), refused.
    """

    __tablename__ = "engine_checks"
    __table_args__ = (UniqueConstraint("policy_version", "stamp"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    policy_version: Mapped[str] = mapped_column(ForeignKey("policy_versions.id"))
    stamp: Mapped[str] = mapped_column(String(HASH))
    engine: Mapped[dict[str, Any]] = mapped_column(default=dict)
    state: Mapped[str] = mapped_column(String(16))
    reason: Mapped[str] = mapped_column(Text, default="")
    actor: Mapped[str] = mapped_column(String(NAME))
    detail: Mapped[dict[str, Any]] = mapped_column(default=dict)
    at: Mapped[datetime] = mapped_column(default=now)


class QueueDecision(Base):
    """A decision on what waits in the queue and has no table of its own (dead-letter rows, unlisted fields)."""

    __tablename__ = "queue_decisions"

    id: Mapped[int] = mapped_column(primary_key=True)
    partition_run_id: Mapped[int] = mapped_column(ForeignKey("partition_runs.id"), index=True)
    kind: Mapped[str] = mapped_column(String(16))
    decision: Mapped[str] = mapped_column(String(32))
    actor: Mapped[str] = mapped_column(String(NAME))
    reason: Mapped[str] = mapped_column(Text)
    detail: Mapped[dict[str, Any]] = mapped_column(default=dict)
    at: Mapped[datetime] = mapped_column(default=now)
