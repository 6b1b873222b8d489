"""The ledger: one database that says what ran, with which policy, directory and key.

SQLite by default (WAL, foreign keys on), PostgreSQL by URL. One writer at a time on either, which waits for the one
before it: what it read is still true when it writes. Readers see one moment and wait for nobody.
"""

from __future__ import annotations

import importlib.util
import sqlite3
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, OperationalError, SQLAlchemyError
from sqlalchemy.orm import Session, sessionmaker
from sqlalchemy.pool import NullPool, StaticPool

from redactory.errors import ConfigError, LedgerError
from redactory.ledger.models import AuditEvent

BUSY_TIMEOUT_MS = 30_000  # a writer waits this long for another one before it gives up
SCHEMA = "0003"  # the newest migration; a test holds it against migrations/versions
WRITE_LOCK = 0x52454441  # PostgreSQL advisory lock that a writing transaction holds to its end
_POSTGRES_DRIVERS = ("psycopg", "psycopg2")


class Ledger:
    """Sessions on the ledger database at `url`. Raises ConfigError for a URL or driver that cannot be used."""

    def __init__(self, url: str) -> None:
        self.url = _checked_url(url)
        self.engine = _engine(self.url)
        self._write = sessionmaker(self.engine, expire_on_commit=False)
        self._read = sessionmaker(self.engine.execution_options(redactory_readonly=True), expire_on_commit=False)

    def __repr__(self) -> str:
        return f"Ledger({self.url.render_as_string(hide_password=True)})"

    @contextmanager
    def session(self, *, readonly: bool = False) -> Iterator[Session]:
        """One transaction: committed at the end, rolled back on any error.

        A writing transaction takes the write lock with its first statement, reading or writing; do nothing slow in it.
        Database errors leave as LedgerError without statement, parameters or rows.
        """
        try:
            with (self._read if readonly else self._write)() as session:
                try:
                    yield session
                    session.commit()
                except BaseException:
                    session.rollback()
                    raise
        except SQLAlchemyError as error:
            raise LedgerError(_words(error, self.url)) from None

    def migrate(self) -> None:
        """Bring the database to the newest schema; at once done when it is there already.

        Raises LedgerError for a database written by a newer release.
        """
        if self.revision() == SCHEMA:
            return
        from redactory.ledger import migrations

        try:
            with self.engine.begin() as connection:
                if _revision(connection) != SCHEMA:
                    migrations.upgrade(connection, SCHEMA)
        except SQLAlchemyError as error:
            raise LedgerError(_words(error, self.url)) from None

    def revision(self) -> str | None:
        """The schema the database stands at, None when it is empty."""
        try:
            with self.engine.connect().execution_options(redactory_readonly=True) as connection:
                return _revision(connection)
        except SQLAlchemyError as error:
            raise LedgerError(_words(error, self.url)) from None

    def audit(
        self,
        event: str,
        actor: str,
        subject: str,
        detail: Mapping[str, Any] | None = None,
        *,
        session: Session | None = None,
    ) -> None:
        """Write one audit row, within `session` where one is given."""
        row = AuditEvent(event=event, actor=actor, subject=subject, detail=dict(detail or {}))
        if session is not None:
            session.add(row)
            return
        with self.session() as own:
            own.add(row)

    def close(self) -> None:
        """Give the connections back."""
        self.engine.dispose()


def _checked_url(url: str) -> URL:
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise ConfigError(
            "the ledger's URL is not a database URL: give sqlite:////absolute/path/ledger.db or "
            "postgresql://user:password@host/database"
        ) from None
    backend = parsed.get_backend_name()
    if backend == "postgres":
        parsed, backend = parsed.set(drivername="postgresql"), "postgresql"
    if backend == "postgresql" and "+" not in parsed.drivername:
        found = next((d for d in _POSTGRES_DRIVERS if importlib.util.find_spec(d)), None)
        if found is None:
            raise ConfigError(
                "the ledger's URL names PostgreSQL, and no driver for it is installed: "
                "install psycopg (pip install 'psycopg[binary]') or use an sqlite:/// URL"
            )
        return parsed.set(drivername=f"postgresql+{found}")
    if backend not in ("sqlite", "postgresql"):
        raise ConfigError(f"the ledger runs on SQLite or PostgreSQL, not on {backend!r}: change its URL")
    return parsed


def _engine(url: URL) -> Engine:
    # One connection a session: nothing to share across fork, none held by who has nothing to say, and opening one
    # takes milliseconds.
    return _sqlite(url) if url.get_backend_name() == "sqlite" else _postgresql(url)


def _sqlite(url: URL) -> Engine:
    memory = url.database in (None, "", ":memory:")
    if not memory:
        Path(str(url.database)).expanduser().parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(
        url,
        hide_parameters=True,
        poolclass=StaticPool if memory else NullPool,
        connect_args={"timeout": BUSY_TIMEOUT_MS / 1000, "check_same_thread": False},
    )

    @event.listens_for(engine, "connect")
    def _prepare(connection: Any, record: Any) -> None:
        connection.isolation_level = None  # SQLAlchemy's BEGIN below, not the driver's own
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout={BUSY_TIMEOUT_MS}")
        cursor.execute("PRAGMA foreign_keys=ON")
        if not memory:
            _into_wal(cursor)
            cursor.execute("PRAGMA synchronous=FULL")
        cursor.close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN" if _reads_only(connection) else "BEGIN IMMEDIATE")

    return engine


def _into_wal(cursor: Any) -> None:
    """A new database goes over to WAL. While another process does just that, SQLite does not wait by itself."""
    deadline = time.monotonic() + BUSY_TIMEOUT_MS / 1000
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.01)


def _postgresql(url: URL) -> Engine:
    try:
        engine = create_engine(url, hide_parameters=True, poolclass=NullPool)
    except ModuleNotFoundError as error:
        raise ConfigError(f"the driver the ledger's URL names is not installed: install {error.name}") from None

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        if _reads_only(connection):
            connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            return
        connection.exec_driver_sql(f"SET LOCAL lock_timeout = {BUSY_TIMEOUT_MS}")
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({WRITE_LOCK})")

    return engine


def _reads_only(connection: Connection) -> bool:
    return bool(connection.get_execution_options().get("redactory_readonly", False))


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    value = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return None if value is None else str(value)


def _words(error: SQLAlchemyError, url: URL) -> str:
    """What went wrong without statement or values: drivers quote rows in their own text."""
    kind = type(getattr(error, "orig", None) or error).__name__
    where = f"the ledger ({url.get_backend_name()})"
    if isinstance(error, OperationalError):
        return f"{where} cannot be reached, is locked or lacks its tables ({kind}): check its URL, then migrate it"
    if isinstance(error, IntegrityError):
        return f"{where} refused a row that contradicts another one ({kind})"
    return f"{where} failed: {kind}"
