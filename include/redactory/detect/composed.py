"""Names put together from the directory's parts: people the directory has lost, or does not have yet.

A leaver is called by a first name and a surname that others still bear, and his account is an initial and such a
surname. The automaton finds the surname; this looks at what stands around it. Spans are of Layer 2: keep-rules
rank above them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Container, Iterator

from redactory.detect import lexicon
from redactory.detect.fold import Folded, folded, is_boundary
from redactory.detect.guards import capitalised, names_company, spoken_to, technical_edge
from redactory.detect.names import is_ordinary
from redactory.detect.spans import FORMATS, Span
from redactory.detect.standing import acts

RULE = "directory-parts"
SCORE = 0.85
ALONE_SCORE = 0.6
_RARE, _RARE_ALONE = 4.5, 3.8  # a given name, a surname at least this frequent as a word says nothing by itself
MIN_SURNAME = 3
_MAX_TOKEN_ZIPF = 1.2  # an account put together from parts is no word of any text
_RARE_LOWER = 3.2  # the same without a capital
_WINDOW = 40
_UNSPACED = r"\u0e00-\u0eff\u1100-\u11ff\u2e80-\ua4cf\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff"
_GLUED = re.compile(rf"(?<![^\W_{_UNSPACED}])([^\W\d_{_UNSPACED}]{{1,20}})$")
_JOINED = re.compile(rf"(?<![^\W{_UNSPACED}])(?<!@)([^\W\d_{_UNSPACED}]{{1,20}})[._-]$")
_GIVEN_BEFORE = re.compile(r"(?<![^\W_])([^\W\d_]+(?:['\u2019-][^\W\d_]+)*)(?:\s[A-Z]\.?)?\s{1,2}$")
_INITIAL_BEFORE = re.compile(r"(?<![\w.'\u2019-])([A-Z])(?:-[A-Z])?\.\s?$")
_GIVEN_AFTER = re.compile(r",\s{1,2}([^\W\d_]+(?:['\u2019-][^\W\d_]+)*)(?![\w@])(?!\.\w)")
_NO_NAME_BEFORE = ("-", "=", "$", "%", "&", "?", "/", "\\")
_NO_NAME_AFTER = ("-", "=", "(", "\\", "/", "\u2010", "\u2011")
_CAPITAL_BESIDE = re.compile(r"\s<?[A-Z][A-Za-z0-9_'\u00c0-\u024f]")  # a part of a longer proper name
_SURNAME_BESIDE = re.compile(r"\s([^\W\d_a-z][^\W\d_A-Z]+(?:['\u2019-][^\W\d_]+)?)(?![\w@/\\=(])(?!-\w)(?!\.\w)")
_RARE_SURNAME_ZIPF = 2.5
_DIGITS = re.compile(r"\d{1,4}(?![^\W_])")
_SHORT_WORD = re.compile(rb"\b[a-z]{1,3}\b")


def is_short(part: str) -> bool:
    """Whether a folded given name is so short that it stands inside most texts by chance: to be looked up as a word."""
    return _SHORT_WORD.fullmatch(part.encode()) is not None


class Composer:
    """Reads what stands around a directory surname. `givens` are the directory's folded given names.

    `short` are those of them that no automaton should look for, since it would strike them inside every word.
    """

    def __init__(self, givens: Container[str], short: Collection[str] = ()) -> None:
        self._givens = givens
        self._short = short

    def short_givens(self, source: Folded) -> Iterator[Span]:
        """The `short` given names that stand by themselves."""
        if not self._short:
            return
        for word in _SHORT_WORD.finditer(source.data):
            if word.group().decode() in self._short:
                span = self.alone(source.text, source.start(word.start()), source.end(word.end()), given=True)
                if span is not None:
                    yield span

    def around(self, text: str, start: int, end: int) -> Span | None:
        """The name or account of which the surname at `start` to `end` is a part, or None."""
        before = text[max(0, start - _WINDOW) : start]
        left = before[-1:]
        if left.isalpha() or left in "._" and left:
            return self._account(text, start, end, before)
        if end < len(text) and (text[end].isalnum() or text[end] == "@"):
            return None
        surname = text[start:end]
        if not capitalised(surname):
            return self._account(text, start, end, before) if left == "-" else None
        name = _GIVEN_BEFORE.search(before)
        if name is not None and self._is_pair(name.group(1), surname):
            begin = start - (len(before) - name.start())
            if is_boundary(text, begin):
                return _person(begin, end)
        initial = _INITIAL_BEFORE.search(before)
        if initial is not None and not is_ordinary(folded(surname)):
            return _person(start - (len(before) - initial.start()), end)
        after = _GIVEN_AFTER.match(text, end)
        if after is not None and self._is_pair(after.group(1), surname, strict=True):
            return _person(start, after.end())
        return None

    def alone(self, text: str, start: int, end: int, *, given: bool) -> Span | None:
        """A name of the directory that stands by itself: written as a name and rare as a word, or spoken to."""
        if not is_boundary(text, start) or not is_boundary(text, end):
            return None
        if not _stands_out(text, start, end, _RARE if given else _RARE_ALONE):
            spoken = given and spoken_to(text, start, end) or acts(text, start, end, given=given)
            return Span(start, end, "PERSON", FORMATS, RULE, ALONE_SCORE) if spoken else None
        if names_company(text, end):
            return None
        if _CAPITAL_BESIDE.match(text[end : end + 4]):
            beside = _SURNAME_BESIDE.match(text, end) if given else None
            if beside is None or not _may_be_surname(beside.group(1)):
                return None
            end = beside.end()
        return Span(start, end, "PERSON", FORMATS, RULE, ALONE_SCORE)

    def _is_pair(self, given: str, surname: str, *, strict: bool = False) -> bool:
        if not capitalised(given) or len(given) < 2:
            return False
        first = folded(given)
        if not (first in self._givens or (not strict and lexicon.is_given(first, certain=True))):
            return False
        odd = is_ordinary(first), is_ordinary(folded(surname))
        return not any(odd) if strict else not all(odd)

    def _account(self, text: str, start: int, end: int, before: str) -> Span | None:
        digits = _DIGITS.match(text, end)
        stop = digits.end() if digits else end
        if not is_boundary(text, stop):
            return None
        surname = text[start:end]
        if any(char.isspace() for char in surname):
            return None
        glued = _GLUED.search(before)
        if glued is not None:
            prefix = glued.group(1)
            begin = start - len(prefix)
            token = text[begin:end]
            if not is_boundary(text, begin):
                return None
            if not (token.islower() or token.isupper() or (surname.islower() and prefix[0].isupper())):
                return None
            known = len(prefix) == 1 or (len(prefix) == 2 and len(surname) >= 5) or self._knows(prefix)
            least = MIN_SURNAME if len(prefix) == 1 and token.islower() else MIN_SURNAME + 1
            if known and len(surname) >= least and lexicon.zipf(token) < _MAX_TOKEN_ZIPF:
                return Span(begin, stop, "USER", FORMATS, RULE, SCORE)
            return None
        joined = _JOINED.search(before)
        if joined is None:
            return None
        prefix = joined.group(1)
        begin = start - (len(before) - joined.start())
        alone = len(prefix) == 1 and before[-1] != "-" and len(surname) > 2
        if not is_boundary(text, begin) or not (alone or self._knows(prefix)):
            return None
        if text[begin:end].islower() or text[begin:end].isupper():
            return Span(begin, stop, "USER", FORMATS, RULE, SCORE)
        return _person(begin, end) if stop == end and capitalised(text[begin:end]) else None

    def _knows(self, prefix: str) -> bool:
        first = folded(prefix)
        return len(first) > 2 and first in self._givens and not is_ordinary(first)


def _stands_out(text: str, start: int, end: int, frequency: float) -> bool:
    """Whether a directory name is written as a name, is no piece of an identifier, and is rarer than `frequency`."""
    value = text[start:end]
    lower = value.islower()
    if lower and (len(value) < MIN_SURNAME + 2 or lexicon.zipf(value) >= _RARE_LOWER):
        return False
    if len(value) < MIN_SURNAME or not (lower or capitalised(value)):
        return False
    if value.isupper() and value.isascii():
        return False
    if technical_edge(text, start, end) or (start and text[start - 1] in _NO_NAME_BEFORE):
        return False
    if text[end : end + 1] in _NO_NAME_AFTER and end < len(text):
        return False
    word = folded(value)
    if lower:  # chats: `ask okonkwo`
        return text[start - 1 : start] not in ("'", ":", "<") and not is_ordinary(word)
    return not value.isascii() or not (is_ordinary(word) or lexicon.zipf(word) >= frequency)


def _may_be_surname(word: str) -> bool:
    """Whether a capitalised word after a rare given name is its surname: known as one, or hardly a word at all."""
    key = folded(word)
    if word.isascii() and is_ordinary(key):
        return False
    return lexicon.surname_bearers(word) > 0 or lexicon.zipf(key) < _RARE_SURNAME_ZIPF


def _person(start: int, end: int) -> Span:
    return Span(start, end, "PERSON", FORMATS, RULE, SCORE)
