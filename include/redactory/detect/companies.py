"""Companies by their make: `Lumen & Tate`, and names that stand beside a domain or URL of the same letters.

A vendor's name, domain and URL are one entity with one decision (contract.md): whoever's site is kept keeps the name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from redactory.detect.lexicon import is_given, surname_bearers, zipf
from redactory.detect.spans import KeepSpan

RULE = "vendor:by-domain"
_SHORTEST = 6  # letters of a domain label that may name a company
_HOST = re.compile(r"(?:[a-z]+://)?((?:[\w-]+\.)+[a-z]{2,})", re.IGNORECASE)
_SECOND_LEVEL = frozenset(("ac", "co", "com", "gov", "net", "org"))
_MANY, _RARE = 10, 3.0  # notable bearers of a surname; how frequent a first name is as a word (Zipf)
_PLAIN_WORD = 4.0  # a last word this frequent (Zipf) is one of a company's name: `Software`
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
    left, right = (part.strip() for part in value.split("&", 1))
    certain = [is_given(name, certain=True) for name in (left, right)]
    if all(certain) or not any(certain):
        return not all(certain)
    other = right if certain[0] else left
    return not is_given(other) or zipf(other) >= _RARE or surname_bearers(other) >= _MANY


def is_trade(value: str) -> bool:
    """Whether a name and a trade are a firm: `Albrecht Messtechnik`, not `Marta Okafor Informatik`, a department."""
    first, *rest = value.split()
    return not is_given(first, certain=True) or len(rest) == 1 and surname_bearers(first) > 1


def named_by_sites(texts: Sequence[str], sites: Iterable[str]) -> list[list[KeepSpan]]:
    """The names of companies in the texts of one record whose site stands somewhere in it: `vendor:by-domain`.

    A site of several words names its owner's products too: `marlowe-instruments.example` keeps `Marlowe Trace`.
    """
    patterns = [_spelled(label) for label in sorted({site for value in sites for site in _hyphened(value)})]
    found: list[list[KeepSpan]] = []
    for text in texts:
        folded = text.lower()
        held = []
        for head, compiled in patterns:
            if head in folded:
                held += [KeepSpan(m.start(), m.end(), RULE) for m in compiled.finditer(text) if _is_company(m.group())]
        found.append(held)
    return found


def _hyphened(value: str) -> Iterator[str]:
    """The label of a site with its hyphens, where it is long enough to name a company."""
    match = _HOST.match(value)
    parts = match.group(1).lower().split(".") if match else []
    at = -3 if len(parts) > 2 and parts[-2] in _SECOND_LEVEL else -2
    if len(parts) < 2:
        return
    label = parts[at].replace("_", "-")
    if len(label) >= _SHORTEST and label.replace("-", "").isalpha() and label not in _COMMON_LABELS:
        yield label


@lru_cache(maxsize=2_000)
def _spelled(label: str) -> tuple[str, re.Pattern[str]]:
    """The first letters of `label`, to look for, and a pattern of the names it stands for."""
    first, _, rest = label.partition("-")
    spaced = r"[\s&'\u2019.-]{0,3}".join(map(re.escape, label.replace("-", "")))
    whole = rf"(?<![\w@./-]){spaced}(?![\w@/-])"
    if rest and len(first) >= _SHORTEST - 1:
        other = rf"(?<![\w@./-]){first.capitalize()}(?: [A-Z][\w]+){{1,2}}(?![\w@/-])"
        return first[:4], re.compile(rf"(?i:{whole})|{other}")
    return label[:4], re.compile(whole, re.IGNORECASE)


def _is_company(name: str) -> bool:
    words = [w for w in re.split(r"[^\w']+", name) if w]
    return bool(words) and all(w[0].isupper() or w[0].isdigit() for w in words) and not _is_person(words)


def _is_person(words: Sequence[str]) -> bool:
    """Whether a site of this name is rather its owner's own: `Hugo Schmidt` beside `hugo-schmidt.example`."""
    if len(words) == 1:
        return is_given(words[0])
    return is_given(words[0], certain=True) and surname_bearers(words[-1]) > 0 and zipf(words[-1]) < _PLAIN_WORD
