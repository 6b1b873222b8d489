"""Is this name made of dictionary words? Such a name (`Will Grant`, `Service Desk`) also stands where nobody is meant.

A frequent word counts (wordfreq), unless the lists of names know it and it is not inflected like a verb or an
adjective (`grant`, `granted`): `Johnson` is frequent, and still no word. Lists: wordfreq (Apache-2.0 code, CC BY-SA
data), vicary (MIT; Wikidata, US Census, US SSA).
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import log10

WORD_ZIPF = 3.0  # wordfreq's Zipf scale: once in a million words
_PLAIN_ZIPF = 5.6  # so frequent that it is a word whatever else it is (`will`, `may`, `an`)
_FORM_ZIPF = 2.8
_BEARERS = 5  # notable people who must share a name before it counts as one


def zipf(word: str) -> float:
    """How common a folded token is in English, 0 (unknown) to 8."""
    share = _shares().get(word)
    return 9.0 + log10(share) if share else 0.0


@cache
def _shares() -> dict[str, float]:
    from wordfreq import get_frequency_dict

    return dict(get_frequency_dict("en", "best"))


@lru_cache(maxsize=100_000)
def is_word(token: str) -> bool:
    """Whether a folded token is an ordinary word. One letter, and digits, say nothing of a person: they count too."""
    if len(token) == 1 or token.isdecimal():
        return True
    frequency = zipf(token)
    if frequency < WORD_ZIPF:
        return False
    return frequency >= _PLAIN_ZIPF or not is_name(token) or _inflects(token, frequency)


def is_name(token: str) -> bool:
    """Whether the lists know a folded token as somebody's first or last name."""
    return token in _names()


def _inflects(word: str, frequency: float) -> bool:
    if len(word) < 3:
        return False
    double = word + word[-1]
    forms = [word + "ed", word + "ing", double + "ed", double + "ing", word + "est", word + "ly"]
    if word.endswith("e"):
        forms += [word + "d", word[:-1] + "ing"]
    return any(_FORM_ZIPF <= zipf(form) <= frequency for form in forms)


@cache
def _names() -> frozenset[str]:
    from collections import Counter

    from vicary import gazetteer

    from redactory.errors import GateError

    try:
        lists = gazetteer.load()
    except (OSError, RuntimeError, ValueError):
        raise GateError("the name lists of the package `vicary` cannot be read: install from uv.lock again") from None
    people = [name.split(" ") for name in lists.full]
    firsts = Counter(parts[0] for parts in people if len(parts) > 1)
    lasts = Counter(parts[-1] for parts in people if len(parts) > 1)
    known = {name for counts in (firsts, lasts) for name, count in counts.items() if count >= _BEARERS}
    return frozenset(known | set(lists.given))
