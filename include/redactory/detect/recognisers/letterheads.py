"""Streets whose kind no list has, told by where they stand: above a town's line, or behind `the parcel goes to`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from redactory.detect.gazetteer import cities
from redactory.detect.lexicon import fold, zipf
from redactory.detect.recognisers.base import Found, found, pattern
from redactory.policy.patterns import Match, together

_UPPER = r"[\p{Lu}][\pL'\x{2019}.-]*"
_SMALL = (
    r"(?:de la|de los|de las|de l['\x{2019}]|de|del|della|dei|di|da|do|dos|das|du|des|d['\x{2019}]|la|le|les|el|los|"
    r"van|von|der|den|dem|am|an|im|zum|zur|of|the|y|e|i|rue|avenue|boulevard|chemin|place|quai|all\x{e9}e|impasse|calle|"
    r"via|viale|piazza|corso|rua|ulica|ul\.|jalan|gang)"
)
_WORDS = rf"(?:{_SMALL} ?){{0,2}}{_UPPER}(?: (?:{_SMALL} ?){{0,2}}{_UPPER}){{0,4}}"
_UNIT = r"(?:,? (?:Apt|Apartment|Suite|Ste|Unit|Flat|Floor|Room|Stock|Etage)\.? #?\w{1,5})?"
_STREET = (
    rf"(\d{{1,6}}[A-Za-z]?(?:[/-]\d{{1,4}}[A-Za-z]?)?,? {_WORDS}{_UNIT}|"
    rf"{_WORDS},? (?:[Nn][or]\.? ?|n?[\x{{b0}}\x{{ba}}] ?)?\d{{1,4}}(?:[/-]\d{{1,4}})?(?: ?[A-Za-z])?{_UNIT})"
)
_CODE = (
    r"((?:[A-Z]{1,2}-?)?(?:\d{4,6}(?:-\d{3,4})?|\d{3}[ -]\d{2}|\d{2}-\d{3}|\d{8}|\d{4} ?[A-Z]{2})|"
    r"[A-Z]{1,2}\d{1,3}[A-Z]? ?\d[A-Z]{2}|[A-Z]\d[\dA-Z] ?[A-Z\d]{4}|[A-Z]\d[A-Z] ?\d[A-Z]\d)"
)
_NAME = r"[\p{Lu}][\pL'\x{2019}-]+"
_TOWN = rf"({_NAME}(?: (?:(?:am|an der|de|del|di|do|du|en|im|la|le|sur|upon|on|in) )?{_NAME}){{0,3}})"
_PLACE = rf"(?:{_CODE} {_TOWN}|{_TOWN}(?:,?(?: [A-Z]{{2}})? {_CODE})?)"
_MARGIN = r"[> \t]{0,6}"
# the lines of a signature and of a letter's head
_BLOCK = pattern(
    rf"(?m:^){_MARGIN}{_STREET}[ \t]*,?[ \t]*\r?\n{_MARGIN}{_PLACE}[ \t]*,?[ \t]*(?:\r?\n([^\n]{{0,40}})|$)",
    ignore_case=False,
)
_ALONE = pattern(rf"(?m:^){_MARGIN}{_STREET}[ \t]*\r?\n([^\n]{{0,40}})", ignore_case=False)
_SENT = pattern(
    rf"(?:[Aa]ddress(?: is)?:? |(?:[Pp]arcel|[Pp]ackage|[Cc]ourier|[Dd]eliver\w*|[Ss]hip\w*|[Pp]ost(?:ed|al)?|"
    rf"[Rr]eplacement)\b[^.;\n]{{0,40}}?\b(?:to|at) ){_STREET}, {_PLACE}",
    ignore_case=False,
)
together(_BLOCK, _ALONE, _SENT)
_CONTACT = re.compile(
    r"[> \t]*(?:tel(?:\.|efon\w*|\u00e9fono|ephone|\u00e9phone)?|phone|fon|fax|mobile?|mob\.?|cell|direct|durchwahl|"
    r"e-?mail|mail|web|[tmfe])\b ?[.:/|+(]",
    re.IGNORECASE,
)
_UNUSUAL = 3.4  # Zipf; the rarest word of `3 New Users` and of `Router 12` is more frequent


def letterheads(text: str) -> Iterator[Found]:
    """Streets, with the line of their town, that stand where streets stand. `text` holds a digit."""
    for match in _SENT.finditer(text):
        if _unusual(match.group(1)) and (_code(match) or _known(match)):
            yield Found(match.start(1), match.end(), 0.75)
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
    return fold(match.group(3) or match.group(4)).replace("-", " ") in cities()


def _unusual(street: str) -> bool:
    return min(map(zipf, re.findall(r"[^\W\d_]{2,}", street)), default=_UNUSUAL) < _UNUSUAL
