"""What a record is to the rest of the engine: a row number and its text fields, whatever the format.

Offsets are always in characters of the *decoded* text of one field.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO, Literal, Protocol

Listing = Literal["text", "keep", "drop", "entity", "unlisted"]


@dataclass(frozen=True, slots=True)
class TextField:
    """One value of a record: its concrete path (`correspondence[0].message`), its text, how the policy lists it.

    Every string of the record is a field, and beside them every number or boolean the policy declares an
    entity. `entity` is set where `listing` is `entity`; `account` where the policy names the path as one of
    the record's own account fields.
    """

    path: str
    text: str
    listing: Listing
    entity: str | None = None
    account: bool = False

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as a call: half the time of what dataclasses with slots do, and workers get every field so."""
        return TextField, (self.path, self.text, self.listing, self.entity, self.account)


@dataclass(frozen=True, slots=True)
class Row:
    """One record. `number` counts from 1 over every row of the object, rows that cannot be parsed included.

    `keys` are the distinct object keys of the record; `handle` belongs to the format that read it and must
    survive pickling.
    """

    number: int
    fields: tuple[TextField, ...]
    keys: tuple[str, ...]
    handle: Any


@dataclass(frozen=True, slots=True)
class DeadRow:
    """A row that cannot go on: its number, why (a fixed phrase, no value of the row), and its bytes."""

    number: int
    reason: str
    raw: bytes


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace `text[start:end]` of one field by `replacement`."""

    start: int
    end: int
    replacement: str


class RecordReader(Protocol):
    """Rows of one open object, in order, one at a time."""

    def __iter__(self) -> Iterator[Row | DeadRow]: ...

    def raw(self, row: Row) -> bytes:
        """The row as it stood in the object (JSON for formats without lines), for dead-letter."""


class RecordWriter(Protocol):
    """Writes rows back in the shape they came in. `close` writes what the format needs last."""

    def write(self, row: Row, edits: Mapping[int, Sequence[Edit]]) -> None:
        """`edits` maps the index into `row.fields` to non-overlapping edits in ascending order."""

    def close(self) -> None: ...


class RecordFormat(Protocol):
    """A format opens a reader over bytes, and a writer that continues what that reader read."""

    name: str

    def reader(self, stream: BinaryIO, fields: Any) -> RecordReader: ...

    def writer(self, stream: BinaryIO, reader: RecordReader) -> RecordWriter: ...
