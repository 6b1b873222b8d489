"""The word on a whole version: approve or send back, who and how long; then the state that follows from it.

The rules hold here, whatever page, command or scheduler asks (contract.md, review): no approval while a row is
unread, a missed mention is open or an earlier case fails; two people where the policy wants two.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import select

from redactory.errors import ReviewError
from redactory.ledger import get_policy_version, list_policy_versions, newest_approved, set_state
from redactory.ledger.engines import note_engine
from redactory.ledger.models import PolicyVersion, now
from redactory.ledger.review_models import Review, ReviewDecision
from redactory.platform import Platform
from redactory.review import register
from redactory.review.access import own_rules, require_steward, rules_of
from redactory.review.sample import known
from redactory.review.standing import standing

UNATTENDED = "approved unattended"
REVIEWED = "reviewed"

Outcome = Literal["approved", "rejected", "ask_again", "one_more"]


@dataclass(frozen=True)
class Weighed:
    """What an answer given to the scheduler amounts to. `reason` says why where it amounts to nothing."""

    outcome: Outcome
    reason: str = ""
    run_id: str = ""


def approve(platform: Platform, version_id: str, *, by: str, reason: str = "") -> bool:
    """`by` approves a version whose rows are read; True when that makes it approved, False when one more must.

    Raises:
        ReviewError: `by` is no steward, has approved already, or something is in the way (it says what).
    """
    if not sign(platform, version_id, "approve", by=by, reason=reason):
        return False
    settle(platform, version_id)
    return True


def reject(platform: Platform, version_id: str, *, by: str, reason: str) -> None:
    """Send a version back. Runs go on with the version in use; what was found stays as cases."""
    sign(platform, version_id, "send_back", by=by, reason=reason)
    settle(platform, version_id)


def sign(
    platform: Platform, version_id: str, decision: Literal["approve", "send_back"], *, by: str, reason: str = ""
) -> bool:
    """Write one steward's word into the ledger. True when it ends the review, False when one more person must.

    The version's own state follows with `settle`. Raises ReviewError as `approve`; to send back takes a reason.
    """
    version = known(platform, version_id)
    require_steward(platform, version, by)
    wanted = max(rules_of(platform, version).approvers, own_rules(version).approvers)
    if decision == "send_back" and not reason.strip():
        raise ReviewError("to send a version back takes a reason: what has to change, without quoting a row")
    with platform.ledger.session() as session:
        review = register.locked_open(session, version_id)
        found = standing(session, review)
        if decision == "approve" and found.blockers:
            raise ReviewError("not approved: " + "; ".join(found.blockers))
        if decision == "approve" and by in found.approved_by:
            raise ReviewError(f"{by} has approved this version already: another steward must")
        earlier = session.scalars(
            select(ReviewDecision).where(ReviewDecision.review_id == review.id, ReviewDecision.steward == by)
        ).first()
        row = earlier or ReviewDecision(review_id=review.id, steward=by)
        row.decision, row.reason, row.rows_read, row.at = decision, reason, found.read, now()
        row.seconds = _seconds(review)
        session.add(row)
        ends = decision == "send_back" or len({*found.approved_by, by}) >= wanted
        if ends:
            review.state = register.SENT_BACK if decision == "send_back" else register.APPROVED
            review.closed_at = now()
        detail = {"decision": decision, "rows_read": found.read, "seconds": row.seconds, "ends": ends}
        platform.ledger.audit("review_signed", by, version_id, detail, session=session)
        return ends


def settle(platform: Platform, version_id: str) -> Outcome:
    """Bring the version into the state its review has come to; doing it again changes nothing.

    Returns approved or rejected, or ask_again where the review is not over.
    """
    review, version = register.load(platform.ledger, version_id), known(platform, version_id)
    if review.state not in (register.APPROVED, register.SENT_BACK):
        return "ask_again"
    last = review.decisions[-1]
    _note_engine(platform, version_id, review)
    if review.state == register.SENT_BACK:
        last = next(d for d in review.decisions if d.decision == "send_back")
        if version.state == "in_review":
            set_state(platform.ledger, version_id, "rejected", actor=last.steward, reason=last.reason)
        return "rejected"
    if version.state == "in_review":
        unattended = all(d.decision == "unattended" for d in review.decisions)
        people = " and ".join(d.steward for d in review.decisions if d.decision != "send_back")
        set_state(
            platform.ledger, version_id, "approved", actor=people, how=UNATTENDED if unattended else REVIEWED,
            reason=last.reason, usable=own_rules(version).activation == "with_approval",
            detail=_record(review),
        )  # fmt: skip
    return "approved"


def approve_unattended(platform: Platform, version_id: str, *, by: str, reason: str = "") -> None:
    """Approve a version whose rows nobody read: the declared path for a sample of one's own. The ledger says so.

    Raises:
        ReviewError: its rows were not laid out, somebody found something, or an earlier case fails.
    """
    with platform.ledger.session() as session:
        review = register.locked(session, version_id)
        if review.state == register.APPROVED:
            return
        found = standing(session, review)
        if review.state != register.OPEN or found.missed or found.cases_failed or found.new_cases:
            left = [b for b in found.blockers if "unread" not in b]
            raise ReviewError("not approved: " + "; ".join(left))
        session.add(
            ReviewDecision(
                review_id=review.id, steward=by, decision="unattended", reason=reason, rows_read=found.read,
                seconds=_seconds(review),
            )
        )  # fmt: skip
        review.state, review.closed_at = register.APPROVED, now()
        detail = {"decision": "unattended", "rows_read": found.read}
        platform.ledger.audit("review_signed", by, version_id, detail, session=session)
    settle(platform, version_id)


def weigh(
    platform: Platform,
    version_id: str,
    *,
    approved: bool,
    by: str,
    reason: str = "",
    run_id: str = "",
    unattended: Collection[str] = (),
) -> Weighed:
    """What an answer given to the scheduler amounts to, by what the ledger holds.

    An approval counts where its person may give it and every rule is met; otherwise it counts for nothing, the
    verdicts stay, and another run has to ask. `unattended` are users that are programs.
    """
    try:
        settled = settle(platform, version_id)
        if settled in ("approved", "rejected"):
            return Weighed(settled)
        if approved and by in unattended:
            approve_unattended(platform, version_id, by=by, reason=reason)
            return Weighed("approved")
        review = register.load(platform.ledger, version_id)
        signed = any(d.steward == by and d.decision == "approve" for d in review.decisions)
        ends = False
        if not (approved and signed):
            ends = sign(platform, version_id, "approve" if approved else "send_back", by=by, reason=reason)
        if ends:
            return Weighed(settle(platform, version_id))
    except ReviewError as error:
        said = f"the answer of {by} counts for nothing: {error}"
        return Weighed("ask_again", said, register.ask_again(platform.ledger, version_id, said, after=run_id))
    said = f"{by} has approved; a second steward must"
    return Weighed("one_more", said, register.ask_again(platform.ledger, version_id, said, after=run_id))


def activate(platform: Platform, version_id: str, *, by: str, reason: str = "") -> PolicyVersion:
    """Put an approved version in force; the one before is retired. A step of its own, recorded.

    Raises LedgerError for a version that was not approved.
    """
    return set_state(platform.ledger, version_id, "active", actor=by, reason=reason or "activated")


def earlier_version(platform: Platform, name: str) -> PolicyVersion | None:
    """The version that was in force before the one in use: what a rollback goes to."""
    used = newest_approved(platform.ledger, name)
    retired = [
        v for v in list_policy_versions(platform.ledger, name)
        if v.state == "retired" and v.approved_at is not None and (used is None or v.id != used.id)
    ]  # fmt: skip
    return max(retired, key=lambda v: v.state_at, default=None)


def roll_back(platform: Platform, name: str, *, by: str, reason: str, to: str | None = None) -> PolicyVersion:
    """Put an earlier approved version of policy `name` in force again: the one before, or version `to`.

    Raises ReviewError where there is none, no reason, or `by` is no steward of the policy.
    """
    if not reason.strip():
        raise ReviewError("to roll back takes a reason")
    target = get_policy_version(platform.ledger, to) if to else earlier_version(platform, name)
    if (
        target is None
        or target.name != name
        or target.approved_at is None
        or target.state not in ("retired", "approved")
    ):
        raise ReviewError(f"policy {name} has no earlier approved version to go back to")
    require_steward(platform, target, by)
    used = newest_approved(platform.ledger, name)
    done = activate(platform, target.id, by=by, reason=f"rolled back: {reason}")
    detail = {"from": used.id if used else None, "to": target.id, "reason": reason}
    platform.ledger.audit("policy_rolled_back", by, name, detail)
    return done


def _record(review: Review) -> dict[str, object]:
    """What an approval rests on, for the audit: which rows, of which partition, over which directory, how long."""
    return {
        "rows": sum(any(v.read_at for v in row.verdicts) for row in review.rows),
        "of": len(review.rows),
        "seconds": review.decisions[-1].seconds,
        "snapshot": review.sample.get("snapshot"),
        "partition": review.sample.get("partition"),
        "seed": review.sample.get("seed"),
    }


def _note_engine(platform: Platform, version_id: str, review: Review) -> None:
    """The word on a version is one on the engine that redacted its rows: with that one it may publish, or may not."""
    engine = dict(review.sample.get("engine") or {})
    if not engine:  # laid out before engines were noted
        return
    stamp = engine.pop("stamp")
    state = "approved" if review.state == register.APPROVED else "refused"
    by, why = review.decisions[-1].steward, review.decisions[-1].reason
    note_engine(platform.ledger, version_id, stamp, engine, state, actor=by, reason=why, detail=_record(review))


def _seconds(review: Review) -> int | None:
    return None if review.first_read_at is None else int((now() - review.first_read_at).total_seconds())
