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
class Account:
    """One organisation of the account list. `key` is the SHA-256 of its name in lower case."""

    key: str
    name: str
    short_names: tuple[str, ...] = ()
    domains: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A complete export at one time, with the account list where there is one. `taken_at` is UTC, and not hashed."""

    people: tuple[Person, ...]
    source: str  # kind of source: ldap, ldif, csv, json
    taken_at: datetime
    warnings: tuple[str, ...] = ()
    hash: str = field(default="")
    unmatchable: tuple[str, ...] = ()  # keys of people with nothing to match by
    accounts: tuple[Account, ...] = ()

    def __post_init__(self) -> None:
        if not self.hash:
            object.__setattr__(self, "hash", content_hash(self.people, self.accounts))


def content_hash(people: tuple[Person, ...], accounts: tuple[Account, ...] = ()) -> str:
    """SHA-256 over the people and the accounts, whatever their order in the export. 64 hex digits."""
    digest = hashlib.sha256()
    for entries in (people, accounts):
        for line in sorted(json.dumps(asdict(entry), sort_keys=True, ensure_ascii=False) for entry in entries):
            digest.update(line.encode("utf-8", "surrogatepass"))
            digest.update(b"\n")
    return digest.hexdigest()
