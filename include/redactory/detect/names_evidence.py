"""Whether words look like a person's name: what name lists and word frequency say, whoever proposed them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from redactory.detect.lexicon import is_ambiguous_name, is_compound, is_given, is_particle, surname_bearers, zipf
from redactory.detect.wordlists import read_words

_LETTERS = re.compile(r"[^\W\d_]+(?:['\u2019-][^\W\d_]+)*")
_MIXED = re.compile(
    r"(?:Mc|Mac|O['\u2019]|D['\u2019]|N['\u2019]|De|Del|La|Le|Di|Da|Van|Von|Fitz|El|Al|Abu|"
    r"Ben)[\w'\u2019]*"
)
# surnames that are far more often the word than the name, in tickets
_PLAIN_ZIPF = 4.3
_UNHEARD_ZIPF = 2.0
_PLAIN = read_words("plain_words")
_BORNE = 5  # notable bearers of a surname
# `Lido mPilot`, `Quill Altéa retries after HTTP 401`: names go on so, and do so, of programs alone
_PROGRAM_AFTER = re.compile(
    r" (?!iPhone|iPad|iMac|iOS|eMail|eSIM|eID)[a-z]{1,2}[A-Z][a-z]{2,}\b|"
    r" (?:retries|retried) (?:after|on|with|every) (?:an? )?(?:HTTP|\d|timeouts?\b|errors?\b|failures?\b)|"
    r" (?:throws|threw|returns|returned) (?:an? )?(?:HTTP|\d{3}\b|0x|exceptions?\b|errors? )"
)


def is_name_word(word: str) -> bool:
    """Letters in the case of a name: `Okafor`, `McKay`, `O'Brien`, `OKAFOR`, `Smith-Jones`; not `PanGPS`."""
    parts = re.split(r"[-\u2010\u2011]", word)
    if len(parts) > 1 and parts[-1].islower() and is_given(word):
        parts = parts[:1]  # `Hyun-woo`
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


def is_program(text: str, start: int, end: int) -> bool:
    """Whether the words at `start` to `end` go on as the name of a program does, and no surname ends them."""
    return _PROGRAM_AFTER.match(text, end) is not None and surname_bearers(text[start:end].split()[-1]) < _BORNE


def is_unheard(word: str) -> bool:
    """Whether `word` is set as a name and is no word of the language, nor made of two."""
    return word[:1].isupper() and is_name_word(word) and zipf(word) < _UNHEARD_ZIPF and not is_compound(word)


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
    weight = evidence(bare)
    if weight < 0.6 and (all(map(str.isupper, bare)) or any(map(is_compound, bare))):
        return 0.3  # `MF DICOM`, `Epic Hyperspace`
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
    if weight >= 0.2 or all(zipf(w) < 2.5 and not is_compound(w) for w in bare):
        return 0.55
    return 0.35


def evidence(words: Sequence[str]) -> float:
    """How much like a person's name the words are: 0 nothing speaks for it, 1 a good deal, 2 beyond doubt."""
    total = 0.0
    bare = [re.sub(r"['\u2019]s$", "", w).strip(".,'\u2019") for w in words]
    bare = [w for w in bare if w]
    if not bare:
        return 0.0
    for index, word in enumerate(bare):
        if len(word) == 1:
            continue
        common = zipf(word)
        if is_given(word) and is_ambiguous_name(word):
            total += 0.4
        elif is_given(word, certain=True):
            total += 1.2  # the common ones too: those that are words are among the ambiguous
        elif is_given(word):
            total += 0.9 if common < 3.5 else 0.2
        bearers = surname_bearers(word)
        if index > 0 or len(bare) == 1:
            if bearers >= 10:
                total += 0.8 if common < 4.5 else 0.4
            elif bearers >= 2:
                total += 0.5 if common < 3.5 else 0.1
        if len(bare) > 1 and not bearers and not is_given(word) and common < 2.5 and _LETTERS.fullmatch(word):
            total += -0.3 if is_compound(word) else 0.3  # a word no list knows, in the company of others
        if not bearers and not is_given(word) and common >= 3.5 and len(word) > 3:
            total -= 0.8  # a plain word of the language
    return total


def all_rare(words: Sequence[str], below: float) -> bool:
    """Whether none of the words is an everyday one (Zipf scale); initials do not count."""
    bare = [re.sub(r"['\u2019]s$", "", w).strip(".,'\u2019") for w in words]
    return all(len(w) == 1 or zipf(w) < below for w in bare)
