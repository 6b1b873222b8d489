"""From the settings to an open vault. Its keys may not lie with its database, nor either of them with data."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from redactory.errors import ConfigError
from redactory.storage.keys import KeyRing, refuse_beside_data
from redactory.vault.audit import LedgerAnchor
from redactory.vault.vault import Vault

if TYPE_CHECKING:
    from redactory.config import Settings
    from redactory.ledger import Ledger


def open_vault(settings: Settings, ledger: Ledger) -> Vault:
    """The vault `settings` name, heads of its audit chain noted in `ledger`.

    Raises:
        ConfigError: there is no vault or no key file, the keys do not open it, or something lies where it may not.
        VaultError: the database cannot be reached.
    """
    if settings.vault_url is None or settings.vault_key_file is None:
        raise ConfigError(
            "there is no vault: set REDACTORY_VAULT_URL to a database of its own, and REDACTORY_VAULT_KEY_FILE to a "
            "key file (`redactory keys new --for vault`)"
        )
    return Vault.open(settings.vault_url, master_keys(settings), anchor=LedgerAnchor(ledger))


def master_keys(settings: Settings) -> KeyRing:
    """The vault's master keys. Raises ConfigError as `open_vault` does."""
    path = settings.vault_key_file
    if path is None:
        raise ConfigError("the vault has no key file: set REDACTORY_VAULT_KEY_FILE")
    file = _file_of(settings.vault_url or "")
    if file is not None:
        refuse_beside_data(file, settings.stores, "the vault's database")
        if path.expanduser().resolve().is_relative_to(file.parent.resolve()):
            raise ConfigError(
                f"{path}: the vault's keys may not lie in the folder of its database: a copy of one would be a copy of "
                "both; put them elsewhere"
            )
    refuse_beside_data(path, settings.stores, "the vault's keys")
    if path.resolve() in {settings.key_file.resolve(), settings.surrogate_key_file.resolve()}:
        raise ConfigError(f"{path}: the vault's keys are its own: give it another file than that of other keys")
    return KeyRing.from_file(path)


def _file_of(url: str) -> Path | None:
    """The file of an SQLite database, None for another or one in memory."""
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import ArgumentError

    try:
        parsed = make_url(url)
    except ArgumentError:
        return None  # opening it says what is wrong
    if parsed.get_backend_name() != "sqlite" or parsed.database in (None, "", ":memory:"):
        return None
    return Path(str(parsed.database)).expanduser()
