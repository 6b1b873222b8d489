"""From a policy's setting to an operator."""

from __future__ import annotations

from redactory.policy.model import Policy
from redactory.transform.mask import Mask
from redactory.transform.operator import Operator
from redactory.transform.remove import Remove
from redactory.transform.token import Token

_OPERATORS: dict[str, type[Operator]] = {kind.name: kind for kind in (Token, Mask, Remove)}


def operator_for(policy: Policy, entity: str) -> Operator:
    """The operator `policy` sets for `entity`, which must be one of its entities."""
    return _OPERATORS[policy.entities[entity].transform](policy.token(entity))
