"""Patterns of a policy, compiled on RE2: linear time whatever the text, so a policy cannot hang a run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import re2

from redactory.errors import PolicyError

_MAX_MEMORY = 64 << 20  # bytes for one compiled pattern; RE2's own default of 8 MB is short for long alternations
_ANYWHERE = re2._Anchor.UNANCHORED


class Match:
    """One match, as `re.Match` reports it: offsets in characters of `string`; (-1, -1) for a group left out."""

    __slots__ = ("string", "_spans")

    def __init__(self, string: str, spans: Sequence[tuple[int, int]]) -> None:
        self.string = string
        self._spans = spans

    def span(self, group: int = 0) -> tuple[int, int]:
        return self._spans[group]

    def start(self, group: int = 0) -> int:
        return self._spans[group][0]

    def end(self, group: int = 0) -> int:
        return self._spans[group][1]

    def group(self, group: int = 0) -> str:
        """What the group holds; empty where it was left out."""
        start, end = self._spans[group]
        return self.string[start:end] if start >= 0 else ""


class Pattern:
    """An RE2 expression over text.

    The package's own wrapper costs more than RE2's search on the short texts of a ticket: it counts characters at
    every match. Here ASCII text, in which bytes are characters, is searched as it stands.
    It is compiled on its first use: of the built-in ones most never match in a run.
    """

    __slots__ = ("_match", "group", "groupindex", "groups", "ignore_case", "pattern")
    _match: Any
    groups: int
    groupindex: Mapping[str, int]

    def __init__(self, pattern: str, *, ignore_case: bool = False) -> None:
        self.pattern = pattern
        self.ignore_case = ignore_case
        self.group: Together | None = None

    def __getattr__(self, name: str) -> Any:
        """Called for what `compile` has not filled in yet."""
        if name not in ("_match", "groups", "groupindex"):
            raise AttributeError(name)
        self.compile()
        return getattr(self, name)

    def compile(self) -> None:
        """Raises re2's own error where the expression is wrong."""
        options = re2.Options()
        options.log_errors = False
        options.case_sensitive = not self.ignore_case
        options.max_mem = _MAX_MEMORY
        compiled = re2.compile(self.pattern, options)
        self._match = compiled._regexp.Match
        self.groups = compiled.groups
        self.groupindex = compiled.groupindex

    def finditer(self, text: str) -> Sequence[Match]:
        """Every match in `text`, from left to right."""
        group = self.group
        if group is None:
            data = _encoded(text)
        else:
            seen = group.last
            if seen[0] is not text:
                seen = group.look_at(text)
            if self not in seen[2]:
                return ()
            data = seen[1]
        size = len(data)
        spans = self._match(_ANYWHERE, data, 0, size)
        if spans[0][0] < 0:
            return ()
        found = []
        while spans[0][0] >= 0:
            found.append(spans)
            at = spans[0][1]
            if at >= size:
                break
            if spans[0][0] == at:  # an empty match: go on behind the next character
                at += 1
                while at < size and data[at] & 0xC0 == 0x80:
                    at += 1
            spans = self._match(_ANYWHERE, data, at, size)
        if size != len(text):
            found = _in_characters(data, found)
        return [Match(text, spans) for spans in found]

    def is_in(self, text: str) -> bool:
        """Whether it matches anywhere in `text`: the quickest question of all."""
        data = text.encode()
        return bool(self._match(_ANYWHERE, data, 0, len(data))[0][0] >= 0)

    def search(self, text: str, pos: int = 0) -> Match | None:
        """The first match in `text` from character `pos` on."""
        data = _encoded(text)
        plain = len(data) == len(text)
        spans = self._match(_ANYWHERE, data, pos if plain else len(text[:pos].encode()), len(data))
        if spans[0][0] < 0:
            return None
        return Match(text, spans if plain else _in_characters(data, [spans])[0])


_last: tuple[str, bytes] = ("", b"")  # many patterns are tried on one text, one after the other; replaced whole


def _encoded(text: str) -> bytes:
    global _last
    last = _last
    if last[0] is not text:
        _last = last = text, text.encode()
    return last[1]


class Together:
    """Patterns searched for together: one pass over a text, by one automaton, says which of them match at all.

    `last` is the text looked at last, its UTF-8, and which patterns match in it; threads replace it whole.
    """

    def __init__(self, patterns: Sequence[Pattern]) -> None:
        options = re2.Options()
        options.log_errors = False
        options.max_mem = _MAX_MEMORY
        self._patterns = tuple(patterns)
        self._set = re2._re2.Set(_ANYWHERE, options)
        for pattern in patterns:
            self._set.Add((f"(?i:{pattern.pattern})" if pattern.ignore_case else pattern.pattern).encode())
        self._always = self._set.Add(b"")  # missing in an answer: the automaton gave up
        self._set.Compile()
        self.last: tuple[str, bytes, frozenset[Pattern]] = ("", b"", frozenset())

    def look_at(self, text: str) -> tuple[str, bytes, frozenset[Pattern]]:
        """`last` for `text`: it is remembered, for patterns are asked one after the other."""
        last = self.last
        if last[0] is not text:
            data = _encoded(text)
            numbers = self._set.Match(data)
            if self._always not in numbers:
                numbers = range(len(self._patterns))
            found = frozenset([self._patterns[number] for number in numbers if number != self._always])
            self.last = last = text, data, found
        return last

    def matching(self, text: str) -> frozenset[Pattern]:
        """Which of the patterns match in `text`."""
        return self.look_at(text)[2]


def together(*patterns: Pattern) -> Together:
    """Has `patterns` searched for in one pass from now on: for those that are tried on every text and seldom match.

    Patterns that may begin at any word stay alone: their states would multiply with the others'.
    """
    group = Together(patterns)
    for pattern in patterns:
        pattern.group = group
    return group


def _in_characters(data: bytes, found: Sequence[Sequence[tuple[int, int]]]) -> list[list[tuple[int, int]]]:
    """The spans of `found`, in bytes of the UTF-8 `data`, as characters."""
    places = {-1: -1}
    last = characters = 0
    for place in sorted({edge for spans in found for span in spans for edge in span if edge >= 0}):
        characters += len(data[last:place].decode())
        places[place] = characters
        last = place
    return [[(places[start], places[end]) for start, end in spans] for spans in found]


def compile_re2(pattern: str, *, ignore_case: bool = False, where: str = "") -> Pattern:
    """`pattern` compiled by RE2. Note that RE2's `\\w`, `\\d` and `\\b` know ASCII only; `\\pL` is any letter.

    Raises `PolicyError` with RE2's own reason, beginning with `where` (the rule's name) if it is given.
    """
    found = Pattern(pattern, ignore_case=ignore_case)
    try:
        found.compile()
        return found
    except re2.error as error:
        reason = error.args[0] if error.args else "refused"
        if isinstance(reason, bytes):
            reason = reason.decode("utf-8", "replace")
    except (UnicodeError, OverflowError):
        reason = "not valid Unicode"
    prefix = f"{where}: " if where else ""
    hint = _hint(pattern)
    raise PolicyError(f"{prefix}RE2 refuses the pattern: {reason}{hint}") from None


def _hint(pattern: str) -> str:
    """What to do about the constructs people bring from other engines."""
    if any(mark in pattern for mark in ("(?=", "(?!", "(?<=", "(?<!")):
        return " (RE2 has no look-around: match the neighbours too and put the part to replace in (?P<value>...))"
    if any(f"\\{digit}" in pattern for digit in "123456789") or "(?P=" in pattern:
        return " (RE2 has no back-references)"
    return ""
