"""The review of a version in the ledger: found, made where there is none, asked for again."""

from __future__ import annotations

from sqlalchemy import delete, select
from sqlalchemy.orm import Session, selectinload

from redactory.errors import ReviewError
from redactory.ledger import Ledger
from redactory.ledger.models import PolicyVersion, now
from redactory.ledger.review_models import CaseResult, Review, ReviewDecision, ReviewRow, RowVerdict

RUNS = "review__"  # what the names of runs begin with that were not started by hand
OPEN, WAITING, APPROVED, SENT_BACK = "open", "waiting", "approved", "sent_back"
UNDECIDED = (WAITING, OPEN)
_PARTS = (
    selectinload(Review.rows).selectinload(ReviewRow.verdicts),
    selectinload(Review.findings),
    selectinload(Review.decisions),
    selectinload(Review.case_results),
)


def find(ledger: Ledger, version_id: str) -> Review | None:
    """The version's review with its rows, verdicts, findings and decisions, detached; None where there is none."""
    with ledger.session(readonly=True) as session:
        return session.scalars(select(Review).where(Review.policy_version == version_id).options(*_PARTS)).first()


def load(ledger: Ledger, version_id: str) -> Review:
    """The same. Raises ReviewError where there is none."""
    found = find(ledger, version_id)
    if found is None:
        raise ReviewError(f"policy version {version_id[:12]} has no review yet: start policy_review")
    return found


def locked(session: Session, version_id: str) -> Review:
    """The review within a writing session, so that what is read of it stays true. Raises ReviewError."""
    query = select(Review).where(Review.policy_version == version_id).with_for_update()
    found = session.scalars(query).first()
    if found is None:
        raise ReviewError(f"policy version {version_id[:12]} has no review yet: start policy_review")
    return found


def locked_open(session: Session, version_id: str) -> Review:
    """The same, of a review that still takes verdicts. Raises ReviewError."""
    review = locked(session, version_id)
    if review.state != OPEN:
        words = {WAITING: "has no rows yet", APPROVED: "is approved", SENT_BACK: "was sent back"}
        raise ReviewError(f"the review of policy version {version_id[:12]} {words[review.state]}: nothing is changed")
    return review


def ensure(session: Session, version_id: str) -> Review:
    """The review within a writing session, made where there is none. Raises ReviewError for an unknown version."""
    review = session.scalars(select(Review).where(Review.policy_version == version_id).with_for_update()).first()
    if review is None:
        if session.get(PolicyVersion, version_id) is None:
            raise ReviewError(f"the ledger knows no policy version {version_id[:12]}")
        review = Review(policy_version=version_id)
        session.add(review)
        session.flush()
    return review


def begin_anew(session: Session, review: Review) -> None:
    """The rows are others from now on: what was said of the old ones counts no longer; its findings stay as cases."""
    ids = select(ReviewRow.id).where(ReviewRow.review_id == review.id)
    session.execute(delete(RowVerdict).where(RowVerdict.row_id.in_(ids)))
    for table in (ReviewRow, CaseResult, ReviewDecision):
        session.execute(delete(table).where(table.review_id == review.id))
    review.round += 1
    review.state, review.opened_at, review.first_read_at, review.closed_at = WAITING, None, None, None


def reopen(ledger: Ledger, version_id: str, cause: str) -> None:
    """An approved version has to be read again; `cause` says why. The audit keeps what was decided before.

    Where it is read again for that cause already, nothing changes.
    """
    with ledger.session() as session:
        review = ensure(session, version_id)
        if review.cause == cause and review.state in UNDECIDED:
            return
        begin_anew(session, review)
        review.asked, review.asked_at, review.run_id = review.asked + 1, now(), None
        review.cause, review.problem = cause, ""
        ledger.audit("review_reopened", "redactory", version_id, {"reason": cause}, session=session)


def run_name(version_id: str, asked: int) -> str:
    """The name of the scheduler's run that asks for the review the `asked`-th time: one run, however often started."""
    return f"{RUNS}{version_id[:12]}__{asked}"


def ask_again(
    ledger: Ledger, version_id: str, reason: str, *, after: str | None = None, actor: str = "redactory"
) -> str:
    """The question needs another run: returns the name of it.

    `after` is the run that ended; where another one has been asked for since, nothing changes. Verdicts stay.
    """
    with ledger.session() as session:
        review = ensure(session, version_id)
        current = run_name(version_id, review.asked)
        if after is not None and after.startswith(RUNS) and after != current:
            return current
        review.asked += 1
        review.asked_at, review.problem, review.run_id = now(), reason, None
        ledger.audit(
            "review_asked_again", actor, version_id, {"reason": reason, "asked": review.asked}, session=session
        )
        return run_name(version_id, review.asked)


def note_run(ledger: Ledger, version_id: str, run_id: str | None, problem: str = "") -> None:
    """Note which run of the scheduler waits for the answer, or why none does."""
    with ledger.session() as session:
        review = ensure(session, version_id)
        review.run_id, review.problem = run_id, problem
