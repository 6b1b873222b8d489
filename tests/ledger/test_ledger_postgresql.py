"""The ledger on a real PostgreSQL: migrations, several processes at once, a writer that is killed."""

from __future__ import annotations

import multiprocessing
import os
import secrets
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import func, select, text

from redactory import database
from redactory.errors import LedgerError
from redactory.ledger import Ledger
from redactory.ledger.ledger import SCHEMA
from redactory.ledger.models import AuditEvent, Run
from redactory.ledger.review_models import Base  # with the tables of reviews

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "servers"))
from postgres import PostgresServer

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

pytestmark = [pytest.mark.integration]
FORK = multiprocessing.get_context("fork")
SECRET = "Quillon Abernathysen"


@pytest.fixture(scope="module")
def server() -> Iterator[PostgresServer]:
    with PostgresServer() as running:
        yield running


@pytest.fixture
def url(server: PostgresServer) -> str:
    name = f"ledger_{secrets.token_hex(6)}"
    server.psql("-c", f"CREATE DATABASE {name}")
    return server.url(name)


def _migrate(url: str) -> None:
    Ledger(url).migrate()


def test_processes_may_migrate_at_once_and_migrations_and_models_say_the_same(url: str) -> None:
    with FORK.Pool(3) as pool:
        pool.map(_migrate, [url] * 6)
    ledger = Ledger(url)
    assert ledger.revision() == SCHEMA
    with ledger.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []


def _add(url: str) -> None:
    ledger = Ledger(url)
    for _ in range(20):
        with ledger.session() as session:
            run = session.get_one(Run, "counter")
            run.notes = [run.notes[0] + 1]


def test_writers_of_several_processes_do_not_lose_updates(url: str) -> None:
    ledger = Ledger(url)
    ledger.migrate()
    with ledger.session() as session:
        session.add(Run(id="counter", notes=[0]))
    with FORK.Pool(3) as pool:
        pool.map(_add, [url] * 3)
    with ledger.session(readonly=True) as session:
        assert session.get_one(Run, "counter").notes == [60]


def test_a_reader_sees_one_moment_waits_for_nobody_and_cannot_write(url: str) -> None:
    ledger = Ledger(url)
    ledger.migrate()
    with ledger.session(readonly=True) as reader:
        assert reader.scalar(select(func.count()).select_from(AuditEvent)) == 0
        ledger.audit("tried", "test", "ledger")
        assert reader.scalar(select(func.count()).select_from(AuditEvent)) == 0
    with pytest.raises(LedgerError), ledger.session(readonly=True) as session:
        session.add(Run(id="r"))


def _hold(url: str, ready: Connection) -> None:
    with Ledger(url).session() as session:
        session.add(Run(id="half"))
        session.flush()
        ready.send(True)
        time.sleep(60)


def test_a_killed_writer_leaves_nothing_and_holds_nobody_up(url: str) -> None:
    ledger = Ledger(url)
    ledger.migrate()
    here, there = FORK.Pipe()
    holder = FORK.Process(target=_hold, args=(url, there))
    holder.start()
    assert here.recv()
    os.kill(holder.pid or 0, signal.SIGKILL)
    holder.join()
    began = time.monotonic()
    with ledger.session() as session:
        assert session.get(Run, "half") is None
    assert time.monotonic() - began < 5


def test_a_writer_waits_for_a_time_and_then_says_so(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "BUSY_TIMEOUT_MS", 200)
    ledger = Ledger(url)
    ledger.migrate()
    with ledger.session() as first:
        first.add(Run(id="first"))
        first.flush()
        with pytest.raises(LedgerError, match="is locked"):
            ledger.audit("tried", "test", "ledger")


def test_database_errors_hold_no_value(url: str) -> None:
    ledger = Ledger(url)
    ledger.migrate()
    with pytest.raises(LedgerError) as caught:
        ledger.audit(SECRET * 20, SECRET, SECRET)  # longer than its column
    assert SECRET not in str(caught.value) + repr(caught.value)
    assert caught.value.__cause__ is None


def test_no_connection_stays_open_between_sessions(server: PostgresServer, url: str) -> None:
    ledgers = [Ledger(url) for _ in range(5)]
    for ledger in ledgers:
        ledger.migrate()
    database = url.rpartition("/")[2]
    query = text("SELECT count(*) FROM pg_stat_activity WHERE datname = :name AND pid <> pg_backend_pid()")
    for _ in range(50):  # a backend goes a moment after its client
        with ledgers[0].session(readonly=True) as session:
            if session.scalar(query, {"name": database}) == 0:
                return
        time.sleep(0.1)
    pytest.fail("connections are left open")
