"""Who may read the published bucket cannot open the vault: a real S3 server, and a real PostgreSQL."""

from __future__ import annotations

import json
import os
import re
import secrets
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from redactory.config import Settings
from redactory.demo.seaweed import SeaweedServer
from redactory.directory.checks import Comparison
from redactory.directory.model import Person, Snapshot
from redactory.directory.snapshots import SnapshotStore
from redactory.errors import RedactoryError, StorageError
from redactory.partitions import nightly
from redactory.partitions.manifest import read_manifest
from redactory.platform import Platform
from redactory.storage import KeyRing

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "servers"))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "partitions"))
from postgres import PostgresServer
from reversible import lookup, vault_of, with_vault

pytestmark = [pytest.mark.integration, pytest.mark.timeout(240)]

BUCKETS = ("landing", "staging", "published", "quarantine", "dead-letter", "review", "identity")
PEOPLE = (Person("p1", ("zkowalq",), ("Zofia Kowalquist",), (), (), ("zofia@example.org",)),)
ROW = {"id": 1, "note": "Zofia Kowalquist (zkowalq) cannot print"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SeaweedServer]:
    reader = {"reader": ["Read:published", "List:published"]}
    with SeaweedServer(tmp_path_factory.mktemp("seaweed"), identities=reader) as running:
        running.create_buckets(*BUCKETS)
        yield running


@pytest.fixture(scope="module")
def postgres() -> Iterator[PostgresServer]:
    with PostgresServer() as running:
        yield running


@pytest.fixture
def night(server: SeaweedServer, tmp_path: Path) -> Platform:
    """A night that published one row, everything in buckets, the vault in a file."""
    home = {"REDACTORY_HOME": str(tmp_path / "home")}
    prefix = secrets.token_hex(4)
    stores = {f"REDACTORY_{name.replace('-', '_').upper()}": f"s3://{name}/{prefix}" for name in BUCKETS}
    settings = Settings.load(home | stores)
    KeyRing.write_new(settings.key_file)
    platform = Platform.open(settings, s3=server.client())
    platform.ledger.migrate()
    snapshot = Snapshot(PEOPLE, "json", datetime.now(UTC))
    SnapshotStore(platform.identity, platform.ledger).make_current(snapshot, Comparison(1, 0), instead_of=None)
    found = with_vault(platform, tmp_path)
    found.landing.put("notes/dt=2026-11-29/a.jsonl", json.dumps(ROW).encode() + b"\n")
    (number,) = nightly.plan_run(found, run_id="run-1")
    assert nightly.run_partition(found, number) == "published"
    return found


def published(platform: Platform) -> str:
    manifest = read_manifest(platform.published, "notes", "dt=2026-11-29")
    assert manifest is not None
    with platform.published.open(manifest.objects[0].key) as stream:
        return stream.read().decode()


def test_a_readers_credentials_open_published_and_nothing_of_the_vault(
    night: Platform, server: SeaweedServer, tmp_path: Path
) -> None:
    reader = Platform.open(replace(night.settings, vault_url=None, vault_key_file=None), s3=server.client("reader"))
    text = published(reader)
    token = re.findall(r"\[PERSON_[0-9a-f]{10}\]", text)[0]
    assert lookup(night, token) == ["Zofia Kowalquist"]  # it is there, for who may
    with pytest.raises(RedactoryError, match="there is no vault"):
        lookup(reader, token)
    for name in ("landing", "staging", "quarantine", "dead_letter", "review", "identity"):
        with pytest.raises(StorageError, match="credentials"):
            list(getattr(reader, name).list())
    seen = [reader.published.open(info.key).read() for info in reader.published.list()]
    secret = [line.partition(":")[2].encode() for line in _key_lines(night)]
    assert not any(part in data for data in seen for part in (*secret, b"Kowalquist", b"zkowalq", b"vault"))

    stolen = tmp_path / "stolen" / "vault.db"  # the database too, and no key
    stolen.parent.mkdir()
    vault_of(night)._db.shrink()
    stolen.write_bytes((tmp_path / "vault" / "vault.db").read_bytes())
    thief = replace(night.settings, vault_url=f"sqlite:///{stolen}", vault_key_file=tmp_path / "thief" / "keys")
    with pytest.raises(RedactoryError, match="no readable key file"):
        lookup(Platform.open(thief), token)
    assert thief.vault_key_file is not None
    KeyRing.write_new(thief.vault_key_file, "v1")  # a key of the same name
    with pytest.raises(RedactoryError, match="does not open this vault"):
        lookup(Platform.open(thief), token)
    assert b"Kowalquist" not in stolen.read_bytes()


def test_the_command_says_so_to_who_has_a_readers_environment_alone(
    night: Platform, server: SeaweedServer, tmp_path: Path
) -> None:
    token = re.findall(r"\[PERSON_[0-9a-f]{10}\]", published(night))[0]
    keys = server.credentials["reader"]
    environment = {
        "PATH": os.environ["PATH"],
        "AWS_ACCESS_KEY_ID": keys.access_key,
        "AWS_SECRET_ACCESS_KEY": keys.secret_key,
        "REDACTORY_HOME": str(tmp_path / "readers-home"),
        "REDACTORY_PUBLISHED": night.settings.published,
        "REDACTORY_S3_ENDPOINT_URL": server.endpoint_url,
    }
    command = [str(Path(sys.executable).with_name("redactory")), "vault", "lookup", token, "--role", "reader"]
    done = subprocess.run(
        [*command, "--reason", "curious"], env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 2
    assert "there is no vault" in done.stderr
    assert "Kowalquist" not in done.stdout + done.stderr


def test_another_database_role_reads_no_table_of_the_vault(postgres: PostgresServer, tmp_path: Path) -> None:
    """On PostgreSQL the ledger's account and the vault's are two: the one cannot read the other's tables."""
    from redactory.errors import VaultError
    from redactory.vault import Vault

    KeyRing.write_new(tmp_path / "keys", "v1")
    ring = KeyRing.from_file(tmp_path / "keys")
    name, word = f"vault_{secrets.token_hex(4)}", secrets.token_hex(8)
    postgres.psql("-c", f"CREATE DATABASE {name}")
    Vault.open(postgres.url(name), ring)
    postgres.psql("-c", f"CREATE ROLE reader_{name} LOGIN PASSWORD '{word}'")
    postgres.psql("-c", f"REVOKE CONNECT ON DATABASE {name} FROM PUBLIC")
    url = re.sub(r"//[^@]*@", f"//reader_{name}:{word}@", postgres.url(name))
    with pytest.raises(VaultError, match="cannot be reached"):
        Vault.open(url, ring)


def _key_lines(platform: Platform) -> list[str]:
    files = (platform.settings.vault_key_file, platform.settings.surrogate_key_file, platform.settings.key_file)
    return [line for file in files if file for line in file.read_text().splitlines()]
