"""The audit chain under attack: each attack is seen by `verify`, and stops lookups."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from sqlalchemy import text

from redactory.config import Settings
from redactory.errors import VaultError, VaultRefusedError
from redactory.ledger import Ledger
from redactory.storage import KeyRing
from redactory.vault import Entry, Vault, open_vault

ASK = {"by": "noor", "role": "reader", "reason": "call back"}


@pytest.fixture
def used(vault: Vault, entry: Entry) -> Vault:
    """A vault with three grants and five lookups."""
    vault.put([entry])
    for _ in range(5):
        vault.lookup(entry.token, **ASK)
    assert vault.verify().ok
    assert vault.verify().rows == 8
    return vault


def tamper(vault: Vault, statement: str) -> None:
    with vault._db.session() as session:
        session.execute(text(statement))


@pytest.mark.parametrize(
    ("attack", "problem"),
    [
        ("UPDATE vault_audit SET actor = 'otto' WHERE seq = 5", "row 5 was changed"),
        ("UPDATE vault_audit SET reason = 'another' WHERE seq = 8", "row 8 was changed"),
        ("UPDATE vault_audit SET at = '2020-01-01 00:00:00' WHERE seq = 1", "row 1 was changed"),
        ("DELETE FROM vault_audit WHERE seq = 5", "rows 5 to 5 are missing"),
        ("DELETE FROM vault_audit WHERE seq = 1", "rows 1 to 1 are missing"),
        ("DELETE FROM vault_audit WHERE seq >= 7", "rows 7 to 8 were cut off"),
        ("DELETE FROM vault_audit", "rows 1 to 8 were cut off"),
        ("UPDATE vault_audit SET seq = seq - 1 WHERE seq > 5; DELETE", "row 5 was changed"),
    ],
)
def test_every_attack_is_seen_and_stops_lookups(used: Vault, entry: Entry, attack: str, problem: str) -> None:
    if attack.endswith("; DELETE"):  # close the gap after removing a row
        tamper(used, "DELETE FROM vault_audit WHERE seq = 5")
        tamper(used, attack.partition(";")[0])
    else:
        tamper(used, attack)
    assert problem in used.verify().problems
    with pytest.raises((VaultError, VaultRefusedError)):
        used.lookup(entry.token, **ASK)


def test_a_tail_that_grew_again_after_it_was_cut_is_seen(used: Vault, entry: Entry) -> None:
    tamper(used, "DELETE FROM vault_audit WHERE seq >= 7")
    used.expire()
    used.grant("noor", "reader", by="mira", reason="again")
    used.grant("noor", "reader", by="mira", reason="and again")
    assert "row 7 is not the one the ledger noted" in used.verify().problems


def test_without_heads_elsewhere_a_cut_tail_is_not_seen_and_the_verdict_says_so(
    used: Vault, settings: Settings
) -> None:
    tamper(used, "DELETE FROM vault_audit WHERE seq >= 7")
    assert settings.vault_key_file is not None
    alone = Vault.open(settings.vault_url or "", KeyRing.from_file(settings.vault_key_file))
    assert alone.verify().ok
    assert not alone.verify().anchored


def test_a_role_cannot_be_written_into_the_database(used: Vault, entry: Entry) -> None:
    tamper(used, "UPDATE vault_audit SET subject = 'eve:reader' WHERE subject = 'noor:reader'")
    with pytest.raises(VaultRefusedError, match="does not hold"):
        used.lookup(entry.token, by="eve", role="reader", reason="curious")


def test_a_restored_copy_is_seen_and_accepted_by_an_administrator(
    used: Vault, entry: Entry, settings: Settings, ledger: Ledger
) -> None:
    used._db.shrink()
    file = Path(str(used._db.url.database))
    copy = file.with_name("copy")
    shutil.copy(file, copy)
    used.lookup(entry.token, **ASK)
    used._db.shrink()
    shutil.copy(copy, file)
    restored = open_vault(settings, ledger)
    assert restored.verify().problems == ("rows 9 to 9 were cut off",)
    with pytest.raises(VaultRefusedError):
        restored.accept(by="noor", role="admin", reason="restored")
    assert restored.accept(by="mira", role="admin", reason="restored from last night's copy")
    assert restored.verify().ok
    assert restored.lookup(entry.token, **ASK)
    tamper(restored, "DELETE FROM vault_audit WHERE event = 'accepted'")
    assert not restored.verify().ok
