"""Removal: nothing stands in the value's place."""

from __future__ import annotations

from redactory.transform.operator import Operator


class Remove(Operator):
    """Replaces a value by the empty string."""

    name = "remove"

    def operate(self, value: str) -> str:
        return ""

    def validate(self, replacement: str) -> bool:
        return replacement == ""
