"""What tests of the round trip share: a policy without NER, three people, and sessions over them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from redactory.directory.model import Person, Snapshot
from redactory.policy.model import Policy
from redactory.roundtrip import Pseudonymiser, Session
from redactory.transform.keys import SurrogateKey, SurrogateKeys

PEOPLE = (
    Person("1" * 64, ("ovance",), ("Oriel Vance",), ("Oriel",), ("Vance",), ("oriel.vance@tallgrass.example",)),
    Person("2" * 64, ("imarr",), ("Ines Marr",), ("Ines",), ("Marr",), ("ines.marr@tallgrass.example",)),
    Person("3" * 64, ("toneil",), ("Tam O'Neil",), ("Tam",), ("O'Neil",), ("tam.oneil@tallgrass.example",)),
)
SNAPSHOT = Snapshot(PEOPLE, "ldif", datetime(2026, 11, 1, tzinfo=UTC))
KEYS = SurrogateKeys((SurrogateKey("s1", bytes(range(32))),))
ENTITIES = ("PERSON", "USER", "EMAIL", "PHONE", "IP")


def policy_of(entities: dict[str, Any] | None = None, **parts: Any) -> Policy:
    """A policy of some entities without NER; `entities` replaces the rules of some."""
    rules: dict[str, Any] = {**dict.fromkeys(ENTITIES, {}), **(entities or {})}
    formats = [{"id": name.lower(), "entity": name, "recogniser": name.lower()} for name in ("IP", "PHONE")]
    content = {"name": "plain", "dataset": "plain", "entities": rules, "formats": formats, "ner": {"enabled": False}}
    return Policy.model_validate({**content, **parts})


@pytest.fixture(scope="session")
def pseudonymiser_of() -> Callable[..., Pseudonymiser]:
    """Pseudonymisers by policy parts, each built once."""
    built: dict[str, Pseudonymiser] = {}

    def make(entities: dict[str, Any] | None = None, **parts: Any) -> Pseudonymiser:
        policy = policy_of(entities, **parts)
        if policy.id not in built:
            built[policy.id] = Pseudonymiser(policy, SNAPSHOT, keys=KEYS)
        return built[policy.id]

    return make


@pytest.fixture(scope="session")
def session_of(pseudonymiser_of: Callable[..., Pseudonymiser]) -> Callable[..., Session]:
    """New sessions by policy parts."""
    return lambda *arguments, **parts: Session(pseudonymiser_of(*arguments, **parts))


@pytest.fixture(scope="session")
def surrogate_key() -> SurrogateKey:
    return KEYS.current
