"""An installation over folders, with a directory of one person and five notes in its newest partition."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import yaml

from redactory.config import Settings
from redactory.directory.checks import Comparison
from redactory.directory.model import Person, Snapshot
from redactory.directory.snapshots import SnapshotStore
from redactory.platform import Platform
from redactory.review import notice_changes, write_sample
from redactory.review.verdicts import mark_read, show_row
from redactory.storage import KeyRing

POLICY: dict[str, Any] = {
    "name": "notes",
    "dataset": "notes",
    "entities": dict.fromkeys(("PERSON", "USER", "EMAIL", "EMP_ID", "PHONE", "LOCATION"), {}),
    "fields": {"keep": ["id"], "text": ["note"]},
    "ner": {"enabled": False},
    "review": {"rows": 3, "retention_days": 5, "stewards": ["ada", "grace"]},
}
PEOPLE = (Person("p1", ("qvarnholt",), ("Ylva Qvarnholt",), ("Ylva",), ("Qvarnholt",), ("ylva@tallgrass.example",)),)
NICKNAME = "Yllebylle"


@pytest.fixture
def bare(tmp_path: Path) -> Platform:
    policies = tmp_path / "policies"
    policies.mkdir()
    settings = Settings.load({"REDACTORY_HOME": str(tmp_path / "var"), "REDACTORY_POLICIES": str(policies)})
    KeyRing.write_new(settings.key_file)
    platform = Platform.open(settings)
    platform.ledger.migrate()
    return platform


@pytest.fixture
def installation(bare: Platform) -> Platform:
    snapshots = SnapshotStore(bare.identity, bare.ledger)
    snapshots.make_current(Snapshot(PEOPLE, "json", datetime.now(UTC)), Comparison(1, 0), instead_of=None)
    rows = [{"id": str(n), "note": f"Ylva Qvarnholt wrote line {n}"} for n in range(5)]
    rows[1]["note"] += f" and {NICKNAME} on Meridian too"
    lines = [json.dumps(row) for row in rows]
    bare.landing.put("notes/dt=2026-11-28/a.jsonl", b'{"id":"old","note":"old"}\n')
    bare.landing.put("notes/dt=2026-11-29/a.jsonl", ("not json\n" + "\n".join(lines[:2]) + "\n").encode())
    bare.landing.put("notes/dt=2026-11-29/b.jsonl", ("\n".join(lines[2:]) + "\n").encode())
    return bare


@pytest.fixture
def write(bare: Platform) -> Callable[..., None]:
    def write_policy(file: str = "notes.yaml", **changes: object) -> None:
        (bare.settings.policies / file).write_text(yaml.safe_dump({**POLICY, **changes}))

    return write_policy


@pytest.fixture
def opened(installation: Platform, write: Callable[..., None]) -> Callable[..., str]:
    """Opens a review of a policy with these changes; returns the version's id."""

    def open_review(**changes: object) -> str:
        write(**changes)
        version = notice_changes(installation).versions[0]
        write_sample(installation, version)
        return version

    return open_review


@pytest.fixture
def read_all(installation: Platform) -> Callable[..., None]:
    def read(version: str, by: str = "ada", rows: int = 3) -> None:
        for number in range(1, rows + 1):
            show_row(installation, version, number, by=by)
            mark_read(installation, version, number, by=by)

    return read
