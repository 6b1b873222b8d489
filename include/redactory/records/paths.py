"""The text of a concrete path: `correspondence[0].message`, `['a.b'].c`, `$` for a row that is one value."""

from __future__ import annotations

import re

ROOT = "$"
# A key that says itself: no dot, bracket, quote, backslash, star or control character, no white space at its ends.
_PLAIN = re.compile(r"(?!\$)[^\s.\[\]'\"\\*\x00-\x1f](?:[^.\[\]'\"\\*\x00-\x1f]*[^\s.\[\]'\"\\*\x00-\x1f])?")


def key_text(key: str, *, first: bool) -> str:
    """One object key as it stands in a path; `first` where nothing stands before it.

    A key that is not plain stands in `['...']`, a quote inside written twice (`redactory.policy.paths` reads it so).
    """
    if _PLAIN.fullmatch(key):
        return key if first else f".{key}"
    quoted = key.replace("'", "''")
    return f"['{quoted}']"


def path_text(parts: tuple[str | int, ...]) -> str:
    """The path of `parts`: a string is an object key, a number an array index. `()` is `$`."""
    if not parts:
        return ROOT
    pieces = []
    for place, part in enumerate(parts):
        pieces.append(f"[{part}]" if isinstance(part, int) else key_text(part, first=place == 0))
    return "".join(pieces)
