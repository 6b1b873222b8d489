"""One refresh of the directory: read, check, and put in force, hold, or leave everything as it is.

Running it again changes nothing. Whatever goes wrong, the last good snapshot stays in force.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from redactory.directory.checks import Comparison, check_attributes, compare, require_fresh, shrinkage
from redactory.directory.model import Snapshot
from redactory.directory.snapshots import SnapshotStore
from redactory.errors import DirectoryError
from redactory.ledger import Ledger
from redactory.policy.model import IdentityRules
from redactory.storage import ObjectStore

__all__ = ["RefreshOutcome", "approve", "refresh", "reject", "require_fresh", "snapshot_store"]


class Source(Protocol):
    """Whatever a whole snapshot can be read from: FileSource, LdapSource."""

    def read(self, rules: IdentityRules) -> Snapshot: ...


class IdentityPlatform(Protocol):
    """The part of a platform that a refresh needs."""

    @property
    def identity(self) -> ObjectStore: ...

    @property
    def ledger(self) -> Ledger: ...


@dataclass(frozen=True, slots=True)
class RefreshOutcome:
    """What a refresh did. `hash`, `people`, `accounts` and `warnings` are those of what was read, whatever its state.

    `state`: current (now in force), unchanged (in force already), held (waits for approval; `reason` says why,
    and the last good snapshot stays in force). Holds no personal value.
    """

    hash: str
    people: int
    joiners: int
    leavers: int
    state: Literal["current", "held", "unchanged"]
    reason: str = ""
    source: str = ""
    warnings: tuple[str, ...] = ()
    in_force: str | None = None  # hash of the snapshot that runs use after this refresh
    accounts: int = 0


def snapshot_store(platform: IdentityPlatform) -> SnapshotStore:
    """The snapshots of a platform."""
    keys = getattr(platform, "keys", None)
    return SnapshotStore(platform.identity, platform.ledger, getattr(keys, "primary", None))


def refresh(platform: IdentityPlatform, source: Source, rules: IdentityRules) -> RefreshOutcome:
    """Read `source` and bring it into force if it passes its checks.

    Raises DirectoryError where the export is not whole or lacks what the policy requires; the refusal is
    written to the ledger's audit, and the last good snapshot stays in force.
    """
    snapshots = snapshot_store(platform)
    try:
        snapshot = source.read(rules)
        check_attributes(snapshot, rules)
    except DirectoryError as error:
        platform.ledger.audit("snapshot_refused", "redactory", "directory", {"reason": str(error)})
        raise
    row = snapshots.row(snapshot.hash)
    in_force = snapshots.current_row()
    if in_force is not None and in_force.hash == snapshot.hash:
        snapshots.save(snapshot)  # puts a lost object back
        snapshots.seen_again(snapshot)
        return _outcome(snapshot, Comparison(0, 0), "unchanged", "", snapshot.hash)
    before, reason = _before(snapshots, in_force.hash if in_force else None)
    compared = compare(snapshot, before) if not reason else Comparison(0, 0)
    reason = reason or shrinkage(snapshot, before, rules)
    if row is not None and row.state == "rejected":
        reason = row.reason
        snapshots.seen_again(snapshot)
    elif reason:
        snapshots.hold(snapshot, compared, reason)
    else:
        snapshots.make_current(snapshot, compared, instead_of=in_force.hash if in_force else None)
        return _outcome(snapshot, compared, "current", "", snapshot.hash)
    return _outcome(snapshot, compared, "held", reason, in_force.hash if in_force else None)


def approve(platform: IdentityPlatform, snapshot_hash: str, by: str, reason: str) -> None:
    """See SnapshotStore.approve."""
    snapshot_store(platform).approve(snapshot_hash, by, reason)


def reject(platform: IdentityPlatform, snapshot_hash: str, by: str, reason: str) -> None:
    """See SnapshotStore.reject."""
    snapshot_store(platform).reject(snapshot_hash, by, reason)


def _before(snapshots: SnapshotStore, snapshot_hash: str | None) -> tuple[Snapshot | None, str]:
    """The snapshot in force, or why nothing can be compared with it."""
    if snapshot_hash is None:
        return None, ""
    try:
        return snapshots.load(snapshot_hash), ""
    except DirectoryError:
        return None, "the snapshot in force cannot be read, so nobody can say whether this one has shrunk"


def _outcome(
    snapshot: Snapshot,
    compared: Comparison,
    state: Literal["current", "held", "unchanged"],
    reason: str,
    in_force: str | None,
) -> RefreshOutcome:
    return RefreshOutcome(
        hash=snapshot.hash,
        people=len(snapshot.people),
        joiners=compared.joiners,
        leavers=compared.leavers,
        state=state,
        reason=reason,
        source=snapshot.source,
        warnings=snapshot.warnings,
        in_force=in_force,
        accounts=len(snapshot.accounts),
    )
