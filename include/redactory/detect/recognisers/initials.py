"""Names with initials: `J. Diaz`, `A.B. van Lee`, `Diaz-Lee, J.`, `Diaz J R`: all of it is the person.

Letters with dots count many other things (`Option A. Restart`), so that the surname must be one; where the text says
that somebody is named, it need be no word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from redactory.detect.lexicon import is_compound, is_given, is_particle, surname_bearers, zipf
from redactory.detect.names_evidence import is_name_word, looks_plain
from redactory.detect.recognisers.base import Found, is_word, pattern
from redactory.detect.wordlists import read_words
from redactory.policy.patterns import together

_CAP = r"\p{Lu}[\pL\pM'\x{2019}]*[\pL\pM]"
_PARTICLES = (
    r"(?:(?:[Vv]an|[Vv]on|[Dd]er|[Dd]en|[Dd]e|[Dd]el|[Dd]ella|[Dd]i|[Dd]a|[Dd]os|[Ll]a|[Ee]l|[Aa]l|[Bb]in|[Tt]en|"
    r"[Tt]er|[Zz]u|[Aa]f) ){0,3}"
)
_SURNAME = rf"{_PARTICLES}{_CAP}(?:-{_CAP}){{0,2}}"
_DOTTED = r"\p{Lu}\.(?:[ -]?\p{Lu}\.){0,2}"
_BEFORE = pattern(rf"(?:^|[^\pL\d_.])({_DOTTED}|\p{{Lu}}-\p{{Lu}}\.?) ?({_SURNAME})", ignore_case=False)
_BEHIND = pattern(rf"({_SURNAME}(?: {_CAP})?)(,? {_DOTTED})", ignore_case=False)
_BARE_BEHIND = pattern(
    rf"({_PARTICLES}(?:\p{{Lu}}\p{{Ll}}[\pL'\x{{2019}}-]*|\p{{Lu}}[\p{{Lu}}'\x{{2019}}-]{{3,}})(?: {_CAP})?)"
    r"(,? \p{Lu}{1,2}(?: \p{Lu})?)(?:[^\pL\d_]|$)",
    ignore_case=False,
)
_SAID = re.compile(
    r"(?:\b(?:by|to|from|with|per|hi|hey|hello|dear|thx|thanks|ty|cheers|regards|best|cc|contact|contacted|owner|caller|"
    r"requester|requestor|assignee|reporter|manager|approver|technician|engineer|agent|user|customer|employee|is|"
    r"colleague|attendees?|participants?|author|ask|tell|told|asked|mr|mrs|ms|miss|dr|prof|herr|frau|mme|name|und|and)"
    r"[.:,]?\s{1,2})$",
    re.IGNORECASE,
)
_COUNTED = re.compile(  # what is counted with letters: `Option A. Restart`
    r"(?:\b(?:section|plan|option|step|class|drive|appendix|vitamin|part|figure|fig|table|annex|block|gate|level|"
    r"phase|group|type|building|tower|wing|zone|unit|hall|terminal|stage|grade|point|item|tier|category|team|route|line|"
    r"port|channel|case|variant|version|list|chapter|exhibit|room|floor|platform|shift|lot|bay|row|rack|mode)\s?|"
    r"\d[.)]?\s?)$",
    re.IGNORECASE,
)
_DOES = re.compile(
    r",? (?:called|calls|rang|reports?|reported|wants|wanted|asks|asked|says|said|confirmed|confirms|needs|cannot|"
    r"can't|replied|wrote|approved|requested|is (?:on leave|away|off|locked))\b"
)
_ENDS = re.compile(r"[\s,;:)\]>|/\u2013\u2014-]|\.(?:\s|$)|$")
_NOBODY = read_words("role_words") | read_words("not_names") | read_words("generic_names") | read_words("plain_words")
_NO_INITIALS = frozenset(
    ("A", "AB", "AD", "AG", "AI", "AP", "AS", "BI", "BU", "BV", "CA", "CI", "DB", "DC", "DE", "DR", "EU", "FR", "GB",
     "HQ", "HR", "I", "ID", "II", "IP", "IT", "IV", "KG", "KK", "NO", "NV", "OK", "OS", "OY", "PA", "PC", "PM", "PO",
     "QA", "RD", "SA", "SE", "SL", "TV", "UI", "UK", "US", "VM", "VP", "X")
)  # fmt: skip
_WINDOW = 24
_RARE, _UNHEARD = 3.8, 2.0  # Zipf: of a surname a list knows, and of one that none does


def initialled(text: str) -> Iterator[Found]:
    """Names of which initials stand before or behind the surname."""
    for match in _BEFORE.finditer(text):
        start, end = match.start(1), match.end(2)
        lead = text[max(0, start - _WINDOW) : start]
        if not _free(text, start, end) or _COUNTED.search(lead):
            continue
        said = _SAID.search(lead) is not None
        glued = text[match.start(2) - 1] == "."
        dotted = match.group(1).endswith(".")
        if _is_surname(match.group(2), said=said and not glued) and (dotted or said):
            yield Found(start, end, 0.75)
    for expression in (_BEHIND, _BARE_BEHIND):
        for match in expression.finditer(text):
            start, end = match.start(1), match.end(2)
            if not _free(text, start, end) or not _ENDS.match(text, end):
                continue
            lead = text[max(0, start - _WINDOW) : start]
            said = _SAID.search(lead) is not None
            listed = expression is _BEHIND and match.group(2).startswith(",")
            sure = listed or _DOES.match(text, end) is not None
            if expression is _BARE_BEHIND and _are_words(match.group(1), match.group(2).strip(", ")):
                continue
            if (said or sure) and _is_surname(match.group(1), said=said):
                yield Found(start, end, 0.75)


def _are_words(name: str, letters: str) -> bool:
    """`Thanks Rosa, I will`, `from Berg IT`, `is OS X`: letters without dots that are no initials."""
    return letters in _NO_INITIALS or name.isupper() and len(name) < 4


def _is_surname(name: str, *, said: bool) -> bool:
    words = [word for word in name.split() if not is_particle(word)]
    if not words or not all(map(is_name_word, words)) or any(word.lower() in _NOBODY for word in words):
        return False
    return all(_may_be(word, said=said) for word in words)


def _may_be(word: str, *, said: bool) -> bool:
    parts = word.split("-")
    if len(parts) > 1:
        return all(len(part) > 1 and zipf(part) < _RARE and not is_compound(part) for part in parts) or all(
            map(surname_bearers, parts)
        )
    frequency, bearers = zipf(word), surname_bearers(word)
    if bearers >= 2 and not looks_plain(word) and (frequency < _RARE or bearers >= 20 and frequency < 4.5):
        return True
    if len(word) < 3 or is_compound(word):
        return said and bearers > 0
    return frequency < (3.2 if said else _UNHEARD) and (said or not word.isascii() or is_given(word) or bearers > 0)


def _free(text: str, start: int, end: int) -> bool:
    left, right = text[start - 1 : start], text[end : end + 1]
    if left and (is_word(left) or left in "./\\@-&$%='\u2019"):
        return False
    return not (right and (is_word(right) or right in "@\\/(=" or right in ".-" and text[end + 1 : end + 2].isalnum()))


together(_BEFORE, _BEHIND, _BARE_BEHIND)
