"""The shipped policy without NER over three people, loaded once."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from redactory.directory.model import Person, Snapshot
from redactory.policy import load_policy
from redactory.policy.model import Policy
from redactory.redact import Redactor

PEOPLE = (
    Person("1" * 64, ("tkuusik",), ("Triinu Kuusik",), ("Triinu",), ("Kuusik",), ("triinu.kuusik@tallgrass.example",)),
    Person("2" * 64, ("bokafor",), ("Bem Okafor-Lind",), ("Bem",), ("Okafor-Lind",), ("bokafor@tallgrass.example",)),
    Person("3" * 64, ("mrossi",), ("Mirella Rossi",), ("Mirella",), ("Rossi",), ("mrossi@tallgrass.example",)),
)


@pytest.fixture(scope="session")
def shipped_policy(project: Path) -> Policy:
    return load_policy(project / "policies" / "it-tickets.yaml")


@pytest.fixture(scope="session")
def directory() -> Snapshot:
    return Snapshot(PEOPLE, "ldif", datetime(2026, 11, 1, tzinfo=UTC))


@pytest.fixture(scope="session")
def redactor(shipped_policy: Policy, directory: Snapshot) -> Redactor:
    return Redactor(shipped_policy, directory, ner=False)
