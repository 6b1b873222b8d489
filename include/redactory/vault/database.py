"""The vault's own database: own URL, own credentials, own schema."""

from __future__ import annotations

from pathlib import Path

from redactory.database import Database
from redactory.errors import VaultError


class VaultDatabase(Database):
    """Deleted entries are overwritten on SQLite, not only unlinked."""

    what = "the vault"
    schema = "0001"
    migrations = Path(__file__).parent / "migrations"
    error = VaultError
    version_table = "vault_version"
    write_lock = 0x5641554C
    pragmas = ("secure_delete=ON",)

    def shrink(self) -> None:
        """Empty SQLite's write-ahead log, where deleted entries would stand until it is reused."""
        if self.url.get_backend_name() != "sqlite":
            return
        connection = self.engine.raw_connection()
        try:
            cursor = connection.cursor()
            cursor.execute("PRAGMA busy_timeout=1000")  # somebody reads: the log is emptied another time
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            connection.close()
