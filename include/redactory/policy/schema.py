"""The policy file's JSON Schema, for editors and for other languages."""

from __future__ import annotations

from typing import Any

from redactory.policy.model import Policy


def json_schema() -> dict[str, Any]:
    """JSON Schema (draft 2020-12) of a policy file.

    It holds what one setting can say about itself; what settings must agree on is checked on loading.
    """
    schema = Policy.model_json_schema(mode="validation")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **schema,
        "title": "Redactory policy",
    }
