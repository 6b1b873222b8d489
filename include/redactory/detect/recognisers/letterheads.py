"""Streets whose kind no list has, told by where they stand: above the line of a town, or of a telephone."""

from __future__ import annotations

import re
from collections.abc import Iterator

from redactory.detect.lexicon import zipf
from redactory.detect.recognisers.address_grammar import (
    CALLS,
    FLAT_BEHIND,
    NUMBER,
    OF_COUNTRY,
    POSTCODE,
    SMALL,
    TOWN_WORD,
    UPPER,
)
from redactory.detect.recognisers.addresses import is_town
from redactory.detect.recognisers.base import Found, found, pattern
from redactory.policy.patterns import Match, together

_LINK = rf"(?:(?:{SMALL}|d['\x{{2019}}]|of|the|i|ul\.) ?)"
_WORDS = rf"{_LINK}{{0,2}}{UPPER}(?: {_LINK}{{0,2}}{UPPER}){{0,4}}"
_STREET = (
    rf"({NUMBER},? {_WORDS}{FLAT_BEHIND}?|"
    rf"{_WORDS},? (?:[Nn][or]\.? ?|n?[\x{{b0}}\x{{ba}}] ?)?{NUMBER}(?: [A-Za-z])?{FLAT_BEHIND}?)"
)
_CODE = rf"({OF_COUNTRY}?{POSTCODE}|\d{{8}})"
_TOWN = rf"({TOWN_WORD}(?: (?:(?:am|an der|de|del|di|do|du|en|im|la|le|sur|upon|on|in) )?{TOWN_WORD}){{0,3}})"
_PLACE = rf"(?:{_CODE} {_TOWN}|{_TOWN}(?:,?(?: [A-Z]{{2}})? {_CODE})?)"
_MARGIN = r"[> \t]{0,6}"
# the lines of a signature and of a letter's head
_BLOCK = pattern(
    rf"(?m:^){_MARGIN}{_STREET}[ \t]*,?[ \t]*\r?\n{_MARGIN}{_PLACE}[ \t]*,?[ \t]*(?:\r?\n([^\n]{{0,40}})|$)",
    ignore_case=False,
)
_ALONE = pattern(rf"(?m:^){_MARGIN}{_STREET}[ \t]*\r?\n([^\n]{{0,40}})", ignore_case=False)
together(_BLOCK, _ALONE)
_CONTACT = re.compile(rf"[> \t]*(?:{CALLS}|e-?mail|mail|web)\b ?[.:/|+(]", re.IGNORECASE)
_UNUSUAL = 3.4  # Zipf; the rarest word of `3 New Users` and of `Router 12` is more frequent


def letterheads(text: str) -> Iterator[Found]:
    """Streets, with the line of their town, that stand where streets stand. `text` holds a digit."""
    if "\n" not in text:
        return
    for match in _BLOCK.finditer(text):
        told = (_code(match) != "") + (_known(match) and _unusual(match.group(1)))
        if told + (_CONTACT.match(match.group(6)) is not None) > 1:
            yield found(match, 0.75, 1)
            first = match.start(2) if match.start(2) >= 0 else match.start(4)
            yield Found(first, max(match.end(3), match.end(4), match.end(5)), 0.75)
    for match in _ALONE.finditer(text):
        words = re.findall(r"[^\W\d_]{3,}", match.group(1))
        if _CONTACT.match(match.group(2)) and words and max(map(zipf, words)) < _UNUSUAL and not words[0].isupper():
            yield found(match, 0.7, 1)


def _code(match: Match) -> str:
    return match.group(2) or match.group(5)


def _known(match: Match) -> bool:
    return is_town(match.group(3) or match.group(4))


def _unusual(street: str) -> bool:
    return min(map(zipf, re.findall(r"[^\W\d_]{2,}", street)), default=_UNUSUAL) < _UNUSUAL
