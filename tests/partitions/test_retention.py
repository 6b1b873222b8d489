"""Replaced generations: how long they stay, what goes with them, and what never does."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select
from typer.testing import CliRunner

from redactory.config import Settings
from redactory.errors import ConfigError, PartitionError
from redactory.ledger.models import AuditEvent, Run, now
from redactory.partitions import nightly, retention
from redactory.partitions.commands import app
from redactory.partitions.holding import partitions_holding
from redactory.partitions.layout import manifest_key
from redactory.partitions.manifest import generations, read_manifest
from redactory.partitions.retention import Expired, expire_generations
from redactory.platform import Platform

DATE = "2026-11-29"
PARTITION = f"dt={DATE}"
Put = Callable[..., str]
LATER = timedelta(days=31)  # after a setting of 30


def rows(word: str) -> list[dict[str, object]]:
    return [{"id": n, "note": f"{word} {n}: Zofia Kowalquist cannot print"} for n in range(3)]


def night(platform: Platform, run_id: str) -> None:
    for number in nightly.plan_run(platform, run_id=run_id):
        assert nightly.run_partition(platform, number) == "published"


@pytest.fixture
def replaced(platform: Platform, put: Put) -> Platform:
    """Three generations: `a` overwritten twice, `b` as it came."""
    put(DATE, "b.jsonl", rows("kept"))
    for number, word in enumerate(("first", "second", "third"), 1):
        put(DATE, "a.jsonl", rows(word))
        night(platform, f"run-{number}")
    assert generations(platform.published, "notes", PARTITION) == [1, 2, 3]
    return platform


def left(platform: Platform) -> list[str]:
    """What lies in the partition's folder beside what its current manifest names."""
    manifest = read_manifest(platform.published, "notes", PARTITION)
    assert manifest is not None
    named = {entry.key for entry in manifest.objects}
    there = {info.key for info in platform.published.list(f"notes/{PARTITION}/")}
    assert named <= there
    return sorted(there - named)


def audited(platform: Platform) -> list[tuple[str, str, list[int]]]:
    query = select(AuditEvent).where(AuditEvent.event == "generations_deleted").order_by(AuditEvent.id)
    with platform.ledger.session(readonly=True) as session:
        return [(row.actor, row.subject, row.detail["generations"]) for row in session.scalars(query)]


def test_a_replaced_generation_stays_for_its_days_and_then_goes(replaced: Platform) -> None:
    assert expire_generations(replaced) == []
    assert expire_generations(replaced, moment=now() + timedelta(days=29)) == []
    assert len(left(replaced)) == 2
    assert audited(replaced) == []
    assert expire_generations(replaced, moment=now() + LATER) == [Expired("notes", PARTITION, (1, 2))]
    assert generations(replaced.published, "notes", PARTITION) == [3]
    assert left(replaced) == []
    assert audited(replaced) == [("redactory", f"notes/{PARTITION}", [1, 2])]
    assert expire_generations(replaced, moment=now() + LATER) == []


def test_an_object_of_an_early_generation_stays_while_the_current_one_names_it(replaced: Platform) -> None:
    expire_generations(replaced, moment=now() + LATER)
    manifest = read_manifest(replaced.published, "notes", PARTITION)
    assert manifest is not None
    assert [(entry.name, entry.generation) for entry in manifest.objects] == [("a.jsonl", 3), ("b.jsonl", 1)]
    for entry in manifest.objects:
        with replaced.published.open(entry.key) as stream:
            assert len(stream.read().splitlines()) == 3


def test_the_current_generation_stays_however_old_it_is(replaced: Platform) -> None:
    expire_generations(replaced, moment=now() + timedelta(days=10_000), days=1)
    assert generations(replaced.published, "notes", PARTITION) == [3]


def test_what_was_replaced_lately_stays_though_it_is_old_itself(replaced: Platform) -> None:
    """A generation counts from when another took its place: until then everybody read it."""
    store, newest = replaced.published, manifest_key("notes", PARTITION, 3)
    real = store.list

    def aged(prefix: str = "") -> Any:
        for info in real(prefix):
            old = info.key != newest
            yield type(info)(info.key, info.etag, info.size, info.modified - LATER if old else info.modified)

    store.list = aged  # type: ignore[method-assign]
    assert expire_generations(replaced) == [Expired("notes", PARTITION, (1,))]
    assert generations(store, "notes", PARTITION) == [2, 3]


def test_killed_in_the_middle_it_goes_on(replaced: Platform, monkeypatch: pytest.MonkeyPatch) -> None:
    real = replaced.published.delete

    def fails(key: str) -> None:
        if "_manifests" in key:
            raise KeyboardInterrupt
        real(key)

    monkeypatch.setattr(replaced.published, "delete", fails)
    with pytest.raises(KeyboardInterrupt):
        expire_generations(replaced, moment=now() + LATER)
    monkeypatch.undo()
    assert audited(replaced) == [("redactory", f"notes/{PARTITION}", [1, 2])]  # said before it was done
    assert list(partitions_holding(replaced.published, ["<PERSON>"]))[-1].generation == 3  # a search goes on meanwhile
    assert expire_generations(replaced, moment=now() + LATER) == [Expired("notes", PARTITION, (1, 2))]
    assert generations(replaced.published, "notes", PARTITION) == [3]
    assert left(replaced) == []


def test_what_is_published_in_the_middle_of_it_is_whole(
    replaced: Platform, put: Put, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, fired = replaced.published.delete, []

    def delete(key: str) -> None:
        if not fired:
            fired.append(True)
            put(DATE, "a.jsonl", rows("fourth"))
            night(replaced, "run-4")
        real(key)

    monkeypatch.setattr(replaced.published, "delete", delete)
    expire_generations(replaced, moment=now() + LATER)
    assert generations(replaced.published, "notes", PARTITION) == [3, 4]
    manifest = read_manifest(replaced.published, "notes", PARTITION)
    assert manifest is not None
    for entry in manifest.objects:
        with replaced.published.open(entry.key) as stream:
            assert len(stream.read().splitlines()) == 3


def test_a_manifest_of_another_release_keeps_its_partition_and_is_said(
    replaced: Platform, put: Put, monkeypatch: pytest.MonkeyPatch
) -> None:
    put("2026-11-30", "a.jsonl", rows("other"))
    night(replaced, "run-4")
    put("2026-11-30", "a.jsonl", rows("changed"))
    night(replaced, "run-5")
    replaced.published.put(manifest_key("notes", PARTITION, 2), b'{"version": 99}')
    monkeypatch.setattr(retention, "now", lambda: now() + LATER)
    assert nightly.plan_run(replaced, run_id="run-6") == []
    assert generations(replaced.published, "notes", PARTITION) == [1, 2, 3]
    assert generations(replaced.published, "notes", "dt=2026-11-30") == [2]
    with replaced.ledger.session(readonly=True) as session:
        run = session.get(Run, "run-6")
        assert run is not None
        (note,) = run.notes
    assert note.startswith(f"notes/{PARTITION}: ")
    assert "not a manifest this release can read" in note


def test_a_night_does_it(replaced: Platform, monkeypatch: pytest.MonkeyPatch) -> None:
    nightly.plan_run(replaced, run_id="run-4")
    assert generations(replaced.published, "notes", PARTITION) == [1, 2, 3]
    monkeypatch.setattr(retention, "now", lambda: now() + LATER)
    nightly.plan_run(replaced, run_id="run-5")
    assert generations(replaced.published, "notes", PARTITION) == [3]


def test_another_installations_dataset_is_left_alone(replaced: Platform) -> None:
    for number in (1, 2):
        replaced.published.put(manifest_key("foreign", PARTITION, number), b"{}")
    expire_generations(replaced, moment=now() + LATER)
    assert expire_generations(replaced, dataset="foreign", moment=now() + LATER) == []
    assert generations(replaced.published, "foreign", PARTITION) == [1, 2]


def test_the_command(replaced: Platform, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("redactory.config.Settings.load", lambda environ=None: replaced.settings)
    monkeypatch.setattr(retention, "now", lambda: now() + timedelta(days=3))
    said = CliRunner().invoke(app, ["expire"])
    assert (said.exit_code, said.stdout) == (0, "no generation was replaced that long ago\n")
    said = CliRunner().invoke(app, ["expire", "notes", "--days", "2", "--by", "mira"])
    lines = [f"notes/{PARTITION}: generation {number} is deleted" for number in (1, 2)]
    assert (said.exit_code, said.stdout.splitlines()) == (0, lines)
    assert audited(replaced) == [("mira", f"notes/{PARTITION}", [1, 2])]
    assert json.loads(CliRunner().invoke(app, ["list", "--json"]).stdout)["generation"] == 3
    assert CliRunner().invoke(app, ["expire", "--days", "0"]).exit_code == 2  # a reader has a day at least


@pytest.mark.parametrize("wrong", ["0", "-1", "never", "36501"])
def test_days_that_are_none_are_refused(wrong: str) -> None:
    with pytest.raises(ConfigError, match="REDACTORY_REPLACED_DAYS"):
        Settings.load({"REDACTORY_REPLACED_DAYS": wrong})


def test_a_damaged_manifest_deletes_nothing(replaced: Platform) -> None:
    replaced.published.put(manifest_key("notes", PARTITION, 3), b"{}")
    with pytest.raises(PartitionError):
        retention.delete_generations(replaced, "notes", PARTITION, lambda manifest: True, actor="test", why="test")
    assert generations(replaced.published, "notes", PARTITION) == [1, 2, 3]
    assert audited(replaced) == []
