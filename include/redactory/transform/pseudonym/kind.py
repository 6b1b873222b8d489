"""What every kind of fake value does: one canonical form for all ways of writing a value, its fake, and that written
the way the value was.

A kind knows no state: which value has which fake is the case's to remember (`case.py`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from redactory.transform.pseudonym.draw import Draw


class Unfit(Exception):
    """No fake can be made of a value, or none that holds what was asked for. The message quotes no value."""


class Clash(Unfit):
    """Two fakes that were drawn apart do not go together: the case is drawn again."""


class Kind(ABC):
    """One kind of value."""

    @abstractmethod
    def canonical(self, value: str) -> str:
        """The same text for every way of writing the same value. Raises Unfit."""

    @abstractmethod
    def fake(self, canonical: str, draw: Draw, attempt: int) -> str:
        """The canonical form of a fake; another one for another `attempt`. Raises Unfit."""

    def render(self, fake: str, value: str) -> str:
        """The fake written as `value` is."""
        return fake

    @abstractmethod
    def valid(self, text: str) -> bool:
        """Whether `text` can be one of this kind's fakes: what the vocabulary gate asks."""

    def keeps(self, value: str, fake: str) -> bool:
        """Whether a written fake passes what its value passed."""
        return self.valid(fake)


def refilled(signs: str, like: str) -> str:
    """`signs` in the places of the letters and digits of `like`, with its punctuation; cases as there."""
    out, left = [], list(signs)
    for sign in like:
        if sign.isalnum() and left:
            new = left.pop(0)
            out.append(new.lower() if sign.islower() else new)
        elif not sign.isalnum():
            out.append(sign)
    return "".join([*out, *left])
