"""Reading and writing whole objects in memory, with a policy that lists every string as text unless told otherwise."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from redactory.policy.model import FieldRules
from redactory.policy.paths import FieldMatcher
from redactory.records import DeadRow, Edit, Row, Shape, open_reader, open_writer

Editing = Callable[[Row], Mapping[int, Sequence[Edit]]]


class Passage:
    """One object read and written back."""

    def __init__(self, data: bytes, shape: Shape, rules: FieldRules, editing: Editing) -> None:
        stream, out = io.BytesIO(data), io.BytesIO()
        reader = open_reader(stream, shape, FieldMatcher(rules))
        writer = open_writer(out, shape, reader)
        self.all: list[Row | DeadRow] = []
        for row in reader:
            self.all.append(row)
            if isinstance(row, Row):
                writer.write(row, editing(row))
        writer.close()
        assert not stream.closed
        assert not out.closed
        self.output = out.getvalue()

    @property
    def rows(self) -> list[Row]:
        return [row for row in self.all if isinstance(row, Row)]

    @property
    def dead(self) -> list[DeadRow]:
        return [row for row in self.all if isinstance(row, DeadRow)]

    @property
    def texts(self) -> list[dict[str, str]]:
        return [{field.path: field.text for field in row.fields} for row in self.rows]


def no_edits(row: Row) -> Mapping[int, Sequence[Edit]]:
    return {}


def whole(replacement: str, *paths: str) -> Editing:
    """Replaces the whole text of the fields at `paths`, or of every field."""

    def editing(row: Row) -> Mapping[int, Sequence[Edit]]:
        return {
            index: [Edit(0, len(field.text), replacement)]
            for index, field in enumerate(row.fields)
            if not paths or field.path in paths
        }

    return editing


def word(old: str, new: str) -> Editing:
    """Replaces every `old` in every field."""

    def editing(row: Row) -> Mapping[int, Sequence[Edit]]:
        found: dict[int, Sequence[Edit]] = {}
        for index, field in enumerate(row.fields):
            starts = [at for at in range(len(field.text)) if field.text.startswith(old, at)]
            if starts:
                found[index] = [Edit(at, at + len(old), new) for at in starts]
        return found

    return editing


@pytest.fixture(scope="session")
def passage() -> Callable[..., Passage]:
    def make(data: bytes, shape: Shape, editing: Editing = no_edits, **rules: Any) -> Passage:
        return Passage(data, shape, FieldRules(**(rules or {"text": ["**"]})), editing)

    return make


class Edits:
    """Ways to edit a row."""

    whole = staticmethod(whole)
    word = staticmethod(word)


@pytest.fixture(scope="session")
def edits() -> type[Edits]:
    return Edits
