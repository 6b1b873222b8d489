"""Explicit re-runs: the one way by which objects that were published already are published again."""

from __future__ import annotations

from redactory.errors import PartitionError
from redactory.ledger import Ledger
from redactory.ledger.models import AuditEvent, RerunRequest
from redactory.partitions.layout import PARTITION_VALUE


def request_rerun(
    ledger: Ledger, dataset: str, first: str, last: str | None = None, *, actor: str, reason: str = ""
) -> int:
    """Mark partition values `first` to `last` (inclusive, compared as text) for the next plan; returns an id.

    Raises PartitionError for values that cannot be a partition's, or a range that ends before it begins.
    """
    last = last or first
    if not (PARTITION_VALUE.match(first) and PARTITION_VALUE.match(last)):
        raise PartitionError("a partition's value is letters, digits and . _ : + -, like 2026-11-29")
    if last < first:
        raise PartitionError(f"the range ends ({last}) before it begins ({first})")
    if not actor.strip():
        raise PartitionError("a re-run takes somebody who asks for it: give an actor")
    with ledger.session() as session:
        request = RerunRequest(dataset=dataset, first=first, last=last, actor=actor, reason=reason)
        session.add(request)
        detail = {"first": first, "last": last, "reason": reason}
        session.add(AuditEvent(event="rerun_asked", actor=actor, subject=dataset, detail=detail))
        session.flush()
        return request.id
