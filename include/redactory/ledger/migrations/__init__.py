"""Alembic migrations of the ledger, run from within the package: an installed wheel needs no alembic.ini."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util.exc import CommandError
from sqlalchemy import Connection

from redactory.errors import LedgerError


def config(connection: Connection | None = None) -> Config:
    """Alembic's configuration for the migrations beside this file."""
    settings = Config()
    settings.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    settings.attributes["connection"] = connection
    return settings


def upgrade(connection: Connection, revision: str) -> None:
    """Bring the database of `connection` to `revision`, within the transaction that is open on it."""
    try:
        command.upgrade(config(connection), revision)
    except CommandError:
        raise LedgerError(
            "the ledger stands at a schema this release does not know: use the release that wrote it, or a newer one"
        ) from None
