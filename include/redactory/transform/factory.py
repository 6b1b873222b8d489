"""From a policy's setting to an operator."""

from __future__ import annotations

from collections.abc import Callable

from redactory.errors import PolicyError
from redactory.policy.model import Policy
from redactory.policy.paths import ByPath
from redactory.policy.transforms import TransformRule, rules_of
from redactory.transform.generalise import Generalise
from redactory.transform.keys import SurrogateKeys
from redactory.transform.mask import Mask
from redactory.transform.operator import Operator
from redactory.transform.ordinal import Ordinal
from redactory.transform.remove import Remove
from redactory.transform.surrogate import Surrogate
from redactory.transform.token import Token

_PLAIN: dict[str, type[Operator]] = {kind.name: kind for kind in (Token, Mask, Remove)}

Pseudonyms = Callable[[str, str, TransformRule], Operator]
"""Makes the pseudonym operator of (entity, token, rule)."""


def operator_for(
    policy: Policy,
    entity: str,
    *,
    path: str | None = None,
    keys: SurrogateKeys | None = None,
    pseudonyms: Pseudonyms | None = None,
) -> Operator:
    """The operator `policy` sets for `entity`, one of its entities, in the field at `path`.

    Without `keys` a surrogate's operator can validate but not operate.

    Raises:
        PolicyError: the policy asks for pseudonyms, which are made within one case, and none are given.
    """
    if pseudonyms is None:
        require_case(policy)
    rule = _rule(policy, entity, path)
    operator = _made(rule, entity, policy, keys, pseudonyms)
    operator.reversible = rule.reversible
    return operator


def require_case(policy: Policy) -> None:
    """Raises PolicyError where the policy asks for pseudonyms: they are made within one case."""
    if any(rule.transform == "pseudonym" for rule in rules_of(policy)):
        raise PolicyError(
            f"{policy.name}: the policy asks for pseudonyms, which hold within one evaluation case "
            "(`redactory case sanitise`); for files and partitions set surrogate or ordinal"
        )


def _made(
    rule: TransformRule, entity: str, policy: Policy, keys: SurrogateKeys | None, pseudonyms: Pseudonyms | None
) -> Operator:
    token = policy.token(entity)
    if rule.transform == "surrogate":
        return Surrogate(entity, token, rule, keys.current if keys else None, linked=policy.identity.link)
    if rule.transform == "ordinal":
        return Ordinal(entity, token, rule, linked=policy.identity.link)
    if rule.transform == "generalise":
        return Generalise(entity, token, rule)
    if rule.transform == "pseudonym" and pseudonyms is not None:
        return pseudonyms(entity, token, rule)
    return _PLAIN[rule.transform](entity, token)


def _rule(policy: Policy, entity: str, path: str | None) -> TransformRule:
    """The most specific transform of the field at `path`, the entity's own where none is set for it."""
    placed = ByPath(policy.fields.transforms).of(path) if path is not None else None
    return placed or policy.entities[entity]
