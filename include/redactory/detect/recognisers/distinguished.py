"""People in the names of a directory's entries: `CN=Diaz\\, Ann,OU=Staff` (RFC 4514), `corp.example/Staff/Ann Diaz`.

What stands around the name says whose it is: a unit of people, of groups, of computers. In a unit of people a name
needs no list that knows it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from redactory.detect.lexicon import is_particle
from redactory.detect.names_evidence import all_rare, evidence, is_name_word, looks_plain
from redactory.detect.recognisers.base import Found, pattern
from redactory.detect.wordlists import read_words

_ESCAPED = r"\\{1,2}(?:[0-9A-Fa-f]{2}|[,+\"\\<>;= ])"
_PLAIN = rf"(?:{_ESCAPED}|[^\\,+;=\"'<>|\n]|(?<=\w)'(?=\w))"
_DN = re.compile(
    rf"(?<![^\W_])[Cc][Nn]=(?:\"(?P<quoted>[^\"\n=]{{2,80}})\"|(?P<plain>{_PLAIN}{{2,80}}))"
)
_UNITS = re.compile(rf"(?:\"?[,+] ?[A-Za-z]{{1,24}}={_PLAIN}{{1,80}})*")
_PAIR = re.compile(r"\\{1,2}([0-9A-Fa-f]{2})|\\{1,2}(.)")
_CAP = r"\p{Lu}[\pL\pM\d_'\x{2019}.-]{0,30}"
_PARTICLES = r"(?:(?:van|von|der|den|de|del|della|di|da|dos|la|el|al|bin|ten|ter|y) ){0,3}"
_NAME = rf"{_PARTICLES}{_CAP}(?: {_PARTICLES}{_CAP}){{0,3}}"
_CANONICAL = pattern(
    r"(?:^|[^\pL\d_/.:@-])(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,12}((?:/[^/\n,;:\"'|]+)*/[^/\n,;:\"'|]+/)"
    rf"({_NAME}(?:\\?, {_NAME})?)",
    ignore_case=False,
)
_PEOPLE = re.compile(
    r"[=/][\w -]*(?:users?|people|persons?|staff|employees?|personnel|contractors?|externals?|leavers|members|trainees|"
    r"interns|students?|pupils|mitarbeiter|benutzer|utilisateurs?|usuarios|utenti|pracownicy|personas?)(?=[,/+]|$)",
    re.IGNORECASE,
)
_THINGS = re.compile(
    r"[=/][\w -]*(?:groups?|roles?|lists?|computers?|servers?|workstations?|laptops?|desktops?|clients|devices|"
    r"printers?|controllers|services?|service accounts?|builtin|system|configuration|shared mailboxes|rooms|"
    r"resources|apps|"
    r"applications|gruppen|groupes|grupos)(?=[,/+]|$)",
    re.IGNORECASE,
)
_BRACKET = re.compile(r"\s*[(\[].*$|\s+[-\u2013/]\s.*$")
_NOBODY = read_words("role_words") | read_words("not_names") | read_words("generic_names")
_NEED, _NEED_TURNED, _NEED_AMONG_PEOPLE = 0.9, 0.3, 0.6
_RARE = 3.2  # Zipf; a more frequent word says nothing by itself


def unescaped(value: str) -> str:
    """A value of a distinguished name as it is meant: `Diaz\\, Ann` and `Diaz\\2C Ann` as `Diaz, Ann`."""
    if "\\" not in value:
        return value
    raw = _PAIR.sub(lambda pair: chr(int(pair.group(1), 16)) if pair.group(1) else pair.group(2), value)
    try:  # hexadecimal pairs are octets of UTF-8
        return raw.encode("latin-1").decode("utf-8")
    except UnicodeError:
        return raw


def people(text: str) -> Iterator[Found]:
    """The names of people in distinguished and canonical names."""
    if "CN=" in text or "cn=" in text:
        for match in _DN.finditer(text):
            group = "quoted" if match.start("quoted") >= 0 else "plain"
            written = _BRACKET.sub("", match.group(group)).rstrip(" \\")
            units = _UNITS.match(text, match.end())
            if _is_somebody(unescaped(written), units.group() if units else ""):
                yield Found(match.start(group), match.start(group) + len(written), 0.85)
    if "/" in text and "." in text:
        for canonical in _CANONICAL.finditer(text):
            if _PEOPLE.search(canonical.group(1)) and _is_somebody(canonical.group(2), canonical.group(1)):
                yield Found(*canonical.span(2), 0.85)


def _is_somebody(name: str, units: str) -> bool:
    words = [word for word in re.split(r"[\s,]+", name) if word]
    real = [word for word in words if not is_particle(word) and len(word.strip(".")) > 1]
    if len(words) < 2 or not real or any(char.isdigit() for char in name):
        return False
    if not all(map(is_name_word, real)) or any(_NOBODY & {low, low.removesuffix("s")} for low in map(str.lower, real)):
        return False
    among_people = _PEOPLE.search(units) is not None
    if not among_people and _THINGS.search(units):
        return False
    weight = evidence(real)
    if "," in name:
        return among_people or weight >= _NEED_TURNED or all_rare(real, _RARE)
    if among_people:
        return weight >= _NEED_AMONG_PEOPLE or all_rare(real, _RARE)
    return weight >= _NEED and not any(map(looks_plain, real))
