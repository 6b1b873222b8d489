"""The round trip as a policy sets it: where tools stand, and whether a conversation outlives the process."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from redactory.policy.base import PolicyModel


class RoundTripRules(PolicyModel):
    """What `redactory roundtrip` and `redactory serve` do under this policy."""

    tools: Literal["inside", "outside"] = Field(
        "outside",
        description="where the tools stand that a model calls: inside, their arguments get the values back and their "
        "results are pseudonymised; outside, both keep the tokens",
    )
    conversations: bool = Field(
        False, description="values of a conversation may be kept in the vault, for another process to go on with it"
    )
    hours: float = Field(24.0, gt=0, le=8760, description="a conversation is forgotten this long after it began")
    keys: bool = Field(True, description="tokens in the keys of a structured completion get their values back too")
