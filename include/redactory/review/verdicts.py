"""What a steward says of a row: read, undone, a missed mention, an over-redaction, a note. Each is saved at once."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from sqlalchemy import select
from sqlalchemy.orm import Session

from redactory.errors import ReviewError
from redactory.ledger.models import now
from redactory.ledger.review_models import Finding, Review, ReviewRow, RowVerdict
from redactory.partitions.inputs import load_version
from redactory.platform import Platform
from redactory.review import register
from redactory.review.access import require_steward
from redactory.review.cases import MISSED, OVER, close, covered, keep
from redactory.review.sample import SampleRow, folder, known, load_rows, read_sample

LONGEST_NOTE = 4000  # characters


def show_row(platform: Platform, version_id: str, number: int, *, by: str) -> SampleRow:
    """One row for a steward to read; the view is an audit row, the first one begins their verdict.

    Raises:
        ReviewError: `by` is no steward of the policy, or there is no such row.
    """
    require_steward(platform, known(platform, version_id), by)
    (row,) = read_sample(platform, version_id, by=by, number=number)
    review = register.find(platform.ledger, version_id)
    if review is not None and review.state == register.OPEN:
        seen = any(v.steward == by for r in review.rows if r.number == number for v in r.verdicts)
        if not seen or review.first_read_at is None:
            with platform.ledger.session() as session:
                held = register.locked(session, version_id)
                held.first_read_at = held.first_read_at or now()
                _verdict(session, held, number, by)
    return row


def mark_read(platform: Platform, version_id: str, number: int, *, by: str) -> None:
    """`by` has read the row to its end. Raises ReviewError where the row was not shown to them, or is closed."""
    require_steward(platform, known(platform, version_id), by)
    with platform.ledger.session() as session:
        review = register.locked_open(session, version_id)
        row = _row(session, review, number)
        verdict = session.scalars(
            select(RowVerdict).where(RowVerdict.row_id == row.id, RowVerdict.steward == by)
        ).first()
        if verdict is None:
            raise ReviewError(f"row {number} was not shown to {by} yet: open it first")
        if verdict.read_at is None:
            verdict.read_at = verdict.changed_at = now()
            detail = {"row": number}
            platform.ledger.audit("review_row_read", by, version_id, detail, session=session)


def undo(platform: Platform, version_id: str, number: int, *, by: str) -> str:
    """Take back what `by` did last on the row: their newest finding, else that they have read it.

    Returns what was undone, in words; empty where there was nothing.
    """
    require_steward(platform, known(platform, version_id), by)
    key = None
    with platform.ledger.session() as session:
        review = register.locked_open(session, version_id)
        row = _row(session, review, number)
        verdict = session.scalars(
            select(RowVerdict).where(RowVerdict.row_id == row.id, RowVerdict.steward == by)
        ).first()
        mine = select(Finding).where(
            Finding.review_id == review.id, Finding.round == review.round, Finding.row == number,
            Finding.steward == by, Finding.state == "open",
        )  # fmt: skip
        last = session.scalars(mine.order_by(Finding.id.desc())).first()
        read_at = verdict.read_at if verdict else None
        if last is not None and (read_at is None or last.at >= read_at):
            close(last, by, "undone")
            key, done = last.case_key, f"{last.kind} mark"
        elif read_at is not None and verdict is not None:
            verdict.read_at, verdict.changed_at, done = None, now(), "read"
        elif last is not None:
            close(last, by, "undone")
            key, done = last.case_key, f"{last.kind} mark"
        else:
            return ""
        platform.ledger.audit("review_undone", by, version_id, {"row": number, "what": done}, session=session)
    if key is not None:
        platform.review.delete(key)
    return done


def mark_missed(
    platform: Platform, version_id: str, number: int, *, field: int, start: int, end: int, entity: str, by: str
) -> int:
    """`before[start:end]` of the row's field should have been replaced as `entity`; returns the finding's id.

    Raises:
        ReviewError: the place is no text of the row, stands replaced already, or is marked already; or the policy
            does not redact such an entity.
    """
    version = known(platform, version_id)
    require_steward(platform, version, by)
    row = _sampled(platform, version_id, number, field)
    text, places = row.fields[field].before, row.fields[field].places
    if not 0 <= start < end <= len(text) or not any(map(str.isalnum, text[start:end])):
        raise ReviewError("the selection holds no letter or digit of the row: select the words that were missed")
    if covered(text, start, end, places):
        raise ReviewError("what is selected is replaced already")
    rule = load_version(platform, version_id).entities.get(entity)
    if rule is None or rule.decision != "redact":
        raise ReviewError("the policy redacts no such entity: choose one of its own")
    return _mark(platform, version_id, row, (field, start, end), MISSED, entity, by)


def mark_over(platform: Platform, version_id: str, number: int, *, field: int, start: int, by: str) -> int:
    """The token that stands for the value at `start` should have stayed text; returns the finding's id."""
    version = known(platform, version_id)
    require_steward(platform, version, by)
    row = _sampled(platform, version_id, number, field)
    place = next((p for p in row.fields[field].places if p.start <= start < max(p.end, p.start + 1)), None)
    if place is None or not place.entity:
        raise ReviewError("nothing is replaced at this place")
    return _mark(platform, version_id, row, (field, place.start, place.end), OVER, place.entity, by)


def withdraw(platform: Platform, version_id: str, finding_id: int, *, by: str, reason: str = "") -> None:
    """Take a finding of this review back; somebody else's only with a reason. Raises ReviewError."""
    require_steward(platform, known(platform, version_id), by)
    with platform.ledger.session() as session:
        review = register.locked_open(session, version_id)
        finding = session.get(Finding, finding_id)
        if finding is None or finding.review_id != review.id or finding.state != "open":
            raise ReviewError("there is no such open finding in this review")
        if finding.steward != by and not reason.strip():
            raise ReviewError(f"{finding.steward} marked this: to withdraw it takes a reason")
        close(finding, by, reason or "undone")
        detail = {"row": finding.row, "finding": finding.id, "marked_by": finding.steward, "reason": reason}
        platform.ledger.audit("finding_withdrawn", by, version_id, detail, session=session)
        key = finding.case_key
    platform.review.delete(key)


def write_note(platform: Platform, version_id: str, number: int, text: str, *, by: str) -> None:
    """A note of `by` on the row, kept encrypted beside the sample; empty text deletes it."""
    require_steward(platform, known(platform, version_id), by)
    if len(text) > LONGEST_NOTE:
        raise ReviewError(f"a note has at most {LONGEST_NOTE:,} characters")
    key = f"{folder(version_id)}notes/{number}-{hashlib.sha256(by.encode()).hexdigest()[:16]}.txt"
    with platform.ledger.session() as session:
        review = register.locked_open(session, version_id)
        verdict = _verdict(session, review, number, by)
        if text.strip():
            platform.review.put(key, text.encode())
            verdict.note_key = key
        else:
            platform.review.delete(key)
            verdict.note_key = None
        verdict.changed_at = now()


def read_notes(platform: Platform, row: ReviewRow) -> Mapping[str, str]:
    """Steward -> note on the row. Notes may quote the row: only stewards of the policy may see them."""
    notes = {}
    for verdict in row.verdicts:
        if verdict.note_key and platform.review.head(verdict.note_key):
            with platform.review.open(verdict.note_key) as stream:
                notes[verdict.steward] = stream.read().decode()
    return notes


def _mark(
    platform: Platform, version_id: str, row: SampleRow, place: tuple[int, int, int], kind: str, entity: str, by: str
) -> int:
    field, start, end = place
    policy = known(platform, version_id).name
    key = keep(platform, policy, row)  # before the ledger's row, so that no case is without its text
    try:
        with platform.ledger.session() as session:
            review = register.locked_open(session, version_id)
            same = select(Finding).where(
                Finding.review_id == review.id, Finding.round == review.round, Finding.row == row.number,
                Finding.field == field, Finding.kind == kind, Finding.state == "open",
                Finding.start < end, Finding.end > start,
            )  # fmt: skip
            other = session.scalars(same).first()
            if other is not None:
                raise ReviewError(f"this is marked already, by {other.steward}")
            finding = Finding(
                review_id=review.id, round=review.round, policy=policy, row=row.number, field=field,
                path=row.fields[field].name, start=start, end=end, kind=kind, entity=entity, steward=by, case_key=key,
            )  # fmt: skip
            session.add(finding)
            _verdict(session, review, row.number, by).changed_at = now()
            session.flush()
            detail = {"row": row.number, "kind": kind, "entity": entity, "finding": finding.id}
            platform.ledger.audit("finding_marked", by, version_id, detail, session=session)
            return finding.id
    except BaseException:
        platform.review.delete(key)
        raise


def _sampled(platform: Platform, version_id: str, number: int, field: int) -> SampleRow:
    row = next((r for r in load_rows(platform, version_id) if r.number == number), None)
    if row is None or not 0 <= field < len(row.fields):
        raise ReviewError(f"the sample has no such field in row {number}")
    return row


def _row(session: Session, review: Review, number: int) -> ReviewRow:
    found = session.scalars(
        select(ReviewRow).where(ReviewRow.review_id == review.id, ReviewRow.number == number)
    ).first()
    if found is None:
        raise ReviewError(f"the sample has no row {number}")
    return found


def _verdict(session: Session, review: Review, number: int, by: str) -> RowVerdict:
    row = _row(session, review, number)
    found = session.scalars(select(RowVerdict).where(RowVerdict.row_id == row.id, RowVerdict.steward == by)).first()
    if found is None:
        found = RowVerdict(row_id=row.id, steward=by)
        session.add(found)
        session.flush()
    return found
