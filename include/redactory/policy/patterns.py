"""Patterns of a policy, compiled on RE2: linear time whatever the text, so a policy cannot hang a run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any
from weakref import WeakSet

import re2

from redactory.errors import PolicyError
from redactory.policy.code_page import encoded, translated

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
    every match. Here a text is searched in eight bits a character where it can be, and as UTF-8 otherwise.
    Both are compiled on their first use: of the built-in ones most never match in a run.
    """

    __slots__ = ("_narrow", "_wide", "group", "groupindex", "groups", "ignore_case", "pattern")
    _narrow: Any  # searches a text in the code page; None where the expression cannot be written in it
    _wide: Any  # searches UTF-8
    groups: int
    groupindex: Mapping[str, int]

    def __init__(self, pattern: str, *, ignore_case: bool = False) -> None:
        self.pattern = pattern
        self.ignore_case = ignore_case
        self.group: Together | None = None

    def __getattr__(self, name: str) -> Any:
        """Called for what is not compiled yet."""
        if name == "_wide":
            self.compile()
        elif name in ("_narrow", "groups", "groupindex"):
            page = translated(self.pattern, ignore_case=self.ignore_case)
            if page is None:
                self.compile()
                self._narrow = None
            else:
                self._narrow = self._compiled(page, _options(latin1=True, ignore_case=self.ignore_case))
        else:
            raise AttributeError(name)
        return getattr(self, name)

    def compile(self) -> None:
        """Compiles it for any text. Raises re2's own error where the expression is wrong."""
        self._wide = self._compiled(self.pattern, _options(ignore_case=self.ignore_case))

    def _compiled(self, expression: str, options: Any) -> Any:
        compiled = re2.compile(expression.encode(), options)
        self.groups = compiled.groups
        self.groupindex = {name.decode(): number for name, number in compiled.groupindex.items()}
        return compiled._regexp.Match

    def finditer(self, text: str) -> Sequence[Match]:
        """Every match in `text`, from left to right."""
        group = self.group
        if group is None:
            _, data, narrow = _encoded(text)
        else:
            seen = group.last
            if seen[0] is not text:
                seen = group.look_at(text)
            if self not in seen[3]:
                return ()
            _, data, narrow, _ = seen
        match = self._narrow if narrow else self._wide
        if match is None:
            data, narrow, match = text.encode(), False, self._wide
        size = len(data)
        spans = match(_ANYWHERE, data, 0, size)
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
                while not narrow and at < size and data[at] & 0xC0 == 0x80:
                    at += 1
            spans = match(_ANYWHERE, data, at, size)
        if not narrow:
            found = _in_characters(data, found)
        return [Match(text, spans) for spans in found]

    def is_in(self, text: str) -> bool:
        """Whether it matches anywhere in `text`: the quickest question of all."""
        return bool(self._first(text, 0)[0][0] >= 0)

    def search(self, text: str, pos: int = 0) -> Match | None:
        """The first match in `text` from character `pos` on."""
        spans = self._first(text, pos)
        return Match(text, spans) if spans[0][0] >= 0 else None

    def _first(self, text: str, pos: int = 0) -> Sequence[tuple[int, int]]:
        """The spans of the first match from character `pos` on; of a (-1, -1) first where there is none."""
        data = encoded(text)
        if data is not None and self._narrow is not None:
            return self._narrow(_ANYWHERE, data, pos, len(data))
        data = text.encode()
        spans = self._wide(_ANYWHERE, data, len(text[:pos].encode()), len(data))
        return _in_characters(data, [spans])[0]


_last: tuple[str, bytes, bool] = ("", b"", True)  # many patterns are tried on one text in turn; replaced whole


def _encoded(text: str) -> tuple[str, bytes, bool]:
    """(`text`, what is searched in its place, whether that is in the code page and not UTF-8)."""
    global _last
    last = _last
    if last[0] is not text:
        data = encoded(text)
        _last = last = (text, text.encode(), False) if data is None else (text, data, True)
    return last


_Seen = tuple[str, bytes, bool, frozenset[Pattern]]


class Together:
    """Patterns searched for together: one pass over a text, by one automaton, says which of them match at all.

    `last` is the text looked at last, as `_encoded` has it, and which patterns match in it, `ahead` the latter for the
    texts of a batch; threads replace them whole. `asked`: whether anybody asked since the batch began.
    """

    def __init__(self, patterns: Sequence[Pattern]) -> None:
        self._patterns = tuple(patterns)
        self.last: _Seen = ("", b"", True, frozenset())
        self.ahead: dict[str, frozenset[Pattern]] = {}
        self.asked = False

    @cached_property
    def _narrow(self) -> Any:
        pages = [translated(pattern.pattern, ignore_case=pattern.ignore_case) for pattern in self._patterns]
        return self._set([page for page in pages if page is not None], latin1=True) if None not in pages else None

    @cached_property
    def _wide(self) -> Any:
        return self._set([pattern.pattern for pattern in self._patterns], latin1=False)

    def _set(self, expressions: Sequence[str], *, latin1: bool) -> Any:
        found = re2._re2.Set(_ANYWHERE, _options(latin1=latin1))
        for pattern, expression in zip(self._patterns, expressions, strict=True):
            found.Add((f"(?i:{expression})" if pattern.ignore_case else expression).encode())
        found.Add(b"")  # number len(self._patterns); missing in an answer: the automaton gave up
        found.Compile()
        return found

    def look_at(self, text: str) -> _Seen:
        """`last` for `text`: it is remembered, for patterns are asked one after the other."""
        last = self.last
        if last[0] is not text:
            self.asked = True
            found = self.ahead.get(text)
            self.last = last = (*_encoded(text), self.searched(text) if found is None else found)
        return last

    def searched(self, text: str) -> frozenset[Pattern]:
        """Which of the patterns match in `text`, looked for now."""
        _, data, narrow = _encoded(text)
        if narrow and self._narrow is not None:
            numbers = self._narrow.Match(data)
        else:
            numbers = self._wide.Match(text.encode())
        size = len(self._patterns)
        return frozenset([self._patterns[n] for n in numbers if n < size] if size in numbers else self._patterns)

    def matching(self, text: str) -> frozenset[Pattern]:
        """Which of the patterns match in `text`."""
        return self.look_at(text)[3]


_groups: WeakSet[Together] = WeakSet()


def look_ahead(texts: Sequence[str]) -> None:
    """Searches a batch with one group after the other: the automaton of each stays in the processor's cache so.

    A group that nobody asked in the batch before is left out, and looks for itself when it is asked.
    """
    for group in list(_groups):
        group.ahead = {text: group.searched(text) for text in texts} if group.asked else {}
        group.asked = False


def together(*patterns: Pattern) -> Together:
    """Has `patterns` searched for in one pass from now on: for those that are tried on every text and seldom match.

    Patterns that may begin at any word stay alone: their states would multiply with the others'.
    """
    group = Together(patterns)
    _groups.add(group)
    for pattern in patterns:
        pattern.group = group
    return group


def _options(*, latin1: bool = False, ignore_case: bool = False) -> Any:
    options = re2.Options()
    options.log_errors = False
    options.case_sensitive = not ignore_case
    options.max_mem = _MAX_MEMORY
    if latin1:
        options.encoding = re2.Options.Encoding.LATIN1
    return options


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
