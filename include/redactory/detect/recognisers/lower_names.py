"""People in chats, where names too are written in lower case: `im josip hauffer`, `thx dana`, `hi its liv again`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from redactory.detect.lexicon import is_ambiguous_name, is_given, is_particle, surname_bearers, zipf
from redactory.detect.recognisers import person_patterns as said
from redactory.detect.recognisers.base import Found, Sieve, found, free_left, is_word, pattern
from redactory.detect.wordlists import read_words
from redactory.policy.patterns import together

_UNCOMMON_ZIPF = 3.0
_RARE_NAME_ZIPF, _RETURNED_ZIPF = 2.0, 3.8
_NOT_NAMES = read_words("not_names")
_ROLE = read_words("role_words")


def lower_names(text: str) -> Iterator[Found]:
    """Names in lower case that are greeted, introduced or told."""
    for expression in (said.LOWER, said.LOWER_LINE) if _lower_names.passing(_LOWER_WORD.findall(text)) else ():
        standing = expression.search(text)
        while standing is not None:
            if free_left(text, standing.start()):
                yield from _lower_name(text, *standing.span(1))
            at = standing.start(1) - 1 if expression is said.LOWER else standing.end()  # `hi its liv`
            standing = expression.search(text, at + 1)
    for match in said.LOWER_INTRODUCED.finditer(text):
        word = match.group(1)
        if (is_given(word) or zipf(word) < _UNCOMMON_ZIPF) and word not in _NOT_NAMES and word not in _ROLE:
            yield found(match, 0.7, 1)
    for match in said.RETURNED.finditer(text):
        if is_given(match.group(1), certain=True) and zipf(match.group(1)) < _RETURNED_ZIPF:
            yield found(match, 0.7, 1)
    for match in _THANKED.finditer(text):
        group = 1 if match.start(1) >= 0 else 2
        word = match.group(group)
        if is_given(word, certain=True) and zipf(word) < _THANKED_ZIPF and word not in _NOT_NAMES:
            yield found(match, 0.7, group)
    for match in _ASKED.finditer(text):
        group = 1 if match.start(1) >= 0 else 2
        word = match.group(group)
        if is_given(word) and zipf(word) < _RETURNED_ZIPF or zipf(word) < _UNHEARD_ZIPF and not word.isascii():
            yield found(match, 0.7, group)
    for match in said.LOWER_FULL.finditer(text):
        if free_left(text, match.start()) and _whole_lower_name(match.group(1)):
            yield found(match, 0.7, 1)


# a name that is a word or a product too: `thx jasper!!`
_THANKED = pattern(
    r"(?m:^|[\s(])(?:thx|thanks|thank you|ty|tysm|cheers|hi|hey|hiya|hello|sorry|morning|bye|welcome back|np|"
    r"no worries) "
    r"(?P<value>\p{Ll}{3,14}) ?(?:[!.,?]|$)|"
    r"(?:[.!?)] |[.!?)]?\n)(?:/{1,2}|~|--?|\x{2013}) ?(?P<signed>\p{Ll}{3,14})\s?$"
)
# `yui r u there??`, `dont restart it b4 jana says so`
_ASKED = pattern(
    r"(?m:^)(?P<value>\p{Ll}{2,14}),? (?:r u|are u|are you|u there|you there|can u|could u|can you|could you|did u|"
    r"will u)\b|"
    r"\b(?:b4|before|until|till|unless|if|when|because|cos|cuz|coz|bc) (?P<told>\p{Ll}{2,14}) (?:says|said|tells|told|"
    r"is back|comes|gets|ok'?s|approves|approved|confirms|confirmed|replies|replied|answers|answered|finds|looks|"
    r"left)\b"
)
together(_THANKED, _ASKED)
_THANKED_ZIPF, _UNHEARD_ZIPF = 4.5, 1.5
_LOWER_WORD = re.compile(r"[^\W\d_]+")
_lower_names = Sieve(lambda word: _may_be_lower_name(word, closed=True))


def _may_be_lower_name(word: str, *, closed: bool) -> bool:
    """A given name that is no other word; the longer list counts where the name is `closed` off."""
    if is_ambiguous_name(word):
        return False
    return is_given(word, certain=True) and zipf(word) < 4.4 or closed and is_given(word) and zipf(word) < 3.5


def _lower_name(text: str, start: int, end: int) -> Iterator[Found]:
    """A given name that is no other word, with the surname after it if that is one."""
    first, _, last = text[start:end].partition(" ")
    if not _may_be_lower_name(first, closed=_CLOSED.match(text, start + len(first)) is not None):
        return
    if not (last and surname_bearers(last) >= 2 and zipf(last) < 4.0):
        end = start + len(first)
    if end == len(text) or not (is_word(text[end]) or text[end] in "@-./\\"):
        yield Found(start, end, 0.7)


_CLOSED = re.compile(
    r"[:,!?]|\.(?:\s|$)|\s?$|\s?\n| (?:here|speaking|said|says|broke|did|has|is|was|and i|will|would|they|she|he|can|"
    r"could|knows|asked|wants|needs|got|left|went|fixed|found|isn't|restarted|rebooted|just|also|already|pushed|"
    r"changed|closed|joined|[A-Z][\w'\u2019]+ (?:speaking|here))\b"
)


def _whole_lower_name(value: str) -> bool:
    """Two words in lower case that a list knows as a name, or that no language uses."""
    words = [word for word in re.split(r"[\s.-]+", value) if word and not is_particle(word)]
    if len(words) < 2 or any(word in _NOT_NAMES or word in _ROLE for word in words):
        return False
    first, last = words[0], words[-1]
    if len(first) == 1:
        return surname_bearers(last) >= 2 and zipf(last) < 4.0
    named = is_given(first) and zipf(first) < 4.8
    borne = surname_bearers(last) >= 2 and zipf(last) < 4.6
    rare = zipf(first) < _RARE_NAME_ZIPF, zipf(last) < _RARE_NAME_ZIPF
    return (named and (borne or rare[1])) or (borne and rare[0]) or all(rare)
