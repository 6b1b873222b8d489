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
    rf"[ \t>*]{{0,4}}(?:[\[(]{_DAY}?{_TIME}Z?[\])]|{_DAY}?{_TIME}Z?)[ \t]{{0,3}}[-\u2013|~]?[ \t]{{0,3}}"
    rf"(?:<@?(?P<inner>{_NICK})>|[*_]{{0,2}}@?(?P<nick>{_NICK})[*_]{{0,2}}"
    r"(?: [(\[][^)\]\n]{1,30}[)\]])?(?= ?[:>\u00bb]))"
)
_HEADED = re.compile(
    rf"[ \t>]{{0,4}}[*_]{{0,2}}@?(?P<nick>{_NICK}?)[*_]{{0,2}}(?: [(\[][A-Za-z ]{{1,30}}[)\]])?"
    rf"(?:,| [-\u2013\u2014|])?[ \t]{{1,4}}[_*\[(]{{0,2}}{_DAY}?{_TIME}[_*\])]{{0,2}}(?:\s*$|: )"
)
_ANGLED = re.compile(rf"<(?:@[UW][A-Z\d]{{3,12}}[ |])?[@+%~&]?(?P<nick>{_NICK})> ")
_JOINS = re.compile(
    rf"(?:{_TIME} )?(?:\*{{1,3}}|-!-|-->|<--|\u2192|\u2190) ?(?P<nick>[\w.-]{{2,30}}) (?:[(\[][^)\]\n]*[)\]] )?"
    r"(?:has )?"
    r"(?:(?:joined|left)"
    r"(?: (?:#|the (?:room|channel|chat|conversation|call|meeting|group)\b)|\.?\s*$)|quit|is now known as)"
)
_ROLE_NAMED = re.compile(
    r"(?:[\[(]?[\d:. ]{4,9}[\])]? ?)?(?:Agent|Technician|Tech|Operator|Analyst|Customer|Visitor|Client|User|"
    r"Support|Helpdesk|Requester|Engineer|Consultant)(?: |: ?| - | \()(?P<nick>[^\W\d_][\w'\u2019-]{1,20}"
    r"(?: [^\W\d_][\w'\u2019-]{1,20})?)\)?(?=:)"
)
# `(ann) nope`, `[ann] nope`, `ann> nope`
_ENCLOSED = re.compile(r"(?:\((?P<round>[\w.-]{2,24})\)|\[(?P<square>[\w.-]{2,24})\]|(?P<nick>[\w.-]{2,24})>) (?=\S)")
# `ann to Everyone:`, `From Ann Lee to Bo (Direct Message) :`, `ann -> bo:`
_ADDRESSED = re.compile(
    rf"(?:{_TIME}[ \t]+)?(?:From )?(?P<nick>{_NICK}?)[ \t]+(?:to|->|\u2192)[ \t]+(?P<inner>{_NICK}?)"
    r"(?: ?\([^)\n]{1,30}\))? ?:(?= |$)"
)
_LABEL = re.compile(rf"(?:> ?|[-*\u2022] )?[*_]{{0,2}}(?P<nick>{_NICK})[*_]{{0,2}}:[*_]{{0,2}}(?= |$)")
_PROGRAM_LINE = re.compile(r"\w\[\d+\]: |\b(?:INFO|ERROR|WARN(?:ING)?|DEBUG|FATAL|NOTICE)\b")
# by what a line begins with: a time, a name, a mark
_TIMED = (_SPOKEN, _ROLE_NAMED, _ADDRESSED, _JOINS)
_NAMED_FIRST, _MARKED = (_HEADED, _JOINS, _ROLE_NAMED, _LABEL, _ADDRESSED), (_ANGLED, _JOINS, _LABEL)
_SIGNS = re.compile(r"[:<\u00bb]|joined|left|quit|known")  # one of them stands in the beginning of every such line
_ALL = frozenset(("all", "everyone", "everybody", "host", "hosts", "me", "panelists", "you"))
_BARE = (_LABEL, _ENCLOSED, _ADDRESSED)  # layouts of other things as well: a list must know the name
_HEAD = 80
_PARTED = re.compile(r"[ ._-]+")
_NOBODY = read_words("role_words") | read_words("not_names") | read_words("system_accounts") | read_words("nobody")
_HOST_AND_PROGRAM = re.compile(r"[\w.]+-[\w.-]+ [a-z][\w-]*")  # `2026-03-01T10:22:01Z vpn-edge-2 vpnd: up`
_NAMED, _SPEAKS = 0.85, 0.4  # evidence of a person's name: behind a time, and in a line of its own
_WORD_ZIPF = 5.0  # a word this frequent does not speak, unless a list knows it for a name


def speakers(text: str) -> Iterator[tuple[int, int]]:
    """Where the names of those who speak stand, at the beginnings of their lines."""
    standing = []
    at = 0
    for line in text.split("\n"):
        first = line.lstrip(" \t>*_@")[:1]
        enclosed = _ENCLOSED.match(line) if line[:1] in ("(", "[") or ">" in line[2:25] else None
        if enclosed is not None:
            group = enclosed.lastgroup or "nick"
            standing.append((at + enclosed.start(group), enclosed.group(group), _ENCLOSED))
        if first and _SIGNS.search(line, 0, _HEAD) is not None:
            layouts = _TIMED if first in "[(" or first.isdigit() else _NAMED_FIRST if first.isalpha() else _MARKED
            for expression in layouts:
                match = expression.match(line)
                if match is not None:
                    named = [group for group in expression.groupindex if match.group(group)]
                    if expression is _ADDRESSED and not all(map(_speaks_or_hears, match.groups())):
                        continue
                    standing += [(at + match.start(group), match.group(group), expression) for group in named]
        at += len(line) + 1
    if not standing:
        return
    often = Counter(nick for _, nick, _ in standing)
    chat = _PROGRAM_LINE.search(text) is None
    for start, nick, expression in standing:
        certain = expression is _ANGLED or expression not in _BARE and chat and often[nick] > 1
        laid_out = expression is _HEADED or expression is _SPOKEN and nick.islower()
        if _is_somebody(nick, need=_SPEAKS if laid_out else _NAMED, certain=certain):
            yield start, start + len(nick)


def _speaks_or_hears(nick: str) -> bool:
    return nick.lower() in _ALL or _is_somebody(nick, need=_NAMED, certain=False)


def _is_somebody(nick: str, *, need: float, certain: bool) -> bool:
    if _HOST_AND_PROGRAM.fullmatch(nick):
        return False
    words = [word for word in _PARTED.split(nick.strip(".'\u2019-")) if word]
    low = nick.lower()
    if not words or low in _NOBODY or is_service_account(nick) or any(word.lower() in _NOBODY for word in words):
        return False
    if made_of_name(nick) or numbered_name(nick) or evidence(words) >= need:
        return True
    return certain and len(words) < 4 and all(zipf(word) < _WORD_ZIPF for word in words)
