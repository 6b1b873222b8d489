"""Towns no gazetteer has, told by how their names are made and by the word before: `in North Quistville, not`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from redactory.detect.lexicon import is_ambiguous_name, is_compound, is_given, surname_bearers, zipf
from redactory.detect.recognisers.base import is_word, pattern
from redactory.policy.patterns import together

HEADS = ("New", "North", "South", "East", "West", "Port", "Lake", "Fort", "Mount", "Upper", "Lower", "Great", "Little")
_FIRST = rf"(?:{'|'.join(HEADS)})"
_LAST = r"(?:mouth|burgh|borough|bury|chester|ville|shire|stad|furt|haven|town)"
_BEFORE = r"\b(?:[Ii]n|[Ff]rom|[Nn]ear|[Tt]o|[Aa]t|[Oo]f|[Aa]t home,|[Vv]ia|[Dd]a|[Aa]us|[Nn]ach|bei|à) "
_PAIRED = pattern(rf"{_BEFORE}(?P<value>{_FIRST} \p{{Lu}}\p{{Ll}}{{2,}}(?:-\p{{Lu}}\p{{Ll}}+)?)", ignore_case=False)
_ENDED = pattern(rf"{_BEFORE}(?P<value>\p{{Lu}}\p{{Ll}}{{2,}}{_LAST})", ignore_case=False)
together(_PAIRED, _ENDED)
_STEM = re.compile(rf"(.+?){_LAST}", re.IGNORECASE)
# what ends the phrase; a name that goes on is a firm's or a product's
BEHIND = re.compile(
    r"[.,;:!?)]|\s?$|\n| (?:\(|(?:and|or|not|by|on|is|was|where|since|until|for|with|today|yesterday|again)\b)"
)
_RARE, _UNCOMMON = 1.5, 4.0  # Zipf


def coined(text: str) -> Iterator[tuple[int, int]]:
    """(start, end) of towns made of somebody's name or a word of no language, and of what towns are named with."""
    for expression in (_PAIRED, _ENDED):
        for match in expression.finditer(text):
            start, end = match.span(1)
            if match.start() and is_word(text[match.start() - 1]) or BEHIND.match(text, end) is None:
                continue
            word = text[start:end].split()[-1]
            stem = _STEM.fullmatch(word)
            ended = stem is not None and zipf(word) < _RARE and _is_name(stem.group(1))
            if ended or expression is _PAIRED and _is_name(word):
                yield start, end


def _is_name(word: str) -> bool:
    """Whether `word` is somebody's name and hardly another word, or a word of no language."""
    frequency = zipf(word)
    if is_given(word) or surname_bearers(word) > 1:
        return frequency < _UNCOMMON or is_given(word, certain=True) and not is_ambiguous_name(word)
    return len(word) > 3 and frequency < _RARE and not is_compound(word)
