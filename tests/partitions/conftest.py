"""A platform in local folders: three invented people, one approved policy, and something to put into landing."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest
import yaml

from redactory.config import Settings
from redactory.directory.checks import Comparison
from redactory.directory.model import Person, Snapshot
from redactory.directory.snapshots import SnapshotStore
from redactory.ledger import add_policy_version, set_state
from redactory.platform import Platform
from redactory.policy.model import Policy
from redactory.storage import KeyRing

PEOPLE = (
    Person(
        "p1", ("zkowalq",), ("Zofia Kowalquist",), ("Zofia",), ("Kowalquist",), ("zofia@example.org",), ("EX-10442",)
    ),
    Person(
        "p2", ("bnakamur",), ("Botan Nakamurel",), ("Botan",), ("Nakamurel",), ("botan@example.org",), ("EX-10443",)
    ),
    Person("p3", ("will",), ("Wilma Oyelaranti",), ("Wilma",), ("Oyelaranti",), ("wilma@example.org",), ("31",)),
)
Put = Callable[..., str]


def notes_policy(**changes: object) -> Policy:
    data = yaml.safe_load((Path(__file__).parent / "notes.yaml").read_text())
    return Policy.model_validate(data | changes)


def approve(platform: Platform, policy: Policy) -> str:
    """Note `policy` and approve it as the demo does; returns its id."""
    add_policy_version(
        platform.ledger, version_id=policy.id, name=policy.name, dataset=policy.dataset, canonical=policy.canonical
    )
    set_state(platform.ledger, policy.id, "in_review", actor="test")
    set_state(platform.ledger, policy.id, "approved", actor="demo", how="unattended")
    return policy.id


@pytest.fixture
def bare_platform(tmp_path: Path) -> Platform:
    """A platform with keys and an empty ledger, no snapshot and no policy."""
    settings = Settings.load({"REDACTORY_HOME": str(tmp_path / "var")})
    KeyRing.write_new(settings.key_file)
    platform = Platform.open(settings)
    platform.ledger.migrate()
    return platform


@pytest.fixture
def platform(bare_platform: Platform) -> Platform:
    """The same with a current snapshot and the approved policy `notes`."""
    snapshots = SnapshotStore(bare_platform.identity, bare_platform.ledger)
    snapshots.make_current(Snapshot(PEOPLE, "json", datetime.now(UTC)), Comparison(3, 0), instead_of=None)
    approve(bare_platform, notes_policy())
    return bare_platform


@pytest.fixture
def put(bare_platform: Platform) -> Put:
    """Put rows into landing: `put("2026-11-29", "a.jsonl", [{...}])`; strings stand as lines of their own."""

    def write(date: str, name: str, rows: Sequence[Mapping[str, object] | str]) -> str:
        lines = (row if isinstance(row, str) else json.dumps(row) for row in rows)
        return bare_platform.landing.put(f"notes/dt={date}/{name}", "".join(f"{n}\n" for n in lines).encode()).etag

    return write


@pytest.fixture
def new_version() -> Callable[..., str]:
    """Approve a changed version of the policy: `new_version(platform, description="...")`."""
    return lambda platform, **changes: approve(platform, notes_policy(**changes))


@pytest.fixture
def people() -> tuple[Person, ...]:
    return PEOPLE
