"""Reversible surrogates through a night: into the vault before they are published, and nowhere else."""

from __future__ import annotations

import gzip
import io
import json
import re
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from redactory import cli
from redactory.config import Settings
from redactory.database import now
from redactory.errors import ConfigError, VaultError
from redactory.partitions import nightly, publish
from redactory.partitions.erasure import Request, surrogates_of
from redactory.partitions.holding import partitions_holding
from redactory.partitions.manifest import read_manifest
from redactory.platform import Platform
from redactory.vault import Entry, dataset_scope
from redactory.vault.commands import actor

sys.path.insert(0, str(Path(__file__).parent))
from reversible import DATE, PARTITION, lookup, surrogate_policy, vault_of, with_vault

ROWS = [
    {"id": 1, "note": "Zofia Kowalquist (zkowalq) wrote to botan@example.org"},
    {"id": 2, "note": "KOWALQUIST, Zofia called; Botan Nakamurel answered"},
]
TOKEN = re.compile(r"\[[A-Z]+_[0-9a-f]{10}\]")
Put = Callable[..., str]


@pytest.fixture
def night(platform: Platform, tmp_path: Path) -> Platform:
    return with_vault(platform, tmp_path)


def run(platform: Platform, run_id: str, **options: Any) -> list[str]:
    return [nightly.run_partition(platform, n) for n in nightly.plan_run(platform, run_id=run_id, **options)]


def published(platform: Platform, name: str = "a.jsonl") -> bytes:
    manifest = read_manifest(platform.published, "notes", PARTITION)
    assert manifest is not None
    (key,) = (entry.key for entry in manifest.objects if entry.name == name)
    with platform.published.open(key) as stream:
        return stream.read()


def test_what_is_published_can_be_looked_up(night: Platform, put: Put) -> None:
    put(DATE, "a.jsonl", ROWS)
    assert run(night, "run-1") == ["published"]
    first, second = (json.loads(line)["note"] for line in published(night).splitlines())
    assert b"Kowalquist" not in published(night)
    zofia, user, mail = TOKEN.findall(first)
    assert TOKEN.findall(second)[0] == zofia
    assert lookup(night, zofia) == ["Zofia Kowalquist"]
    assert lookup(night, user) == ["zkowalq"]
    assert lookup(night, mail) == ["botan@example.org"]
    manifest = read_manifest(night.published, "notes", PARTITION)
    assert manifest is not None
    assert {manifest.surrogate_key_id, manifest.objects[0].surrogate_key_id} == {"s1"}


def test_it_is_in_the_vault_before_it_is_published(night: Platform, put: Put, monkeypatch: pytest.MonkeyPatch) -> None:
    put(DATE, "a.jsonl", ROWS)
    real, seen = publish.write_manifest, []

    def write(store: Any, manifest: Any) -> Any:
        with store.open(manifest.objects[0].key) as stream:
            seen.extend(lookup(night, token) for token in TOKEN.findall(stream.read().decode()))
        return real(store, manifest)

    monkeypatch.setattr(publish, "write_manifest", write)
    assert run(night, "run-1") == ["published"]
    assert len(seen) == 5
    assert all(seen)


def test_a_vault_that_cannot_be_written_publishes_nothing(
    night: Platform, put: Put, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(DATE, "a.jsonl", ROWS)
    (number,) = nightly.plan_run(night, run_id="run-1")

    def fail(*_: Any) -> int:
        raise VaultError("the vault (sqlite) cannot be reached")

    with monkeypatch.context() as patched:
        patched.setattr("redactory.vault.vault.store.put", fail)
        with pytest.raises(VaultError):
            nightly.run_partition(night, number)
    assert read_manifest(night.published, "notes", PARTITION) is None
    assert nightly.run_partition(night, number) == "published"


def test_a_night_removes_what_expired(night: Platform, put: Put) -> None:
    soon = now() + timedelta(seconds=0.5)
    vault_of(night).put([Entry(dataset_scope("notes"), "[USER_0000000000]", "USER", "zkowalq", expires=soon)])
    time.sleep(0.6)
    nightly.plan_run(night, run_id="run-1")
    with vault_of(night)._db.session(readonly=True) as session:
        assert session.connection().exec_driver_sql("SELECT count(*) FROM vault_entries").scalar() == 0
    assert vault_of(night).trail(1)[0].event == "expire"


def test_running_again_adds_nothing(night: Platform, put: Put) -> None:
    put(DATE, "a.jsonl", ROWS)
    run(night, "run-1")
    with vault_of(night)._db.session(readonly=True) as session:
        before = session.connection().exec_driver_sql("SELECT count(*), max(id) FROM vault_entries").one()
    before_bytes = published(night)
    assert run(night, "run-2", rerun=True) == ["published"]
    with vault_of(night)._db.session(readonly=True) as session:
        assert session.connection().exec_driver_sql("SELECT count(*), max(id) FROM vault_entries").one() == before
    assert published(night) == before_bytes


def test_no_value_is_left_anywhere_but_in_landing_and_no_policy_without_reversibility_fills_the_vault(
    platform: Platform, put: Put, tmp_path: Path
) -> None:
    night = with_vault(platform, tmp_path, surrogate_policy(reversible=("USER",)))
    put(DATE, "a.jsonl", ROWS)
    run(night, "run-1")
    zofia, user, _ = TOKEN.findall(published(night).decode().splitlines()[0])
    assert lookup(night, zofia) == []
    assert lookup(night, user) == ["zkowalq"]
    for path in tmp_path.rglob("*"):
        if path.is_file() and "landing" not in path.parts:
            data = path.read_bytes()
            for value in (b"Kowalquist", b"KOWALQUIST", b"botan@example.org", b"zkowalq"):
                assert value not in data, f"{path} holds a value"


def test_a_policy_that_wants_a_vault_gets_one_or_nothing_is_redacted(night: Platform, put: Put) -> None:
    put(DATE, "a.jsonl", ROWS)
    bare = Platform.open(replace(night.settings, vault_url=None))
    (number,) = nightly.plan_run(bare, run_id="run-1")
    with pytest.raises(ConfigError, match="there is no vault"):
        nightly.run_partition(bare, number)
    assert list(bare.staging.list("notes/")) == []


def objects_in_every_format() -> dict[str, bytes]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    out = io.BytesIO()
    pq.write_table(pa.Table.from_pylist(ROWS), out)
    lines = "".join(json.dumps(row) + "\n" for row in ROWS).encode()
    rows = "".join(f'{row["id"]},"{row["note"]}"\n' for row in ROWS)
    return {
        "a.jsonl": lines,
        "b.jsonl.gz": gzip.compress(lines),
        "c.csv": f"id,note\n{rows}".encode(),
        "d.parquet": out.getvalue(),
    }


def test_forgetting_a_person_lists_what_holds_their_surrogates_in_every_format(
    night: Platform, put: Put, platform: Platform
) -> None:
    for name, data in objects_in_every_format().items():
        night.landing.put(f"notes/{PARTITION}/{name}", data)
    put("2026-11-30", "a.jsonl", [{"id": 1, "note": "Botan Nakamurel was on leave"}])
    assert set(run(night, "run-1")) == {"published"}
    request = Request.of(night, person="KOWALQUIST, Zofia")
    tokens = surrogates_of(night, request)
    gone = vault_of(night).forget(
        values=request.values, person=request.person_key, by="otto", role="officer", reason="request 7"
    )
    assert gone.entries == 2  # name and username; her address stands nowhere
    assert set(gone.tokens) <= tokens  # found without the vault too
    (held,) = partitions_holding(night.published, tokens)
    assert (held.partition, held.current, held.objects, held.tokens) == (PARTITION, True, 4, 2)
    assert lookup(night, gone.tokens[0]) == []
    run(night, "run-2", rerun=True)
    assert lookup(night, gone.tokens[0]) == []  # redacting again does not bring it back
    assert [(h.generation, h.current) for h in partitions_holding(night.published, tokens)] == [(1, False), (2, True)]


@pytest.mark.parametrize("text", ["zkowalq", "Zofia@EXAMPLE.org", "EX-10442", "Zofia Kowalquist", "p1"])
def test_a_person_is_named_in_any_way(night: Platform, text: str) -> None:
    assert Request.of(night, person=text).person_key == "p1"


def test_nobody_and_nothing_are_refused(night: Platform) -> None:
    with pytest.raises(ConfigError, match="knows nobody of that name"):
        Request.of(night, person="Juno Halloway")
    with pytest.raises(ConfigError, match="who or what"):
        Request.of(night)


@pytest.fixture
def command(night: Platform, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    monkeypatch.setattr("redactory.config.Settings.load", lambda environ=None: night.settings)
    monkeypatch.setenv("COLUMNS", "200")

    def call(*arguments: str, stdin: str = "") -> Result:
        result = CliRunner().invoke(cli.app, list(arguments), input=stdin)
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return call


def test_the_commands_of_the_vault(night: Platform, put: Put, command: Callable[..., Result]) -> None:
    put(DATE, "a.jsonl", ROWS)
    run(night, "run-1")
    token = TOKEN.findall(published(night).decode())[0]
    for role in ("reader", "officer", "admin"):
        vault_of(night).grant(actor(), role, by="mira", reason="test")
    assert f"reader: {', '.join(sorted(['noor', actor()]))}" in command("vault", "roles").stdout
    assert command("vault", "lookup", token).exit_code == 2  # neither role nor reason
    assert command("vault", "lookup", token, "--role", "reader").exit_code == 2
    found = command("vault", "lookup", token, "--role", "reader", "--reason", "call back")
    assert found.stdout == "dataset:notes\tPERSON\tZofia Kowalquist\n"
    unknown = command("vault", "lookup", "[PERSON_0]", "--role", "reader", "--reason", "call back")
    assert unknown.exit_code == 1
    assert command("vault", "verify").exit_code == 0
    erase = ("vault", "forget", "--role", "officer", "--reason", "request 7")
    gone = command(*erase, "--person", "-", stdin="zkowalq\n")
    assert "2 entries removed" in gone.stdout
    assert f"notes/{PARTITION} generation 1: 2 of their surrogates in 1 objects" in gone.stdout
    value = command(*erase, "--value", "EMAIL=botan@example.org", "--no-scan")
    assert "1 entries removed" in value.stdout
    assert "Kowalquist" not in command("vault", "audit").stdout
    assert command("vault", "expire").stdout == "0 entries removed\n"
    with vault_of(night)._db.session() as session:
        session.connection().exec_driver_sql("DELETE FROM vault_audit WHERE seq = 4")
    broken = command("vault", "verify")
    assert broken.exit_code == 1
    assert "rows 4 to 4 are missing" in broken.stderr
    command("vault", "accept", "--reason", "looked into it")
    assert command("vault", "verify").exit_code == 0


def test_redact_on_the_command_line_seals_too(night: Platform, command: Callable[..., Result], tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    source, policy = tmp_path / "work" / "a.jsonl", tmp_path / "notes.yaml"
    source.write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    directory = tmp_path / "people.csv"
    directory.write_text("sAMAccountName,displayName,mail\nzkowalq,Zofia Kowalquist,zofia@example.org\n")
    policy.write_text(json.dumps(surrogate_policy().model_dump(mode="json")))
    target = tmp_path / "out" / "a.jsonl"
    command("redact", str(source), str(target), "-p", str(policy), "-d", str(directory))
    token = TOKEN.findall(target.read_text())[0]
    assert lookup(night, token) == ["Zofia Kowalquist"]


def test_keys_are_made_where_they_may_lie(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings.load({"REDACTORY_HOME": str(tmp_path / "var")})
    monkeypatch.setattr("redactory.config.Settings.load", lambda environ=None: settings)
    runner = CliRunner()
    assert runner.invoke(cli.app, ["keys", "new", "--for", "surrogates"]).exit_code == 0
    assert settings.surrogate_key_file.stat().st_mode & 0o777 == 0o600
    assert runner.invoke(cli.app, ["keys", "list", "--for", "surrogates"]).stdout == "s1\n"
    beside = runner.invoke(cli.app, ["keys", "new", f"{tmp_path}/var/stores/published/k", "--for", "surrogates"])
    assert isinstance(beside.exception, ConfigError)
    assert "may not lie in or beside a folder of data" in str(beside.exception)
    assert not (tmp_path / "var" / "stores").exists()
