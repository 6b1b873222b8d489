"""The typed token: `<PERSON>`."""

from __future__ import annotations

from redactory.transform.operator import Operator
from redactory.transform.scope import Scope


class Token(Operator):
    """Replaces a value by its entity's token (contract.md, decisions)."""

    name = "token"

    def operate(self, value: str, scope: Scope, subject: str | None = None) -> str:
        return self.token

    def validate(self, replacement: str) -> bool:
        return replacement == self.token
