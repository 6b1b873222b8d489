"""Accounts that are words beside one that is certain: `jdoe, rose and hunter`, `[jdoe] expired, [rose] ok`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from redactory.detect import lexicon

_JOINS = (
    r"(?:,|;| ?/| ?&| ?->| ?\u2192|,? (?:as well as|along with|together with|"
    r"and|or|to|not|vs\.?|versus|und|oder|et|ou|y|o|e|og|och|en|i))"
    r"(?: (?:also|just|only|with|then|both|even|for|as|from|by|not))? ?"
)
_IN_STATE = r" \([a-z][a-z ]{1,15}\)"  # `jdoe (active), rose (disconnected)`
_JOINED_BEFORE = re.compile(rf"(?:{_IN_STATE})?{_JOINS}[\"'`]?$")
_JOINED_AFTER = re.compile(rf"(?:{_IN_STATE})?[\"'`]?{_JOINS}[\"'`]?(?:[A-Za-z][\w-]*\\)?")
_ENDS = re.compile(
    r"[\"'`)\]]?(?:[ \t]*(?:[;,.:?!)/&\n\x00]|->|\u2192|$)|"
    r" as (?:users|owners|members|(?:its|the) (?:users|owners))\b|"
    r" (?:and|or|to|und|et|y|were|are|was|is|have|has|both|tested|tried|confirmed|checked|agreed|share|lost|got)\b)"
)
_STATED = re.compile(rf"{_IN_STATE}(?:[,;.\n]|$)")
# `[jdoe] password expired, [rose] ok`
_STATE = (
    r"(?:ok|okay|done|failed|fail|error|locked|unlocked|enabled|disabled|expired|password (?:expired|reset|changed|ok)|"
    r"unchanged|skipped|missing|created|updated|deleted|synced|active|inactive|not found|no change)"
)
_STATE_BEFORE = re.compile(rf"\](?: {_STATE})?[,;]? ?\[$")
_STATE_AFTER = re.compile(rf"\](?: {_STATE})?[,;]? ?\[")
_LONGEST_JOIN = 32
_FUNCTION_WORD = 6.4  # Zipf of the few words that go on with any sentence


def in_a_row(text: str, held: Sequence[tuple[int, int]], certain: Iterable[tuple[int, int]]) -> list[int]:
    """Which of the words `held` back stand in one row with an account; indexes in `held`."""
    starts, ends = {start for start, _ in certain}, {end for _, end in certain}
    found: list[int] = []
    pending = [index for index, (start, end) in enumerate(held) if _may_be(text, start, end)]
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


def _may_be(text: str, start: int, end: int) -> bool:
    """Whether the word may be an account, if one stands beside it."""
    word = text[start:end]
    if not word.islower():
        return False
    return _in_brackets(text, start, end) or _STATED.match(text, end) is not None or lexicon.zipf(word) < _FUNCTION_WORD


def _in_brackets(text: str, start: int, end: int) -> bool:
    return text[start - 1 : start] == "[" and text[end : end + 1] == "]"


def _beside(text: str, start: int, end: int, starts: set[int], ends: set[int]) -> bool:
    if _in_brackets(text, start, end):
        state = _STATE_BEFORE.search(text, max(0, start - _LONGEST_JOIN), start)
        following = _STATE_AFTER.match(text, end)
        return state is not None and state.start() in ends or following is not None and following.end() in starts
    if _ENDS.match(text, end) is None and _STATED.match(text, end) is None:
        return False
    left = _JOINED_BEFORE.search(text, max(0, start - _LONGEST_JOIN), start)
    if left is not None and (left.start() in ends or left.start() + 1 in ends):
        return True
    right = _JOINED_AFTER.match(text, end)
    return right is not None and right.end() in starts
