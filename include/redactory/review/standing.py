"""Where a review stands: what is read, what was found, and what is in the way of an approval."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from redactory.ledger.review_models import CaseResult, Finding, Review, ReviewDecision, ReviewRow
from redactory.review import register
from redactory.review.cases import MISSED, OVER, is_earlier
from redactory.review.interval import recall_words, rows_words


@dataclass(frozen=True)
class Standing:
    """Counts of one review. `replaced_read` counts values in rows that are read, `unread` are row numbers,
    `cases_failed` ids of earlier cases; `new_cases` were not run.
    """

    state: str
    rows: int
    unread: tuple[int, ...]
    replaced: int
    replaced_read: int
    missed: dict[str, int]
    over: dict[str, int]
    rows_with_missed: int
    cases: int
    cases_failed: tuple[int, ...]
    new_cases: int
    approved_by: tuple[str, ...]

    @property
    def read(self) -> int:
        """Rows that somebody has read."""
        return self.rows - len(self.unread)

    @property
    def recall(self) -> str:
        """The recall the rows read so far can support, in words. Over-redactions are no values found."""
        if not self.read:
            return "No row is read yet, so nothing can be said of what the version finds."
        found = self.replaced_read - sum(self.over.values())
        return recall_words(max(0, found), sum(self.missed.values()), self.read)

    @property
    def reach(self) -> str:
        """How many rows of the data may hold a missed mention, in words."""
        return rows_words(min(self.rows_with_missed, self.read), self.read) if self.read else ""

    @property
    def blockers(self) -> tuple[str, ...]:
        """Why the version cannot be approved yet, in words; empty where it can."""
        found = []
        if self.state == register.WAITING:
            found.append("its rows are not laid out yet")
        elif self.state != register.OPEN:
            found.append(f"the review is over: {self.state.replace('_', ' ')}")
        if self.unread:
            found.append(f"{_count(len(self.unread), 'row is', 'rows are')} unread: {_ranges(self.unread)}")
        for entity, count in sorted(self.missed.items()):
            found.append(f"{_count(count, f'missed {entity} is', f'missed {entity} are')} open")
        if self.cases_failed:
            ids = ", ".join(map(str, self.cases_failed))
            found.append(f"{_count(len(self.cases_failed), 'earlier case fails', 'earlier cases fail')}: {ids}")
        if self.new_cases:
            many = _count(self.new_cases, "case was found on another version", "cases were found on other versions")
            found.append(f"{many} since and not run yet: ask again, which runs them")
        return tuple(found)


def standing(session: Session, review: Review) -> Standing:
    """Counted afresh, within a session (and the lock it may hold)."""
    rows = list(session.scalars(select(ReviewRow).where(ReviewRow.review_id == review.id).order_by(ReviewRow.number)))
    query = select(Finding).where(Finding.policy == review_policy(session, review), Finding.state == "open")
    open_ones = list(session.scalars(query.order_by(Finding.id)))
    findings = [f for f in open_ones if f.review_id == review.id and f.round == review.round]
    results = {r.finding_id: r for r in session.scalars(select(CaseResult).where(CaseResult.review_id == review.id))}
    cases = [f.id for f in open_ones if is_earlier(f, review)]
    approvals = select(ReviewDecision.steward).where(
        ReviewDecision.review_id == review.id, ReviewDecision.decision == "approve"
    )
    return Standing(
        state=review.state,
        rows=len(rows),
        unread=tuple(row.number for row in rows if not any(v.read_at for v in row.verdicts)),
        replaced=sum(row.replaced for row in rows),
        replaced_read=sum(row.replaced for row in rows if any(v.read_at for v in row.verdicts)),
        missed=dict(Counter(f.entity for f in findings if f.kind == MISSED)),
        over=dict(Counter(f.entity for f in findings if f.kind == OVER)),
        rows_with_missed=len({f.row for f in findings if f.kind == MISSED}),
        cases=len(cases),
        cases_failed=tuple(id for id in cases if id in results and not results[id].passed),
        new_cases=sum(id not in results for id in cases),
        approved_by=tuple(session.scalars(approvals.order_by(ReviewDecision.id))),
    )


def review_policy(session: Session, review: Review) -> str:
    """The name of the policy a review is about."""
    from redactory.ledger.models import PolicyVersion

    version = session.get(PolicyVersion, review.policy_version)
    return version.name if version is not None else ""


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def _ranges(numbers: Sequence[int]) -> str:
    """`1, 3-5` for 1, 3, 4, 5."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and number == parts[-1][-1] + 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    return ", ".join(f"{p[0]}-{p[-1]}" if len(p) > 1 else str(p[0]) for p in parts)
