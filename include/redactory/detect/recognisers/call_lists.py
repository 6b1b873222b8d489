"""Short numbers in the order in which telephones ring: forwards, hunt groups, lists of whom to call and where."""

from __future__ import annotations

import re

from redactory.detect.gazetteer import ambiguous, cities
from redactory.detect.lexicon import fold, zipf
from redactory.detect.names_evidence import evidence
from redactory.detect.prefilter import sieved
from redactory.detect.recognisers.call_logs import counts

_NUMBER = r"(?:\+|\(|(?!(?:19|20)\d\d-))\d[\d ()/-]{5,18}\d(?!\.?\d)"  # of a network, not an address, nor a date
_DIVERTED = sieved(
    r"\b(?:divert|diversion|call[- ]forward)(?:s|ed|ing)?(?: of calls| is| was| set| up| active){0,3} "
    r"(?:from|of|for|on) $",
    re.IGNORECASE,
)
_FORWARDED = sieved(
    r"\b(?:re-?direct|twin|forward|re-?rout)(?:s|ed|ing|e|ned)?(?: calls)? (?:(?:from|of|for|on) )?$", re.IGNORECASE
)
_ELSEWHERE = re.compile(
    rf" (?:(?:is|goes|was|set|on|straight) ){{0,2}}(?:on)?(?:to|with) (?:{_NUMBER}|voice ?mail|reception\b|"
    r"the (?:switchboard|front desk)|(?:(?:my|his|her|their|the|an?) )?(?:[a-z]+ )?(?:mobile|cell|home|deputy)\b)"
)
# a number rings before this one
_NEXT = sieved(
    r"(?:^|[^\d.])(?:\d{3,6}|\d-\d{4})(?: first| rings?| for \d{1,3} (?:s|sec|seconds|rings)){0,2},?(?: and)? "
    r"(?:then|next|finally|after that|followed by|falls? (?:back|over) to|overflows? to|try|tries)"
    r"(?: rings| on| to| try)? $",
    re.IGNORECASE,
)
_RINGING = re.compile(
    r"\b(?:(?:hunt|ring|pick-?up|call) ?groups?|rings|dials|escalation|call (?:flow|list|order)|(?:nobody|no ?one|no) "
    r"(?:answers?|picks up) (?:on|at))\b",
    re.IGNORECASE,
)
_NO_PHONE = re.compile(r"\b(?:ring buffer|rpm|ports?|vlans?|alarms?|errors?|events?|codes?)\b", re.IGNORECASE)
# `Ann Lee (8557), then`, `"Lee, Ann" = 8557, mobile`
_BESIDE = sieved(
    r"([^\W\d_a-z][\w'\u2019-]+(?:,? (?:(?:van|von|de|der|del|al|el|bin) ){0,2}[^\W\d_a-z][\w'\u2019-]+){1,2})([\"']?)"
    r"(?: \(| ?(?:=>?|->) ?|: )$"
)
_LISTED = re.compile(
    r"\b(?:telephony|phone (?:list|book|directory|export)|speed ?dials?|escalation|on[- ]call|stand-?by|"
    r"call (?:list|tree|chain)|emergency (?:list|contacts?)|duty (?:list|roster|rota)|extension list)\b[^.!?]*$",
    re.IGNORECASE,
)
# a row of a list of people: `lee;Lee;Ann;4410;Cork`
_WORD = r"[^\W\d_a-z][\w'\u2019-]+"
_ROW = re.compile(rf"(?:^|[;|\t,])({_WORD})(?: ({_WORD})|[;|\t,]({_WORD}))[;|\t,]$")
_TOWN_BEHIND = re.compile(r"[;|\t,]([^\W\d_a-z][^\W\d_]{2,}(?:[ -][^\W\d_]+){0,3})[ \r]*(?:\n|$|[;|\t,])")
_OTHER_NUMBER = re.compile(rf"\)?(?:,| or| and|;| /| \|)[^.!?\n\d+(]{{0,64}}\(?(?=[+(0]){_NUMBER}")
_YEAR = re.compile(r"(?:19|20)\d\d")
_NAMED = 0.6  # evidence of a person's name
_RARE = 2.5  # Zipf
_WINDOW = 120


def is_listed(text: str, start: int, end: int) -> bool:
    """Whether the short number at `start` to `end` is forwarded, rings after another one, or is its owner's."""
    if start < 2 or text[start - 1] not in " (=>;|\t," or counts(text, end):
        return False
    lead = text[max(text.rfind("\n", 0, start) + 1, start - _WINDOW) : start]
    if text[start - 1] in ";|\t,":
        return 3 < end - start < 6 and not _YEAR.fullmatch(text, start, end) and _in_row(text, end, lead)
    owner = _BESIDE.search(lead)
    if owner is not None:
        other = _OTHER_NUMBER.match(text, end) is not None
        last, _, first = owner.group(1).rpartition(", ")
        turned = other and bool(last and owner.group(2))
        words = f"{first} {last}".split()
        listed = _LISTED.search(lead) is not None
        if other and listed and zipf(words[-1]) < _RARE:
            return True
        named = turned or evidence(words) >= _NAMED
        return named and (other or listed) and not _YEAR.fullmatch(text, start, end)
    if _DIVERTED.search(lead) or _FORWARDED.search(lead) and _ELSEWHERE.match(text, end):
        return True
    return bool(_NEXT.search(lead) and _RINGING.search(lead)) and not _NO_PHONE.search(lead)


def _in_row(text: str, end: int, lead: str) -> bool:
    """Whether the cell that ends at `end` stands between somebody's name and a town."""
    row, town = _ROW.search(lead), _TOWN_BEHIND.match(text, end)
    if row is None or town is None:
        return False
    key = fold(town.group(1)).replace("-", " ")
    if key not in cities() and key not in ambiguous() and zipf(key) >= _RARE:
        return False
    first, last, turned = row.groups()
    return evidence([turned, first] if turned else [first, last]) >= _NAMED
