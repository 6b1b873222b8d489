"""Many processes and threads at one vault, on SQLite and on a real PostgreSQL."""

from __future__ import annotations

import multiprocessing
import secrets
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import func, select

from redactory.config import Settings
from redactory.ledger import Ledger
from redactory.storage import KeyRing
from redactory.vault import Entry, LedgerAnchor, Vault, conversation_scope, dataset_scope
from redactory.vault.database import VaultDatabase
from redactory.vault.models import Base, SealedEntry

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "servers"))
from postgres import PostgresServer

FORK = multiprocessing.get_context("fork")
PROCESSES = 4
EACH = 60


def _write(url: str, keys: Path, ledger_url: str, number: int) -> None:
    """Entries every process has, entries of its own, and an audit row."""
    vault = Vault.open(url, KeyRing.from_file(keys), anchor=LedgerAnchor(Ledger(ledger_url)))
    scope = dataset_scope("notes")
    for n in range(EACH):
        shared = Entry(scope, f"[PERSON_{n:010x}]", "PERSON", f"Zofia the {n}th")
        vault.put([shared, Entry(conversation_scope(f"c{number}"), f"[PERSON_{n}]", "PERSON", f"{number} {n}")])
        if n % 20 == 0:
            vault.lookup(shared.token, by="noor", role="reader", reason="call back")


def hammer(url: str, keys: Path, ledger: Ledger) -> None:
    """All at once; the vault may not exist before."""
    vault = Vault.open(url, KeyRing.from_file(keys), anchor=LedgerAnchor(ledger))
    vault.grant("mira", "admin", by="mira", reason="set up")
    vault.grant("noor", "reader", by="mira", reason="support")
    ledger_url = ledger.url.render_as_string(hide_password=False)
    with FORK.Pool(PROCESSES) as pool:
        pool.starmap(_write, [(url, keys, ledger_url, number) for number in range(PROCESSES)])
    with vault._db.session(readonly=True) as session:
        assert session.scalar(select(func.count()).select_from(SealedEntry)) == EACH * (1 + PROCESSES)
    for number in range(PROCESSES):
        found = vault.entries(conversation_scope(f"c{number}"))
        assert [entry.value for entry in found] == [f"{number} {n}" for n in range(EACH)]
    verdict = vault.verify()
    assert verdict.ok
    assert verdict.rows == 2 + PROCESSES * EACH // 20


def test_processes_write_at_once(tmp_path: Path) -> None:
    KeyRing.write_new(tmp_path / "keys", "v1")
    ledger = Ledger(f"sqlite:///{tmp_path / 'ledger.db'}")
    ledger.migrate()
    hammer(f"sqlite:///{tmp_path / 'vault' / 'vault.db'}", tmp_path / "keys", ledger)


def _begin(url: str, keys: Path) -> str:
    return Vault.open(url, KeyRing.from_file(keys))._keys.vault_id


def test_processes_may_begin_a_vault_at_once(tmp_path: Path) -> None:
    KeyRing.write_new(tmp_path / "keys", "v1")
    with FORK.Pool(PROCESSES) as pool:
        found = pool.starmap(_begin, [(f"sqlite:///{tmp_path / 'vault' / 'vault.db'}", tmp_path / "keys")] * 8)
    assert len(set(found)) == 1


def test_threads_share_a_handle(vault: Vault, settings: Settings) -> None:
    def talk(number: int) -> list[Entry]:
        scope = conversation_scope(f"c{number}")
        for n in range(10):
            vault.put([Entry(scope, f"[PERSON_{n}]", "PERSON", f"{number} {n}")])
        return vault.entries(scope)

    with ThreadPoolExecutor(8) as pool:
        for number, found in enumerate(pool.map(talk, range(24))):
            assert [entry.value for entry in found] == [f"{number} {n}" for n in range(10)]


@pytest.fixture(scope="module")
def server() -> Iterator[PostgresServer]:
    with PostgresServer() as running:
        yield running


@pytest.mark.integration
def test_the_same_on_postgresql(server: PostgresServer, tmp_path: Path) -> None:
    KeyRing.write_new(tmp_path / "keys", "v1")
    name = f"both_{secrets.token_hex(6)}"
    server.psql("-c", f"CREATE DATABASE {name}")
    ledger = Ledger(server.url(name))  # in one database with the vault: their tables do not meet
    ledger.migrate()
    hammer(server.url(name), tmp_path / "keys", ledger)
    vault = Vault.open(server.url(name), KeyRing.from_file(tmp_path / "keys"))
    with vault._db.engine.connect() as connection:
        options = {"compare_type": True, "version_table": VaultDatabase.version_table}
        mine = set(Base.metadata.tables)
        options["include_name"] = lambda name, kind, _: kind != "table" or name in mine
        assert compare_metadata(MigrationContext.configure(connection, opts=options), Base.metadata) == []
    scope = conversation_scope("c1")
    assert vault.extend(scope, None) == EACH
    assert vault.drop(scope) == EACH
    vault.grant("otto", "officer", by="mira", reason="data protection")
    gone = vault.forget(values=[("PERSON", "ZOFIA the 7th")], by="otto", role="officer", reason="erasure request 7")
    assert gone.tokens == ("[PERSON_0000000007]",)
