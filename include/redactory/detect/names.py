"""Names taken apart: the given and family names of a directory entry, folded, and how ordinary a word is.

Every origin is meant: particles (`van der`, `de la`, `Al`), compound and hyphenated surnames, surname first,
single names, scripts without spaces.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from redactory.detect import lexicon
from redactory.detect.fold import folded, words
from redactory.detect.prepared import prepared
from redactory.detect.wordlists import read_words
from redactory.directory.model import Person

NAME_WORD_ZIPF = 5.6  # a word this frequent is an ordinary word, though a name list may know it
_MIN_BEARERS = 8  # notable people who must bear a surname before a word in use counts as a name
OTHER_WORD_ZIPF = 3.0  # the same for a word no name list knows (`service`, `gateway`)

_WORDS_AS_NAMES = read_words("words_as_names")
_CLIPPED = frozenset(("'t", "'s", "d'", "l'"))  # particles written with their apostrophe (`van 't Hof`)
_BRACKETS = re.compile(r"\([^)]*\)|\[[^\]]*\]|\{[^}]*\}|<[^>]*>|\"[^\"]*\"")
_TAIL = re.compile(r"\s+[-\u2013\u2014|/]\s+.*$")
_TITLES = frozenset(
    (
        "dame", "dipl", "dr", "eng", "frau", "herr", "herrn", "ing", "madame", "mag", "miss", "mlle", "mme", "monsieur",
        "mr", "mrs", "ms", "mx", "prof", "professor", "rev", "senor", "senora", "sir"
    )
)
_SUFFIXES = frozenset(
    (
        "admin", "contractor", "cpa", "esq", "ext", "extern", "external", "ii", "iii", "intern", "iv", "jr", "mba",
        "md", "phd", "sr", "vendor"
    )
)
# words of which mailboxes, rooms and services are named; a name made of these alone is nobody
_GENERIC = read_words("generic_names")

_SERVICE = frozenset(
    (
        "bot", "helpdesk", "kiosk", "mailbox", "noreply", "srv", "svc"
    )
)


class NameParts(NamedTuple):
    """One way to read a person's name. `given` and `surname` are folded words; either may be empty."""

    full: tuple[str, ...]
    given: tuple[str, ...]
    surname: tuple[str, ...]
    surname_first: bool = False


def strip_decoration(display: str) -> str:
    """A display name without brackets, department tails, titles and suffixes."""
    if display.replace(" ", "").isalpha():
        return display.strip()  # most are names and nothing else
    text = _TAIL.sub("", _BRACKETS.sub(" ", display)).strip()
    head, comma, tail = text.partition(",")
    if comma and all(word in _SUFFIXES for word in words(tail)):
        text = head
    return text


def read_name(display: str) -> NameParts | None:
    """`display` taken apart, or None when nothing is left of it. `Last, First` is turned round."""
    text = strip_decoration(display)
    head, comma, tail = text.partition(",")
    if comma and words(tail):
        given, surname = _trim(words(tail)), _trim(words(head))
        return NameParts(given + surname, given, surname, surname_first=True) if given and surname else None
    tokens = _trim(words(text))
    if not tokens:
        return None
    if len(tokens) == 1:
        return NameParts(tokens, (), ())
    if len(text.split()[0]) > 1 and text.split()[0].isupper() and not text.isupper() and "-" not in text.split()[0]:
        return NameParts(tokens, tokens[1:], tokens[:1], surname_first=True)  # NAIR Priya
    split = next((i for i in range(1, len(tokens) - 1) if is_particle(tokens[i])), None)
    if split is None:
        split = len(tokens) - len(words(text.split()[-1]))  # a hyphenated surname stays whole
        split = split if split > 0 else len(tokens) - 1
    return NameParts(tokens, tokens[:split], tokens[split:])


def names_of(person: Person) -> list[NameParts]:
    """Every reading of `person`'s names, from its display names and from its given names and surnames."""
    found: dict[tuple[str, ...], NameParts] = {}
    given = [_trim(words(strip_decoration(value))) for value in person.given_names]
    surname = [_trim(words(strip_decoration(value))) for value in person.surnames]
    for display in person.display_names:
        if display.isascii() and " " not in display.strip() and not display.replace("'", "").replace("-", "").isalpha():
            continue  # an account written where a name should stand
        if display.islower() and "-" in display and " " not in display.strip():
            continue
        parts = read_name(display)
        if parts is None:
            continue
        for last in surname:
            first = parts.full[: -len(last)] if last and parts.full[-len(last) :] == last else ()
            if first:
                parts = NameParts(parts.full, first, last)
        found.setdefault(parts.full, parts)
    for first in given:
        for last in surname:
            full = first + last
            if first and last and first != last and full not in found:
                found[full] = NameParts(full, first, last)
    return list(found.values())


def _trim(tokens: Iterable[str]) -> tuple[str, ...]:
    kept = [token if token in _CLIPPED else token.strip("'") for token in tokens]
    kept = [token for token in kept if token and any(map(str.isalnum, token))]
    while len(kept) > 1 and kept[0] in _TITLES:
        kept.pop(0)
    while len(kept) > 1 and kept[-1] in _SUFFIXES:
        kept.pop()
    return tuple(kept)


@lru_cache(maxsize=200_000)
def is_ordinary(word: str) -> bool:
    """Whether the folded `word` is used as a word, so that in lower case it is no name."""
    if not word.isascii():
        return False
    if word in _WORDS_AS_NAMES:
        return True
    frequency = lexicon.zipf(word)
    if frequency < OTHER_WORD_ZIPF:
        return False
    if frequency >= NAME_WORD_ZIPF:
        return True
    return not (lexicon.is_given(word) or lexicon.surname_bearers(word) >= _MIN_BEARERS)


def is_generic(tokens: tuple[str, ...]) -> bool:
    """Whether a name made of `tokens` names a desk, a room or a service and not a person."""
    first = tokens[0] if tokens else ""
    if len(first) > 1 and first not in _GENERIC and not first.isdigit():
        return not _SERVICE.isdisjoint(tokens)  # most names end here
    real = [token for token in tokens if len(token) > 1 and not token.isdigit()]
    return not real or not _SERVICE.isdisjoint(real) or all(token in _GENERIC for token in real)


def is_particle(token: str) -> bool:
    """Whether the folded `token` stands inside surnames and never alone for a person."""
    return token in lexicon.PARTICLES or token in _CLIPPED


def is_title(word: str) -> bool:
    """Whether `word`, as it is written, is how somebody is addressed before the name: `Dr.`, `Frau`."""
    return word[:1].isupper() and lexicon.fold(word.rstrip(".")) in _TITLES


@prepared
def _nicknames() -> dict[str, frozenset[str]]:
    from nicknames import NickNamer

    table: dict[str, set[str]] = {}
    for name, shorts in NickNamer().nickname_lookup.items():
        for short in shorts:
            table.setdefault(folded(name), set()).add(folded(short))
            table.setdefault(folded(short), set()).add(folded(name))
    return {name: frozenset(others) for name, others in table.items()}


def nicknames_of(given: str) -> frozenset[str]:
    """Folded nicknames of the folded given name, and the names it is one of (`nicknames`, Apache-2.0)."""
    return _nicknames().get(given, frozenset())


def respellings(token: str) -> tuple[str, ...]:
    """How a folded name word is also written: umlauts as `ae oe ue` or without, without its apostrophe."""
    found = []
    if "'" in token:
        found += [token.replace("'", ""), token.replace("'", " ")]
    if "ae" in token or "oe" in token or "ue" in token:
        found.append(token.replace("ae", "a").replace("oe", "o").replace("ue", "u"))
    return tuple(found)


def transliterated(text: str) -> str:
    """`text` with German and Nordic letters written out (`Müller` -> `Mueller`), for a second set of patterns."""
    for letter, out in (("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("Ä", "Ae"), ("Ö", "Oe"), ("Ü", "Ue"), ("å", "aa"),
                        ("Å", "Aa"), ("ø", "oe"), ("Ø", "Oe")):  # fmt: skip
        text = text.replace(letter, out)
    return text
