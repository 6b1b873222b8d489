"""Buildings by a name and their kind, where a text goes to one: `in Thornbury House`, `open the Mercer Building`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from redactory.detect.recognisers import levels
from redactory.detect.recognisers.base import Found, bounded, found, pattern
from redactory.detect.wordlists import read_words

NAMED = pattern(
    r"(?P<value>(?P<name>\p{Lu}[\pL'\x{2019}-]{2,}(?: \p{Lu}[\pL'\x{2019}-]{2,})?) "
    r"(?P<kind>Building|House|Tower|Annexe?|Pavilion|Hall|Wing|Court|Yard|Lodge|Mill|Warehouse))\b",
    ignore_case=False,
)
# the kind first, as most languages have it: `Haus Nord`, `Jalan Ampang`
_KIND_FIRST = pattern(
    r"(?P<value>(?P<kind>Haus|Turm|Geb\x{e4}ude|Immeuble|B\x{e2}timent|Palazzo|Edificio|Edif\x{ed}cio|Budynek|Wisma|Menara|"
    r"Jalan|Jln\.?|Lorong|Rue|Calle|Avenida|Ulica|Plac|Torre|Villa|Casa|Maison|Via|Piazza|Corso)"
    r"(?: (?:de|del|de la|di|da|do|du|des|la|el))? \p{Lu}[\pL'\x{2019}-]{2,}(?: \p{Lu}[\pL'\x{2019}-]{2,})?)",
    ignore_case=False,
)
_NAMES_TOO = frozenset(("Torre", "Villa", "Casa", "Maison", "Via", "Piazza", "Corso"))  # of people and of firms
_ON = re.compile(r"\b(?:on|along|im|am|beim|vom) $", re.IGNORECASE)
_NO_NAMES = read_words("house_words")
_AFTER = re.compile(
    r"^(?: (?!Floor|Room|Level|Desk|Block)[A-Z]\w| ?[-/@_]|\.\w|"
    r" (?:defen[cs]e|meeting|order|rules?|case|style|party|effect)\b)"
)
_GONE_TO = re.compile(
    r"\b(?:in|at|to|from|near|opens?|enter|entering|leav\w+|reach\w*|inside|outside|into|behind|opposite|visit\w*|"
    r"reception of|entrance of|lobby of|door (?:of|to)|roof of|side of|over to)\s(?:the\s)?$",
    re.IGNORECASE,
)


def houses(text: str) -> Iterator[Found]:
    """Named buildings of `text`, and streets that are named without a number."""
    for match in _KIND_FIRST.finditer(text):
        start, end = match.span(1)
        left = text[max(0, start - 32) : start]
        sure = match.group(2) not in _NAMES_TOO or _GONE_TO.search(left) or _ON.search(left)
        if sure and bounded(text, start, end) and not _AFTER.match(text[end : end + 10]):
            yield found(match, 0.7, 1)
    for match in NAMED.finditer(text):
        start, end = match.span(1)
        words = match.group(2).lower().split()
        if not bounded(text, start, end) or _AFTER.match(text[end : end + 10]) or any(w in _NO_NAMES for w in words):
            continue
        if _GONE_TO.search(text[max(0, start - 32) : start]) or levels.line(text, start, end):
            yield found(match, 0.7, 1)
