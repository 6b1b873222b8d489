"""What makes a town of a word that has other meanings too: who stays there, and which town it is set against."""

from __future__ import annotations

import re

from redactory.detect.gazetteer import ambiguous, cities
from redactory.detect.lexicon import fold, zipf

MIN_POPULATION = 50_000  # smaller towns need a context
PLAIN_WORD = 5.0  # a more frequent word (Zipf) is not told to be a city by the gazetteer alone
_STAYS_BEFORE = re.compile(r"\b(?:be|being|stay|staying) in\s+$")
_STAYS_AFTER = re.compile(
    r" (?:from|until|till|til|on|next|this|tomorrow|today|tonight|all (?:day|week)|for (?:a|the|two|three)|between|"
    r"starting|again|during)\b"
)
_OF_THE = re.compile(r"\b(?:of|at|in|from|to) the\s+$")
_BASE = re.compile(r" base\b")
_CONTRAST_AFTER = re.compile(
    r"^(?:,| (?:instead of|rather than|and not|but not|to|and|or|&|/)) ([^\W\d_]+(?:[ -][^\W\d_]+)?)"
)
_CONTRAST_BEFORE = re.compile(
    r"([^\W\d_]+) (?:instead of|rather than|and not|but not|and|or) $|\bfrom ([^\W\d_]+) (?:to|via) $"
)


def stays(left: str, right: str) -> bool:
    """`I will be in Reading from Monday`: somebody is there for a time. `left` is in lower case."""
    return _STAYS_BEFORE.search(left) is not None and _STAYS_AFTER.match(right) is not None


def at_base(left: str, right: str) -> bool:
    """`of the Natal base`."""
    return _BASE.match(right) is not None and _OF_THE.search(left) is not None


def beside_city(left: str, right: str) -> bool:
    """`Split instead of Bergen`: what is set against a plain city is one too."""
    after, before = _CONTRAST_AFTER.match(right), _CONTRAST_BEFORE.search(left)
    words = [after.group(1), after.group(1).split()[0]] if after and after.group(1)[0].isupper() else []
    words += [before.group(1) or before.group(2)] if before else []
    return any(_is_plain_city(word) for word in words)


def _is_plain_city(word: str) -> bool:
    key = fold(word).replace("-", " ")
    return cities().get(key, 0) >= MIN_POPULATION and key not in ambiguous() and zipf(word) < PLAIN_WORD
