"""A snapshot as bytes: zstd over JSON lines, a header first, then one person a line in ascending key.

The same people give the same lines; the header holds when and from what they were taken first, and the accounts.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

import orjson
import zstandard

from redactory.directory.model import Account, Person, Snapshot
from redactory.errors import DirectoryError, StorageError
from redactory.storage import ObjectStore

FORMAT = 1
PREFIX = "snapshots/"
_FIELDS = Person.__slots__
_ACCOUNT_FIELDS = Account.__slots__


def object_key(snapshot_hash: str) -> str:
    """Where the snapshot with this hash lies in the identity store."""
    return PREFIX + snapshot_hash


def to_bytes(snapshot: Snapshot) -> bytes:
    """The snapshot as it is stored."""
    header = {
        "format": FORMAT,
        "fields": _FIELDS,
        "source": snapshot.source,
        "taken_at": snapshot.taken_at.isoformat(),
        "warnings": snapshot.warnings,
        "unmatchable": snapshot.unmatchable,
        "account_fields": _ACCOUNT_FIELDS,
        "accounts": [
            [getattr(account, name) for name in _ACCOUNT_FIELDS]
            for account in sorted(snapshot.accounts, key=lambda a: a.key)
        ],
    }
    lines = [orjson.dumps(header)]
    for person in sorted(snapshot.people, key=lambda p: p.key):
        lines.append(orjson.dumps([getattr(person, name) for name in _FIELDS]))
    return zstandard.ZstdCompressor(level=6).compress(b"\n".join(lines))


def read_snapshot(store: ObjectStore, snapshot_hash: str) -> Snapshot:
    """Load a snapshot from the identity store, by its hash alone, and prove that it is the one.

    Raises DirectoryError where it is not there, cannot be decrypted, or is not what its hash says.
    """
    name = snapshot_hash[:12]
    try:
        with store.open(object_key(snapshot_hash)) as stream:
            data = stream.read()
    except StorageError as error:
        raise DirectoryError(f"directory snapshot {name} cannot be read: {error}") from None
    try:
        lines = zstandard.ZstdDecompressor().decompress(data).split(b"\n")
        header: dict[str, Any] = orjson.loads(lines[0])
        people = tuple(Person(**_named(header["fields"], orjson.loads(line))) for line in lines[1:])
        snapshot = Snapshot(
            people=people,
            source=header["source"],
            taken_at=datetime.fromisoformat(header["taken_at"]),
            warnings=tuple(header["warnings"]),
            unmatchable=tuple(header["unmatchable"]),
            accounts=tuple(Account(**_named(header["account_fields"], row)) for row in header.get("accounts", ())),
        )
    except (zstandard.ZstdError, ValueError, KeyError, TypeError, AttributeError):
        raise DirectoryError(f"directory snapshot {name} is damaged: pull the directory again") from None
    if snapshot.hash != snapshot_hash:
        raise DirectoryError(f"directory snapshot {name} is not what its hash says: pull the directory again")
    return snapshot


def _named(fields: list[str], values: list[Any]) -> dict[str, Any]:
    pairs = zip(fields, values, strict=True)
    return {name: tuple(value) if isinstance(value, list) else value for name, value in pairs}
