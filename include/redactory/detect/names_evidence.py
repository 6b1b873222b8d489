"""Whether words look like a person's name: what name lists and word frequency say, whoever proposed them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from redactory.detect.lexicon import is_ambiguous_name, is_given, is_particle, surname_bearers, zipf
from redactory.detect.recognisers.person import evidence
from redactory.detect.wordlists import read_words

_MIXED = re.compile(
    r"(?:Mc|Mac|O['\u2019]|D['\u2019]|N['\u2019]|De|Del|La|Le|Di|Da|Van|Von|Fitz|El|Al|Abu|"
    r"Ben)[\w'\u2019]*"
)
# surnames that are far more often the word than the name, in tickets
_PLAIN_ZIPF = 4.3
_PLAIN = read_words("plain_words")


def is_name_word(word: str) -> bool:
    """Letters in the case of a name: `Okafor`, `McKay`, `O'Brien`, `OKAFOR`, `Smith-Jones`; not `PanGPS`."""
    parts = re.split(r"[-\u2010\u2011]", word)
    for part in parts:
        if not part:
            return False
        letters = re.sub(r"['\u2019\u02bc]", "", part)
        if not letters.isalpha() and not all(c.isalpha() or not c.isascii() for c in letters):
            return False
        if part.isupper() or part[:1].isupper() and not any(c.isupper() for c in part[1:]):
            continue
        if not part.isupper() and (_MIXED.fullmatch(part) and part[:1].isupper()):
            continue
        if not any(c.isupper() or c.islower() for c in part):
            continue
        return False
    return True


def looks_plain(word: str) -> bool:
    """Whether the word is rather one of the language, or of computers, than a surname."""
    low = word.lower()
    if low in _PLAIN:
        return True
    return zipf(low) >= _PLAIN_ZIPF and surname_bearers(low) < 40 and not is_given(low, certain=True)


def believe(words: Sequence[str]) -> float:
    """Score 0 to 1 for a span the model calls a person."""
    bare = [re.sub(r"['\u2019][sS]$", "", w).strip(".,") for w in words]
    bare = [w for w in bare if w and not is_particle(w)]
    if not bare or not all(is_name_word(w) or len(w) == 1 for w in bare):
        return 0.1
    if any(w.lower() in _PLAIN for w in bare):
        return 0.2
    if any(w.isupper() and 1 < len(w) <= 4 and surname_bearers(w) < 50 for w in bare) and not all(
        w.isupper() for w in bare
    ):
        return 0.2  # `Okta MFA`: letters after a word
    weight = evidence(list(bare))
    if len(bare) == 1:
        word = bare[0]
        if is_ambiguous_name(word):
            return 0.45
        if word.isupper():
            return 0.2 if len(word) <= 4 else 0.45
        if weight >= 1.0:
            return 0.75
        return 0.6 if weight >= 0.75 and zipf(word) < 4.0 else 0.3
    if weight >= 1.2:
        return 0.9
    if weight >= 0.6:
        return 0.7
    if weight >= 0.2 or all(zipf(w) < 2.5 for w in bare):
        return 0.55
    return 0.35
