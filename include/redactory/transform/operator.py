"""What every operator does: replace one value, and say whether a replacement is one of its own."""

from __future__ import annotations

from abc import ABC, abstractmethod


class Operator(ABC):
    """One transform of one entity, as a policy sets it. Operators keep no state between values."""

    name: str

    def __init__(self, token: str) -> None:
        self.token = token

    @abstractmethod
    def operate(self, value: str) -> str:
        """The text that stands in the place of `value`."""

    @abstractmethod
    def validate(self, replacement: str) -> bool:
        """Whether `replacement` is something this operator emits: what the vocabulary gate asks."""
