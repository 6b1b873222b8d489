"""Opening a review: the rows laid out, compared with the version in use, and earlier cases run, before anyone reads.

Doing it again changes nothing: the review belongs to the version, not to the run (contract.md, review).
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import UTC, datetime

from redactory.detect.observed import Schemes
from redactory.directory.refresh import require_fresh
from redactory.directory.snapshots import SnapshotStore
from redactory.errors import DirectoryError, RecordError, RedactoryError
from redactory.ledger import newest_approved, set_sample, set_state
from redactory.ledger.models import now
from redactory.ledger.review_models import CaseResult, Finding, ReviewRow
from redactory.partitions.inputs import Prepared, prepared
from redactory.platform import Platform
from redactory.policy.paths import Wild, covers, parse_path
from redactory.policy.stamp import engine_stamp
from redactory.records import shape_of
from redactory.redact import RowInput, RowResult
from redactory.redact.observe import observed
from redactory.review import register
from redactory.review.cases import Outcome, is_earlier, listed, open_cases, run_cases
from redactory.review.draw import Drawn, draw, general, shows
from redactory.review.engines import keep_reference
from redactory.review.sample import SampleRow, folder, known, load_rows, sample_row, to_bytes


def write_sample(platform: Platform, version_id: str) -> int:
    """Lay out the rows of a version and open its review; returns how many rows there are.

    Rows that have expired undecided are laid out anew, and have to be read anew.

    Raises:
        ReviewError: the ledger knows no such version.
        PolicyError: the version pins what is not installed.
        PartitionError: the landing store holds nothing of the policy's dataset that can be read.
        DirectoryError: there is no directory snapshot, or it is too old.
    """
    version = known(platform, version_id)
    if version.sample_key is not None and version.sample_rows:
        review = register.find(platform.ledger, version_id)
        decided = review is not None and review.state not in (register.OPEN, register.WAITING)
        if decided:
            return version.sample_rows
        if review is not None and review.state == register.OPEN and _there(platform, version.sample_key):
            run_new_cases(platform, version_id)
            return version.sample_rows
        if review is not None:
            _begin_anew(platform, version_id)
    snapshot = SnapshotStore(platform.identity, platform.ledger).current()
    if snapshot is None:
        raise DirectoryError("there is no directory snapshot: run directory_refresh first")
    inputs = prepared(platform, version_id, snapshot.hash)
    require_fresh(snapshot, inputs.policy.identity, datetime.now(UTC))
    drawn = draw(platform, inputs.policy)
    results = _redact(platform, inputs, drawn, [RowInput(row.number, row.fields, row.keys) for row in drawn.rows])
    base, used = _used(platform, version.name, version_id, snapshot.hash, drawn)
    rows = [
        sample_row(n, row, result, used[n - 1] if used else None, [inputs.names.checked(f.path) for f in row.fields])
        for n, (row, result) in enumerate(zip(drawn.rows, results, strict=True), 1)
    ]
    outcomes = run_cases(platform, inputs.policy, inputs.redactor, _earlier(platform, version.name, version_id), rows)
    engine = engine_stamp(inputs.policy)
    keep_reference(platform, version_id, engine)
    key = f"{folder(version_id)}{secrets.token_hex(8)}/sample.jsonl"
    platform.review.put(key, to_bytes(rows))
    info: dict[str, object] = {
        "partition": drawn.partition,
        "snapshot": snapshot.hash,
        "seed": drawn.seed,
        "engine": {"stamp": engine.digest, **engine.parts},
        "replaced": sum(row.replaced for row in rows),
        "unseen": sorted(map(inputs.names.checked, _unseen(drawn))),
        "absent": sorted(_absent(inputs, drawn)),
        "unlisted": sorted({inputs.names.checked(general(path)) for r in results for path in r.unlisted}),
    }
    if not _open(platform, version_id, base, info, rows, outcomes, key):
        platform.review.delete(key)  # another run was faster: its rows are the review's
        return known(platform, version_id).sample_rows or 0
    return len(rows)


def run_new_cases(platform: Platform, version_id: str) -> int:
    """Run the cases that were found on other versions since this review opened; returns how many failed."""
    review, version = register.load(platform.ledger, version_id), known(platform, version_id)
    done = {result.finding_id for result in review.case_results}
    new = [case for case in _earlier(platform, version.name, version_id) if case.id not in done]
    if not new:
        return 0
    inputs = prepared(platform, version_id, str(review.sample["snapshot"]))
    outcomes = run_cases(platform, inputs.policy, inputs.redactor, new, load_rows(platform, version_id))
    with platform.ledger.session() as session:
        register.locked_open(session, version_id)
        session.add_all(
            CaseResult(review_id=review.id, finding_id=o.finding_id, passed=o.passed, reason=o.reason, row=o.row)
            for o in outcomes
        )
    return sum(not o.passed for o in outcomes)


def _open(
    platform: Platform,
    version_id: str,
    base: str | None,
    info: dict[str, object],
    rows: list[SampleRow],
    outcomes: list[Outcome],
    key: str,
) -> bool:
    """Write the opened review into the ledger; False where another process did so meanwhile."""
    before = known(platform, version_id)
    with platform.ledger.session() as session:
        review = register.ensure(session, version_id)
        if review.state != register.WAITING:
            return False
        review.state, review.opened_at, review.problem = register.OPEN, now(), ""
        review.base_version, review.sample, review.first_read_at = base, info, None
        session.add_all(
            ReviewRow(
                review_id=review.id, number=row.number, replaced=row.replaced, changed=row.changed, held=row.held or ""
            )
            for row in rows
        )
        session.add_all(
            CaseResult(review_id=review.id, finding_id=o.finding_id, passed=o.passed, reason=o.reason, row=o.row)
            for o in outcomes
        )
        detail = {"rows": len(rows), "cases": len(outcomes), "failing": sum(not o.passed for o in outcomes)}
        platform.ledger.audit("review_opened", "redactory", version_id, detail, session=session)
    set_sample(platform.ledger, version_id, key=key, rows=len(rows), info=info)
    for old in [found.key for found in platform.review.list(folder(version_id)) if found.key != key]:
        platform.review.delete(old)  # rows and notes of an earlier round
    if before.state == "draft":
        set_state(platform.ledger, version_id, "in_review", actor="redactory", reason="first rows laid out")
    return True


def _begin_anew(platform: Platform, version_id: str) -> None:
    """The rows of an open review are gone: what was said of them goes too, unless another process has new ones."""
    with platform.ledger.session() as session:
        review = register.locked(session, version_id)
        if review.state == register.OPEN and not _there(platform, known(platform, version_id).sample_key):
            register.begin_anew(session, review)


def _there(platform: Platform, key: str | None) -> bool:
    return key is not None and platform.review.head(key) is not None


def _redact(platform: Platform, inputs: Prepared, drawn: Drawn, rows: Sequence[RowInput]) -> list[RowResult]:
    """The results of `rows`, those that were drawn: each as in its whole object, with the device schemes it shows."""
    done: dict[int, RowResult] = {}
    for key in dict.fromkeys(drawn.keys):
        places = [place for place, found in enumerate(drawn.keys) if found == key]
        schemes = _schemes(platform, inputs, key)
        done.update(zip(places, inputs.redactor.with_schemes(schemes).redact([rows[at] for at in places]), strict=True))
    return [done[place] for place in range(len(rows))]


def _schemes(platform: Platform, inputs: Prepared, key: str) -> Schemes:
    try:
        with platform.landing.open(key) as stream:
            return observed(stream, shape_of(key), inputs.policy, inputs.matcher)
    except RecordError:
        return Schemes()  # read to where it is damaged: the night names it


def _used(
    platform: Platform, name: str, version_id: str, snapshot_hash: str, drawn: Drawn
) -> tuple[str | None, list[RowResult] | None]:
    """The version in use and what it makes of the same rows; no results where it cannot run here any more."""
    used = newest_approved(platform.ledger, name)
    if used is None or used.id == version_id:
        return None, None
    try:
        inputs = prepared(platform, used.id, snapshot_hash)
        rows = [
            RowInput(row.number, tuple(listed(f.path, f.text, inputs.matcher) for f in row.fields), row.keys)
            for row in drawn.rows
        ]
        return used.id, _redact(platform, inputs, drawn, rows)
    except RedactoryError:
        return used.id, None


def _earlier(platform: Platform, name: str, version_id: str) -> list[Finding]:
    own = register.find(platform.ledger, version_id)
    return [case for case in open_cases(platform, name) if own is None or is_earlier(case, own)]


def _unseen(drawn: Drawn) -> frozenset[str]:
    """Redacted fields that hold text in the partition's first rows, and that nobody sees in these rows."""
    return drawn.fields - {path for row in drawn.rows for path in shows(row)}


def _absent(inputs: Prepared, drawn: Drawn) -> set[str]:
    """Paths the policy lists for redaction and no row of the partition's first ones has."""
    rules = inputs.policy.fields
    there = [_parts(path) for path in drawn.fields.union(*(shows(row) for row in drawn.rows))]
    return {path for path in (*rules.text, *rules.entities) if not any(covers(parse_path(path), p) for p in there)}


def _parts(path: str) -> tuple[str | None, ...]:
    return tuple(None if part is Wild.ELEMENT else str(part) for part in parse_path(path))
