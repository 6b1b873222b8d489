"""Buildings by a name and their kind, where a text goes to one: `in Thornbury House`, `open the Mercer Building`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from redactory.detect.lexicon import zipf
from redactory.detect.recognisers import levels
from redactory.detect.recognisers.base import Found, bounded, found, pattern
from redactory.detect.wordlists import read_words

NAMED = pattern(
    r"(?P<value>(?P<name>\p{Lu}[\pL'\x{2019}-]{2,}(?: \p{Lu}[\pL'\x{2019}-]{2,}){0,2}(?: \d{1,2})?) "
    r"(?P<kind>Building|House|Tower|Annexe?|Pavilion|Hall|Wing|Court|Yard|Lodge|Mill|Warehouse|Barn|Manor|Campus|Block|"
    rf"Office)(?P<part> (?:[A-H]\d?|\d|{levels.COUNTED}))?)\b",
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
_LEADS = frozenset(("old", "new", "white", "town", "city", "county", "crown", "water", "left", "right", "brick"))
_OF_OTHERS = frozenset(("Block", "Office"))  # of programs, of telephones: only behind a name that is no common word
_COMMON = 3.5  # Zipf
_AFTER = re.compile(
    r"^(?: (?!Floor|Room|Level|Desk|Block)[A-Z]\w| ?[-/@_]|\.\w|"
    r" (?:defen[cs]e|meeting|order|rules?|case|style|party|effect)\b)"
)
_GONE_TO = re.compile(
    r"\b(?:in|at|to|from|near|opens?|enter|entering|leav\w+|reach\w*|inside|outside|into|behind|opposite|visit\w*|"
    r"between|across|around|(?:reception|entrance|lobby|roof|side|floor) of|door (?:of|to)|over to)\s(?:the\s)?$",
    re.IGNORECASE,
)
# nobody has rights in a building: `the role reviewer in Quillware Campus`
_RIGHTS_IN = re.compile(r"\b(?:admin rights|permissions?|licen[cs]es?|the role [\w-]+) in $")
_OPENING = re.compile(r"(?:From|Inside|Outside|Near|Behind|Opposite|Between|Across|Visit|Enter|Into|The) ")


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
        if not bounded(text, start, end) or _AFTER.match(text[end : end + 10]):
            continue
        opening = _OPENING.match(match.group(1))
        name = match.group(2)[opening.end() if opening else 0 :]
        if not name or not _names_house(name, match.group(3), part=bool(match.group(4))):
            continue
        start += opening.end() if opening else 0
        if _RIGHTS_IN.search(text[max(0, start - 40) : start]):
            continue
        if opening or _GONE_TO.search(text[max(0, start - 32) : start]) or levels.listed(text, start, end):
            yield Found(start, end, 0.7)


def _names_house(name: str, kind: str, *, part: bool) -> bool:
    """Whether `name` before a word for a building can be its own: `Pier 4`, not `Data`."""
    words = [word for word in name.lower().split() if not word.isdigit()]
    if not words or words[-1] in _NO_NAMES or any(word in _NO_NAMES and word not in _LEADS for word in words[:-1]):
        return False
    return kind not in _OF_OTHERS or part and len(words) > 1 or zipf(words[-1]) < _COMMON
