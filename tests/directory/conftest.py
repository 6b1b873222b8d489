"""Exports written out in the ways real programs write them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from redactory.directory.model import Person, Snapshot
from redactory.policy.model import IdentityRules

Write = Callable[[str, str | bytes], Path]


@pytest.fixture
def rules() -> IdentityRules:
    return IdentityRules()


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write an export and give its path."""

    def written(name: str, content: str | bytes) -> Path:
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
        return path

    return written


@pytest.fixture
def snapshot_of() -> Callable[..., Snapshot]:
    """A snapshot of `count` invented people, numbered from `first`."""

    def made(count: int, first: int = 0, *, mail: bool = True, taken_at: datetime | None = None) -> Snapshot:
        people = tuple(
            Person(
                key=f"{n:064x}",
                usernames=(f"user{n:04}",),
                display_names=(f"Given{n} Family{n}",),
                emails=(f"user{n}@example.org",) if mail else (),
            )
            for n in range(first, first + count)
        )
        return Snapshot(people=people, source="ldif", taken_at=taken_at or datetime.now(UTC))

    return made
