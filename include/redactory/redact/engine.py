"""From rows to their replacements: detect, then replace each span once, over the original offsets.

The unit is a batch of rows; what comes back holds edits and places, never text of the row.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from redactory.detect.detector import Detector
from redactory.detect.spans import IDENTITY, Span
from redactory.directory.model import Snapshot
from redactory.policy.model import Policy
from redactory.records.model import Edit, TextField
from redactory.redact.places import FIELD_DROPPED, Place
from redactory.transform import Scope, operator_for

KEY_HOLDS_VALUE = "personal value in a key"
_KEY_CACHE = 10_000  # distinct keys remembered; real records have a few dozen


@dataclass(frozen=True, slots=True)
class RowInput:
    """What the engine needs of a row; small enough to be sent to another process."""

    number: int
    fields: tuple[TextField, ...]
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RowResult:
    """`edits` maps the index of a field to its replacements. `held` is why the row goes to dead-letter.

    `unlisted` names the unlisted fields that hold text; `chars` and `words` count the fields of free text.
    """

    number: int
    edits: dict[int, list[Edit]]
    places: list[Place]
    unlisted: tuple[str, ...] = ()
    held: str | None = None
    chars: int = 0
    masked_chars: int = 0
    words: int = 0


class Redactor:
    """A policy over a directory snapshot, ready to redact. Building one loads models: keep it.

    Args:
        policy: what is removed and how.
        snapshot: the directory; None where there is none, which leaves Layer 1 empty.
        ner: None follows the policy; False switches Layer 3 off for this run.
    """

    def __init__(self, policy: Policy, snapshot: Snapshot | None = None, *, ner: bool | None = None) -> None:
        self.policy = policy
        self.snapshot_hash = snapshot.hash if snapshot else None
        self._detector = Detector(policy, snapshot.people if snapshot else (), ner=ner)
        self._operators = {
            name: operator_for(policy, name) for name, rule in policy.entities.items() if rule.decision == "redact"
        }
        self._key_held: dict[str, bool] = {}

    def redact(self, rows: Sequence[RowInput]) -> list[RowResult]:
        """One result a row, in order."""
        spans = self._detector.detect([row.fields for row in rows])
        self._look_at_keys(rows)
        return [self._row(row, found) for row, found in zip(rows, spans, strict=True)]

    def holds_value(self, text: str) -> bool:
        """Whether `text` (a key, an object's name) holds a personal value by the layers that need no context."""
        return self._texts_hold_value([text])[0]

    def _row(self, row: RowInput, spans: Sequence[Sequence[Span]]) -> RowResult:
        if any(self._key_held[key] for key in row.keys):
            return RowResult(row.number, {}, [], held=KEY_HOLDS_VALUE)
        edits: dict[int, list[Edit]] = {}
        places: list[Place] = []
        unlisted: list[str] = []
        chars = masked = words = 0
        treat_unlisted = self.policy.fields.unlisted
        for index, (field, found) in enumerate(zip(row.fields, spans, strict=True)):
            if field.listing == "unlisted" and any(map(str.isalnum, field.text)):
                unlisted.append(field.path)
            if field.listing == "drop" or (field.listing == "unlisted" and treat_unlisted == "drop"):
                if field.text:
                    edits[index] = [Edit(0, len(field.text), "")]
                    places.append(Place(row.number, field.path, 0, len(field.text), "", 0, FIELD_DROPPED, 1.0, 0, 0))
                continue
            if field.listing not in ("text", "entity"):
                continue
            chars += len(field.text)
            words += field.text.count(" ") + 1
            if found:
                edits[index] = self._replace(row.number, field, found, places)
                masked += sum(span.end - span.start for span in found)
        return RowResult(row.number, edits, places, tuple(unlisted), None, chars, masked, words)

    def _replace(self, row: int, field: TextField, spans: Sequence[Span], places: list[Place]) -> list[Edit]:
        edits: list[Edit] = []
        shift = 0
        for span in spans:
            new = self._operators[span.entity].operate(field.text[span.start : span.end], Scope())
            out = span.start + shift
            edits.append(Edit(span.start, span.end, new))
            places.append(
                Place(
                    row, field.path, span.start, span.end, span.entity, span.layer, span.rule, span.score,
                    out, out + len(new),
                )
            )  # fmt: skip
            shift += len(new) - (span.end - span.start)
        return edits

    def _look_at_keys(self, rows: Sequence[RowInput]) -> None:
        if len(self._key_held) > _KEY_CACHE:
            self._key_held.clear()
        new = list({key for row in rows for key in row.keys if key not in self._key_held})
        if new:
            self._key_held.update(zip(new, self._texts_hold_value(new), strict=True))

    def _texts_hold_value(self, texts: Sequence[str]) -> list[bool]:
        """Each text alone is a record: identities by layer 1, and the formats that identify without context."""
        found = self._detector.detect([[TextField("", text, "text")] for text in texts], ner=False)
        weak = {"LOCATION", "HOSTNAME"}
        return [
            any(span.layer <= IDENTITY and span.entity != "LOCATION" or span.entity not in weak for span in record[0])
            for record in found
        ]
