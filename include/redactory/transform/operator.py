"""What every operator does: replace one value, and say whether a replacement is one of its own."""

from __future__ import annotations

from abc import ABC, abstractmethod

from redactory.transform.scope import Scope


class Operator(ABC):
    """One transform of one entity, as a policy sets it. State between values is the scope's, never the operator's.

    Args:
        entity: class of the values.
        token: their typed token, for whatever cannot be transformed otherwise.
    """

    name: str
    reversible = False  # whether the policy has token and value kept in the vault

    def __init__(self, entity: str, token: str) -> None:
        self.entity = entity
        self.token = token

    @abstractmethod
    def operate(self, value: str, scope: Scope, subject: str | None = None) -> str:
        """The text that stands in the place of `value`.

        `subject` is who is meant, where that is known (a hash, no value); used where the policy links their values.
        """

    @abstractmethod
    def validate(self, replacement: str) -> bool:
        """Whether `replacement` is something this operator emits: what the vocabulary gate asks."""

    def stands_at(self, text: str, start: int, end: int) -> bool:
        """Whether `text[start:end]` is a part of what this operator has written already."""
        return False
