"""Keeps snapshots: the people encrypted in the identity store, the states in the ledger.

States: current (in force, at most one), held (waits for approval), superseded, rejected. An object is written
before its ledger row, and never changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from redactory.directory.checks import Comparison
from redactory.directory.model import Snapshot
from redactory.directory.stored import object_key, read_snapshot, to_bytes
from redactory.errors import DirectoryError
from redactory.ledger import Ledger
from redactory.ledger.models import DirectorySnapshot, now
from redactory.storage import ObjectStore
from redactory.storage.model import ObjectExists

SHORTEST_PREFIX = 8  # hex digits a snapshot may be named by


class SnapshotStore:
    """Snapshots of one installation. `store` must be the encrypted one; `key_id` names its key in the ledger."""

    def __init__(self, store: ObjectStore, ledger: Ledger, key_id: str | None = None) -> None:
        self.store, self.ledger, self.key_id = store, ledger, key_id

    def save(self, snapshot: Snapshot) -> None:
        """Write the people, unless they are there. No state changes."""
        key = object_key(snapshot.hash)
        if self.store.head(key) is None:
            with suppress(ObjectExists):  # somebody else wrote the same content meanwhile
                self.store.put(key, to_bytes(snapshot), if_none_match=True)

    def load(self, snapshot_hash: str) -> Snapshot:
        """The snapshot, with the time it was last seen. Raises DirectoryError where it is missing or damaged."""
        row = self.row(snapshot_hash)
        snapshot = read_snapshot(self.store, snapshot_hash)
        return snapshot if row is None else replace(snapshot, taken_at=row.taken_at, source=row.source)

    def current(self) -> Snapshot | None:
        """The snapshot in force, None where there never was one."""
        row = self.current_row()
        return None if row is None else self.load(row.hash)

    def current_row(self) -> DirectorySnapshot | None:
        """The ledger's row of the snapshot in force."""
        with self.ledger.session(readonly=True) as session:
            return _current(session)

    def row(self, snapshot_hash: str) -> DirectorySnapshot | None:
        """The ledger's row of one snapshot."""
        with self.ledger.session(readonly=True) as session:
            return session.get(DirectorySnapshot, snapshot_hash)

    def rows(self) -> Sequence[DirectorySnapshot]:
        """Every snapshot the ledger knows, the newest first."""
        with self.ledger.session(readonly=True) as session:
            return session.scalars(select(DirectorySnapshot).order_by(DirectorySnapshot.stored_at.desc())).all()

    def find(self, prefix: str) -> DirectorySnapshot:
        """The one snapshot whose hash begins so. Raises DirectoryError for none, several, or under 8 digits."""
        if len(prefix) < SHORTEST_PREFIX or not all(c in "0123456789abcdef" for c in prefix):
            raise DirectoryError(f"name a snapshot by at least {SHORTEST_PREFIX} hex digits of its hash")
        found = [row for row in self.rows() if row.hash.startswith(prefix)]
        if len(found) != 1:
            raise DirectoryError(f"{'no' if not found else 'more than one'} snapshot has a hash that begins so")
        return found[0]

    def seen_again(self, snapshot: Snapshot) -> None:
        """The directory was found unchanged: its snapshot counts as taken at the newer time."""
        with self.ledger.session() as session:
            row = session.get(DirectorySnapshot, snapshot.hash)
            if row is not None:
                row.taken_at = max(row.taken_at, snapshot.taken_at)

    def make_current(self, snapshot: Snapshot, compared: Comparison, *, instead_of: str | None) -> None:
        """Put a checked snapshot in force.

        `instead_of` is the hash it was checked against; where another one came into force meanwhile,
        DirectoryError is raised and nothing changes.
        """
        self.save(snapshot)
        with self.ledger.session() as session:
            before = _current(session, lock=True)
            if (before.hash if before else None) != instead_of:
                raise DirectoryError("another refresh changed the directory snapshot meanwhile: run this one again")
            row = self._row(session, snapshot, compared)
            row.reason = ""
            _enforce(session, row, before)
            self._audit(session, "snapshot_current", "redactory", row)

    def hold(self, snapshot: Snapshot, compared: Comparison, reason: str) -> None:
        """Keep a snapshot that waits for approval. The one in force stays."""
        self.save(snapshot)
        with self.ledger.session() as session:
            row = self._row(session, snapshot, compared)
            row.state, row.reason = "held", reason
            self._audit(session, "snapshot_held", "redactory", row, reason=reason)

    def approve(self, snapshot_hash: str, by: str, reason: str) -> None:
        """Put a held (or rejected) snapshot in force on a person's word. Raises DirectoryError for any other."""
        read_snapshot(self.store, snapshot_hash)
        self._decide(snapshot_hash, by, reason, approve=True)

    def reject(self, snapshot_hash: str, by: str, reason: str) -> None:
        """Refuse a held snapshot for good: the same export is not held again. Raises DirectoryError for any other."""
        self._decide(snapshot_hash, by, reason, approve=False)

    def _decide(self, snapshot_hash: str, by: str, reason: str, *, approve: bool) -> None:
        if not by.strip() or not reason.strip():
            raise DirectoryError("a decision on a snapshot needs a name and a reason")
        with self.ledger.session() as session:
            row = session.get(DirectorySnapshot, snapshot_hash)
            allowed = ("held", "rejected") if approve else ("held",)
            if row is None or row.state not in allowed:
                state = "not known" if row is None else row.state
                raise DirectoryError(f"directory snapshot {snapshot_hash[:12]} is {state}: nothing to decide")
            row.approved_by = by if approve else None
            row.reason = f"{row.reason}; {'approved' if approve else 'rejected'} by {by}: {reason}"
            if approve:
                _enforce(session, row, _current(session, lock=True))
            else:
                row.state = "rejected"
            self._audit(session, "snapshot_approved" if approve else "snapshot_rejected", by, row, reason=reason)

    def _row(self, session: Session, snapshot: Snapshot, compared: Comparison) -> DirectorySnapshot:
        row = session.get(DirectorySnapshot, snapshot.hash)
        if row is None:
            row = DirectorySnapshot(hash=snapshot.hash, state="held", taken_at=snapshot.taken_at)
            row.source, row.people = snapshot.source, len(snapshot.people)
            session.add(row)
        row.source, row.warnings = snapshot.source, list(snapshot.warnings)
        row.joiners, row.leavers = compared.joiners, compared.leavers
        row.taken_at = max(row.taken_at, snapshot.taken_at)
        row.key_id, row.approved_by = self.key_id, None
        return row

    def _audit(self, session: Session, event: str, actor: str, row: DirectorySnapshot, **more: Any) -> None:
        detail = {"people": row.people, "joiners": row.joiners, "leavers": row.leavers, **more}
        self.ledger.audit(event, actor, row.hash, detail, session=session)


def _current(session: Session, *, lock: bool = False) -> DirectorySnapshot | None:
    """The row in force; locked until the end of the transaction where it is about to change."""
    wanted = select(DirectorySnapshot).where(DirectorySnapshot.state == "current")
    wanted = wanted.order_by(DirectorySnapshot.current_at.desc())
    return session.scalars(wanted.with_for_update() if lock else wanted).first()


def _enforce(session: Session, row: DirectorySnapshot, before: DirectorySnapshot | None) -> None:
    """`row` comes into force; the one before, and whatever was held against that one, is superseded."""
    if before is not None and before.hash != row.hash:
        before.state = "superseded"
    for held in session.scalars(select(DirectorySnapshot).where(DirectorySnapshot.state == "held")):
        if held.hash != row.hash:
            held.state = "superseded"
    row.state, row.current_at = "current", now()
