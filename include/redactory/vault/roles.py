"""Who may do what: roles are granted and taken back by rows of the audit chain, so that no table can be edited instead.

The first administrator is whoever sets the vault up. Roles bind those who go through Redactory: who holds the
vault's key file and may read its database needs no role to decrypt it.
"""

from __future__ import annotations

from typing import Literal, get_args

from sqlalchemy import select
from sqlalchemy.orm import Session

from redactory.errors import VaultRefusedError
from redactory.vault.audit import authentic
from redactory.vault.models import AuditRow

Role = Literal["reader", "officer", "admin"]
Action = Literal["lookup", "forget", "grant", "revoke", "accept"]
ROLES: tuple[str, ...] = get_args(Role)
_ALLOWED: dict[str, tuple[Action, ...]] = {
    "reader": ("lookup",),
    "officer": ("forget",),
    "admin": ("grant", "revoke", "accept"),
}


def holders(session: Session, key: bytes) -> dict[str, set[str]]:
    """Role -> the names it is granted to, by the rows that are as they were written."""
    found: dict[str, set[str]] = {role: set() for role in ROLES}
    query = select(AuditRow).where(AuditRow.event.in_(("grant", "revoke"))).order_by(AuditRow.seq)
    for row in session.scalars(query):
        name, _, role = row.subject.rpartition(":")
        if not authentic(key, row) or role not in found:
            continue
        if row.event == "grant":
            found[role].add(name)
        else:
            found[role].discard(name)
    return found


def require(session: Session, key: bytes, action: Action, *, by: str, role: str, reason: str) -> None:
    """Raises VaultRefusedError unless `role` may do `action`, is granted to `by`, and there is a reason."""
    if not by.strip():
        raise VaultRefusedError(f"{action}: it takes a name to act under")
    if not reason.strip():
        raise VaultRefusedError(f"{action}: it takes a reason; it is kept in the vault's audit")
    if action not in _ALLOWED.get(role, ()):
        may = " or ".join(name for name, actions in _ALLOWED.items() if action in actions)
        raise VaultRefusedError(f"{action}: it takes the role {may}")
    if by not in holders(session, key)[role]:
        raise VaultRefusedError(f"{action}: {by} does not hold the role {role}; an administrator may grant it")
