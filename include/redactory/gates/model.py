"""What the gates say: results and failures. They name rows, fields and classes, and hold no value of either."""

from __future__ import annotations

from dataclasses import dataclass, field

from redactory.policy.model import Policy

ABSENCE = "absence"
VOCABULARY = "vocabulary"
INTEGRITY = "integrity"
ROWS = "rows"
FORMAT = "format"
GATES = (ABSENCE, VOCABULARY, INTEGRITY, ROWS)

MAX_FAILURES = 200  # failures a result spells out; `failed` counts all of them
KEY_PATH = "(a key)"


def gates_of(policy: Policy) -> tuple[str, ...]:
    """The gates a policy's partitions pass: `GATES`, and the formats where it declares any."""
    return (*GATES, FORMAT) if policy.fields.formats else GATES


@dataclass(frozen=True, slots=True, order=True)
class Failure:
    """One thing that is wrong in one field of one row.

    `row` counts from 1 over the source object's rows, 0 where no row is meant. `path` is the field, `(a key)` where
    an object key is meant. `entity` is the class, empty where none is. `list_name` is the list the value came from,
    or the check that failed.
    """

    row: int
    path: str
    entity: str
    list_name: str


@dataclass(frozen=True, slots=True)
class GateResult:
    """One gate over one object.

    `checked` counts rows read. `failures` holds the first `MAX_FAILURES`, `failed` counts all. `guarded` maps an
    entity to the places of guarded values that survive outside the contexts in which they are searched. `lists`
    names what was searched for: a gate proves the absence of what it was given and of nothing else.
    """

    gate: str
    success: bool
    checked: int
    failures: tuple[Failure, ...] = ()
    failed: int = 0
    guarded: dict[str, int] = field(default_factory=dict)
    lists: tuple[str, ...] = ()
