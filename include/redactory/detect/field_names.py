"""Whether the name of a field (a key of an object, a column) holds a value of a person.

A field name is no message: a word alone says nothing, where a chat's line of one word may be somebody's name.
"""

from __future__ import annotations

from collections.abc import Sequence

from redactory.detect.lexicon import is_ambiguous_name, is_given, is_particle, surname_bearers, zipf
from redactory.detect.names_evidence import is_name_word, looks_plain
from redactory.detect.spans import IDENTITY, Span

_WEAK = frozenset(("LOCATION", "HOSTNAME"))  # `site`, `laptop`: fields are named so
_ABBREVIATION = 4  # letters in lower case up to which a word is taken for one (`iban`, `nino`, `sid`)
_KNOWN, _WELL_KNOWN = 5, 40  # notable people who bear a surname; one that is a common word needs more
_COMMON = 4.4  # a word from this frequency on (Zipf) is a common one


def holds_value(name: str, spans: Sequence[Span]) -> bool:
    """Whether `name`, in which the layers that need no context found `spans`, is somebody's or holds something of his.

    The directory counts as it is, places aside; of the formats, what identifies without context; a name by itself
    where it is a whole one, or a first name that abbreviates nothing.
    """
    return _is_whole_name(name) or any(_counts(name, span) for span in spans)


def _counts(name: str, span: Span) -> bool:
    if span.layer <= IDENTITY:
        return span.entity != "LOCATION"
    if span.entity != "PERSON":
        return span.entity not in _WEAK
    word = name[span.start : span.end]
    return not word.islower() or " " in word or len(word) > _ABBREVIATION and is_given(word, certain=True)


def _is_whole_name(name: str) -> bool:
    """`Marta Lindqvist`, `Lindqvist, Marta`; not `Serial Number`, `Grant Date`."""
    head, comma, tail = name.partition(", ")
    words = [word for word in f"{tail} {head}".split() if not (word.islower() and is_particle(word))]
    if not 2 <= len(words) <= 3 or not all(word[0].isupper() and is_name_word(word) for word in words):
        return False
    first, last = words[0], words[-1]
    if is_ambiguous_name(first) or looks_plain(first) or looks_plain(last):
        return False
    if not is_given(first, certain=zipf(first) >= _COMMON):
        return False
    return surname_bearers(last) >= (_KNOWN if zipf(last) < _COMMON else _WELL_KNOWN)
