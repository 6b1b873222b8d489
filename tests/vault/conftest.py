"""A vault in a folder of its own, its keys in another, its heads noted in a ledger; roles for three invented people."""

from __future__ import annotations

import shutil
from datetime import timedelta
from pathlib import Path

import pytest

from redactory.config import Settings
from redactory.database import now
from redactory.ledger import Ledger
from redactory.storage import KeyRing
from redactory.vault import Entry, Vault, dataset_scope, open_vault


def settings_in(folder: Path) -> Settings:
    return Settings.load(
        {
            "REDACTORY_HOME": str(folder / "var"),
            "REDACTORY_VAULT_URL": f"sqlite:///{folder / 'vault' / 'vault.db'}",
            "REDACTORY_VAULT_KEY_FILE": str(folder / "secrets" / "vault-keys"),
        }
    )


@pytest.fixture(scope="session")
def set_up(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a vault whose administrator is mira, its reader noor, its officer otto; copied for every test."""
    folder = tmp_path_factory.mktemp("vault")
    settings = settings_in(folder)
    KeyRing.write_new(settings.vault_key_file or folder, "v1")
    ledger = Ledger(settings.ledger_url)
    ledger.migrate()
    made = open_vault(settings, ledger)
    made.grant("mira", "admin", by="mira", reason="set up")
    made.grant("noor", "reader", by="mira", reason="second line support")
    made.grant("otto", "officer", by="mira", reason="data protection")
    return folder


@pytest.fixture
def settings(set_up: Path, tmp_path: Path) -> Settings:
    shutil.copytree(set_up, tmp_path, dirs_exist_ok=True)
    return settings_in(tmp_path)


@pytest.fixture
def ledger(settings: Settings) -> Ledger:
    return Ledger(settings.ledger_url)


@pytest.fixture
def vault(settings: Settings, ledger: Ledger) -> Vault:
    return open_vault(settings, ledger)


@pytest.fixture
def entry() -> Entry:
    found = now() + timedelta(days=30)
    return Entry(dataset_scope("notes"), "[PERSON_1f4b9c72a0]", "PERSON", "Zofia Kowalquist", "p1", found, "s1")
