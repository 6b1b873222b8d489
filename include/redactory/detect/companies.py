"""Companies by their make: `Lumen & Tate`, and names that stand beside a domain or URL of the same letters.

A vendor's name, domain and URL are one entity with one decision (contract.md): whoever's site is kept keeps the name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from redactory.detect.lexicon import fold, is_given

_SHORTEST = 6  # letters of a domain label that may name a company
_HOST = re.compile(r"(?:[a-z]+://)?((?:[\w-]+\.)+[a-z]{2,})", re.IGNORECASE)
_COMMON_LABELS = frozenset(
    [
        "internal",
        "intranet",
        "portal",
        "example",
        "service",
        "services",
        "support",
        "company",
        "office",
        "google",
        "login",
    ]
)


def is_pair(value: str) -> bool:
    """Whether `A & B` is a firm: two first names are two people."""
    left, _, right = value.partition("&")
    return not (is_given(left.strip(), certain=True) and is_given(right.strip(), certain=True))


def beside_domains(text: str, kept: Iterable[str]) -> Iterator[tuple[int, int]]:
    """(start, end) of the names in `text` whose letters are the label of a domain among the strings `kept`."""
    for label in sorted({label for value in kept for label in _labels(value)}):
        spaced = r"[\s&'\u2019.-]{0,3}".join(map(re.escape, label))
        for match in re.finditer(rf"(?<![\w@./-]){spaced}(?![\w@/-])", text, re.IGNORECASE):
            words = [w for w in re.split(r"[^\w']+", match.group()) if w]
            if not words or not all(w[0].isupper() for w in words):
                continue
            if len(words) > 1 and not is_given(words[0], certain=True) or len(words) == 1 and not is_given(words[0]):
                yield match.span()


def _labels(value: str) -> Iterator[str]:
    match = _HOST.match(value)
    if match is None:
        return
    parts = match.group(1).lower().split(".")
    label = fold(parts[-2].replace("-", "").replace("_", "")) if len(parts) > 1 else ""
    if len(label) >= _SHORTEST and label.isalpha() and label not in _COMMON_LABELS:
        yield label
