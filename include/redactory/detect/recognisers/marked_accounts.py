"""Accounts of people with what they are glued to the name: contractors (`ext.moreno`, `moreno_ext`), administrators.

A surname behind such a mark is enough; what may be a word or a name of a system needs the account to be spoken of, or
its owner beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from redactory.detect.account_deeds import BECAME, DONE_TO, OWNED
from redactory.detect.fold import folded
from redactory.detect.lexicon import is_compound, is_given, surname_bearers, zipf
from redactory.detect.names_evidence import evidence
from redactory.detect.prefilter import sieved
from redactory.detect.recognisers.account_shapes import UNHEARD, is_account_of, made_of_name
from redactory.detect.recognisers.base import Found, is_word, pattern
from redactory.detect.recognisers.device_schemes import is_glued_service, is_service, is_serving

_WHOSE = (
    "ext|extern|external|con|contr|contractor|cons|consultant|supplier|vendor|partner|temp|tmp|guest|trainee|adm|priv"
)
# a letter and a tail mark them too, and much else: `x-large`, `filename.ext`
MARKED = pattern(
    rf"(?:{_WHOSE})[._-][a-z]{{3,20}}\d{{0,3}}|(?:[acptvx]-|x_)[a-z]{{3,20}}\d{{0,3}}|"
    rf"[a-z]{{3,20}}\d{{0,2}}[._-](?:{_WHOSE})\b"
)
# `ann.lee.ext`: both names
_OF_TWO = pattern(
    rf"(?P<first>[a-z]{{2,20}})[._](?P<last>[a-z]{{2,20}})\d{{0,2}}[._-](?:{_WHOSE})\b|"
    rf"(?:{_WHOSE})[._-](?P<given>[a-z]{{2,20}})[._](?P<surname>[a-z]{{2,20}})\d{{0,2}}\b"
)
_BEHIND = re.compile(rf"([a-z]+)\d*[._-](?:{_WHOSE})", re.IGNORECASE)
_SPOKEN_BEFORE = sieved(
    r"\b(?:(?:log-?[io]n|account|acct|user(?:name| ?id)?|uid|id|alias|profile|mailbox|session|recording|supplier|"
    r"vendor|contractor|consultant|partner|external|password|identity|owner|sign-?in|upn|who|actor)s?"
    r"(?: name)?(?: is| was|:| ?=| of| for)?|"
    rf"{DONE_TO}|as|by|sudo -u|su -)"
    r" ?[\"'`(\[]?$",
    re.IGNORECASE,
)
_WEAKLY_BEFORE = re.compile(r"\b(?:uses?|used|using|with|for|under|from|to|of|and) [\"'`]?$", re.IGNORECASE)
_SPOKEN_BEHIND = re.compile(
    r"[\"'`]?(?: (?:(?:logged|signed|logs|signs) (?:in|on|out|off)|lost access|"
    rf"has (?:left|no (?:mailbox|access|account|licen[cs]e))|{BECAME}|account|until \d|"
    r"(?:ask|want|need|request|report|upload|download)(?:s|ed)|cannot|can't)\b|"
    rf"['\u2019]s (?:{OWNED}|access)\b)"
)
_OWNER_BEHIND = re.compile(r" ?\(([^\W\d_a-z][^()\n,;]{2,40})[),;]")
_OWNER_BEFORE = re.compile(r"([^\W\d_]+(?:['\u2019-][^\W\d_]+)*(?: [^\W\d_]+(?:['\u2019-][^\W\d_]+)*){1,3}) [(\[]$")
_ON_DEVICE = re.compile(r"@[A-Za-z\d-]*\d[A-Za-z\d-]*(?:[\s,;:)\"']|$)")
_NAMED = 0.6
_STRANGE, _RARE, _UNCOMMON, _WORD, _EVERYDAY = 2.3, 3.0, 3.4, 4.0, 5.0  # Zipf
_KNOWN, _MANY = 3, 11  # bearers


def marked(text: str) -> Iterator[Found]:
    """The accounts in `text` that are a mark and a name."""
    for match in MARKED.finditer(text):
        start, end = match.span()
        if _whole(text, start, end):
            account = match.group().lower()
            behind = _BEHIND.fullmatch(account)
            name = behind.group(1) if behind else re.split("[._-]", account.rstrip("0123456789"))[1]
            if _is_somebody(name, text, start, end, weak=behind is not None or account[1] in "-_"):
                yield Found(start, end, 0.8)
    for match in _OF_TWO.finditer(text):
        first, last = (match.group(group).lower() for group in ((1, 2) if match.start(1) >= 0 else (3, 4)))
        if _whole(text, *match.span()) and _are_names(first, last):
            yield Found(*match.span(), 0.8)


def _are_names(first: str, last: str) -> bool:
    """Whether two words are a given name and a surname, or words of no language."""
    if is_compound(first) or is_compound(last) or any(map(is_service, (first, last))):
        return False
    given = is_given(first) and zipf(first) < _EVERYDAY or zipf(first) < UNHEARD
    return given and (surname_bearers(last) > 1 and zipf(last) < _WORD or zipf(last) < UNHEARD)


def _is_somebody(name: str, text: str, start: int, end: int, *, weak: bool) -> bool:
    """Whether the name in the account at `start` to `end` is one; less is believed of a `weak` mark."""
    if is_service(name) or is_serving(name) or is_glued_service(name):
        return False
    common, bearers = zipf(name), surname_bearers(name)
    if not bearers and is_compound(name):
        return False  # `x-ratelimit`
    if not weak and (made_of_name(name) or bearers > _KNOWN and common < _UNCOMMON):
        return True
    unheard, given = common < UNHEARD, is_given(name, certain=True)
    if unheard and made_of_name(name):
        return True
    known = bearers > 1 or given
    named = common < (_STRANGE if weak else _RARE) or known and common < _UNCOMMON
    named = named or not weak and common < _EVERYDAY and (bearers > _MANY or given and common < _WORD)
    lead = text[max(0, start - 48) : start]
    owner = _OWNER_BEHIND.match(text, end) or _OWNER_BEFORE.search(lead)
    if owner is not None:
        words = owner.group(1).split()
        if name in map(folded, words) or is_account_of(name, owner.group(1)) or named and evidence(words) >= _NAMED:
            return True
    if unheard and (_ON_DEVICE.match(text, end) or (start, end) == (0, len(text))):
        return True
    if unheard and not weak and _WEAKLY_BEFORE.search(lead):
        return True
    return named and (_SPOKEN_BEFORE.search(lead) is not None or _SPOKEN_BEHIND.match(text, end) is not None)


def _whole(text: str, start: int, end: int) -> bool:
    """Whether nothing runs into the account, and it is no address, path, file or name of a host."""
    if start and (is_word(text[start - 1]) or text[start - 1] in "./@\\-$%"):
        return False
    right, behind = text[end : end + 1], text[end + 1 : end + 2]
    if not right:
        return True
    if is_word(right) or right in "\\/(=" or right in ".-:" and behind.isalnum():
        return False
    return right != "@" or _ON_DEVICE.match(text, end) is not None
