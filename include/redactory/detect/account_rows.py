"""Accounts that are words beside one that is certain: `jdoe, rose and hunter`, `moved from church to jdoe`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from redactory.detect import lexicon

_JOINS = (
    r"(?:,|;| ?/| ?&| ?->| ?\u2192|,? (?:and|or|to|not|vs\.?|versus|und|oder|et|ou|y|o|e|og|och|en|i))"
    r"(?: (?:also|just|only|with|then|both|even|for|as|from|by|not))? ?"
)
_JOINED_BEFORE = re.compile(rf"{_JOINS}[\"'`]?$")
_JOINED_AFTER = re.compile(rf"[\"'`]?{_JOINS}[\"'`]?(?:[A-Za-z][\w-]*\\)?")
_ENDS = re.compile(
    r"[\"'`)\]]?(?:[ \t]*(?:[;,.:?!)/&\n\x00]|->|\u2192|$)|"
    r" (?:and|or|to|und|et|y|were|are|was|is|have|has|both|tested|tried|confirmed|checked|agreed|share|lost|got)\b)"
)
_LONGEST_JOIN = 16
_FUNCTION_WORD = 6.4  # Zipf of the few words that go on with any sentence


def in_a_row(text: str, held: Sequence[tuple[int, int]], certain: Iterable[tuple[int, int]]) -> list[int]:
    """Which of the words `held` back stand in one row with an account; indexes in `held`."""
    starts, ends = {start for start, _ in certain}, {end for _, end in certain}
    found: list[int] = []
    pending = [index for index, (start, end) in enumerate(held) if _may_be(text[start:end])]
    grown = bool(starts)
    while grown and pending:
        row = [index for index in pending if _beside(text, *held[index], starts, ends)]
        grown = bool(row)
        for index in row:
            starts.add(held[index][0])
            ends.add(held[index][1])
        found += row
        pending = [index for index in pending if index not in row]
    return found


def _may_be(word: str) -> bool:
    return word.islower() and lexicon.zipf(word) < _FUNCTION_WORD


def _beside(text: str, start: int, end: int, starts: set[int], ends: set[int]) -> bool:
    if _ENDS.match(text, end) is None:
        return False
    left = _JOINED_BEFORE.search(text, max(0, start - _LONGEST_JOIN), start)
    if left is not None and (left.start() in ends or left.start() + 1 in ends):
        return True
    right = _JOINED_AFTER.match(text, end)
    return right is not None and right.end() in starts
