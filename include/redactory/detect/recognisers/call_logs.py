"""Extensions as telephone systems write them, and those who look after them: sides of a call, lines, channels."""

from __future__ import annotations

import re
from collections.abc import Iterator

from redactory.detect.prefilter import sieved
from redactory.detect.recognisers.base import bounded, pattern

_EXT = r"(\d{3,6}|\d-\d{4})"
_TO = r"(?: ?(?:-{1,2}>|=>|>>|\x{2192}) ?)"
# who called whom; a system of telephones, a call or its duration must stand in the same line
PAIR = pattern(rf"(?:(?:from|ext\.?|extension) {_EXT} to {_EXT}|{_EXT}{_TO}{_EXT})")
# nothing but telephones does that
SURE = (
    pattern(rf"{_EXT} (?:called|calls|rang|dialled|dialed|answered|is calling|was calling) {_EXT}"),
    pattern(
        rf"{_EXT} (?:rings|is ringing|keeps ringing|(?:does not|doesn't|did not|didn't|never|only) rings?|"
        r"(?:goes|went|diverts|diverted|forwards|forwarded) (?:straight )?to (?:voice ?mail|\d{3,6})|"
        r"has no dial ?tone|(?:logs|logged) (?:in|on|out|off)(?: to| of)? (?:the )?(?:\w+ )?(?:queue|hunt group))\b"
    ),
    pattern(
        rf"(?:lines?|station) {_EXT}(?: (?:and|or|&) {_EXT})? (?:rings?|rang|"
        r"(?:is|are|was|were|stays|keeps) (?:ringing|busy|engaged|dead|off[- ]hook|"
        r"unregistered|not registered)|went dead|has no (?:dial ?)?tone|drops? (?:calls|out)|picks? up|"
        r"(?:does not|doesn't|did not|didn't) ring)\b"
    ),
    pattern(r"sips?:(\+?\d{3,15})@"),
    pattern(
        rf"\b(?:use|dial|take|try) {_EXT} (?:if|when|to) (?:you |they |we )?(?:(?:want|need|wish|have|like)s? to )?"
        r"(?:talk|speak|reach|call|ring|contact|get hold)\b"
    ),
    pattern(  # who is in a group: `hunt group: <somebody> on 4-8460 and <somebody> on 6355 ring`
        rf"(?:hunt(?:ing)?|ring(?:ing)?|pick-?up|call|line) (?:group|queue|list)s?\b[^\n]{{0,48}}? on {_EXT}"
        rf"(?:,? (?:and|&) [^\n\d]{{2,40}}? on {_EXT})?"
    ),
    pattern(rf"{_EXT} ?\((?:extension|ext\.?|internal|durchwahl|desk ?phone)\)"),
    pattern(
        rf"number {_EXT} (?:is|was|stays) (?:shown|displayed|listed|registered|given|used|known) as (?:[\w']+ ){{1,3}}"
        r"(?:extension|number|line|caller)"
    ),
    pattern(rf"[\"']{_EXT}[\"'] ?<sips?:"),
    pattern(rf"SEP[0-9A-F]{{12}}[ ,:;(]{{1,3}}(?:line \d{{1,2}}[:=]? ?)?{_EXT}"),
    pattern(
        r"(?:caller|callee|calling|called|connected)(?:[ _]?(?:party|number|num|id|ext))*[\"']?\s?[:=]\s?[\"']?"
        rf"{_EXT}"
    ),
    pattern(
        r"(?:CTI (?:port|route point|device)(?: for| of)?|directory number(?: is)?:?|"
        r"voice ?mail(?:box)?(?: for| of|: mailbox)|voice mailbox(?: for| of)?|"
        r"MWI (?:for|on|of)|BLF(?: key| lamp| light)?(?: for| of)?|shared line|"
        rf"(?:ringing|rings|dials|dialing|dialling)) {_EXT}"
    ),
)
TRANSFER = pattern(
    r"transfer(?:s|red|ring)? (\d{4,5}|\d-\d{4})(?: to\b(?: (\d{4,5}|\d-\d{4}))?| from\b|[,;.)]|$)|"
    r"transfer(?:s|red|ring)?(?: (?:the )?(?:call|caller|her|him|it|them|me|us))?(?: over| back| through| on)?"
    r" to (\d{4,5}|\d-\d{4})"
)
CHANNEL = pattern(rf"(?:(?:PJ)?SIP|SCCP|IAX2|DAHDI|Zap|Local|Agent)/{_EXT}(?:[-@,&)\s]|$)", ignore_case=False)
DIRECTORY_NUMBER = pattern(r"DNs?:? (\d{4,6}|\d-\d{4})", ignore_case=False)
PATTERNS = (PAIR, *SURE, TRANSFER, CHANNEL, DIRECTORY_NUMBER)
_SYSTEM = sieved(
    r"\b(?:callmgr|call ?manager|cucm|ip ?pbx|pbx|asterisk|freeswitch|3cx|sips?|pjsip|chan_sip|voip|cdr|sccp|mgcp|"
    r"sbc|dial ?plan|soft ?phones?|desk ?phones?|avaya|mitel|j?tapi|cti|voice ?gateway|trunk|telephony|"
    r"calls?|caller|hang-?up|extensions?)\b",
    re.IGNORECASE,
)
_COUNTED_BEFORE = re.compile(
    r"\b(?:ports?|vlans?|mtu|rate|timeout|versions?|builds?|rows?|count|limit|size|lines? (?:of|in)|responses?|"
    r"status|codes?|registers?|retries|increased|decreased|rose|fell|grew|dropped|went up|latency)\b[^\n]{0,16}$",
    re.IGNORECASE,
)
_COUNTED_AFTER = re.compile(
    r" ?(?:[kmgt]i?b|bytes|bits?|ms|msec|px|rows?|files?|records?|users?|items?|packets?|calls?|minutes|seats|"
    r"agents|hz|khz|kbps|mbps|%)\b",
    re.IGNORECASE,
)
_DURATION_AFTER = re.compile(
    r"[,;]? ?\(?(?:\d{1,3} ?(?:s|sec|secs|seconds?|m|min|mins|minutes?)\b|\d{1,2}:\d{2}(?::\d{2})?\))", re.IGNORECASE
)
SIP_ANSWERS = re.compile(r"1[08]\d|199|20[024]|30[0-5]|380|4[0-9]\d|5[018]\d|60\d|506[01]")  # and ports of SIP
_YEAR = re.compile(r"(?:19|20)\d\d")
_GROUP_BEFORE = re.compile(
    r"\b(?:hunt|ring|pick-?up|call|agent|paging)?[ -]?(?:groups?|queues?|pilot)(?: (?:no\.?|nr\.?|number|pilot))?[ #]$",
    re.IGNORECASE,
)
_ROW_AFTER = re.compile(r"(?:,| and| &| or|,? und) ?\d")


def extensions(text: str) -> Iterator[tuple[int, int]]:
    """(start, end) of the extensions in `text` that the words of telephone systems stand around."""
    for start, end in _proposed(text):
        if bounded(text, start, end) and not of_a_group(text, start, end):
            yield start, end


def _proposed(text: str) -> Iterator[tuple[int, int]]:
    for match in PAIR.finditer(text):
        places = [match.span(group) for group in range(1, PAIR.groups + 1) if match.start(group) >= 0]
        if _is_call(text, match.start(), match.end(), [text[start:end] for start, end in places]):
            yield from places
    for expression in (*SURE, TRANSFER, CHANNEL, DIRECTORY_NUMBER):
        for match in expression.finditer(text):
            for group in range(1, expression.groups + 1):
                start, end = match.span(group)
                if start >= 0 and not (expression is TRANSFER and _YEAR.fullmatch(text, start, end)):
                    yield start, end


def of_a_group(text: str, start: int, end: int) -> bool:
    """Whether `text[start:end]` is the number of a queue or a group of telephones: nobody's, unless others follow."""
    named = _GROUP_BEFORE.search(text[max(0, start - 32) : start]) is not None
    return named and _ROW_AFTER.match(text, end) is None


def counts(text: str, end: int) -> bool:
    """Whether what stands behind `end` says that the number before it counts something: `bytes`, `calls`, `ms`."""
    return _COUNTED_AFTER.match(text, end) is not None


def _is_call(text: str, start: int, end: int, sides: list[str]) -> bool:
    """Whether the two numbers of `text[start:end]` are the sides of a call, not a change or answers of a protocol."""
    if any(map(SIP_ANSWERS.fullmatch, sides)) or counts(text, end):
        return False
    begin = text.rfind("\n", 0, start) + 1
    lead = text[max(begin, start - 120) : start]
    if _COUNTED_BEFORE.search(lead):
        return False
    return _DURATION_AFTER.match(text, end) is not None or _SYSTEM.search(lead) is not None


_CALL_AFTER = re.compile(
    r" (?:answered|busy|no answer|unanswered|not answered|ringing|rang out|missed|declined|hung up|disconnected)\b|"
    r" ?(?:->|\u2192|=>) ?\+?[\d(]|[ \t]{1,3}(?:\d{1,2}:)?\d{1,2}:\d\d\b"
)
_DIRECTED_BEFORE = re.compile(r"\d:\d\d (?:in|out|incoming|outgoing|missed|inbound|outbound)[ \t]{1,3}$")
_CALL_BEFORE = re.compile(
    r"\d ?(?:->|\u2192|=>) ?$|"
    r"\b(?:voice|call|cdr|sip|pbx|gsm|tel)\w*: ?$",
    re.IGNORECASE,
)


def is_side(text: str, start: int, end: int) -> bool:
    """Whether a log of calls puts the number at `start` to `end` on one side of one, with what became of it."""
    lead = text[max(0, start - 12) : start]
    if _DIRECTED_BEFORE.search(lead):
        return True
    return _CALL_AFTER.match(text, end) is not None and _CALL_BEFORE.search(lead) is not None
