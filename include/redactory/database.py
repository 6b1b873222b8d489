"""A database of ours: SQLite by default (WAL, foreign keys on), PostgreSQL by URL, its schema kept by Alembic.

One writer at a time on either, which waits for the one before it: what it read is still true when it writes.
Readers see one moment and wait for nobody. The ledger and the vault are two such databases.
"""

from __future__ import annotations

import importlib.util
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from sqlalchemy import Connection, DateTime, Dialect, Engine, create_engine, event, inspect, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, OperationalError, SQLAlchemyError
from sqlalchemy.orm import Session, sessionmaker
from sqlalchemy.pool import NullPool, StaticPool
from sqlalchemy.types import TypeDecorator

from redactory.errors import ConfigError, RedactoryError

if TYPE_CHECKING:
    from alembic.config import Config

BUSY_TIMEOUT_MS = 30_000  # a writer waits this long for another one before it gives up
NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}
_POSTGRES_DRIVERS = ("psycopg", "psycopg2")


def now() -> datetime:
    """The present moment, UTC."""
    return datetime.now(UTC)


class UtcTime(TypeDecorator[datetime]):
    """A moment stored as naive UTC and read back aware, the same on SQLite and PostgreSQL."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.astimezone(UTC).replace(tzinfo=None) if value.tzinfo else value

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else value.replace(tzinfo=UTC)


class Database:
    """Sessions on the database at `url`. Raises ConfigError for a URL or driver that cannot be used.

    A subclass says what it is called, where its migrations lie and which is the newest, and what its errors are.
    """

    what: ClassVar[str]
    schema: ClassVar[str]
    migrations: ClassVar[Path]
    error: ClassVar[type[RedactoryError]]
    version_table: ClassVar[str]
    write_lock: ClassVar[int]  # PostgreSQL advisory lock that a writing transaction holds to its end
    pragmas: ClassVar[tuple[str, ...]] = ()  # SQLite's, besides those every database of ours has

    def __init__(self, url: str) -> None:
        self.url = self._checked(url)
        self.engine = self._sqlite() if self.url.get_backend_name() == "sqlite" else self._postgresql()
        self._write = sessionmaker(self.engine, expire_on_commit=False)
        self._read = sessionmaker(self.engine.execution_options(redactory_readonly=True), expire_on_commit=False)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.url.render_as_string(hide_password=True)})"

    @contextmanager
    def session(self, *, readonly: bool = False) -> Iterator[Session]:
        """One transaction: committed at the end, rolled back on any error.

        A writing transaction takes the write lock at once; it should do nothing slow while it holds it.
        Database errors leave as the area's own error without statement, parameters or rows.
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
            raise self.error(self._words(error)) from None

    def migrate(self) -> None:
        """Bring the database to the newest schema; at once done when it is there already.

        Raises the area's error for a database written by a newer release.
        """
        if self.revision() == self.schema:
            return
        from alembic import command
        from alembic.util.exc import CommandError

        try:
            with self.engine.begin() as connection:
                if self._revision(connection) != self.schema:
                    command.upgrade(self.alembic(connection), self.schema)
        except SQLAlchemyError as error:
            raise self.error(self._words(error)) from None
        except CommandError:
            raise self.error(
                f"{self.what} stands at a schema this release does not know: use the release that wrote it, or a "
                "newer one"
            ) from None

    def revision(self) -> str | None:
        """The schema the database stands at, None when it is empty."""
        try:
            with self.engine.connect().execution_options(redactory_readonly=True) as connection:
                return self._revision(connection)
        except SQLAlchemyError as error:
            raise self.error(self._words(error)) from None

    @classmethod
    def alembic(cls, connection: Connection | None = None) -> Config:
        """Alembic's configuration for the area's migrations: an installed wheel needs no alembic.ini."""
        from alembic.config import Config

        settings = Config()
        settings.set_main_option("script_location", str(cls.migrations).replace("%", "%%"))
        settings.attributes["connection"] = connection
        return settings

    def close(self) -> None:
        """Give the connections back."""
        self.engine.dispose()

    def _checked(self, url: str) -> URL:
        try:
            parsed = make_url(url)
        except ArgumentError:
            raise ConfigError(
                f"{self.what}'s URL is not a database URL: give sqlite:////absolute/path/file.db or "
                "postgresql://user:password@host/database"
            ) from None
        backend = parsed.get_backend_name()
        if backend == "postgres":
            parsed, backend = parsed.set(drivername="postgresql"), "postgresql"
        if backend == "postgresql" and "+" not in parsed.drivername:
            found = next((d for d in _POSTGRES_DRIVERS if importlib.util.find_spec(d)), None)
            if found is None:
                raise ConfigError(
                    f"{self.what}'s URL names PostgreSQL, and no driver for it is installed: "
                    "install psycopg (pip install 'psycopg[binary]') or use an sqlite:/// URL"
                )
            return parsed.set(drivername=f"postgresql+{found}")
        if backend not in ("sqlite", "postgresql"):
            raise ConfigError(f"{self.what} runs on SQLite or PostgreSQL, not on {backend!r}: change its URL")
        return parsed

    # One connection a session: nothing to share across fork, none held by who has nothing to say, and opening one
    # takes milliseconds.
    def _sqlite(self) -> Engine:
        memory = self.url.database in (None, "", ":memory:")
        if not memory:
            Path(str(self.url.database)).expanduser().parent.mkdir(parents=True, exist_ok=True)
        engine = create_engine(
            self.url,
            hide_parameters=True,
            poolclass=StaticPool if memory else NullPool,
            connect_args={"timeout": BUSY_TIMEOUT_MS / 1000, "check_same_thread": False},
        )

        @event.listens_for(engine, "connect")
        def _prepare(connection: Any, record: Any) -> None:
            connection.isolation_level = None  # SQLAlchemy's BEGIN below, not the driver's own
            cursor = connection.cursor()
            own = (f"busy_timeout={BUSY_TIMEOUT_MS}", "foreign_keys=ON", *self.pragmas)
            for pragma in own:
                cursor.execute(f"PRAGMA {pragma}")
            if not memory:
                _into_wal(cursor)
                cursor.execute("PRAGMA synchronous=FULL")
            cursor.close()

        @event.listens_for(engine, "begin")
        def _begin(connection: Connection) -> None:
            connection.exec_driver_sql("BEGIN" if _reads_only(connection) else "BEGIN IMMEDIATE")

        return engine

    def _postgresql(self) -> Engine:
        try:
            engine = create_engine(self.url, hide_parameters=True, poolclass=NullPool)
        except ModuleNotFoundError as error:
            raise ConfigError(f"the driver {self.what}'s URL names is not installed: install {error.name}") from None

        @event.listens_for(engine, "begin")
        def _begin(connection: Connection) -> None:
            if _reads_only(connection):
                connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
                return
            connection.exec_driver_sql(f"SET LOCAL lock_timeout = {BUSY_TIMEOUT_MS}")
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({self.write_lock})")

        return engine

    def _revision(self, connection: Connection) -> str | None:
        if not inspect(connection).has_table(self.version_table):
            return None
        value = connection.execute(text(f"SELECT version_num FROM {self.version_table}")).scalar()
        return None if value is None else str(value)

    def _words(self, error: SQLAlchemyError) -> str:
        """What went wrong without statement or values: drivers quote rows in their own text."""
        kind = type(getattr(error, "orig", None) or error).__name__
        where = f"{self.what} ({self.url.get_backend_name()})"
        if isinstance(error, OperationalError):
            return f"{where} cannot be reached, is locked or lacks its tables ({kind}): check its URL, then migrate it"
        if isinstance(error, IntegrityError):
            return f"{where} refused a row that contradicts another one ({kind})"
        return f"{where} failed: {kind}"


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


def _reads_only(connection: Connection) -> bool:
    return bool(connection.get_execution_options().get("redactory_readonly", False))
