"""The gates over one staged object, read beside its source in bounded batches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import BinaryIO

from redactory.directory.model import Snapshot
from redactory.errors import GateError, RecordError
from redactory.gates.answer_key import AnswerKey
from redactory.gates.matcher import Value
from redactory.gates.model import ABSENCE, MAX_FAILURES, ROWS, Failure, GateResult, gates_of
from redactory.gates.pairs import PairedRow, Tally, paired
from redactory.gates.registry import NO_DIRECTORY, Check, Identities, identities, opened
from redactory.gates.staged_rows import BlockByBlock, RowByRow
from redactory.gates.suite import GateSuite
from redactory.gates.values import ACCOUNT, ACCOUNT_LIST, ANSWER_KEY, DETECTED, DIRECTORY
from redactory.policy.model import Policy
from redactory.policy.paths import FieldMatcher
from redactory.records import DeadRow, Row, Shape, open_reader
from redactory.redact.places import Place

BATCH_CHARS = 8_000_000  # characters of staged text after which a batch ends before it has all its rows
UNREADABLE = "the staged object cannot be read to its end"


def check_object(
    *,
    source: BinaryIO,
    staged: BinaryIO,
    shape: Shape,
    policy: Policy,
    snapshot: Snapshot | None,
    places: Iterable[Place],
    rows_in: int,
    rows_out: int,
    dead: int,
    matcher: FieldMatcher | None = None,
    dead_rows: Collection[int] | None = None,
    answer_key: AnswerKey | None = None,
) -> list[GateResult]:
    """Run every gate over one object; one result a gate, in the order of `gates_of`.

    Args:
        source: the source object, as the redactor read it (open it with `if_match`).
        staged: the redacted object.
        places: what the redactor recorded, sorted by row.
        rows_in, rows_out, dead: what the redactor counted.
        matcher: the field paths the redactor used; the policy's where it is None.
        dead_rows: numbers of the source rows in dead-letter, where they are known (`pairs.paired`).
        answer_key: values the redactor never saw, where the partition comes with them.

    Raises:
        GateError: a gate could not be run, or the places belong to another object.
        RecordError: the source cannot be read.
    """
    fields = matcher or FieldMatcher(policy.fields)
    known = identities(policy, snapshot)
    snapshot_hash = snapshot.hash if snapshot else NO_DIRECTORY
    gates = gates_of(policy)
    totals = _Totals(gates)
    tally = Tally()
    broken: list[str] = []
    rows = _to_its_end(open_reader(staged, shape, fields), broken)
    staged_rows = BlockByBlock(rows) if shape.format == "text" else RowByRow(rows)
    pairs = paired(
        open_reader(source, shape, fields), staged_rows, places, policy, dead=dead, dead_rows=dead_rows, tally=tally,
    )  # fmt: skip
    with opened(policy, snapshot_hash, _keyed(known, answer_key)) as (name, check):
        suite = GateSuite(snapshot_hash, policy.id, name, gates)
        for batch in _batches(pairs, policy.gates.batch_rows):
            verdicts = suite.validate(batch)
            for gate in gates:
                found = check.failures.get(gate, {})
                if len(found) != verdicts[gate].failed:
                    raise GateError(f"gate {gate} counted {verdicts[gate].failed} rows and noted {len(found)}")
            totals.add(check, len(batch))
            check.failures.clear()
            check.guarded.clear()
    totals.note(ROWS, _count_failures(tally, rows_in, rows_out, dead, broken))
    return totals.results(_list_names(known, snapshot, answer_key, fields))


def _keyed(known: Identities, key: AnswerKey | None) -> Callable[[PairedRow], Iterable[Value]]:
    if key is None:
        return lambda row: ()

    def values(row: PairedRow) -> Iterator[Value]:
        for entity, text in key.of(row.source or ()):
            yield from known.lists.of(entity, text, ANSWER_KEY)

    return values


class _Totals:
    """Failures and guarded places over the batches, by gate."""

    def __init__(self, gates: tuple[str, ...]) -> None:
        self._gates = gates
        self._checked = 0
        self._guarded: Counter[str] = Counter()
        self._failed: Counter[str] = Counter()
        self._shown: dict[str, list[Failure]] = {gate: [] for gate in gates}

    def add(self, check: Check, rows: int) -> None:
        self._checked += rows
        for gate, by_place in check.failures.items():
            for place in sorted(by_place):
                self.note(gate, sorted(by_place[place]))
        for counts in check.guarded.values():
            self._guarded.update(counts)

    def note(self, gate: str, failures: Iterable[Failure]) -> None:
        for failure in failures:
            self._failed[gate] += 1
            if len(self._shown[gate]) < MAX_FAILURES:
                self._shown[gate].append(failure)

    def results(self, lists: tuple[str, ...]) -> list[GateResult]:
        return [
            GateResult(
                gate, not self._failed[gate], self._checked, tuple(self._shown[gate]), self._failed[gate],
                dict(sorted(self._guarded.items())) if gate == ABSENCE else {}, lists if gate == ABSENCE else (),
            )
            for gate in self._gates
        ]  # fmt: skip


def _count_failures(tally: Tally, rows_in: int, rows_out: int, dead: int, broken: list[str]) -> Iterator[Failure]:
    """What does not add up. Counts are no values."""
    yield from (Failure(0, "", "", reason) for reason in broken)
    for what, said, met in (
        ("rows of the source", rows_in, tally.source),
        ("rows staged", rows_out, tally.staged),
        ("rows in dead-letter", dead, tally.dead),
    ):
        if said != met:
            yield Failure(0, "", "", f"{what}: the redactor counted {said}, the gate {met}")
    if tally.source != tally.staged + tally.dead:
        yield Failure(0, "", "", f"{tally.source} rows in, but {tally.staged} out and {tally.dead} in dead-letter")


def _list_names(
    known: Identities, snapshot: Snapshot | None, key: AnswerKey | None, fields: FieldMatcher
) -> tuple[str, ...]:
    names = [DETECTED, ACCOUNT]
    if snapshot:
        names.insert(0, f"{DIRECTORY} ({known.people} people, {known.index.size} values, {snapshot.hash[:12]})")
    if snapshot and snapshot.accounts and known.lists.organisations:
        names.append(f"{ACCOUNT_LIST} ({len(snapshot.accounts)} accounts)")
    if key:
        names.append(ANSWER_KEY)
    return tuple(names)


def _to_its_end(rows: Iterable[Row | DeadRow], broken: list[str]) -> Iterator[Row | DeadRow]:
    try:
        yield from rows
    except RecordError:
        broken.append(UNREADABLE)


def _batches(pairs: Iterable[PairedRow], size: int) -> Iterator[list[PairedRow]]:
    batch: list[PairedRow] = []
    chars = 0
    for pair in pairs:
        batch.append(pair)
        chars += sum(len(field.text) for field in pair.staged or ())
        if len(batch) >= size or chars >= BATCH_CHARS:
            yield batch
            batch, chars = [], 0
    if batch:
        yield batch
