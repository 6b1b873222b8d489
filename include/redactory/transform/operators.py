"""Every operator of a policy, by entity and field: what the engine replaces with, and what the gates validate by."""

from __future__ import annotations

import re

from redactory.policy.model import Policy
from redactory.policy.transforms import rules_of
from redactory.transform.factory import Pseudonyms, operator_for, require_case
from redactory.transform.keys import SurrogateKeys
from redactory.transform.operator import Operator
from redactory.transform.ordinal import Ordinal
from redactory.transform.scope import Scope

_INDEX = re.compile(r"\[\d+\]")
_CACHE = 50_000  # (entity, path) pairs remembered; records with invented keys must not fill the memory


def needs_key(policy: Policy) -> bool:
    """Whether the policy writes surrogates, or pseudonyms, whose cases have keys derived from it."""
    return any(rule.transform in ("surrogate", "pseudonym") for rule in rules_of(policy))


def needs_case(policy: Policy) -> bool:
    """Whether the policy writes pseudonyms, so that each of its rows is an evaluation case."""
    return any(rule.transform == "pseudonym" for rule in rules_of(policy))


class Operators:
    """The operators of the entities a policy redacts. Arguments are those of `operator_for`.

    Raises:
        PolicyError: the policy asks for pseudonyms, and none are given.
    """

    def __init__(
        self, policy: Policy, *, keys: SurrogateKeys | None = None, pseudonyms: Pseudonyms | None = None
    ) -> None:
        self._policy, self._keys, self._pseudonyms = policy, keys, pseudonyms
        if pseudonyms is None:
            require_case(policy)
        redacted = [name for name, rule in policy.entities.items() if rule.decision == "redact"]
        self._of_entity = {name: self._made(name, None) for name in redacted}
        self._by_path = bool(policy.fields.transforms)
        counted = {policy.label(name): name for name in redacted}
        self._ordinals = [
            Ordinal(entity, f"<{label}>", rule, linked=policy.identity.link)
            for rule in rules_of(policy) if rule.transform == "ordinal"
            for label, entity in counted.items()
        ]  # fmt: skip
        self._placed: dict[tuple[str, str], Operator] = {}

    def of(self, entity: str, path: str) -> Operator:
        """The operator of `entity` in the field at `path`. Raises KeyError for an entity that is not redacted."""
        operator = self._of_entity[entity]
        if not self._by_path:
            return operator
        key = (entity, _INDEX.sub("[0]", path))
        placed = self._placed.get(key)
        if placed is None:
            if len(self._placed) >= _CACHE:
                self._placed.clear()
            placed = self._placed[key] = self._made(entity, path)
        return placed

    def reserve(self, text: str, scope: Scope) -> None:
        """What looks like an ordinal in a row's own `text` is the author's: its number is given to nobody."""
        for ordinal in self._ordinals:
            ordinal.reserve(text, scope)

    def _made(self, entity: str, path: str | None) -> Operator:
        return operator_for(self._policy, entity, path=path, keys=self._keys, pseudonyms=self._pseudonyms)
