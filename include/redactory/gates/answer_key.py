"""An answer key that comes with a partition: values to remove by record, read by gate and scorer alone."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from redactory.errors import GateError
from redactory.records.model import TextField

ID_FIELDS = ("record_id", "ticket_id")
ENTITIES = {"person": "PERSON", "username": "USER"}  # a key's type -> our entity; others only change case


@dataclass(frozen=True, slots=True, repr=False)
class AnswerKey:
    """Record id -> (entity, value) pairs."""

    values: Mapping[str, tuple[tuple[str, str], ...]]

    @classmethod
    def load(cls, path: Path) -> AnswerKey:
        """Read a `pii.json`: a list of `{ticket_id, pii_instances: [{value, type}]}`.

        Raises:
            GateError: the file cannot be read, or is no such list.
        """
        try:
            entries = json.loads(path.read_bytes())
            return cls(
                {
                    str(entry["ticket_id"]): tuple(
                        (ENTITIES.get(one["type"], one["type"].upper()), str(one["value"]))
                        for one in entry["pii_instances"]
                    )
                    for entry in entries
                }
            )
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            raise GateError(
                f"{path}: not an answer key; a list of {{ticket_id, pii_instances: [{{value, type}}]}} is expected"
            ) from None

    def of(self, fields: Sequence[TextField]) -> Iterator[tuple[str, str]]:
        """The values of the record with these fields, by its `record_id` or `ticket_id`."""
        for field in fields:
            if field.path in ID_FIELDS:
                yield from self.values.get(field.text, ())
