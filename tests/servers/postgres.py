"""A real PostgreSQL, run by hand on a loopback port in a folder of its own."""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Self

from programs import free_port, require_program

ACCOUNT = "postgres"  # the server refuses to run as root


class PostgresServer:
    """One cluster. `superuser` and `password` open it; `command` is how the server is called (flags come after it)."""

    superuser = "postgres"

    def __init__(
        self,
        *,
        password: str = "",
        initdb: Sequence[str] = (),
        command: Sequence[str] = ("postgres",),
        port: int = 0,
    ) -> None:
        self.password = password or secrets.token_urlsafe(12)
        self.port = port or free_port()
        self._initdb = tuple(initdb)
        self._command = tuple(command)
        self._folder = Path(tempfile.mkdtemp(prefix="redactory-pg-"))  # pytest's folders are closed to other accounts
        self._process: subprocess.Popen[bytes] | None = None

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://{self.superuser}:{self.password}@127.0.0.1:{self.port}/{database}"

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    @property
    def log(self) -> Path:
        return self._folder / "log"

    def start(self) -> Self:
        """Makes the cluster and starts it. Raises RuntimeError with its own words where it does not come up."""
        password = self._folder / "password"
        password.write_text(self.password)
        self._own(self._folder, password)
        data = self._folder / "data"
        made = self._run(
            require_program("initdb"), "-D", str(data), "-U", self.superuser, f"--pwfile={password}",
            "-A", "scram-sha-256", "--no-sync", *self._initdb,
        )  # fmt: skip
        if made.returncode:
            raise RuntimeError(f"initdb: {made.stdout[-1000:]}")
        program, *flags = self._command
        command = [
            require_program(program), *flags, "-D", str(data), "-p", str(self.port),
            "-c", "listen_addresses=127.0.0.1", "-c", f"unix_socket_directories={self._folder}", "-c", "fsync=off",
        ]  # fmt: skip
        with self.log.open("wb") as log:
            self._process = subprocess.Popen(
                self._as_account(*command), stdout=log, stderr=log, start_new_session=True, cwd="/"
            )
        ready = ["-h", "127.0.0.1", "-p", str(self.port), "-t", "1", "-q"]
        for _ in range(60):
            if self._process.poll() is None and subprocess.call([require_program("pg_isready"), *ready]) == 0:
                return self
        words = self.log.read_text(errors="replace")[-1000:]
        self.stop()
        raise RuntimeError(f"postgres: {words}")

    def psql(self, *arguments: str, environ: Mapping[str, str] | None = None) -> str:
        """Runs psql as the superuser; returns what it printed. Raises RuntimeError."""
        done = subprocess.run(
            [require_program("psql"), "-X", "-v", "ON_ERROR_STOP=1", "-At", *arguments],
            env={**self.environment, **(environ or {})}, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        if done.returncode:
            raise RuntimeError(f"psql: {done.stdout[-1000:]}")
        return done.stdout

    def dump(self, database: str) -> str:
        """Every row of a database, as text."""
        command = [require_program("pg_dump"), "--data-only", "--encoding=UTF8", database]
        done = subprocess.run(command, env=self.environment, capture_output=True, check=True)
        return done.stdout.decode(errors="replace")

    @property
    def environment(self) -> dict[str, str]:
        """What libpq's programs need to reach it as the superuser."""
        return {
            **os.environ, "PGHOST": "127.0.0.1", "PGPORT": str(self.port), "PGUSER": self.superuser,
            "PGPASSWORD": self.password,
        }  # fmt: skip

    def stop(self) -> None:
        """Ends it and removes its folder."""
        if self._process is not None:
            self._run(require_program("pg_ctl"), "-D", str(self._folder / "data"), "-m", "immediate", "stop")
            try:
                self._process.wait(10)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process = None
        shutil.rmtree(self._folder, ignore_errors=True)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _run(self, *command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self._as_account(*command), text=True, cwd="/", stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )

    def _as_account(self, *command: str) -> list[str]:
        return [require_program("runuser"), "-u", ACCOUNT, "--", *command] if os.getuid() == 0 else list(command)

    def _own(self, *paths: Path) -> None:
        if os.getuid() == 0:
            account = pwd.getpwnam(ACCOUNT)
            for path in paths:
                os.chown(path, account.pw_uid, account.pw_gid)
