"""Evaluation cases that could not be kept, noted in the ledger: which row of which object, and why.

Their text stays in the encrypted dead-letter store, like that of every row that could not go on.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sqlalchemy import select

from redactory.evals.capture import DROPPED
from redactory.ledger.models import AuditEvent, PartitionRun
from redactory.partitions.dead_letter import read_dead_letters
from redactory.partitions.layout import attempt_prefix, dead_prefix

if TYPE_CHECKING:
    from redactory.platform import Platform

ACTOR = "redactory"


def note_dropped(platform: Platform, run_id: str) -> dict[str, int]:
    """Note what the partitions of a run dropped, once; returns how many cases were dropped for which reason."""
    ledger = platform.ledger
    with ledger.session(readonly=True) as session:
        runs = session.scalars(select(PartitionRun).where(PartitionRun.run_id == run_id).order_by(PartitionRun.id))
        found = [(run.id, run.dataset, run.partition, [item.name for item in run.objects]) for run in runs]
    counts: Counter[str] = Counter()
    for number, dataset, partition, names in found:
        subject = f"{dataset}/{partition}/run-{number:08d}"
        prefix = attempt_prefix(dataset, partition, number)
        dropped = [
            {"object": name, "row": letter.row, "reason": letter.reason}
            for name in names
            for letter in read_dead_letters(platform.dead_letter, dead_prefix(prefix, name))
        ]
        counts.update(str(detail["reason"]) for detail in dropped)
        with ledger.session() as session:
            noted = select(AuditEvent.id).where(AuditEvent.event == DROPPED, AuditEvent.subject == subject)
            if session.scalars(noted).first() is None:
                for detail in dropped:
                    ledger.audit(DROPPED, ACTOR, subject, detail, session=session)
    return dict(sorted(counts.items()))
