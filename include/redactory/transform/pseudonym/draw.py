"""Choices of one case: HMAC-SHA-256 under the case's own key, so that nobody without it can tell or repeat them."""

from __future__ import annotations

import hmac
from collections.abc import Sequence


class Draw:
    """A key of 32 bytes, made for one case and used for no other. Its repr shows nothing."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def __repr__(self) -> str:
        return "Draw()"

    def number(self, below: int, *what: str | int) -> int:
        """A number from 0 to `below` - 1, always the same for the same `what`."""
        message = "\0".join(map(str, what)).encode("utf-8", "surrogatepass")
        return int.from_bytes(hmac.digest(self._key, message, "sha256")[:16]) % below

    def pick(self, items: Sequence[str], *what: str | int) -> str:
        """One of `items`."""
        return items[self.number(len(items), *what)]

    def shuffled(self, items: Sequence[str], *what: str | int) -> list[str]:
        """`items` in an order of this draw."""
        return sorted(items, key=lambda item: self.number(1 << 64, *what, item))

    def like(self, shape: str, *what: str | int) -> str:
        """Another text of the same shape: a digit for a digit, a letter for a letter, case kept, the rest as it is."""
        out = []
        for at, sign in enumerate(shape):
            if sign.isdecimal():
                out.append(str(self.number(10, *what, at)))
            elif sign.isalpha():
                letter = self.pick("abcdefghjkmnpqrstuvwxyz", *what, at)
                out.append(letter.upper() if sign.isupper() else letter)
            else:
                out.append(sign)
        return "".join(out)
