"""The keyed surrogate: `[ORG_1f4b9c72a0]`, the same wherever the same thing is meant (docs/transforms.md)."""

from __future__ import annotations

import hmac
import re

from redactory.detect.accounts import ORG
from redactory.errors import ConfigError
from redactory.policy.transforms import SurrogateOptions, TransformRule
from redactory.transform.keys import SurrogateKey
from redactory.transform.normal import normalise
from redactory.transform.operator import Operator
from redactory.transform.scope import Scope

# stands for the entity type where somebody is named by whom they are, not by a value; no entity is written so
_SUBJECT = "subject"


def surrogate(
    key: SurrogateKey, entity: str, value: str, length: int, *, label: str | None = None, subject: str | None = None
) -> str:
    """HMAC-SHA-256 over entity type and normalised value, its first `length` hex digits behind the label.

    `label` is the entity's unless the policy names its tokens otherwise. With `subject` the surrogate is of whom the
    value stands for, so that all of their values share its digits.
    """
    message = f"{_SUBJECT}\0{subject}" if subject else f"{entity}\0{normalise(entity, value)}"
    digest = hmac.digest(key.secret, message.encode("utf-8", "surrogatepass"), "sha256")
    return f"[{label or entity}_{digest.hex()[:length]}]"


class Surrogate(Operator):
    """Replaces a value by its surrogate under `key`. Without a key it knows its surrogates and makes none."""

    name = "surrogate"

    def __init__(
        self, entity: str, token: str, rule: TransformRule, key: SurrogateKey | None, *, linked: bool
    ) -> None:
        super().__init__(entity, token)
        self._key = key
        self._named = linked or entity == ORG
        self._label = token[1:-1]
        self._length = (rule.surrogate or SurrogateOptions()).length
        self._shape = re.compile(rule.shape(self._label) or "")

    def operate(self, value: str, scope: Scope, subject: str | None = None) -> str:
        if self._key is None:
            raise ConfigError(f"{self.entity} is replaced by surrogates, and no surrogate key was given")
        whom = subject if self._named else None
        return surrogate(self._key, self.entity, value, self._length, label=self._label, subject=whom)

    def validate(self, replacement: str) -> bool:
        return self._shape.fullmatch(replacement) is not None
