"""People in the names of documents (`CV_Diaz_Ann.pdf`, `ann_diaz_2026.xlsx`), and in two words joined (`Ann_Diaz`).

Names of files are technical text, and kept; one that names somebody is not (see `technical`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from redactory.detect.lexicon import is_ambiguous_name, is_compound, is_given, surname_bearers, zipf
from redactory.detect.names_evidence import looks_plain
from redactory.detect.recognisers.base import Found, bounded, is_word, pattern
from redactory.detect.wordlists import read_words

_DOCUMENT = pattern(
    r"\pL[\pL\pM\d_'\x{2019}-]{2,80}(?:\.[\pL\d_-]{1,40})?\.(?:pdf|docx?|odt|rtf|xlsx?|ods|pptx?|csv|txt|msg|eml|pst|ost|"
    r"zip|7z|rar|png|jpe?g|heic|vcf|ics|mp4|m4a)"
)
_JOINED = pattern(r"\p{Lu}\p{Ll}+[_.]\p{Lu}\p{Ll}+", ignore_case=False)
_GOES_ON = re.compile(r"[\w(/\\@=-]|\.\w")
_TOKEN = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)?")
_NOBODY = read_words("role_words") | read_words("not_names") | read_words("generic_names") | read_words("nobody")
_NAME_ZIPF, _RARE = 3.8, 2.2  # Zipf: of a given name beside a surname, and of a surname no list knows
_LONGEST = 100
_FILES = 20_000  # distinct names whose owner is remembered


def owners(text: str) -> Iterator[Found]:
    """Names of people in the names of files, and in two capitalised words joined to one."""
    if "." in text:
        for match in _DOCUMENT.finditer(text):
            place = named_in(match.group()) if bounded(text, *match.span()) else None
            if place is not None:
                yield Found(match.start() + place[0], match.start() + place[1], 0.8)
    if "_" in text or "." in text:
        for match in _JOINED.finditer(text):
            start, end = match.span()
            free = start == 0 or not (is_word(text[start - 1]) or text[start - 1] in "./\\@:-")
            if free and named_in(match.group()) is not None and not _GOES_ON.match(text, end):
                yield Found(start, end, 0.75)


def names_nobody(name: str) -> bool:
    """Whether a file's name holds nobody's, so that it is technical text."""
    return len(name) > _LONGEST or named_in(name) is None


@lru_cache(maxsize=_FILES)
def named_in(name: str) -> tuple[int, int] | None:
    """Where a given name and a surname stand side by side in `name`, in either order."""
    tokens = list(_TOKEN.finditer(name))
    for left, right in zip(tokens, tokens[1:], strict=False):
        first, last = left.group(), right.group()
        gap = name[left.end() : right.start()]
        if len(gap) == 1 and first[0].isupper() == last[0].isupper() and (_are(first, last) or _are(last, first)):
            return left.start(), right.end()
    kinds = {token.group().lower() for token in tokens}
    if not _PERSONAL.isdisjoint(kinds):
        for token in tokens:
            if _is_owner(token.group()):
                return token.span()
    return None


# documents about one person
_PERSONAL = frozenset(
    ("appraisal", "arbeitsvertrag", "arbeitszeugnis", "attest", "bewerbung", "bewerbungsfoto", "contract", "cv",
     "expenses", "krankmeldung", "lebenslauf", "lohnzettel", "offboarding", "onboarding", "passport", "paycheck",
     "payslip", "personalakte", "portrait", "reisepass", "resume", "sickleave", "sicknote", "timesheet", "visa",
     "zeugnis")
)  # fmt: skip
_LISTED = 2  # notable bearers


def _is_owner(word: str) -> bool:
    """Whether a word in the name of a document about somebody (`CV_Diaz.pdf`) is a surname, or a first name alone."""
    low = word.lower()
    if len(low) < 3 or not word[0].isupper() or low in _PERSONAL or low in _NOBODY or is_compound(word):
        return False
    known = surname_bearers(word) >= _LISTED or is_given(word, certain=True) and not is_ambiguous_name(word)
    return known and zipf(word) < _NAME_ZIPF


def _are(given: str, surname: str) -> bool:
    low = given.lower(), surname.lower()
    if min(map(len, low)) < 3 or not _NOBODY.isdisjoint(low) or is_ambiguous_name(given) or looks_plain(surname):
        return False
    if not is_given(given) or zipf(given) >= _NAME_ZIPF:
        return False
    frequency, bearers = zipf(surname), surname_bearers(surname)
    if bearers >= 2 and frequency < _NAME_ZIPF and not is_compound(surname):
        return True
    return frequency < _RARE and not is_compound(surname) and is_given(given, certain=True)
