"""Whether a name pattern that struck is a name as it is written: its separators, its capitals, its neighbours."""

from __future__ import annotations

import re
from dataclasses import dataclass

from redactory.detect.fold import folded, is_boundary, is_cjk
from redactory.detect.guards import capitalised
from redactory.detect.names import is_ordinary
from redactory.detect.variants import Kind

_HYPHENS = "-\u2010\u2011"
_LETTERS = re.compile(r"[^\W\d_]+(?:['\u2019\u2010\u2011-][^\W\d_]+)*")
_CAPITAL_WORD_BEFORE = re.compile(r"(?<![^\W_])[A-Z][^\W\d_]*[^\W\d_A-Z][^\W\d_]*$")
_PRONOUN = re.compile(r"\s[a-z]|['\u2019](?:d|ll|m|ve)\b")  # after `Nair, I`: `have written to you`
_WITH_COMMA = (Kind.COMMA, Kind.LAST_INITIAL_COMMA)
_LAST_LETTER = (Kind.LAST_INITIAL, Kind.LAST_INITIAL_COMMA, Kind.GIVEN_INITIAL)  # an initial's dot may follow
_INITIALS = (Kind.INITIAL, Kind.INITIAL_DOT)


@dataclass(frozen=True, slots=True)
class Written:
    """A name in its text. `account`: it is written as one (`priya.nair`)."""

    start: int
    end: int
    account: bool

_INTRODUCES = re.compile(
    r"(?<!\w)(?:it'?s|it is|this is|i'?m|i am|name is|name's|names|number (?:of|for)|so|hi|hey|hello|ask|tell|"
    r"did|does) $",
    re.I,
)
_INTRODUCED = re.compile(
    r"[,.!?;\n]|\s?$| (?:from|here|again|speaking|calling|in|at|and i|can|could|knows|has|about|to|please|pls|urgently|"
    r"already|yet)\b"
)


def name_at(text: str, start: int, end: int, kind: Kind, *, guarded: bool) -> Written | None:
    """The name whose pattern of `kind` struck `text[start:end]`, or None where it is none.

    A hyphenated continuation belongs to the name. `guarded` names are made of ordinary words and need capitals.
    """
    value = text[start:end]
    if not _separated(value, kind) or not (_cased(value, kind, guarded) or _introduced(text, start, end, kind)):
        return None
    if kind is Kind.LAST_INITIAL_COMMA and value.endswith("I") and _PRONOUN.match(text, end):
        surname = value.partition(",")[0]
        return None if is_ordinary(folded(surname)) else Written(start, start + len(surname), account=False)
    if kind in _LAST_LETTER:
        after = text[end : end + 1]
        loose = kind is not Kind.LAST_INITIAL_COMMA and after != "."
        if loose and (is_ordinary(folded(value[:-1])) or (after and after in _HYPHENS + "'\u2019")):
            return None
        if after == "." and text[end + 1 : end + 3].strip()[:1].islower():
            end += 1
    hyphen_after = text[end : end + 1] in tuple(_HYPHENS) and text[end + 1 : end + 2].isalpha()
    hyphen_before = start > 1 and text[start - 1] in _HYPHENS and text[start - 2].isalpha()
    if kind is Kind.SINGLE and (hyphen_after or hyphen_before) and not is_cjk(value[0]):
        return None  # `Li` is not `Li-Wei`
    if hyphen_after and text[end + 1].isupper() and not value.islower():
        rest = _LETTERS.match(text, end + 1)
        end = rest.end() if rest else end
    if hyphen_before and value[0].isupper():
        head = _CAPITAL_WORD_BEFORE.search(text[max(0, start - 40) : start - 1])
        reach = 1 + len(head.group()) if head else 0
        start -= reach if is_boundary(text, start - reach) else 0
    account = value.isascii() and value.islower() and kind is not Kind.SINGLE
    return Written(start, end, account and not any(char.isspace() or char == "," for char in value))


def _separated(value: str, kind: Kind) -> bool:
    """Whether the words of `value` are joined as its pattern means: both fold to the same spaces."""
    if kind is Kind.REVERSED:
        return ", " not in value and ". " not in value  # `Nair,Priya` and `Nair Priya`
    if ("," in value) is not (kind in _WITH_COMMA):
        return False
    return kind is not Kind.INITIAL_DOT or "." in value


def _introduced(text: str, start: int, end: int, kind: Kind) -> bool:
    """`hey its may best, no sound`, `need the number of may best`: chats have whole names in lower case."""
    if kind is not Kind.NAME or not text[start:end].islower():
        return False
    return bool(_INTRODUCES.search(text, max(0, start - 16), start) and _INTRODUCED.match(text, end))


def _cased(value: str, kind: Kind, guarded: bool) -> bool:
    if kind in _INITIALS:
        last_ordinary = is_ordinary(folded(value[2:]))
        if kind is Kind.INITIAL and value[1:2].isspace() and last_ordinary:
            return False  # `A Grant was given`
        return capitalised(value) or not last_ordinary
    return not guarded or capitalised(value)
