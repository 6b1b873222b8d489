"""The policy file's JSON Schema, for editors and for other languages."""

from __future__ import annotations

from typing import Any

from redactory.policy.model import Policy


def json_schema() -> dict[str, Any]:
    """JSON Schema (draft 2020-12) of a policy file.

    It holds what one setting can say about itself; what settings must agree on is checked on loading.
    """
    schema = Policy.model_json_schema(mode="validation")
    _close(schema)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **schema,
        "title": "Redactory policy",
    }


def _close(node: Any) -> None:
    """Where the names of a mapping follow a pattern, refuse those that do not, as the model does."""
    if isinstance(node, dict):
        if "patternProperties" in node:
            node.setdefault("additionalProperties", False)
        for value in node.values():
            _close(value)
    elif isinstance(node, list):
        for value in node:
            _close(value)
