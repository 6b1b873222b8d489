"""What makes a town of a word that has other meanings too: who stays there, and which town it is set against."""

from __future__ import annotations

import re

from redactory.detect.gazetteer import ambiguous, cities
from redactory.detect.lexicon import fold, zipf

MIN_POPULATION = 50_000  # smaller towns need a context
PLAIN_WORD = 5.0  # a more frequent word (Zipf) is not told to be a city by the gazetteer alone
_STAYS_BEFORE = re.compile(r"\b(?:be|being|stay|staying) in\s+$")
_STAYS_AFTER = re.compile(
    r" (?:from|until|till|til|on|next|this|tomorrow|today|tonight|all (?:day|week)|for (?:a|the|two|three)|between|"
    r"starting|again|during)\b"
)
_OF_THE = re.compile(r"\b(?:of|at|in|from|to) the\s+$")
_BASE = re.compile(r" base\b")
_CONTRAST_AFTER = re.compile(
    r"^(?:,| (?:instead of|rather than|and not|but not|to|and|or|&|/)) ([^\W\d_]+(?:[ -][^\W\d_]+)?)"
)
_CONTRAST_BEFORE = re.compile(
    r"([^\W\d_]+) (?:instead of|rather than|and not|but not|and|or) $|\bfrom ([^\W\d_]+) (?:to|via) $"
)
# `Ann Lee / 00731442 / Nice - `: a row of what is known of somebody
_ROW_BEFORE = re.compile(r"\w [/|] (?:[A-Za-z]{1,4}-?)?\d{4,8} [/|] $")
_ROW_AFTER = re.compile(r" ?(?:[-\u2013/|]|$)")
# `"W5-71749";"Mobile";"ann.lee@acme.example"`, `81.2.69.160 | Split`: the cell between a number and an address
_CELL = re.compile(r"(?:^|[;|\t\n])[ \"]{0,2}(?P<cell>[^;|\t\n\"]{2,60})\"? ?[;|\t] ?\"?$")
_CELL_AFTER = re.compile(r"\"? ?[;|\t][ \"]{0,2}(?P<cell>[^;|\t\n\"]{2,60})")
_TELEPHONE = re.compile(r"[+(0]")
_FROM_ADDRESS = re.compile(r"(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?: \(| [|;] )([^\W\d_]+(?:[ -][^\W\d_]+)?)")
_GOES_ON = re.compile(" [a-z]")
_KINDS_OF_LINES = frozenset(("mobile",))


def in_row(text: str, start: int, end: int) -> bool:
    """Whether the word at `start` to `end` is the town in a row of what is known of somebody, or of a sign-in."""
    low, high = max(0, start - 80), end + 80
    left, right = text[low:start], text[end:high]
    if _ROW_AFTER.match(right) and _ROW_BEFORE.search(left):
        return True
    kind = text[start:end].lower() in _KINDS_OF_LINES
    cells = [cell.group(1) for cell in (_CELL.search(left), _CELL_AFTER.match(right)) if cell]
    if len(cells) > 1 and any("@" in cell for cell in cells) and not any(map(_TELEPHONE.match, cells)):
        return not kind or any(any(map(str.isdigit, cell)) for cell in cells if "@" not in cell)
    addressed = list(_FROM_ADDRESS.finditer(text, max(0, start - 160), end + 80))
    if not any(match.start(1) == start for match in addressed) or _GOES_ON.match(right):
        return False
    others = (match.group(1) for match in addressed if match.start(1) != start)
    return not kind or any(map(_is_plain_city, others))


def stays(left: str, right: str) -> bool:
    """`I will be in Reading from Monday`: somebody is there for a time. `left` is in lower case."""
    return _STAYS_BEFORE.search(left) is not None and _STAYS_AFTER.match(right) is not None


def at_base(left: str, right: str) -> bool:
    """`of the Natal base`."""
    return _BASE.match(right) is not None and _OF_THE.search(left) is not None


def beside_city(left: str, right: str) -> bool:
    """`Split instead of Bergen`: what is set against a plain city is one too."""
    after, before = _CONTRAST_AFTER.match(right), _CONTRAST_BEFORE.search(left)
    words = [after.group(1), after.group(1).split()[0]] if after and after.group(1)[0].isupper() else []
    words += [before.group(1) or before.group(2)] if before else []
    return any(_is_plain_city(word) for word in words)


def _is_plain_city(word: str) -> bool:
    key = fold(word).replace("-", " ")
    return cities().get(key, 0) >= MIN_POPULATION and key not in ambiguous() and zipf(word) < PLAIN_WORD
