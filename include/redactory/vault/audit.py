"""The audit chain: every row is authenticated by a key and names the row before it, and the ledger holds its heads.

An edited row no longer fits its own mac, a removed one leaves a gap, and rows cut off the end are missed by the
heads noted in the ledger, which is another database with other credentials. Who holds the vault's keys *and* may
write to both databases can forge all of it.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from sqlalchemy import select
from sqlalchemy.orm import Session

from redactory.database import now
from redactory.ledger import Ledger
from redactory.ledger.models import AuditEvent
from redactory.vault.envelope import keyed_hash
from redactory.vault.models import AuditRow

ACCEPTED = "accepted"  # event of the row by which an administrator accepts what verification found
_FIRST = bytes(32)  # what the first row names as the row before it
_HEAD = "vault_head"


@dataclass(frozen=True, slots=True)
class Head:
    """The chain had `rows` rows, and the last one this mac (hex)."""

    rows: int
    mac: str


class Anchor(Protocol):
    """Where heads of the chain are noted, out of reach of whoever can write to the vault alone."""

    def note(self, vault_id: str, head: Head, *, afresh: bool = False) -> None:
        """Note a head; `afresh` makes it the first one that counts."""

    def heads(self, vault_id: str) -> list[Head]:
        """Every head that counts."""


class LedgerAnchor:
    """Heads as rows of the ledger's audit."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def note(self, vault_id: str, head: Head, *, afresh: bool = False) -> None:
        detail = {"rows": head.rows, "mac": head.mac, "afresh": afresh}
        self._ledger.audit(_HEAD, "redactory", vault_id, detail)

    def heads(self, vault_id: str) -> list[Head]:
        query = select(AuditEvent.detail).where(AuditEvent.event == _HEAD, AuditEvent.subject == vault_id)
        found: list[Head] = []
        with self._ledger.session(readonly=True) as session:
            for detail in session.scalars(query.order_by(AuditEvent.id.desc())):
                found.append(Head(detail["rows"], detail["mac"]))
                if detail["afresh"]:
                    break
        return found


def append(
    session: Session,
    key: bytes,
    event: str,
    *,
    actor: str,
    role: str = "",
    subject: str = "",
    reason: str = "",
    detail: Mapping[str, Any] | None = None,
) -> Head:
    """Add a row to the chain within `session`, which holds the write lock; returns the new head."""
    last = session.scalars(select(AuditRow).order_by(AuditRow.seq.desc()).limit(1)).first()
    row = AuditRow(
        seq=last.seq + 1 if last else 1,
        at=now(),
        event=event,
        actor=actor,
        role=role,
        subject=subject,
        reason=reason,
        detail=json.dumps(dict(detail or {}), sort_keys=True),
        prev=last.mac if last else _FIRST,
    )
    row.mac = _mac(key, row)
    session.add(row)
    session.flush()
    return Head(row.seq, row.mac.hex())


def rows(session: Session, key: bytes) -> Iterator[tuple[AuditRow, list[str]]]:
    """Every row in order, with what is wrong about it: rows missing before it, or the row itself changed."""
    seq, mac = 0, _FIRST
    for row in session.scalars(select(AuditRow).order_by(AuditRow.seq).execution_options(yield_per=1000)):
        problems = []
        if row.seq != seq + 1:
            problems.append(f"rows {seq + 1} to {row.seq - 1} are missing")
        elif row.prev != mac:
            problems.append(f"row {row.seq} does not follow the row before it")
        if not authentic(key, row):
            problems.append(f"row {row.seq} was changed")
        yield row, problems
        seq, mac = row.seq, row.mac


def authentic(key: bytes, row: AuditRow) -> bool:
    """Whether the row is as it was written."""
    return hmac.compare_digest(_mac(key, row), row.mac)


def problems_of(session: Session, key: bytes, heads: list[Head]) -> tuple[int, list[str]]:
    """How many rows the chain has, and everything wrong with it that nobody accepted, a line each."""
    noted: dict[int, set[str]] = {}
    for head in heads:
        noted.setdefault(head.rows, set()).add(head.mac)
    count, last = 0, 0
    found: list[str] = []
    accepted: set[str] = set()
    for row, problems in rows(session, key):
        count, last = count + 1, row.seq
        found += problems
        if noted.pop(row.seq, {row.mac.hex()}) != {row.mac.hex()}:
            found.append(f"row {row.seq} is not the one the ledger noted")
        if row.event == ACCEPTED and authentic(key, row):
            accepted.update(json.loads(row.detail)["problems"])
    if noted:
        found.append(f"rows {last + 1} to {max(noted)} were cut off")
    return count, [problem for problem in found if problem not in accepted]


def _mac(key: bytes, row: AuditRow) -> bytes:
    columns = (row.event, row.actor, row.role, row.subject, row.reason, row.detail)
    return keyed_hash(key, str(row.seq), row.at.isoformat(), *columns, row.prev)
