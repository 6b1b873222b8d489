"""Names that are nearly alike: what a reader confuses in a case must be as easy to confuse in its fake."""

from __future__ import annotations

from redactory.detect.fold import folded

_STEM = 4  # letters two names begin with that makes them alike (Julien, Juliette)
_SHORT = 3  # names shorter than this are alike to none
_LONGEST_ENDING = 5


def are_near(one: str, other: str) -> bool:
    """Whether two different names share their stem, or differ in one letter that is not the first."""
    a, b = folded(one), folded(other)
    if a == b or min(len(a), len(b)) < _SHORT or a[0] != b[0]:
        return False
    return _common(a, b) >= _STEM or _one_letter(a, b)


def alike(name: str, one: str, other: str) -> str:
    """`name` with the ending by which `other` differs from `one`: where Kowalski is Nowicki, Kowalska is Nowicka."""
    shared = _common(folded(one), folded(other))
    cut = len(folded(one)) - shared
    stem = name[: len(name) - cut] if 0 < cut < len(name) - 2 else name
    return stem + folded(other)[shared:][:_LONGEST_ENDING]


def _common(a: str, b: str) -> int:
    return next((n for n, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))


def _one_letter(a: str, b: str) -> bool:
    if len(a) > len(b):
        a, b = b, a
    if len(b) - len(a) > 1:
        return False
    at = _common(a, b)
    return a[at + 1 :] == b[at + 1 :] if len(a) == len(b) else a[at:] == b[at + 1 :]
