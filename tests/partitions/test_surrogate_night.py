"""A night with surrogates: one token a customer in every partition, and the gates seen failing on what was planted."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import select

from redactory.directory.checks import Comparison
from redactory.directory.model import Account, Person, Snapshot
from redactory.directory.snapshots import SnapshotStore
from redactory.errors import ConfigError
from redactory.ledger.models import GateResultRow
from redactory.partitions import nightly, state
from redactory.partitions.manifest import read_manifest
from redactory.partitions.requests import request_rerun
from redactory.platform import Platform
from redactory.transform.scope import Scope
from redactory.transform.surrogate import Surrogate

KEY = "s1:" + "QUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUE="
ACCOUNTS = (Account("a", "Quillfeather Traders", ("Quillfeather",), ("quillfeather.example",)),)
PLAIN = ("EMP_ID", "PHONE", "LOCATION", "IP", "HOSTNAME")
WRITTEN = ("PERSON", "USER", "EMAIL", "ORG")
ENTITIES: dict[str, Any] = {name: {} for name in PLAIN} | {name: {"transform": "surrogate"} for name in WRITTEN}
MONDAY = [{"id": 1, "note": "Quillfeather cannot print, says Zofia Kowalquist (zkowalq)"}]
TUESDAY = [{"id": 2, "note": "QUILLFEATHER TRADERS again; zofia@example.org wrote from quillfeather.example"}]
Put = Callable[..., str]


@pytest.fixture
def night(
    bare_platform: Platform, new_version: Callable[..., str], people: tuple[Person, ...]
) -> Callable[..., dict[str, str]]:
    """Runs every new partition; partition -> state."""
    platform = bare_platform
    platform.settings = replace(platform.settings, surrogate_keys=KEY)
    snapshot = Snapshot(people, "json", datetime.now(UTC), accounts=ACCOUNTS)
    SnapshotStore(platform.identity, platform.ledger).make_current(snapshot, Comparison(3, 0), instead_of=None)
    new_version(platform, entities=ENTITIES, identity={"link": True})

    def run(run_id: str = "run-1") -> dict[str, str]:
        found = {}
        for number in nightly.plan_run(platform, run_id=run_id):
            nightly.run_partition(platform, number)
            done = state.load(platform.ledger, number)
            found[done.partition] = done.state
        return found

    return run


def published(platform: Platform, partition: str) -> list[str]:
    manifest = read_manifest(platform.published, "notes", partition)
    assert manifest is not None
    assert manifest.surrogate_key_id == "s1"
    notes = []
    for item in manifest.objects:
        with platform.published.open(item.key) as stream:
            notes += [json.loads(line)["note"] for line in stream.read().splitlines()]
    return notes


def failed_gates(platform: Platform) -> dict[str, list[tuple[Any, ...]]]:
    with platform.ledger.session(readonly=True) as session:
        rows = session.scalars(select(GateResultRow).where(GateResultRow.success.is_(False)))
        return {row.gate: [(f["row"], f["path"], f["entity"]) for f in row.failures] for row in rows}


def test_one_customer_and_one_person_have_one_token_in_every_partition(
    night: Callable[..., dict[str, str]], bare_platform: Platform, put: Put
) -> None:
    put("2026-11-29", "a.jsonl", MONDAY)
    put("2026-11-30", "a.jsonl", TUESDAY)
    assert night() == {"dt=2026-11-29": "published", "dt=2026-11-30": "published"}
    monday, tuesday = (published(bare_platform, f"dt=2026-11-{day}")[0] for day in (29, 30))
    customer = monday.split(" ")[0]
    assert customer.startswith("[ORG_")
    assert tuesday.startswith(f"{customer} again; [EMAIL_")
    assert tuesday.endswith(f"from {customer}")
    who = tuesday.split("[EMAIL_")[1][:10]
    assert monday == f"{customer} cannot print, says [PERSON_{who}] ([USER_{who}])"


def test_the_same_inputs_give_the_same_bytes(
    night: Callable[..., dict[str, str]], bare_platform: Platform, put: Put
) -> None:
    put("2026-11-29", "a.jsonl", MONDAY)
    night()
    before = read_manifest(bare_platform.published, "notes", "dt=2026-11-29")
    request_rerun(bare_platform.ledger, "notes", "2026-11-29", actor="test", reason="again")
    assert night("run-2") == {"dt=2026-11-29": "published"}
    after = read_manifest(bare_platform.published, "notes", "dt=2026-11-29")
    assert before is not None
    assert after is not None
    assert [item.sha256 for item in after.objects] == [item.sha256 for item in before.objects]


def test_a_planted_account_is_seen(night: Callable[..., dict[str, str]], bare_platform: Platform, put: Put) -> None:
    put("2026-11-29", "a.jsonl", [{"id": 1, "note": "see the label", "label": "for quillfeather only"}])
    assert night() == {"dt=2026-11-29": "quarantined"}
    assert failed_gates(bare_platform) == {"absence": [(1, "label", "ORG")]}
    assert read_manifest(bare_platform.published, "notes", "dt=2026-11-29") is None


@pytest.mark.parametrize("name", ["quillfeather-tickets.jsonl", "from_quillfeather.example.jsonl"])
def test_an_object_named_after_an_account_is_held(
    night: Callable[..., dict[str, str]], bare_platform: Platform, put: Put, name: str
) -> None:
    put("2026-11-29", name, MONDAY)
    assert night() == {"dt=2026-11-29": "failed"}
    assert read_manifest(bare_platform.published, "notes", "dt=2026-11-29") is None


@pytest.mark.parametrize("planted", ["[ORG_123456789]", "[USER_1234567890]", "ORG"])
def test_a_planted_malformed_surrogate_is_seen(
    night: Callable[..., dict[str, str]], bare_platform: Platform, put: Put, planted: str, monkeypatch: Any
) -> None:
    """A release whose operator is broken does not publish."""
    whole = Surrogate.operate

    def broken(self: Surrogate, value: str, scope: Scope, subject: str | None = None) -> str:
        return planted if self.entity == "ORG" else whole(self, value, scope, subject)

    monkeypatch.setattr(Surrogate, "operate", broken)
    put("2026-11-29", "a.jsonl", MONDAY)
    assert night() == {"dt=2026-11-29": "quarantined"}
    assert (1, "note", "ORG") in failed_gates(bare_platform)["vocabulary"]
    assert read_manifest(bare_platform.published, "notes", "dt=2026-11-29") is None


def test_without_a_key_nothing_is_published(
    night: Callable[..., dict[str, str]], bare_platform: Platform, put: Put
) -> None:
    bare_platform.settings = replace(bare_platform.settings, surrogate_keys=None)
    put("2026-11-29", "a.jsonl", MONDAY)
    with pytest.raises(ConfigError, match="REDACTORY_SURROGATE_KEYS"):
        night()
    assert list(bare_platform.published.list()) == []
