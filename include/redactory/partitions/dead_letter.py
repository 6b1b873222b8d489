"""Rows that could not go on, as JSON lines in the encrypted dead-letter store: position, reason, bytes.

They go there in objects of bounded size as they come, so that neither memory nor a temporary file holds them.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from dataclasses import dataclass

from redactory.records.model import DeadRow
from redactory.storage import ObjectStore

_CHUNK = 4 << 20  # bytes of JSON lines an object of the dead-letter store holds at most, but for its last row


class DeadLetterWriter:
    """Dead rows of one source object under `prefix`; `close` writes the last of them."""

    def __init__(self, store: ObjectStore, prefix: str) -> None:
        self._store, self._prefix = store, prefix
        self._lines: list[bytes] = []
        self._size = 0
        self._objects = 0

    def write(self, row: DeadRow) -> None:
        line = {"row": row.number, "reason": row.reason, "raw_base64": base64.b64encode(row.raw).decode("ascii")}
        encoded = json.dumps(line, sort_keys=True).encode() + b"\n"
        self._lines.append(encoded)
        self._size += len(encoded)
        if self._size >= _CHUNK:
            self._flush()

    def close(self) -> None:
        if self._lines:
            self._flush()

    def _flush(self) -> None:
        self._objects += 1
        self._store.put(f"{self._prefix}{self._objects:06d}.jsonl", b"".join(self._lines))
        self._lines, self._size = [], 0


@dataclass(frozen=True, slots=True)
class DeadLetter:
    """One row in dead-letter: its number in the source object, the reason, its bytes."""

    row: int
    reason: str
    raw: bytes

    def __repr__(self) -> str:
        return f"DeadLetter(row={self.row}, reason={self.reason!r}, {len(self.raw)} bytes)"


def read_dead_letters(store: ObjectStore, prefix: str) -> Iterator[DeadLetter]:
    """Dead rows of everything under `prefix`, in order."""
    for info in store.list(prefix):
        with store.open(info.key) as stream:
            for line in stream.read().splitlines():
                data = json.loads(line)
                yield DeadLetter(data["row"], data["reason"], base64.b64decode(data["raw_base64"]))


def dead_row_numbers(store: ObjectStore, prefix: str) -> frozenset[int]:
    """The row numbers alone."""
    return frozenset(letter.row for letter in read_dead_letters(store, prefix))
