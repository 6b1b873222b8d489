"""The vault's own keys, each wrapped by a master key: one for the indexes, one for the audit chain, many for values.

Every handle that writes seals with a data key of its own, so that no two processes count nonces together.
"""

from __future__ import annotations

import secrets
from datetime import timedelta

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from redactory.database import now
from redactory.errors import VaultError
from redactory.storage.keys import KeyRing
from redactory.vault.database import VaultDatabase
from redactory.vault.envelope import keyed_hash, new_key, unwrap, wrap
from redactory.vault.models import SealedEntry, WrappedKey

_SEALS = 1 << 20  # values one data key seals: far below where random nonces of 96 bits begin to collide
_UNUSED = timedelta(days=1)  # a data key younger than this may be another process's, about to seal


class Keyset:
    """The keys of one vault, opened by `ring`; made when the vault is new. Raises ConfigError for the wrong ring."""

    def __init__(self, database: VaultDatabase, ring: KeyRing) -> None:
        self.ring = ring
        self._data: dict[str, bytes] = {}
        self._writing: tuple[str, bytes] | None = None
        self._seals = 0
        with database.session(readonly=True) as session:
            rows = self._own(session)
        if len(rows) < 2:
            with database.session() as session:
                for purpose in {"index", "audit"} - self._own(session).keys():
                    self._make(session, purpose)
                session.flush()
                rows = self._own(session)
        self.vault_id = rows["audit"].id
        self.audit = self._unwrap(rows["audit"])
        self._index = self._unwrap(rows["index"])

    def index(self, kind: str, *parts: str) -> bytes:
        """The blind index of a value: equal parts have equal indexes, and without the key they say nothing else."""
        return keyed_hash(self._index, kind, *parts)

    def writing(self, session: Session, values: int) -> tuple[str, bytes]:
        """Id and bytes of the data key to seal so many values with now; `session` writes."""
        own = self._writing
        if own is None or self._seals >= _SEALS or session.get(WrappedKey, own[0]) is None:
            own = self._writing = self._make(session, "data")
            session.flush()
            self._data[own[0]], self._seals = own[1], 0
        self._seals += values
        return own

    def data(self, session: Session, key_id: str) -> bytes:
        """The data key of that id. Raises VaultError where the vault lost it."""
        if key_id not in self._data:
            row = session.get(WrappedKey, key_id)
            if row is None:
                raise VaultError("an entry of the vault names a data key that is gone; restore the vault from a copy")
            self._data[key_id] = self._unwrap(row)
        return self._data[key_id]

    def rewrap(self, session: Session) -> int:
        """Wrap by the ring's primary key whatever another one wraps; returns how many keys."""
        rows = list(session.scalars(select(WrappedKey).where(WrappedKey.master_id != self.ring.primary)))
        for row in rows:
            row.wrapped, row.master_id = wrap(self.ring, row.id, row.purpose, self._unwrap(row)), self.ring.primary
        return len(rows)

    def drop_unused(self, session: Session) -> None:
        """Delete data keys that seal nothing any more."""
        used = select(SealedEntry.data_key)
        old = WrappedKey.created_at < now() - _UNUSED
        session.execute(delete(WrappedKey).where(WrappedKey.purpose == "data", old, WrappedKey.id.not_in(used)))

    def _own(self, session: Session) -> dict[str, WrappedKey]:
        query = select(WrappedKey).where(WrappedKey.purpose.in_(("index", "audit")))
        return {row.purpose: row for row in session.scalars(query)}

    def _make(self, session: Session, purpose: str) -> tuple[str, bytes]:
        key_id, key = secrets.token_hex(16), new_key()
        wrapped = wrap(self.ring, key_id, purpose, key)
        session.add(WrappedKey(id=key_id, purpose=purpose, master_id=self.ring.primary, wrapped=wrapped))
        return key_id, key

    def _unwrap(self, row: WrappedKey) -> bytes:
        return unwrap(self.ring, row.id, row.purpose, row.master_id, row.wrapped)
