"""The policy's own tokens where they stand in a text already, of an earlier run or of the author's.

Nothing is found in them, and nothing is taken from them: `phone` in `<PHONE>` is no word beside a number.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from redactory.policy.model import Policy
from redactory.policy.transforms import own_tokens

VEIL = "\ufffc"  # each letter and digit of a token as the layers see it: the sign of an object, no word, no space
MARKUP = re.compile(r"<[A-Z][A-Z0-9_]{0,31}>")

Walls = Sequence[tuple[int, int]]


class OwnTokens:
    """What one policy writes: typed tokens, surrogates, ordinals."""

    def __init__(self, policy: Policy) -> None:
        self._typed = frozenset(policy.token(name) for name in policy.entities)
        self._own = own_tokens(policy)

    def walls(self, text: str) -> Walls:
        """(start, end) of each token in `text`: no layer looks in there."""
        walls = [m.span() for m in MARKUP.finditer(text) if m.group() in self._typed] if "<" in text else []
        if self._own is not None:
            walls += [m.span() for m in self._own.finditer(text)]
        return walls

    def is_one(self, text: str) -> bool:
        """Whether `text` is one token, and nothing else."""
        stripped = text.strip()
        return stripped in self._typed or (self._own is not None and self._own.fullmatch(stripped) is not None)


def veiled(text: str, walls: Walls) -> str:
    """`text` with its tokens veiled, their brackets aside; as long as before."""
    for start, end in walls:
        bracket = text[start] in "<["
        first, last = start + bracket, end - bracket
        text = text[:first] + VEIL * (last - first) + text[last:]
    return text


def behind_token(text: str, at: int) -> bool:
    """Whether a veiled token ends right before `at`: `@jumphost` in `<USER>@jumphost` mentions nobody."""
    return VEIL in text[max(0, at - 2) : at]
