"""What in a sentence the context network could be believed about: without such a word, it need not be read."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from functools import lru_cache

from redactory.detect.gazetteer import cities
from redactory.detect.lexicon import fold, is_compound, zipf
from redactory.detect.names_evidence import is_name_word
from redactory.detect.recognisers.account_shapes import accountish

_WORD = re.compile(r"[^\W_](?:[\w.'\u2019-]*[^\W_])?")
_GROUPS = re.compile(r"(?<!\d)\d{1,3}(?:[ .()-]{1,2}\d{1,3}){2,}(?!\d)")  # `12 34 56`: a number in groups
_FEWEST = 3  # digits of a number that may be somebody's
_WITH_UNIT = re.compile(r"\d[\d.,]*-?[a-z]+(?:-[a-z]+)*")  # `30s`, `48-hour`
_CODE = re.compile(r"(?![A-Za-z\d.-]*[A-Za-z]{4})[A-Z\d][A-Za-z\d.-]*")  # `4.N.36`, `L90`: no word in it
_MACHINE = re.compile(r"(?:WIN|DESKTOP|LAPTOP)-[A-Z\d]{6,}|\w+\.\w+-\w+")
_EVERYDAY, _HEARD = 4.6, 1.5  # Zipf; a more frequent word with a capital is the word, if it is a town's and if not
_OF_EVERY_SENTENCE = 5.5
UNUSED = 2.0  # a rarer word in lower case may be an account
_INFLECTED = re.compile(
    r"(?:re|un|de|pre|mis|auto)[a-z]{4,}|[a-z]{3,}(?:ed|ing|ly|ble|tions?|ments?|ness|ists?|ers?|ss)"
)


def worth_reading(
    sentence: str, taken: Sequence[tuple[int, int]], logins: Container[str] = frozenset()
) -> list[tuple[int, int]]:
    """The words of `sentence` outside what is `taken` that may be values; `logins` are the directory's accounts."""
    found = [
        match.span()
        for match in _WORD.finditer(sentence)
        if (_may_be_value(match.group(), match.start() == 0) or is_login(match.group(), logins))
        and not _inside(match, taken)
    ]
    found += [match.span() for match in _GROUPS.finditer(sentence) if not _inside(match, taken)]
    return found


def _inside(match: re.Match[str], taken: Sequence[tuple[int, int]]) -> bool:
    return any(start < match.end() and match.start() < end for start, end in taken)


@lru_cache(maxsize=100_000)
def _may_be_value(word: str, opens: bool) -> bool:
    if any(map(str.isdigit, word)):
        return _may_be_code(word)
    if len(word) < 3:
        return False
    if word[0].isupper():
        return _may_be_name(word, opens)
    return may_be_account(word)


def _may_be_code(word: str) -> bool:
    digits = sum(map(str.isdigit, word))
    if digits == len(word):
        return digits >= _FEWEST
    if _WITH_UNIT.fullmatch(word):
        return False
    if word[0].islower():
        return may_be_account(word) or _MACHINE.fullmatch(word) is not None
    return _CODE.fullmatch(word) is not None or _MACHINE.fullmatch(word) is not None


def _may_be_name(word: str, opens: bool) -> bool:
    """A rare word with a capital, or a town; at the head of a sentence, where each word has one, it must be no word."""
    if word.isupper() and len(word) < 5 or not is_name_word(word):
        return False
    common = zipf(word)
    if opens:
        return not common and not is_compound(word)
    return common < _HEARD and not is_compound(word) or fold(word) in cities() and common < _EVERYDAY


def is_login(word: str, logins: Container[str]) -> bool:
    """Whether a word in lower case is an account of the directory, though no word that every other sentence has."""
    return word in logins and word.islower() and zipf(word) < _OF_EVERY_SENTENCE


def may_be_account(word: str) -> bool:
    """Whether a word in lower case is none of the language, inflected or made of two."""
    if word.isalpha() and (_INFLECTED.fullmatch(word) or is_compound(word)):
        return False
    return accountish(word, UNUSED)
