"""What a person must decide, in one place: reviews, partitions in quarantine or held, dead-letter rows, snapshots.

Nothing here holds text of a row: reasons, row numbers, field names and classes alone.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from sqlalchemy import func, select
from sqlalchemy.orm import selectinload

from redactory.directory.snapshots import SnapshotStore
from redactory.errors import StorageError
from redactory.ledger import list_policy_versions
from redactory.ledger.models import PartitionRun, PolicyVersion
from redactory.ledger.review_models import QueueDecision, Review
from redactory.partitions.dead_letter import read_dead_letters
from redactory.partitions.layout import attempt_prefix
from redactory.partitions.summary import failure_lines
from redactory.platform import Platform
from redactory.review import register
from redactory.review.access import is_steward
from redactory.review.standing import Standing, standing

Kind = Literal["quarantined", "held", "dead_letter", "snapshot"]
DEAD: Kind = "dead_letter"
SNAPSHOT: Kind = "snapshot"
DECISIONS: dict[str, tuple[str, ...]] = {
    "quarantined": ("release", "discard", "rerun"),
    "held": ("list", "discard"),
    DEAD: ("rerun", "discard"),
    SNAPSHOT: ("approve", "reject"),
}
LISTINGS = ("text", "keep", "drop")
SHOWN_FACTS = 12  # lines of rows and fields; the rest are counted


@dataclass(frozen=True)
class QueueItem:
    """One thing to decide. `key` is a partition run's number or a snapshot's hash; `facts` say rows and fields.

    `said` names who has asked for a release already; `fields` are unlisted paths of a held partition, `listings` what
    they can be listed as, and `listed` what a steward has said of them (who, as what).
    """

    kind: Kind
    key: str
    policy: str
    title: str
    reason: str
    since: datetime
    facts: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()
    listings: tuple[str, ...] = LISTINGS
    listed: tuple[str, str] | None = None

    @property
    def lines(self) -> str:
        """What to put under `fields` in the policy file: as a steward has said, else as free text."""
        listing = self.listed[1] if self.listed else "text"
        if listing in LISTINGS:
            return "\n".join((f"  {listing}:", *(f"    - {path}" for path in self.fields)))
        return "\n".join(("  entities:", *(f"    {path}: {listing}" for path in self.fields)))

    @property
    def decisions(self) -> tuple[str, ...]:
        """What may be decided."""
        return DECISIONS[self.kind]


@dataclass(frozen=True)
class ReviewItem:
    """One review and where it stands. `waits` says that a run of the scheduler waits for the answer."""

    version: PolicyVersion
    review: Review
    standing: Standing

    @property
    def group(self) -> str:
        """waiting (nobody has begun), in progress, or done."""
        if self.review.state in (register.APPROVED, register.SENT_BACK):
            return "done"
        return "in progress" if self.standing.read or self.review.first_read_at else "waiting"

    @property
    def since(self) -> datetime:
        """When it came to where it is."""
        return self.review.closed_at or self.review.opened_at or self.review.created_at


def reviews(platform: Platform, *, by: str) -> list[ReviewItem]:
    """Reviews of the policies `by` is a steward of, newest first; none that a newer version has made needless."""
    found = []
    for version in list_policy_versions(platform.ledger):
        if not is_steward(platform, version, by):
            continue
        review = register.find(platform.ledger, version.id)
        if review is not None and not (version.state == "retired" and review.state in register.UNDECIDED):
            with platform.ledger.session(readonly=True) as session:
                found.append(ReviewItem(version, review, standing(session, review)))
    return found


def items(platform: Platform, *, by: str) -> list[QueueItem]:
    """Everything else that waits for somebody like `by`, the oldest first."""
    found = [*_partitions(platform, by), *_snapshots(platform, by)]
    return sorted(found, key=lambda item: item.since)


def steward_of_any(platform: Platform, user: str) -> bool:
    """Whether `user` is a steward of some policy: who may decide on what belongs to no policy, a snapshot."""
    return any(is_steward(platform, version, user) for version in list_policy_versions(platform.ledger))


def _partitions(platform: Platform, by: str) -> Iterator[QueueItem]:
    latest = select(func.max(PartitionRun.id)).group_by(PartitionRun.dataset, PartitionRun.partition)
    waiting = select(PartitionRun).where(
        PartitionRun.state.in_(("quarantined", "held")) | (PartitionRun.rows_dead > 0) & PartitionRun.id.in_(latest)
    )
    parts = (selectinload(PartitionRun.objects), selectinload(PartitionRun.gates), selectinload(PartitionRun.decisions))
    with platform.ledger.session(readonly=True) as session:
        runs = list(session.scalars(waiting.options(*parts).order_by(PartitionRun.id)))
        decided = list(session.scalars(select(QueueDecision).order_by(QueueDecision.id)))
        versions = {v.id: v for v in session.scalars(select(PolicyVersion))}
    settled = {decision.partition_run_id for decision in decided if decision.kind == DEAD}
    listed = {d.partition_run_id: (d.actor, str(d.detail["listing"])) for d in decided if d.decision == "list"}
    for run in runs:
        version = versions[run.policy_version]
        if not is_steward(platform, version, by):
            continue
        title, since = f"{run.dataset}, {run.partition}", run.ended_at or run.planned_at
        if run.state == "quarantined":
            said = tuple(d.actor for d in run.decisions if d.decision == "release")
            facts = _short(failure_lines(run))
            yield QueueItem("quarantined", str(run.id), version.name, title, run.reason, since, facts, said)
        elif run.state == "held":
            fields = tuple(sorted({path for item in run.objects for path in item.unlisted}))
            yield QueueItem(
                "held", str(run.id), version.name, title, run.reason, since, fields=_named(run, fields),
                listings=listings_of(version), listed=listed.get(run.id),
            )  # fmt: skip
        if run.rows_dead and run.id not in settled and run.state != "discarded":
            reason = f"{run.rows_dead} of {run.rows_in} rows cannot go on; they lie encrypted, with row and reason"
            yield QueueItem(DEAD, str(run.id), version.name, title, reason, since, _dead(platform, run))


def listings_of(version: PolicyVersion) -> tuple[str, ...]:
    """What a field can be listed as: text, keep, drop, or as a whole an entity that the version redacts."""
    entities = json.loads(version.canonical).get("entities", {})
    return (*LISTINGS, *sorted(name for name, rule in entities.items() if rule.get("decision") == "redact"))


def _named(run: PartitionRun, fields: tuple[str, ...]) -> tuple[str, ...]:
    """The unlisted paths as the reason shows them: a name in one was withheld there, so it is here."""
    return tuple(path for path in fields if path in run.reason)


def _dead(platform: Platform, run: PartitionRun) -> tuple[str, ...]:
    """Reasons and how many rows each; the newest attempt's."""
    counts: Counter[str] = Counter()
    rows: dict[str, list[int]] = {}
    try:
        for letter in read_dead_letters(platform.dead_letter, attempt_prefix(run.dataset, run.partition, run.id)):
            counts[letter.reason] += 1
            if len(rows.setdefault(letter.reason, [])) < SHOWN_FACTS:
                rows[letter.reason].append(letter.row)
    except StorageError as error:  # one that cannot be read must not hide the rest of the queue
        return (str(error),)
    return tuple(f"{reason}: {n} rows ({', '.join(map(str, rows[reason]))})" for reason, n in counts.most_common())


def _snapshots(platform: Platform, by: str) -> Iterator[QueueItem]:
    held = [row for row in SnapshotStore(platform.identity, platform.ledger).rows() if row.state == "held"]
    if not held or not steward_of_any(platform, by):
        return
    for row in held:
        fact = f"{row.people} people, {row.joiners} joined, {row.leavers} left"
        yield QueueItem(SNAPSHOT, row.hash, "", f"snapshot {row.hash[:12]}", row.reason, row.stored_at, (fact,))


def _short(lines: tuple[str, ...]) -> tuple[str, ...]:
    if len(lines) <= SHOWN_FACTS:
        return lines
    return (*lines[:SHOWN_FACTS], f"and {len(lines) - SHOWN_FACTS} more: redactory partitions report")
