"""Entries in and out: put again, looked up, extended, dropped, expired, forgotten; keys that do not open it."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import text

from redactory.config import Settings
from redactory.database import now
from redactory.errors import ConfigError, VaultError, VaultRefusedError
from redactory.ledger import Ledger
from redactory.storage import KeyRing
from redactory.vault import Entry, Vault, conversation_scope, dataset_scope, open_vault
from redactory.vault.database import VaultDatabase
from redactory.vault.models import Base

TALK = conversation_scope("c1")
ASK = {"by": "noor", "role": "reader", "reason": "call back, case 4711"}
ERASE = {"by": "otto", "role": "officer", "reason": "erasure request 7"}


def test_the_newest_migration_is_the_one_the_vault_goes_to() -> None:
    assert ScriptDirectory.from_config(VaultDatabase.alembic()).get_current_head() == VaultDatabase.schema


def test_migrations_and_models_say_the_same(vault: Vault) -> None:
    with vault._db.engine.connect() as connection:
        context = MigrationContext.configure(
            connection, opts={"compare_type": True, "version_table": VaultDatabase.version_table}
        )
        assert compare_metadata(context, Base.metadata) == []


def test_what_was_put_is_looked_up(vault: Vault, entry: Entry) -> None:
    assert vault.put([entry]) == 1
    assert vault.lookup(entry.token, **ASK) == (entry,)
    assert vault.lookup("[PERSON_0000000000]", **ASK) == ()


def test_putting_again_adds_nothing_and_keeps_the_later_expiry(vault: Vault, entry: Entry) -> None:
    vault.put([entry, entry])
    later = replace(entry, value="ZOFIA  KOWALQUIST", expires=now() + timedelta(days=90))
    assert vault.put([later, replace(entry, expires=now() + timedelta(days=1))]) == 0
    (found,) = vault.lookup(entry.token, **ASK)
    assert (found.value, found.expires) == (entry.value, later.expires)
    vault.put([replace(entry, expires=None)])
    assert vault.lookup(entry.token, **ASK)[0].expires is None


def test_a_token_may_stand_for_several_spellings(vault: Vault, entry: Entry) -> None:
    vault.put([entry, replace(entry, value="Z. Kowalquist")])
    assert {found.value for found in vault.lookup(entry.token, **ASK)} == {"Zofia Kowalquist", "Z. Kowalquist"}


def test_a_lookup_may_be_kept_to_one_dataset(vault: Vault, entry: Entry) -> None:
    vault.put([entry, replace(entry, scope=dataset_scope("mail"), value="Zofja Kowalquist")])
    assert len(vault.lookup(entry.token, **ASK)) == 2
    assert len(vault.lookup(entry.token, scope=dataset_scope("mail"), **ASK)) == 1


def test_a_conversation_has_its_own_map(vault: Vault, entry: Entry) -> None:
    soon = now() + timedelta(hours=1)
    mine = [Entry(TALK, f"[PERSON_{n}]", "PERSON", f"Zofia the {n}th", expires=soon) for n in range(1, 4)]
    vault.put([*mine, Entry(conversation_scope("c2"), "[PERSON_1]", "PERSON", "Botan Nakamurel", expires=soon)])
    assert vault.entries(TALK) == mine
    later = soon + timedelta(days=1)
    assert vault.extend(TALK, later) == 3
    assert {found.expires for found in vault.entries(TALK)} == {later}
    assert vault.drop(TALK) == 3
    assert vault.entries(TALK) == []
    assert len(vault.entries(conversation_scope("c2"))) == 1
    vault.put([entry])
    with pytest.raises(VaultRefusedError, match="lookup"):
        vault.entries(entry.scope)
    assert vault.lookup("[PERSON_1]", **ASK) == ()  # a conversation is not looked into by the way


@pytest.mark.parametrize(
    ("by", "role", "reason", "match"),
    [
        ("noor", "reader", " ", "reason"),
        ("", "reader", "because", "name"),
        ("noor", "", "because", "takes the role reader"),
        ("otto", "officer", "because", "takes the role reader"),
        ("otto", "reader", "because", "does not hold"),
        ("mira", "reader", "because", "does not hold"),
    ],
)
def test_a_lookup_takes_a_role_and_a_reason(
    vault: Vault, entry: Entry, by: str, role: str, reason: str, match: str
) -> None:
    vault.put([entry])
    with pytest.raises(VaultRefusedError, match=match):
        vault.lookup(entry.token, by=by, role=role, reason=reason)
    latest = vault.trail(1)[0]
    assert (latest.event, latest.actor, latest.subject) == ("refused", by, entry.token)


def test_every_lookup_leaves_a_row_that_quotes_no_value(vault: Vault, entry: Entry) -> None:
    vault.put([entry])
    vault.lookup(entry.token, **ASK)
    vault.lookup("Zofia Kowalquist", **ASK)  # somebody types a name where a token belongs
    rows = vault.trail(2)
    assert [(row.event, row.actor, row.role, row.reason) for row in rows] == [
        ("lookup", "noor", "reader", ASK["reason"])
    ] * 2
    assert rows[1].subject == entry.token
    assert "Kowalquist" not in "".join(str(vars(row)) for row in rows)


def test_roles_are_granted_by_administrators_and_taken_back(vault: Vault) -> None:
    with pytest.raises(VaultRefusedError, match="does not hold the role admin"):
        vault.grant("noor", "admin", by="noor", reason="why not")
    with pytest.raises(VaultRefusedError, match="one of the roles"):
        vault.grant("noor", "root", by="mira", reason="why not")
    vault.revoke("noor", "reader", by="mira", reason="left the team")
    assert vault.holders() == {"reader": set(), "officer": {"otto"}, "admin": {"mira"}}
    with pytest.raises(VaultRefusedError, match="does not hold"):
        vault.lookup("[PERSON_1f4b9c72a0]", **ASK)


def test_what_expired_is_not_shown_and_then_removed(vault: Vault, entry: Entry) -> None:
    vault.put([replace(entry, expires=now() - timedelta(seconds=1)), replace(entry, token="[PERSON_2]", expires=None)])
    assert vault.lookup(entry.token, **ASK) == ()
    assert vault.expire() == 1
    assert vault.expire() == 0
    assert len(vault.lookup("[PERSON_2]", **ASK)) == 1
    assert vault.expire(now() + timedelta(days=9999)) == 0  # None is never


def test_forgetting_removes_everything_of_a_person_and_it_does_not_come_back(vault: Vault, entry: Entry) -> None:
    other = replace(entry, token="[PERSON_aaaaaaaaaa]", value="Botan Nakamurel", person="p2")
    mine = [
        entry,
        replace(entry, value="Zosia", person="p1"),  # by whom she is
        replace(entry, value="Z. Kowalquist", person=None),  # by the token she shares
        replace(entry, token="[EMAIL_bbbbbbbbbb]", entity="EMAIL", value="Zofia@example.org", person=None),  # by value
        Entry(TALK, "[PERSON_1]", "PERSON", "KOWALQUIST, Zofia"),  # however it is written
    ]
    vault.put([other, *mine])
    values = [("PERSON", "Zofia Kowalquist"), ("EMAIL", "zofia@example.org")]
    gone = vault.forget(values=values, person="p1", **ERASE)
    assert (gone.entries, gone.tokens) == (5, ("[EMAIL_bbbbbbbbbb]", entry.token))
    assert vault.lookup(entry.token, **ASK) == ()
    assert vault.entries(TALK) == []
    assert vault.lookup(other.token, **ASK) == (other,)
    assert vault.put(mine[:4]) == 0
    assert vault.put(mine[4:]) == 1  # a conversation of today may speak of her
    row = next(row for row in vault.trail(9) if row.event == "forget")
    assert "Kowalquist" not in str(vars(row))
    assert entry.token in row.detail


def test_strangers_who_share_a_pseudonym_are_not_forgotten_together(vault: Vault, entry: Entry) -> None:
    fake = replace(entry, token="Adrienne Fabre", key_id=None)
    vault.put([fake, replace(fake, value="Botan Nakamurel", person="p2")])
    assert vault.forget(person="p1", **ERASE).entries == 1
    assert [found.value for found in vault.lookup(fake.token, **ASK)] == ["Botan Nakamurel"]


def test_forgetting_takes_a_role_and_a_reason(vault: Vault, entry: Entry) -> None:
    vault.put([entry])
    with pytest.raises(VaultRefusedError, match="takes the role officer"):
        vault.forget(tokens=[entry.token], **ASK)
    assert vault.lookup(entry.token, **ASK) == (entry,)
    assert vault.forget(tokens=[entry.token], **ERASE).entries == 1


@pytest.mark.parametrize(
    "change",
    [
        "token = '[PERSON_other]'",
        "scope = 'dataset:mail'",
        "entity = 'ORG'",
        "surrogate_key_id = 's9'",
        "person_index = x'00'",
        "sealed = zeroblob(length(sealed))",
    ],
)
def test_an_entry_that_was_changed_or_moved_does_not_open(vault: Vault, entry: Entry, change: str) -> None:
    vault.put([entry])
    with vault._db.session() as session:
        session.execute(text(f"UPDATE vault_entries SET {change}"))
        (token,) = session.scalars(text("SELECT token FROM vault_entries"))
    with pytest.raises(VaultError, match="changed or moved"):
        vault.lookup(token, **ASK)


def test_another_master_key_does_not_open_it(settings: Settings, ledger: Ledger, vault: Vault, tmp_path: Path) -> None:
    url = settings.vault_url or ""
    KeyRing.write_new(tmp_path / "other", "v1")
    with pytest.raises(ConfigError, match="does not open this vault"):
        Vault.open(url, KeyRing.from_file(tmp_path / "other"))
    KeyRing.write_new(tmp_path / "third", "v3")
    with pytest.raises(ConfigError, match="lacks the master key 'v1'"):
        Vault.open(url, KeyRing.from_file(tmp_path / "third"))


def test_the_master_key_is_rotated(settings: Settings, ledger: Ledger, vault: Vault, entry: Entry) -> None:
    vault.put([entry])
    assert settings.vault_key_file is not None
    KeyRing.rotate(settings.vault_key_file, "v2")
    renewed = open_vault(settings, ledger)
    assert renewed.rewrap(by="mira") == 3  # of the indexes, of the audit, of one handle's values
    assert renewed.rewrap(by="mira") == 0
    lines = settings.vault_key_file.read_text().splitlines()
    settings.vault_key_file.write_text(lines[0] + "\n")  # the old one is thrown away
    again = open_vault(settings, ledger)
    assert again.lookup(entry.token, **ASK) == (entry,)
    assert again.put([replace(entry, value="Zofia  KOWALQUIST")]) == 0  # the indexes stay what they were
    assert again.verify().ok


def test_keys_and_database_lie_apart_and_not_with_data(tmp_path: Path) -> None:
    ledger = Ledger("sqlite:///:memory:")

    def opened(database: str, keys: str) -> Vault:
        path = tmp_path / keys
        if not path.exists():
            KeyRing.write_new(path, "v1")
        env = {
            "REDACTORY_HOME": str(tmp_path / "var"),
            "REDACTORY_VAULT_URL": f"sqlite:///{tmp_path / database}",
            "REDACTORY_VAULT_KEY_FILE": str(path),
        }
        return open_vault(Settings.load(env), ledger)

    with pytest.raises(ConfigError, match="folder of its database"):
        opened("vault/vault.db", "vault/keys")
    with pytest.raises(ConfigError, match="vault's keys may not lie in or beside a folder of data"):
        opened("vault/vault.db", "var/stores/published/keys")
    with pytest.raises(ConfigError, match="vault's database may not lie in or beside"):
        opened("var/stores/vault.db", "secrets/keys")
    with pytest.raises(ConfigError, match="another file than that of other keys"):
        opened("vault/vault.db", "var/keys")
    (tmp_path / "secrets").mkdir(exist_ok=True)
    opened("vault/vault.db", "secrets/keys")
    (tmp_path / "secrets" / "keys").chmod(0o644)
    with pytest.raises(ConfigError, match="others may read"):
        opened("vault/vault.db", "secrets/keys")
    with pytest.raises(ConfigError, match="there is no vault"):
        open_vault(Settings.load({}), ledger)
