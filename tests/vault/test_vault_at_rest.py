"""What an attacker finds who has the files: no value in the vault's database, its log, the ledger, or an error."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import text

from redactory.config import Settings
from redactory.errors import RedactoryError
from redactory.ledger import Ledger
from redactory.vault import Entry, Vault, open_vault

VALUES = ["Zofia Kowalquist", "zofia@example.org", "Żółć Gęślą", "+49 30 90210"]
ENTITIES = ["PERSON", "EMAIL", "PERSON", "PHONE"]


def spellings(value: str) -> Iterator[bytes]:
    for form in (
        value,
        value.lower(),
        value.upper(),
        value.casefold(),
        *(part for part in value.split() if len(part) > 4),
    ):
        for encoding in ("utf-8", "utf-16-le", "utf-16-be"):
            yield form.encode(encoding)
        yield form.encode("unicode_escape")


@pytest.fixture
def filled(vault: Vault, entry: Entry) -> Vault:
    pairs = zip(ENTITIES, VALUES, strict=True)
    vault.put(
        replace(entry, token=f"[{entity}_{n:010x}]", entity=entity, value=value, person="p1")
        for n, (entity, value) in enumerate(pairs)
    )
    return vault


def files_of(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_no_file_holds_a_value(filled: Vault, tmp_path: Path, entry: Entry, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    holder = filled._db.engine.connect().execution_options(redactory_readonly=True)
    # an open reader keeps the write-ahead log from being emptied
    holder.exec_driver_sql("SELECT 1 FROM vault_entries")
    filled.put([replace(entry, token="[PERSON_ffffffffff]", value="Wilma Oyelaranti")])
    filled.lookup("[PERSON_0000000000]", by="noor", role="reader", reason="call back")
    filled.forget(values=[("EMAIL", VALUES[1])], by="otto", role="officer", reason="request 7")
    found = files_of(tmp_path)
    assert any(name.endswith("vault.db-wal") and data for name, data in found.items())
    assert any(name.endswith("ledger.db") for name in found)
    holder.close()
    for value in [*VALUES, "Wilma Oyelaranti"]:
        for form in spellings(value):
            for name, data in {**found, "log": caplog.text.encode()}.items():
                assert form not in data, f"{name} holds a value"
    assert any(b"[PERSON_0000000000]" in data for data in found.values())  # the search finds what is there


def test_equal_lengths_for_short_and_longer_values(filled: Vault) -> None:
    with filled._db.session(readonly=True) as session:
        assert set(session.scalars(text("SELECT length(sealed) FROM vault_entries"))) == {12 + 64 + 16}


def test_what_was_forgotten_leaves_the_files(filled: Vault, tmp_path: Path) -> None:
    with filled._db.session(readonly=True) as session:
        sealed = session.scalars(text("SELECT sealed FROM vault_entries WHERE entity = 'EMAIL'")).one()
    assert any(sealed in data for data in files_of(tmp_path / "vault").values())
    filled.forget(values=[("EMAIL", VALUES[1])], by="otto", role="officer", reason="request 7")
    assert not any(sealed in data for data in files_of(tmp_path / "vault").values())


def test_the_database_alone_opens_nothing(filled: Vault, settings: Settings, ledger: Ledger) -> None:
    assert settings.vault_key_file is not None
    settings.vault_key_file.unlink()
    with pytest.raises(RedactoryError, match="no readable key file"):
        open_vault(settings, ledger)


def test_nothing_printed_holds_a_value_or_a_password(filled: Vault, entry: Entry) -> None:
    held = replace(entry, value=VALUES[0])
    assert "Kowalquist" not in repr(held) + str(held)
    vault = Vault.__new__(Vault)
    vault._db = filled._db
    vault._db.url = vault._db.url.set(drivername="postgresql", username="app", password="hidden-word", host="h")
    assert "hidden-word" not in repr(vault)
