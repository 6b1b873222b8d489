"""The ledger: migrations, sessions, and errors without values."""

from __future__ import annotations

import multiprocessing
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import select, text

from redactory.errors import ConfigError, LedgerError
from redactory.ledger import Ledger
from redactory.ledger.ledger import SCHEMA
from redactory.ledger.models import AuditEvent, Base, PartitionRun, Run

SECRET = "Quillon Abernathysen"


@pytest.fixture
def ledger(tmp_path: Path) -> Ledger:
    found = Ledger(f"sqlite:///{tmp_path / 'deep' / 'ledger.db'}")
    found.migrate()
    return found


def test_the_newest_migration_is_the_one_the_ledger_goes_to() -> None:
    assert ScriptDirectory.from_config(Ledger.alembic()).get_current_head() == SCHEMA


def test_migrations_and_models_say_the_same(ledger: Ledger) -> None:
    with ledger.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []


def test_migrating_twice_changes_nothing(ledger: Ledger) -> None:
    ledger.audit("tried", "test", "ledger")
    ledger.migrate()
    with ledger.session(readonly=True) as session:
        assert len(session.scalars(select(AuditEvent)).all()) == 1


def _migrate(url: str) -> None:
    Ledger(url).migrate()


def test_processes_may_migrate_at_once(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'ledger.db'}"
    context = multiprocessing.get_context("fork")
    with context.Pool(3) as pool:
        pool.map(_migrate, [url] * 6)
    assert Ledger(url).revision() == SCHEMA


def test_a_newer_schema_is_refused(ledger: Ledger) -> None:
    with ledger.session() as session:
        session.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(LedgerError, match="does not know"):
        ledger.migrate()


def test_sqlite_waits_for_others_and_keeps_foreign_keys(ledger: Ledger) -> None:
    with ledger.engine.connect() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(text("PRAGMA foreign_keys")).scalar() == 1
        assert connection.execute(text("PRAGMA busy_timeout")).scalar() == 30_000


def test_database_errors_hold_no_value(ledger: Ledger) -> None:
    with pytest.raises(LedgerError) as caught, ledger.session() as session:
        session.add(PartitionRun(run_id=SECRET, dataset=SECRET, partition="x", policy_version="p", snapshot_hash="s"))
    assert SECRET not in str(caught.value) + repr(caught.value)
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__


def test_an_error_rolls_everything_back(ledger: Ledger) -> None:
    def fail() -> None:
        with ledger.session() as session:
            session.add(Run(id="r"))
            session.flush()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    with ledger.session(readonly=True) as session:
        assert session.get(Run, "r") is None


def _add(url: str) -> None:
    ledger = Ledger(url)
    for _ in range(20):
        with ledger.session() as session:
            run = session.get_one(Run, "counter")
            run.notes = [run.notes[0] + 1]


def test_writers_of_several_processes_do_not_lose_updates(ledger: Ledger) -> None:
    with ledger.session() as session:
        session.add(Run(id="counter", notes=[0]))
    url = ledger.url.render_as_string(hide_password=False)
    with multiprocessing.get_context("fork").Pool(3) as pool:
        pool.map(_add, [url] * 3)
    with ledger.session(readonly=True) as session:
        assert session.get_one(Run, "counter").notes == [60]


def test_moments_come_back_in_utc(ledger: Ledger) -> None:
    moment = datetime(2026, 11, 29, 3, 0, tzinfo=timezone(timedelta(hours=5)))
    with ledger.session() as session:
        session.add(Run(id="r", started_at=moment))
    with ledger.session(readonly=True) as session:
        found = session.get_one(Run, "r").started_at
    assert found == moment
    assert found.tzinfo == UTC


@pytest.mark.parametrize("url", ["not a url", "mysql://host/db", "sqlite"])
def test_urls_that_cannot_be_a_ledger_are_refused(url: str) -> None:
    with pytest.raises(ConfigError):
        Ledger(url)


def test_postgresql_without_a_driver_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(ConfigError, match="psycopg"):
        Ledger("postgresql://app:secret@127.0.0.1/redactory")


def test_a_password_is_not_shown() -> None:
    ledger = Ledger("sqlite:///:memory:")
    ledger.url = ledger.url.set(drivername="postgresql", username="app", password="hidden-word", host="h")
    assert "hidden-word" not in repr(ledger)
