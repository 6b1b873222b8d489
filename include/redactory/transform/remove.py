"""Removal: nothing stands in the value's place."""

from __future__ import annotations

from redactory.transform.operator import Operator
from redactory.transform.scope import Scope


class Remove(Operator):
    """Replaces a value by the empty string."""

    name = "remove"

    def operate(self, value: str, scope: Scope, subject: str | None = None) -> str:
        return ""

    def validate(self, replacement: str) -> bool:
        return replacement == ""
