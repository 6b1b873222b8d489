"""The service as a process of its own, over an installation in a folder."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from redactory.ledger import Ledger
from redactory.serve.clients import add_client
from redactory.storage import KeyRing

POLICY = """\
version: 1
name: plain
dataset: plain
entities: {PERSON: {}, USER: {}, EMAIL: {}, EMP_ID: {}, PHONE: {}, LOCATION: {}, IP: {}}
formats: [{id: ip, entity: IP, recogniser: ip}]
ner: {enabled: false}
roundtrip: {tools: TOOLS, conversations: KEPT}
"""
PROGRAM = [sys.executable, "-c", "from redactory.cli import main; main()"]


@dataclass
class Served:
    """A running service: where it listens, its home folder, its process, its clients' tokens, its log."""

    url: str
    home: Path
    process: subprocess.Popen[bytes]
    tokens: dict[str, str]

    def as_(self, client: str, **options: Any) -> httpx.Client:
        headers = {"Authorization": f"Bearer {self.tokens[client]}"}
        return httpx.Client(base_url=self.url, headers=headers, timeout=60, **options)

    @property
    def log(self) -> str:
        return (self.home / "log").read_text()


def install(home: Path, people: str, *, tools: str = "outside", conversations: bool = False) -> dict[str, str]:
    """Policy, directory, keys and two clients in `home`; returns the clients' tokens."""
    home.mkdir(parents=True, exist_ok=True)
    kept = str(conversations).lower()
    (home / "plain.yaml").write_text(POLICY.replace("TOOLS", tools).replace("KEPT", kept))
    (home / "people.csv").write_text(people)
    KeyRing.write_new(home / "surrogate-keys", "s1")
    if conversations:
        KeyRing.write_new(home / "vault-keys", "m1")
        Ledger(f"sqlite:///{home / 'ledger.db'}").migrate()
    return {name: add_client(home / "tokens", name) for name in ("app", "other")}


def environment(home: Path) -> dict[str, str]:
    vault = home.parent / f"{home.name}-vault"
    vault.mkdir(exist_ok=True)
    return {
        **{name: value for name, value in os.environ.items() if not name.startswith("REDACTORY_")},
        "REDACTORY_HOME": str(home),
        "REDACTORY_VAULT_URL": f"sqlite:///{vault / 'vault.db'}",
        "REDACTORY_VAULT_KEY_FILE": str(home / "vault-keys"),
        "TMPDIR": str(home),
    }


@contextmanager
def serving(home: Path, tokens: dict[str, str], *more: str) -> Iterator[Served]:
    with (home / "log").open("wb") as log:
        process = subprocess.Popen(
            [*PROGRAM, "serve", "-p", "plain.yaml", "-d", "people.csv", "--tokens", "tokens", "--port", "0", *more],
            cwd=home, env=environment(home), stdout=log, stderr=subprocess.STDOUT,
        )  # fmt: skip
    served = Served("", home, process, tokens)
    try:
        deadline = time.monotonic() + 120
        while "running on http" not in served.log:
            assert process.poll() is None, served.log
            assert time.monotonic() < deadline, served.log
            time.sleep(0.1)
        served.url = served.log.split("running on ")[1].split()[0]
        yield served
    finally:
        process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            process.wait(20)
        process.kill()
        process.wait()


PEOPLE = (
    "username,display_name,given_name,surname,email\n"
    "ovance,Oriel Vance,Oriel,Vance,oriel.vance@tallgrass.example\n"
    "imarr,Ines Marr,Ines,Marr,ines.marr@tallgrass.example\n"
)


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A service whose sessions live in memory, tools outside."""
    home = tmp_path_factory.mktemp("serve") / "home"
    with serving(home, install(home, PEOPLE)) as running:
        yield running


@pytest.fixture
def start(tmp_path: Path) -> Callable[..., Any]:
    """`start()` installs once and serves as a context manager; called again, it serves the same installation."""
    home = tmp_path / "home"
    tokens: dict[str, str] = {}

    def begin(people: str = PEOPLE, more: tuple[str, ...] = (), **options: Any) -> Any:
        if not tokens:
            tokens.update(install(home, people, **options))
        return serving(home, tokens, *more)

    return begin
