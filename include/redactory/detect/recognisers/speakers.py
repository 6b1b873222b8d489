"""Who speaks in a transcript: `[10:32] ann:`, `ann.lee  10:41 AM`, `(09:12:01) ann_l: hi`, `<ann> hi`, `Agent Ann:`.

A transcript says by its layout that somebody speaks, so that any word may be a name there. Logs are laid out alike:
what a program is called counts only where the text has no lines of programs and the same one speaks again.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from redactory.detect.lexicon import zipf
from redactory.detect.names_evidence import evidence
from redactory.detect.recognisers.account_shapes import is_service_account, made_of_name, numbered_name
from redactory.detect.wordlists import read_words

_TIME = r"(?:\d{1,2}[:.]\d\d(?:[:.]\d\d)?(?: ?[AaPp]\.?[Mm]\.?)?)"
_DAY = r"(?:(?:\d{1,4}[-./]\d{1,2}[-./]\d{1,4}|(?:Today|Yesterday|[A-Z][a-z]{2,8})(?: \d{1,2})?)(?:,? (?:at )?|T))"
_NICK = r"[^\W\d_][\w.'\u2019-]{1,30}(?: (?:[^\W\d_][\w.'\u2019-]{0,24})){0,3}"
_SPOKEN = re.compile(
    rf"[ \t>*]{{0,4}}(?:[\[(]{_DAY}?{_TIME}Z?[\])]|{_DAY}?{_TIME}Z?)[ \t]{{0,3}}[-\u2013|]?[ \t]{{0,3}}"
    rf"(?:<@?(?P<inner>{_NICK})>|[*_]{{0,2}}@?(?P<nick>{_NICK})[*_]{{0,2}}(?: [(\[][^)\]\n]{{1,30}}[)\]])?(?= ?:))"
)
_HEADED = re.compile(
    rf"[ \t>]{{0,4}}[*_]{{0,2}}@?(?P<nick>{_NICK}?)[*_]{{0,2}}(?: [(\[][A-Za-z ]{{1,30}}[)\]])?"
    rf"(?:,| [-\u2013\u2014|])?[ \t]{{1,4}}[_*\[(]{{0,2}}{_DAY}?{_TIME}[_*\])]{{0,2}}(?:\s*$|: )"
)
_ANGLED = re.compile(rf"<[@+%~&]?(?P<nick>{_NICK})> ")
_JOINS = re.compile(
    r"(?:\*|-!-|-->|<--|\u2192|\u2190) ?(?P<nick>[\w.-]{2,30}) (?:\([^)\n]*\) )?(?:has )?"
    r"(?:(?:joined|left)"
    r"(?: (?:#|the (?:room|channel|chat|conversation|call|meeting|group)\b)|\.?\s*$)|quit|is now known as)"
)
_ROLE_NAMED = re.compile(
    r"(?:[\[(]?[\d:. ]{4,9}[\])]? ?)?(?:Agent|Technician|Tech|Operator|Analyst|Customer|Visitor|Client|User|"
    r"Support|Helpdesk|Requester|Engineer|Consultant)(?: |: ?| - | \()(?P<nick>[^\W\d_][\w'\u2019-]{1,20}"
    r"(?: [^\W\d_][\w'\u2019-]{1,20})?)\)?(?=:)"
)
_LABEL = re.compile(rf"(?:> ?)?[*_]{{0,2}}(?P<nick>{_NICK})[*_]{{0,2}}:[*_]{{0,2}}(?= |$)")
_PROGRAM_LINE = re.compile(r"\w\[\d+\]: |\b(?:INFO|ERROR|WARN(?:ING)?|DEBUG|FATAL|NOTICE)\b")
# by what a line begins with: a time, a name, a mark
_TIMED, _NAMED_FIRST, _MARKED = (_SPOKEN, _ROLE_NAMED), (_HEADED, _JOINS, _ROLE_NAMED, _LABEL), (_ANGLED, _JOINS)
_SIGNS = re.compile(r"[:<]|joined|left|quit|known")  # one of them stands in the beginning of every such line
_HEAD = 80
_PARTED = re.compile(r"[ ._-]+")
_NOBODY = read_words("role_words") | read_words("not_names") | read_words("system_accounts") | read_words("nobody")
_NAMED, _SPEAKS = 0.85, 0.4  # evidence of a person's name: behind a time, and in a line of its own
_WORD_ZIPF = 5.0  # a word this frequent does not speak, unless a list knows it for a name


def speakers(text: str) -> Iterator[tuple[int, int]]:
    """Where the names of those who speak stand, at the beginnings of their lines."""
    standing = []
    at = 0
    for line in text.split("\n"):
        first = line.lstrip(" \t>*_@")[:1]
        if first and _SIGNS.search(line, 0, _HEAD) is not None:
            layouts = _TIMED if first in "[(" or first.isdigit() else _NAMED_FIRST if first.isalpha() else _MARKED
            for expression in layouts:
                match = expression.match(line)
                if match is not None:
                    group = "inner" if "inner" in expression.groupindex and match.group("inner") else "nick"
                    standing.append((at + match.start(group), match.group(group), expression))
        at += len(line) + 1
    if not standing:
        return
    often = Counter(nick for _, nick, _ in standing)
    chat = _PROGRAM_LINE.search(text) is None
    for start, nick, expression in standing:
        certain = expression is _ANGLED or expression is not _LABEL and chat and often[nick] > 1
        laid_out = expression is _HEADED or expression is _SPOKEN and nick.islower()
        if _is_somebody(nick, need=_SPEAKS if laid_out else _NAMED, certain=certain):
            yield start, start + len(nick)


def _is_somebody(nick: str, *, need: float, certain: bool) -> bool:
    words = [word for word in _PARTED.split(nick.strip(".'\u2019-")) if word]
    low = nick.lower()
    if not words or low in _NOBODY or is_service_account(nick) or any(word.lower() in _NOBODY for word in words):
        return False
    if made_of_name(nick) or numbered_name(nick) or evidence(words) >= need:
        return True
    return certain and len(words) < 4 and all(zipf(word) < _WORD_ZIPF for word in words)
