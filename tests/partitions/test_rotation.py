"""Rotation of the surrogate key: forward, and over what was published; killed half way and taken up again."""

from __future__ import annotations

import multiprocessing
import os
import re
import signal
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from typer.testing import CliRunner

from redactory import cli
from redactory.errors import ConfigError
from redactory.ledger.models import AuditEvent, PartitionRun, Run
from redactory.partitions import nightly, publish, remap, rotation
from redactory.partitions.layout import manifest_key, symlink_key
from redactory.partitions.manifest import generations, read_manifest
from redactory.partitions.rotation import Remapped, remap_published, rotate
from redactory.platform import Platform
from redactory.storage import KeyRing
from redactory.transform.keys import SurrogateKeys

sys.path.insert(0, str(Path(__file__).parent))
from reversible import lookup, surrogate_policy, vault_of, with_vault

DAYS = ("2026-11-27", "2026-11-28", "2026-11-29")
TOKEN = re.compile(r"\[[A-Z]+_[0-9a-f]{10}\]")
FORK = multiprocessing.get_context("fork")
Put = Callable[..., str]


def rows(day: str) -> list[dict[str, Any]]:
    return [
        {"id": n, "note": f"{day}: Zofia Kowalquist (zkowalq) wrote to botan@example.org, re [ORG_1f4b9c72a0] {n}"}
        for n in range(6)
    ]


@pytest.fixture
def published(platform: Platform, put: Put, tmp_path: Path) -> Platform:
    """Three days, two objects each, under key s1."""
    night = with_vault(platform, tmp_path)
    for day in DAYS:
        put(day, "a.jsonl", rows(day))
        put(day, "b.jsonl", rows(day)[:5])
    run(night, "run-1")
    return night


def run(platform: Platform, run_id: str) -> None:
    for number in nightly.plan_run(platform, run_id=run_id):
        assert nightly.run_partition(platform, number) == "published"


def read(platform: Platform, day: str) -> dict[str, bytes]:
    """Current objects by name."""
    manifest = read_manifest(platform.published, "notes", f"dt={day}")
    assert manifest is not None
    return {entry.name: contents(platform, entry.key) for entry in manifest.objects}


def contents(platform: Platform, key: str) -> bytes:
    with platform.published.open(key) as stream:
        return stream.read()


def everything(platform: Platform) -> dict[str, bytes]:
    """Every published byte, by key."""
    return {info.key: contents(platform, info.key) for info in platform.published.list()}


def rotated(platform: Platform, **options: Any) -> list[Remapped]:
    rotate(platform, remap=True, actor="test")
    return list(remap_published(platform, actor="test", **options))


def without_landing(platform: Platform) -> None:
    platform.landing.delete_prefix("notes/")


def test_a_new_key_is_current_and_the_old_one_stays(published: Platform, put: Put) -> None:
    before = SurrogateKeys.load(published.settings).current
    assert rotate(published, actor="test") == "s2"
    keys = SurrogateKeys.load(published.settings)
    assert [key.id for key in keys.keys] == ["s2", "s1"]
    assert keys.get("s1") == before
    assert keys.current.secret != before.secret
    assert published.settings.surrogate_key_file.stat().st_mode & 0o777 == 0o600
    put("2026-11-30", "a.jsonl", rows("2026-11-30"))
    run(published, "run-2")
    manifest = read_manifest(published.published, "notes", "dt=2026-11-30")
    assert manifest is not None
    assert manifest.surrogate_key_id == "s2"
    old, new = (TOKEN.findall(read(published, day)["a.jsonl"].decode()) for day in (DAYS[0], "2026-11-30"))
    assert not {*old} & {*new} - {"[ORG_1f4b9c72a0]"}


def test_what_was_published_is_remapped_by_the_vault(published: Platform) -> None:
    before = {day: read(published, day) for day in DAYS}
    without_landing(published)
    done = rotated(published)
    assert [(found.partition, found.ok) for found in done] == [(f"dt={day}", True) for day in DAYS]
    for day in DAYS:
        manifest = read_manifest(published.published, "notes", f"dt={day}")
        assert manifest is not None
        assert manifest.generation == 2
        assert {entry.surrogate_key_id for entry in manifest.objects} == {"s2"}
        assert all(entry.remapped for entry in manifest.objects)
        after = read(published, day)
        for name, data in after.items():
            old, new = TOKEN.findall(before[day][name].decode()), TOKEN.findall(data.decode())
            pairs = set(zip(old, new, strict=True)) - {("[ORG_1f4b9c72a0]",) * 2}  # the author's own
            assert len(pairs) == len({a for a, _ in pairs}) == len({b for _, b in pairs}) == 3
            assert not {a for a, _ in pairs} & {b for _, b in pairs}
            assert TOKEN.sub("", data.decode()) == TOKEN.sub("", before[day][name].decode())
            for a, b in pairs:
                assert lookup(published, a) == lookup(published, b) != []
    assert rotated_again(published) == []
    with published.ledger.session(readonly=True) as session:
        assert {r.state for r in session.scalars(select(Run).where(Run.kind == "rotation"))} == {"done"}
        mine = session.scalars(select(PartitionRun).where(PartitionRun.run_id == "rotation-s2"))
        assert [(r.state, r.generation, r.surrogate_key_id) for r in mine] == [("published", 2, "s2")] * 3


def rotated_again(platform: Platform) -> list[Remapped]:
    return list(remap_published(platform, actor="test"))


def test_the_new_surrogates_are_those_of_a_redaction_under_the_new_key(published: Platform) -> None:
    rotated(published)
    by_vault = read(published, DAYS[0])
    for number in nightly.plan_run(published, run_id="again", dates=[DAYS[0]], rerun=True):
        nightly.run_partition(published, number)
    assert read(published, DAYS[0]) == by_vault


def test_what_the_vault_does_not_explain_is_redacted_again(platform: Platform, put: Put, tmp_path: Path) -> None:
    night = with_vault(platform, tmp_path, surrogate_policy(reversible=("PERSON",)))
    put(DAYS[0], "a.jsonl", rows(DAYS[0]))
    run(night, "run-1")
    (done,) = rotated(night)
    assert (done.ok, done.how) == (True, "redacted again from landing: published")
    manifest = read_manifest(night.published, "notes", f"dt={DAYS[0]}")
    assert manifest is not None
    assert (manifest.surrogate_key_id, manifest.objects[0].remapped) == ("s2", False)
    assert all(gate.success for gate in manifest.objects[0].gates)


def test_where_neither_is_left_it_stays_and_is_named(published: Platform) -> None:
    vault_of(published).forget(values=[("USER", "zkowalq")], by="otto", role="officer", reason="request 7")
    before = everything(published)
    published.landing.delete(f"notes/dt={DAYS[1]}/b.jsonl")
    done = {found.partition: found for found in rotated(published)}
    assert [found.ok for found in done.values()] == [True, False, True]
    stays = done[f"dt={DAYS[1]}"]
    assert "1 objects stay under their old key" in stays.how
    assert read_manifest(published.published, "notes", f"dt={DAYS[1]}") is not None
    assert {k: v for k, v in everything(published).items() if DAYS[1] in k} == {
        k: v for k, v in before.items() if DAYS[1] in k
    }
    with published.ledger.session(readonly=True) as session:
        assert session.get_one(Run, "rotation-s2").state == "running"
    assert rotate(published, remap=True, actor="test") == "s2"  # not a third key
    assert [found.ok for found in rotated_again(published)] == [False]


def test_a_token_that_two_values_share_is_not_guessed(published: Platform, monkeypatch: pytest.MonkeyPatch) -> None:
    without_landing(published)
    token = TOKEN.findall(read(published, DAYS[0])["a.jsonl"].decode())[0]
    real = remap.surrogate

    def colliding(key: Any, entity: str, value: str, length: int, **more: Any) -> str:
        if key.id == "s1" and value == "Somebody Else":
            return token
        return real(key, entity, value, length, **more)

    (entry,) = vault_of(published).lookup(token, by="noor", role="reader", reason="test")
    vault_of(published).put([replace(entry, value="Somebody Else")])
    monkeypatch.setattr(remap, "surrogate", colliding)
    assert [found.ok for found in rotated(published)] == [False] * 3


def test_older_generations_go_where_that_is_asked_for(published: Platform) -> None:
    rotated(published, drop_old=True)
    for day in DAYS:
        assert generations(published.published, "notes", f"dt={day}") == [2]
        manifest = read_manifest(published.published, "notes", f"dt={day}")
        assert manifest is not None
        held = [info.key for info in published.published.list(f"notes/dt={day}/")]
        assert held == sorted(entry.key for entry in manifest.objects)


def test_a_run_that_publishes_meanwhile_is_not_lost(
    published: Platform, put: Put, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, fired = rotation.publish_on, []

    def publish_on(*arguments: Any) -> Any:
        if not fired:
            fired.append(True)
            put(DAYS[0], "a.jsonl", rows(DAYS[0])[:3])
            run(published, "run-2")
        return real(*arguments)

    monkeypatch.setattr(rotation, "publish_on", publish_on)
    assert all(found.ok for found in rotated(published))
    manifest = read_manifest(published.published, "notes", f"dt={DAYS[0]}")
    assert manifest is not None
    assert [(e.name, e.rows, e.surrogate_key_id, e.remapped) for e in manifest.objects] == [
        ("a.jsonl", 3, "s2", False),
        ("b.jsonl", 5, "s2", True),
    ]


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _killed_at(platform: Platform, module: Any, step: str, calls: int, drop_old: bool = True) -> None:
    """In a child process: rotate and re-map, and die after `step` was done `calls` times."""
    owner, _, name = step.rpartition(".")
    target = getattr(module, owner) if owner else module
    real, done = getattr(target, name), []

    def deadly(*args: Any, **options: Any) -> Any:
        result = real(*args, **options)
        done.append(step)
        if len(done) == calls:
            die()
        return result

    setattr(target, name, deadly)
    rotated(Platform.open(platform.settings), drop_old=drop_old)
    os._exit(7)  # it was to be dead by now


@pytest.mark.parametrize(
    ("module", "step", "calls"),
    [
        (rotation, "KeyRing.rotate", 1),
        (publish, "write_manifest", 2),
        (rotation, "delete_generations", 1),
        pytest.param(rotation, "_note_run", 1, marks=pytest.mark.slow),
        pytest.param(remap, "_renewed", 1, marks=pytest.mark.slow),
        pytest.param(remap, "_rewrite", 3, marks=pytest.mark.slow),
        pytest.param(publish, "_upload", 2, marks=pytest.mark.slow),
        pytest.param(publish, "_upload", 3, marks=pytest.mark.slow),
        pytest.param(publish, "write_manifest", 1, marks=pytest.mark.slow),
        pytest.param(rotation, "finish", 2, marks=pytest.mark.slow),
        pytest.param(rotation, "_finish", 3, marks=pytest.mark.slow),
    ],
    ids=lambda value: value if isinstance(value, (str, int)) else "",
)
def test_kill_9_and_run_again_gives_the_same_end(published: Platform, module: Any, step: str, calls: int) -> None:
    tokens = {day: TOKEN.findall(read(published, day)["a.jsonl"].decode()) for day in DAYS}
    values = {token: lookup(published, token) for token in {*tokens[DAYS[0]]}}
    child = FORK.Process(target=_killed_at, args=(published, module, step, calls))
    child.start()
    child.join(120)
    assert child.exitcode == -signal.SIGKILL

    assert all(found.ok for found in rotated(published, drop_old=True))
    keys = SurrogateKeys.load(published.settings)
    assert [key.id for key in keys.keys] == ["s2", "s1"]  # one new key, however often it was begun
    for day in DAYS:
        assert generations(published.published, "notes", f"dt={day}") == [2]
        new = TOKEN.findall(read(published, day)["a.jsonl"].decode())
        pairs = set(zip(tokens[day], new, strict=True))
        assert len(pairs) == len(values) == 4
        assert all(lookup(published, b) == values[a] for a, b in pairs)
        links = contents(published, symlink_key("notes", f"dt={day}")).decode()
        assert links.count("gen-000002") == 2
    end = everything(published)
    named = {manifest_key("notes", f"dt={day}", 2) for day in DAYS}
    assert {key for key in end if "_manifests" in key} == named
    with published.ledger.session(readonly=True) as session:
        noted = session.scalars(select(PartitionRun).where(PartitionRun.generation == 2))
        assert sorted(run.partition for run in noted) == [f"dt={day}" for day in DAYS]
        events = list(session.scalars(select(AuditEvent).where(AuditEvent.event == "partition_remapped")))
        assert len(events) == 3
    assert rotated_again(published) == []
    assert everything(published) == end


def test_the_end_does_not_depend_on_the_kill(published: Platform, tmp_path: Path) -> None:
    """The same new key, once undisturbed and once killed, gives the same bytes."""
    rotate(published, remap=True, actor="test")
    key_file = published.settings.surrogate_key_file
    both = key_file.read_text()
    child = FORK.Process(target=_killed_at, args=(published, publish, "write_manifest", 2, False))
    child.start()
    child.join(120)
    assert child.exitcode == -signal.SIGKILL
    list(remap_published(published, actor="test"))
    seen = everything(published)

    for day in DAYS:
        for info in list(published.published.list()):
            if f"dt={day}/gen-000002" in info.key or info.key == manifest_key("notes", f"dt={day}", 2):
                published.published.delete(info.key)
    with published.ledger.session() as session:
        for noted in session.scalars(select(PartitionRun).where(PartitionRun.run_id == "rotation-s2")):
            session.delete(noted)
    assert key_file.read_text() == both
    list(remap_published(published, actor="test"))
    assert everything(published) == seen


def test_keys_of_the_environment_are_not_changed_here(published: Platform) -> None:
    lines = published.settings.surrogate_key_file.read_text()
    KeyRing.rotate(published.settings.surrogate_key_file, "s9")
    both = published.settings.surrogate_key_file.read_text()
    published.settings.surrogate_key_file.unlink()
    for text, current in ((lines, "s1"), (both.replace("\n", ","), "s9")):
        elsewhere = Platform.open(replace(published.settings, surrogate_keys=text))
        with pytest.raises(ConfigError, match="come from the environment"):
            rotate(elsewhere, remap=True, actor="test")
        assert all(found.ok for found in remap_published(elsewhere, actor="test"))
        manifest = read_manifest(published.published, "notes", f"dt={DAYS[0]}")
        assert manifest is not None
        assert manifest.surrogate_key_id == current


def test_without_the_old_key_it_is_redacted_again_or_stays(published: Platform) -> None:
    published.landing.delete_prefix(f"notes/dt={DAYS[0]}/")
    rotate(published, actor="test")
    file = published.settings.surrogate_key_file
    file.write_text(file.read_text().splitlines()[0] + "\n")
    first, *others = rotated_again(published)
    assert not first.ok
    assert "2 objects stay under their old key" in first.how
    assert {(found.ok, found.how) for found in others} == {(True, "redacted again from landing: published")}


def test_the_commands(published: Platform, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("redactory.config.Settings.load", lambda environ=None: published.settings)

    def call(*arguments: str) -> tuple[int, str]:
        result = CliRunner().invoke(cli.app, list(arguments))
        return result.exit_code, result.output

    code, said = call("keys", "rotate", "--remap")
    assert code == 0
    assert "the current surrogate key is s2" in said
    assert "notes/dt=2026-11-27: generation 2, 2 objects by the vault" in said
    assert call("keys", "remap", "--drop-old") == (0, "")
    assert call("keys", "rotate", "--for", "vault") == (
        0, "the vault's keys are wrapped by v2; keep the older master keys for older copies of it\n",
    )  # fmt: skip
    assert call("keys", "list", "--for", "vault") == (0, "v2\nv1\n")
    assert call("keys", "list", "--for", "surrogates") == (0, "s2\ns1\n")
    without_landing(published)
    published.settings.surrogate_key_file.write_text(
        "\n".join(published.settings.surrogate_key_file.read_text().splitlines()[:1]) + "\n"
    )
    code, said = call("keys", "rotate", "--id", "s3", "--remap")
    assert code == 0  # s2 is there still: it made everything
    assert "s3" in said
