"""Names in the encodings of mail and the web: `=?UTF-8?Q?Diaz=2C_Ann?=` (RFC 2047), `?name=Ann%20Diaz` (RFC 3986)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.errors import HeaderParseError
from email.header import decode_header, make_header
from urllib.parse import unquote_plus

from redactory.detect.lexicon import is_given, is_particle
from redactory.detect.names_evidence import all_rare, evidence, is_name_word, looks_plain
from redactory.detect.recognisers.base import Found
from redactory.detect.wordlists import read_words

_MIME = re.compile(r"=\?[\w-]{2,20}\?[QqBb]\?[^?\s]{2,200}\?=(?:\s{1,3}=\?[\w-]{2,20}\?[QqBb]\?[^?\s]{2,200}\?=){0,3}")
_ADDRESSED = re.compile(r"(?:^|\n)(?:From|To|Cc|Bcc|Reply-To|Sender|X-Original-From): ?[^\n]{0,400}$", re.IGNORECASE)
_VALUE = re.compile(
    r"(?P<key>[?&;](?:[\w.-]{0,20}(?:name|owner|user|assignee|requester|contact|manager|employee|author|customer|caller|"
    r"agent|person|attendee))=)?(?P<value>(?:[\w.'-]|%[0-9A-Fa-f]{2}){2,60}(?:(?:\+|%20|%2[Cc])(?:[\w.'-]|%[0-9A-Fa-f]{2})"
    r"{1,40}){1,5}|(?<==)(?:[^\W\d_]|%[0-9A-Fa-f]{2}){3,40}(?![\w%+.]))",
    re.IGNORECASE,
)
_OCTET = re.compile(r"%[2C][0-9A-Fa-f]")
_ALONE = re.compile(r"(?:first|last|given|family|sur|full)_?-?name=$", re.IGNORECASE)
_EXTENSION = re.compile(r"\.[a-z\d]{2,4}$")
_NOBODY = read_words("role_words") | read_words("not_names") | read_words("generic_names")
_NEED, _NEED_KEYED, _RARE = 0.9, 0.6, 3.0


def encoded_names(text: str) -> Iterator[Found]:
    """People whose names stand encoded in `text`: all of an encoded word or value."""
    if "=?" in text:
        for match in _MIME.finditer(text):
            lead = text[max(0, match.start() - 400) : match.start()]
            need = 0.0 if _ADDRESSED.search(lead) else _NEED
            if _is_name(_decoded(match.group()), need):
                yield Found(*match.span(), 0.85)
    if "%" in text and _OCTET.search(text) or "ame=" in text:
        for match in _VALUE.finditer(text):
            key = match.group("key") or ""
            written = _EXTENSION.sub("", match.group("value"))
            start, value = match.start("value"), unquote_plus(written)
            if " " in value or "," in value:
                found = _is_name(value, _NEED_KEYED if key else _NEED)
            else:
                found = _ALONE.search(key) is not None and (is_given(value) or all_rare([value], _RARE))
            if found:
                yield Found(start, start + len(written), 0.8)


def _decoded(value: str) -> str:
    try:
        return str(make_header(decode_header(value)))
    except (HeaderParseError, LookupError, ValueError):
        return ""


def _is_name(value: str, need: float) -> bool:
    """Whether the whole of `value` is somebody's name; `need` 0 asks of its words only that they are no others."""
    words = [word for word in re.split(r"[\s,_]+", value) if word]
    real = [word.strip(".'\"") for word in words if not is_particle(word)]
    if not 2 <= len(real) <= 5 or not all(word and is_name_word(word) for word in real):
        return False
    if any(word.lower() in _NOBODY or looks_plain(word) for word in real):
        return False
    if need == 0.0:
        return True
    return any(map(is_given, real)) and max(evidence(real), evidence(real[::-1])) >= need
