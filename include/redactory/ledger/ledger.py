"""The ledger: one database that says what ran, with which policy, directory and key."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sqlalchemy.orm import Session

from redactory.database import Database
from redactory.errors import LedgerError
from redactory.ledger.models import AuditEvent

SCHEMA = "0005"  # the newest migration; a test holds it against migrations/versions


class Ledger(Database):
    """Sessions on the ledger database at `url`. Raises ConfigError for a URL or driver that cannot be used."""

    what = "the ledger"
    schema = SCHEMA
    migrations = Path(__file__).parent / "migrations"
    error = LedgerError
    version_table = "alembic_version"
    write_lock = 0x52454441

    def audit(
        self,
        event: str,
        actor: str,
        subject: str,
        detail: Mapping[str, Any] | None = None,
        *,
        session: Session | None = None,
    ) -> None:
        """Write one audit row, within `session` where one is given."""
        row = AuditEvent(event=event, actor=actor, subject=subject, detail=dict(detail or {}))
        if session is not None:
            session.add(row)
            return
        with self.session() as own:
            own.add(row)
