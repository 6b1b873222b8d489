"""Objects for the gates: a small policy, a directory of invented people, and a redactor that is told its spans."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import zip_longest
from typing import Any

import pytest

from redactory.directory.model import Person, Snapshot
from redactory.gates import GateResult, check_object
from redactory.policy.model import Policy
from redactory.policy.paths import FieldMatcher
from redactory.records import Row, open_reader, open_writer, shape_of
from redactory.records.model import Edit
from redactory.redact.places import Place
from redactory.transform import Scope, operator_for

PEOPLE = (
    Person(
        "k1", usernames=("mdelgado",), display_names=("Miguel Delgado",), given_names=("Miguel",),
        surnames=("Delgado",), emails=("mdelgado@corplabs.com", "SMTP:miguel.delgado@corplabs.com"),
        employee_ids=("E-40821",), phones=("+1 (212) 555-0147",), locations=("Springfield",),
    ),
    Person("k2", usernames=("will",), display_names=("Will Grant",), emails=("wgrant@corplabs.com",)),
    Person("k3", usernames=("tlin",), display_names=("Tomasz Lin-Żak",), employee_ids=("884213",)),
    Person("k4", usernames=("user",), display_names=("Service Desk",)),
    Person("k5", usernames=("kobrien",), display_names=("Kate O'Brien",), phones=("4085",)),
    Person("k6", usernames=("liwei",), display_names=("李小伟",)),
    Person("k7", usernames=("jenkins",)),
)  # fmt: skip


def policy_with(**changes: Any) -> Policy:
    """A policy that lists `note` and `log` as text, `kept` as kept, and holds the usual classes."""
    data: dict[str, Any] = {
        "name": "test-policy",
        "dataset": "tickets",
        "entities": {
            name: {} for name in ("PERSON", "USER", "PHONE", "EMP_ID", "LOCATION", "IP", "HOSTNAME", "EMAIL")
        },
        "fields": {
            "text": ["note", "log", "steps[*].text"],
            "keep": ["record_id", "kept", "meta.**"],
            "drop": ["secret"],
            "entities": {"requester": "USER"},
            "account": ["requester"],
        },
        "identity": {"usernames": {"stop": ["jenkins"]}},
        "gates": {
            "guarded_contexts": [
                {"entity": "USER", "patterns": [r"(?i)\b(?:login|uid|user|account)\s?[:=]\s?{value}\b"]},
                {"entity": "PERSON", "patterns": [r"(?i)\b(?:caller|from):\s{value}\b"]},
                {"entity": "PHONE", "patterns": [r"(?i)\bext\.?\s?{value}\b"]},
                {"entity": "LOCATION", "patterns": [r"\boffice in {value}\b"]},
            ],
            "batch_rows": 50,
        },
    }
    return Policy.model_validate(data | changes)


def snapshot_of(*people: Person) -> Snapshot:
    return Snapshot(people, "json", datetime(2026, 11, 29, tzinfo=UTC))


Told = Mapping[str, Sequence[tuple[str, str]]]  # path -> (text to replace, entity), in the order they stand


@dataclass
class Staged:
    """What a redactor left: bytes before and after, places, counts."""

    source: bytes
    staged: bytes
    places: list[Place] = field(default_factory=list)
    rows_in: int = 0
    rows_out: int = 0
    dead: int = 0

    def changed(self, old: str, new: str, count: int = 1) -> Staged:
        """The same with another staged text: `old` must stand in it."""
        assert old.encode() in self.staged
        return replace(self, staged=self.staged.replace(old.encode(), new.encode(), count))


def redacted(
    rows: Sequence[Mapping[str, Any] | bytes], told: Sequence[Told] | None = None, policy: Policy | None = None
) -> Staged:
    """JSON lines with the told replacements."""
    lines = [row if isinstance(row, bytes) else json.dumps(row, ensure_ascii=False).encode() for row in rows]
    return redacted_bytes(b"".join(line + b"\n" for line in lines), "x.jsonl", told or [{}] * len(rows), policy)


def redacted_bytes(source: bytes, name: str, told: Sequence[Told], policy: Policy | None = None) -> Staged:
    """An object of any shape with the told replacements, written by the product's own reader and writer."""
    policy = policy or policy_with()
    shape = shape_of(name)
    matcher = FieldMatcher(policy.fields)
    reader = open_reader(io.BytesIO(source), shape, matcher)
    out = io.BytesIO()
    writer = open_writer(out, shape, reader)
    result = Staged(source, b"")
    for row, wanted in zip_longest(reader, told, fillvalue={}):
        result.rows_in += 1
        if not isinstance(row, Row):
            result.dead += 1
            continue
        edits: dict[int, list[Edit]] = {}
        for index, one in enumerate(row.fields):
            at = shift = 0
            for text, entity in wanted.get(one.path, ()):
                start = one.text.index(text, at)
                at = start + len(text)
                new = operator_for(policy, entity).operate(text, Scope())
                edits.setdefault(index, []).append(Edit(start, at, new))
                out_start = start + shift
                result.places.append(
                    Place(row.number, one.path, start, at, entity, 2, "told", 1.0, out_start, out_start + len(new))
                )
                shift += len(new) - len(text)
        writer.write(row, edits)
        result.rows_out += 1
    writer.close()
    result.staged = out.getvalue()
    return result


Gates = Callable[..., dict[str, GateResult]]


@pytest.fixture
def gates() -> Gates:
    """Runs every gate over a `Staged`; results by gate."""

    def run(one: Staged, **changes: Any) -> dict[str, GateResult]:
        arguments: dict[str, Any] = {
            "source": io.BytesIO(one.source), "staged": io.BytesIO(one.staged), "shape": shape_of("x.jsonl"),
            "policy": policy_with(), "snapshot": snapshot_of(*PEOPLE), "places": iter(one.places),
            "rows_in": one.rows_in, "rows_out": one.rows_out, "dead": one.dead,
        }  # fmt: skip
        return {result.gate: result for result in check_object(**arguments | changes)}

    return run
