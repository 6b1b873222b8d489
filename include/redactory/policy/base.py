"""The base of every part of a policy."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class PolicyModel(BaseModel):
    """Refuses unknown keys, so that a misspelt setting is an error and not a silence. Errors quote no input value."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)
