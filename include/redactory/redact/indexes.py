"""Indexes of large directories, kept encrypted beside their snapshots: a worker loads what was built once.

An index is what a policy's guards make of a snapshot. A missing or damaged one is built again, and none is needed.
"""

from __future__ import annotations

import hashlib
import io
import json
import logging
from datetime import UTC, datetime, timedelta

import zstandard

from redactory.detect.index import DirectoryIndex, build_index, from_bytes, to_bytes
from redactory.detect.prepared import code_key
from redactory.directory.model import Snapshot
from redactory.errors import DirectoryError, StorageError
from redactory.policy.model import Policy
from redactory.storage import ObjectStore

PREFIX = "indexes/"
WORTH_KEEPING = 5_000  # people; fewer are built in less time than it takes to fetch them
_STALE = timedelta(days=7)  # after which the index of another snapshot goes
_LEVEL = 1  # of zstd: half the size at nearly no time

log = logging.getLogger(__name__)


def index_key(policy: Policy, snapshot_hash: str) -> str:
    """Where the index lies in the identity store: by the snapshot, and by all that decides what is built of it."""
    redacted = sorted(name for name, rule in policy.entities.items() if rule.decision == "redact")
    made_of = json.dumps([redacted, policy.identity.usernames.model_dump(mode="json"), code_key()], sort_keys=True)
    return f"{PREFIX}{snapshot_hash}/{hashlib.sha256(made_of.encode()).hexdigest()[:32]}"


def kept_index(store: ObjectStore, policy: Policy, snapshot_hash: str) -> DirectoryIndex | None:
    """The index that was kept; None where there is none, or it is no good: then it is built of the snapshot."""
    key = index_key(policy, snapshot_hash)
    try:
        if store.head(key) is None:
            return None
        with store.open(key) as stream:
            return from_bytes(zstandard.ZstdDecompressor().decompress(stream.read()))
    except (StorageError, DirectoryError, zstandard.ZstdError):
        log.warning("the kept index of directory snapshot %s cannot be used: it is built again", snapshot_hash[:12])
        return None


def made_index(store: ObjectStore, policy: Policy, snapshot: Snapshot) -> DirectoryIndex:
    """The index of `snapshot`, built here; that of a large directory is kept, and those nobody needs any more go."""
    index = build_index(policy, snapshot.people, snapshot.accounts)
    if len(snapshot.people) >= WORTH_KEEPING:
        try:
            packed = zstandard.ZstdCompressor(level=_LEVEL).compress(to_bytes(index))
            store.upload(index_key(policy, snapshot.hash), io.BytesIO(packed))
            _remove_stale(store, snapshot.hash)
        except StorageError:
            log.warning("the index of directory snapshot %s could not be kept", snapshot.hash[:12])
    return index


def _remove_stale(store: ObjectStore, snapshot_hash: str) -> None:
    oldest = datetime.now(UTC) - _STALE
    for found in list(store.list(PREFIX)):
        if not found.key.startswith(f"{PREFIX}{snapshot_hash}/") and found.modified < oldest:
            store.delete(found.key)
