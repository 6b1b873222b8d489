"""The typed token: `<PERSON>`."""

from __future__ import annotations

from redactory.transform.operator import Operator


class Token(Operator):
    """Replaces a value by its entity's token (contract.md, decisions)."""

    name = "token"

    def operate(self, value: str) -> str:
        return self.token

    def validate(self, replacement: str) -> bool:
        return replacement == self.token
