"""A small good policy, and wrong ones made from it."""

from __future__ import annotations

import copy
from typing import Any

import pytest
import yaml

RECOGNISERS = frozenset({"phone", "ip", "email", "field-key"})

BASE = """\
name: it-tickets
dataset: itsm
entities:
  PERSON: {tier: 2}
  USER: {}
  EMAIL: {}
  PHONE: {}
  EMP_ID: {}
  LOCATION: {}
fields:
  text: [ticket.summary]
"""


def merged(base: dict[str, Any], add: dict[str, Any]) -> dict[str, Any]:
    """`add` laid over `base`: mappings merge, everything else replaces."""
    result = copy.deepcopy(base)
    for key, value in add.items():
        inner = result.get(key)
        result[key] = merged(inner, value) if isinstance(inner, dict) and isinstance(value, dict) else value
    return result


@pytest.fixture
def base_text() -> str:
    return BASE


@pytest.fixture
def policy_text():
    """A function: the base policy with settings laid over it, as YAML text."""

    def build(**add: Any) -> str:
        return yaml.safe_dump(merged(yaml.safe_load(BASE), add), sort_keys=False, allow_unicode=True)

    return build
