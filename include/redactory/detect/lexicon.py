"""What the word and name lists know: given names, surnames, how common a word is.

Sources, all with a stated origin: `vicary`'s gazetteer (MIT; Wikidata, US Census, US SSA), `nicknames`
(Apache-2.0) and `wordfreq` (Apache-2.0 code, CC-BY-SA data). Everything is loaded once, on first use.
"""

from __future__ import annotations

import math
import re
import unicodedata
from bisect import bisect_left
from collections import Counter
from functools import cache, lru_cache

from redactory.detect.prepared import prepared
from redactory.detect.wordlists import read_words
from redactory.errors import DetectionError

RARE_ZIPF = 5.5  # a first-name list is only believed for words rarer than this (wordfreq Zipf scale); `John` is 5.4
_RARE, _VERY_RARE = 3.0, 2.2  # first names of two notable people, of one: only where the word is no other
_MIN_BEARERS = 2  # notable people who must share a surname before the list counts it
_MIN_NAMESAKES = 30  # notable people of one ambiguous first name
_EVERYDAY, _PART = 3.5, 3  # how frequent, and how long, each half of a compound is
_SYLLABLES = read_words("korean_syllables")
_TWO_SYLLABLES = frozenset(a + b for a in _SYLLABLES for b in _SYLLABLES if len(a + b) > 4)
PARTICLES = read_words("particles")


def fold(word: str) -> str:
    """Lower case without accents: the key of every list here."""
    if word.isascii():
        return word.lower()
    decomposed = unicodedata.normalize("NFKD", word.replace("\u2019", "'"))
    return "".join(c for c in decomposed if not unicodedata.combining(c)).lower()


@lru_cache(maxsize=100_000)
def zipf(word: str) -> float:
    """How common `word` is in English, 0 (unknown) to 8; case does not count. Of several words, how common together.

    `wordfreq` takes most of its time to find out what is one word; of Latin letters that is known.
    """
    word = word.lower()
    if word.isascii() and word.isalpha():
        tokens = [word]
    elif _ASCII_WORDS.match(word):
        tokens = [token for part in _PARTS.split(word) for token in _elided(part)]
    elif _LATIN_WORD.match(word):
        tokens = [unicodedata.normalize("NFC", word).casefold()]
    else:
        from wordfreq import zipf_frequency

        return float(zipf_frequency(word, "en"))
    known = _english()
    shares = [known[token] for token in tokens if token in known]
    if len(shares) < len(tokens):
        return 0.0
    return _on_zipf_scale(shares[0] if len(shares) == 1 else 1 / sum(1 / share for share in shares))


_ASCII_WORDS = re.compile(r"[a-z]+(?:'[a-z]+)?(?:[ -]{1,2}[a-z]+(?:'[a-z]+)?)*\Z")
_LATIN_WORD = re.compile(r"[a-z\u00df-\u00f6\u00f8-\u0131\u0133-\u0148\u014a-\u017f]+\Z")
_PARTS = re.compile(r"[ -]+")
_ELIDED = re.compile(r"([a-z]{1,2})'([aeiouhy].*)")


def _elided(word: str) -> tuple[str, ...]:
    """`d'angelo` as the two words it is counted as; `o'brien` is one."""
    found = _ELIDED.match(word)
    return (word,) if found is None else found.groups()


@prepared
def _english() -> dict[str, float]:
    """Words of Latin letters -> their share of all words."""
    from wordfreq import get_frequency_dict

    listed = get_frequency_dict("en", "best")
    return {word: share for word, share in listed.items() if _ASCII_WORDS.match(word) or _LATIN_WORD.match(word)}


@lru_cache(maxsize=2_000)  # the list knows some 800 different frequencies
def _on_zipf_scale(frequency: float) -> float:
    """As `wordfreq` rounds it: three digits of the frequency, two of the scale."""
    rounded = round(frequency, math.floor(-math.log(frequency, 10)) + 3)
    return max(round(math.log(rounded, 10) + 9, 2), 0.0)


@prepared
def _given_names() -> dict[str, bool]:
    """Folded given name -> whether the short, certain list holds it."""
    gazetteer = _gazetteer()
    names: dict[str, bool] = dict.fromkeys(gazetteer.given_corroboration, False)
    firsts = Counter(key.partition(" ")[0] for key in gazetteer.full)
    for name, count in firsts.items():
        if len(name) > 2 and name.isalpha() and (count >= 4 or zipf(name) < (_RARE if count >= 2 else _VERY_RARE)):
            names.setdefault(fold(name), False)
    names.update(dict.fromkeys(gazetteer.given, True))
    for nickname in _nicknames():
        names.setdefault(nickname, True)
    return names


@prepared
def _nicknames() -> frozenset[str]:
    from nicknames import NickNamer

    table = NickNamer().nickname_lookup
    return frozenset(fold(name) for names in (table, *table.values()) for name in names if name.isalpha())


@prepared
def _surnames() -> dict[str, int]:
    """Folded surname -> how many notable people bear it."""
    counts = Counter(key.rpartition(" ")[2] for key in _gazetteer().full if 1 <= key.count(" ") <= 3)
    return {name: count for name, count in counts.items() if count >= _MIN_BEARERS and len(name) > 1}


def _gazetteer():  # type: ignore[no-untyped-def]
    from vicary import gazetteer

    try:
        return gazetteer.load()
    except (OSError, RuntimeError, ValueError):
        raise DetectionError(
            "the name lists of the package `vicary` cannot be read: install the versions of uv.lock again"
        ) from None


def is_given(word: str, *, certain: bool = False) -> bool:
    """Whether `word` is a given name or nickname; `certain` asks the short list of common ones alone."""
    key = fold(word)
    entry = _given_names().get(key)
    if entry is None and "-" in key.strip("-"):
        parts = key.split("-")
        if len(parts) == 2 and _SYLLABLES.issuperset(parts):
            return True
        return all(is_given(part, certain=certain) for part in parts)
    if entry is None and not certain and key in _TWO_SYLLABLES:
        return zipf(key) < _VERY_RARE
    return entry is not None and (entry or not certain)


def surname_bearers(word: str) -> int:
    """How many notable people bear the surname `word`; 0 when it is not known as one."""
    key = fold(word)
    known = _surnames().get(key, 0)
    if not known and "-" in key:
        return min((_surnames().get(part, 0) for part in key.split("-")), default=0)
    return known


@cache
def _surnames_in_order() -> list[str]:
    return sorted(_surnames())


@cache
def _givens_in_order() -> list[str]:
    return sorted(name for name, certain in _given_names().items() if certain)


def begins_surname(letters: str) -> bool:
    """Whether folded `letters` are a surname of the list, or how one begins."""
    return _begins(letters, _surnames_in_order())


def begins_given(letters: str) -> bool:
    """Whether folded `letters` are a common given name, or how one begins."""
    return _begins(letters, _givens_in_order())


def _begins(letters: str, names: list[str]) -> bool:
    at = bisect_left(names, letters)
    return at < len(names) and names[at].startswith(letters)


@lru_cache(maxsize=20_000)
def is_compound(word: str) -> bool:
    """Whether `word` is made of two everyday words, as products and components are (`Netlogon`, `Keycloak`)."""
    return word.isalpha() and any(
        zipf(word[:cut]) >= _EVERYDAY and zipf(word[cut:]) >= _EVERYDAY
        for cut in range(_PART, len(word) - _PART + 1)
    )


def is_particle(word: str) -> bool:
    """Whether `word` may stand inside a surname in a text (`van`, `de`); a letter alone could be anything there."""
    return len(word) > 1 and word.lower() in PARTICLES


@cache
def _ambiguous_names() -> frozenset[str]:
    return read_words("ambiguous_names")


@prepared
def _borne() -> list[str]:
    """The ambiguous given names that notable people bear as well (`Mark`, `Grace`; not `Cisco`)."""
    firsts = Counter(fold(key.partition(" ")[0]) for key in _gazetteer().full)
    return sorted(name for name in _ambiguous_names() if firsts[name] >= _MIN_NAMESAKES)


def is_borne(word: str) -> bool:
    """Whether `word` is a certain given name, of people rather than of things: an ambiguous one many people bear."""
    return is_given(word, certain=True) and (not is_ambiguous_name(word) or fold(word) in _borne())


def is_ambiguous_name(word: str) -> bool:
    """Whether a given name is an everyday word, a month, a place or a product as well (`Mark`, `April`, `Julia`)."""
    return _ambiguous_names().issuperset(fold(word).split("-"))
