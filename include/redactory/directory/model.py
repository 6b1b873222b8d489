"""People and snapshots: what every source of a directory is turned into.

`Person` holds the values of one entry by what they mean, as they stood in the export (only trimmed).
`Snapshot` is immutable and known by the hash of its content.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, field
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Person:
    """One directory entry. `key` is the SHA-256 of its DN (or of its username), never the value itself."""

    key: str
    usernames: tuple[str, ...] = ()
    display_names: tuple[str, ...] = ()
    given_names: tuple[str, ...] = ()
    surnames: tuple[str, ...] = ()
    emails: tuple[str, ...] = ()
    employee_ids: tuple[str, ...] = ()
    phones: tuple[str, ...] = ()
    locations: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A complete export at one time. `taken_at` is UTC; it is not part of the hash."""

    people: tuple[Person, ...]
    source: str  # kind of source: ldap, ldif, csv, json
    taken_at: datetime
    warnings: tuple[str, ...] = ()
    hash: str = field(default="")
    unmatchable: tuple[str, ...] = ()  # keys of people with nothing to match by

    def __post_init__(self) -> None:
        if not self.hash:
            object.__setattr__(self, "hash", content_hash(self.people))


def content_hash(people: tuple[Person, ...]) -> str:
    """SHA-256 over the people, whatever their order in the export. 64 hex digits."""
    digest = hashlib.sha256()
    for line in sorted(json.dumps(asdict(p), sort_keys=True, ensure_ascii=False) for p in people):
        digest.update(line.encode("utf-8", "surrogatepass"))
        digest.update(b"\n")
    return digest.hexdigest()
