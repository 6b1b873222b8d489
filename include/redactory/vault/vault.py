"""The vault: what tokens stand for, sealed, with an account of everybody who asked.

    vault = open_vault(settings, ledger)                 # or Vault.open(url, ring)
    scope = conversation_scope("c1")
    vault.put([Entry(scope, "[PERSON_1]", "PERSON", value, expires=moment)])    # again and again, as often as you like
    vault.entries(scope); vault.extend(scope, later); vault.drop(scope)         # a conversation's own map
    vault.expire()                                                              # whatever expired, of every scope
    vault.lookup(token, by="mira", role="reader", reason="...")                 # published data: with an audit row

Many processes may use one vault, and threads may share a handle.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import batched
from typing import Any

from sqlalchemy import ColumnElement, select

from redactory.database import now
from redactory.errors import VaultError, VaultRefusedError
from redactory.storage.keys import KeyRing
from redactory.vault import audit, roles, store
from redactory.vault.audit import Anchor, Head
from redactory.vault.database import VaultDatabase
from redactory.vault.keyset import Keyset
from redactory.vault.model import DATASETS, Entry, Forgotten, Verdict, is_dataset
from redactory.vault.models import AuditRow, SealedEntry


class Vault:
    """One vault, open. `anchor` is where heads of the audit chain are noted; without one, cut rows go unseen."""

    def __init__(self, database: VaultDatabase, keys: Keyset, anchor: Anchor | None) -> None:
        self._db = database
        self._keys = keys
        self._anchor = anchor
        self._lock = threading.Lock()  # one writer of a process at a time: they would wait for each other anyway

    @classmethod
    def open(cls, url: str, ring: KeyRing, *, anchor: Anchor | None = None) -> Vault:
        """The vault at the database `url`, made or brought to this release's schema where it is not.

        Raises:
            ConfigError: the URL cannot be used, or `ring` (the master keys) does not open this vault.
            VaultError: the database cannot be reached.
        """
        database = VaultDatabase(url)
        database.migrate()
        return cls(database, Keyset(database, ring), anchor)

    def __repr__(self) -> str:
        return f"Vault({self._db!r})"

    @property
    def schema(self) -> str:
        """The schema its database stands at."""
        return self._db.revision() or "none"

    def close(self) -> None:
        """Give the connections back."""
        self._db.close()

    def put(self, entries: Iterable[Entry]) -> int:
        """Seal entries; returns how many are new. One that is there keeps its value, and the later expiry of both.

        What was forgotten is not taken into a dataset's scope again.
        """
        new = 0
        for batch in batched(entries, store.BATCH):
            with self._lock, self._db.session() as session:
                new += store.put(session, self._keys, batch)
        return new

    def entries(self, scope: str) -> list[Entry]:
        """Everything a conversation's scope holds and that has not expired, in the order it came.

        Raises VaultRefusedError for the scope of a dataset: its values are shown by `lookup` alone.
        """
        if is_dataset(scope):
            raise VaultRefusedError("what a dataset's tokens stand for is shown by a lookup with role and reason only")
        return self._opened(SealedEntry.scope == scope)

    def extend(self, scope: str, expires: datetime | None) -> int:
        """Set the expiry of everything a scope holds and that has not expired; returns how many entries."""
        with self._lock, self._db.session() as session:
            return store.extend(session, scope, expires)

    def drop(self, scope: str) -> int:
        """Delete everything a scope holds; returns how many entries."""
        with self._lock, self._db.session() as session:
            return store.drop(session, SealedEntry.scope == scope)

    def expire(self, moment: datetime | None = None, *, by: str = "redactory") -> int:
        """Remove what expired at or before `moment` (now), and keys that seal nothing any more; returns entries."""
        with self._lock, self._db.session() as session:
            gone = store.drop(session, SealedEntry.expires_at <= (moment or now()))
            self._keys.drop_unused(session)
        if gone:
            self._db.shrink()
            self._note("expire", by, detail={"entries": gone})
        return gone

    def lookup(self, token: str, *, by: str, role: str, reason: str, scope: str | None = None) -> tuple[Entry, ...]:
        """What `token` stands for, in every dataset's scope or in the `scope` named; empty for an unknown token.

        The audit row is written before anything is shown, for a refusal too.

        Raises:
            VaultRefusedError: no reason, or `by` does not hold a `role` that may look up.
            VaultError: the audit chain is broken: `verify` says where.
        """
        scopes = SealedEntry.scope == scope if scope else SealedEntry.scope.startswith(DATASETS)
        where = (SealedEntry.token == token, scopes)
        with self._db.session(readonly=True) as session:
            count = store.count(session, *where)
        subject = token if count else self._hashed(token)  # what was typed may be no token at all
        self._require("lookup", by, role, reason, subject)
        verdict = self.verify()
        if not verdict.ok:
            raise VaultError(f"the audit chain is broken ({verdict.problems[0]}): nothing is shown until it is mended")
        self._note("lookup", by, role, subject, reason, {"found": count})
        return tuple(self._opened(*where))

    def stored(self, scope: str, tokens: Sequence[str], *, by: str, reason: str) -> list[Entry]:
        """What tokens stand for, for a program that shows it to nobody: rotation. Leaves one audit row a call."""
        self._note("read_by_program", by, subject=scope, reason=reason, detail={"tokens": len(tokens)})
        found: list[Entry] = []
        for some in batched(tokens, store.BATCH):
            found += self._opened(SealedEntry.scope == scope, SealedEntry.token.in_(some))
        return found

    def forget(
        self,
        *,
        tokens: Iterable[str] = (),
        values: Iterable[tuple[str, str]] = (),
        person: str | None = None,
        by: str,
        role: str,
        reason: str,
    ) -> Forgotten:
        """Remove every entry of these tokens, of these (entity, value) pairs however written, and of `person`.

        Whatever shares a surrogate with one of them in its scope goes too. The values do not come back into a
        dataset's scope. The audit keeps tokens and counts, no value. Raises VaultRefusedError as `lookup` does.
        """
        tokens = list(tokens)
        indexes = [store.value_index(self._keys, entity, value) for entity, value in values]
        subject = self._hashed(*tokens, *(index.hex() for index in indexes), person or "")
        self._require("forget", by, role, reason, subject)
        with self._lock, self._db.session() as session:
            gone = store.forget(session, self._keys, tokens, indexes, person)
            published = tuple(sorted({row.token for row in gone if is_dataset(row.scope)}))
            detail = {"entries": len(gone), "tokens": published}
            head = audit.append(
                session, self._keys.audit, "forget", actor=by, role=role, subject=subject, reason=reason, detail=detail
            )
        self._anchored(head)
        self._db.shrink()
        return Forgotten(len(gone), published)

    def rewrap(self, *, by: str) -> int:
        """Wrap the vault's own keys by the first master key; returns how many another one wrapped.

        Sealed values are not touched. Afterwards older master keys open older copies of the database only.
        """
        with self._lock, self._db.session() as session:
            count = self._keys.rewrap(session)
        if count:
            self._note("rewrap", by, detail={"keys": count, "master": self._keys.ring.primary})
        return count

    def grant(self, name: str, role: str, *, by: str, reason: str) -> None:
        """Give `name` a role. A vault without an administrator takes the first one from anybody.

        Raises VaultRefusedError for an unknown role, and unless `by` is an administrator.
        """
        self._change("grant", name, role, by, reason)

    def revoke(self, name: str, role: str, *, by: str, reason: str) -> None:
        """Take a role back. Raises VaultRefusedError unless `by` is an administrator."""
        self._change("revoke", name, role, by, reason)

    def holders(self) -> dict[str, set[str]]:
        """Role -> names."""
        with self._db.session(readonly=True) as session:
            return roles.holders(session, self._keys.audit)

    def trail(self, limit: int = 30) -> list[AuditRow]:
        """The latest rows of the audit, newest first."""
        with self._db.session(readonly=True) as session:
            return list(session.scalars(select(AuditRow).order_by(AuditRow.seq.desc()).limit(limit)))

    def verify(self) -> Verdict:
        """Follow the audit chain from its first row, and compare it with the heads that were noted."""
        heads = self._anchor.heads(self._keys.vault_id) if self._anchor else []
        with self._db.session(readonly=True) as session:
            count, problems = audit.problems_of(session, self._keys.audit, heads)
        return Verdict(count, tuple(problems), self._anchor is not None)

    def accept(self, *, by: str, role: str, reason: str) -> tuple[str, ...]:
        """Go on from a broken chain (a restored backup, say): a new row names its problems, which count no more."""
        self._require("accept", by, role, reason, "")
        problems = self.verify().problems
        if problems:
            self._note(audit.ACCEPTED, by, role, "", reason, {"problems": problems}, afresh=True)
        return problems

    def _opened(self, *where: ColumnElement[bool]) -> list[Entry]:
        with self._db.session(readonly=True) as session:
            return store.opened(session, self._keys, *where)

    def _hashed(self, *parts: str) -> str:
        return self._keys.index("subject", *parts).hex()

    def _change(self, action: roles.Action, name: str, role: str, by: str, reason: str) -> None:
        if role not in roles.ROLES or not name.strip():
            raise VaultRefusedError(f"{action}: it takes a name and one of the roles {', '.join(roles.ROLES)}")
        first = action == "grant" and role == "admin" and not self.holders()["admin"]
        if not first:
            self._require(action, by, "admin", reason, f"{name}:{role}")
        self._note(action, by, "" if first else "admin", f"{name}:{role}", reason)

    def _require(self, action: roles.Action, by: str, role: str, reason: str, subject: str) -> None:
        try:
            with self._db.session(readonly=True) as session:
                roles.require(session, self._keys.audit, action, by=by, role=role, reason=reason)
        except VaultRefusedError:
            self._note("refused", by, role, subject, reason, {"action": action})
            raise

    def _note(
        self,
        event: str,
        by: str,
        role: str = "",
        subject: str = "",
        reason: str = "",
        detail: Mapping[str, Any] | None = None,
        *,
        afresh: bool = False,
    ) -> None:
        with self._lock, self._db.session() as session:
            head = audit.append(
                session, self._keys.audit, event, actor=by, role=role, subject=subject, reason=reason, detail=detail
            )
        self._anchored(head, afresh=afresh)

    def _anchored(self, head: Head, *, afresh: bool = False) -> None:
        if self._anchor is not None:
            self._anchor.note(self._keys.vault_id, head, afresh=afresh)
