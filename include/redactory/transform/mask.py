"""The mask: the same few asterisks for every value, so that not even its length is told."""

from __future__ import annotations

from redactory.transform.operator import Operator
from redactory.transform.scope import Scope

MASK = "*****"


class Mask(Operator):
    """Replaces a value by a mask of fixed width."""

    name = "mask"

    def operate(self, value: str, scope: Scope, subject: str | None = None) -> str:
        return MASK

    def validate(self, replacement: str) -> bool:
        return replacement == MASK
