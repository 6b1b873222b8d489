"""Keys and values in one text: `"key": "value"`, `key=value`, `<key>value</key>`, `-Key 'value'`, forms and tables.

Only what the notation says is read here; what a key speaks for is `keyed`'s to know.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from redactory.policy.patterns import Pattern

_QUOTED = re.compile(r"\\?([\"'])((?:(?!\\?\1)[^\n\\]){1,80}?)\\?\1")
_ARRAY = re.compile(r"\[\s*\"(?:[^\"\n\\]{1,80}\"\s*,\s*\"){0,40}[^\"\n\\]{1,80}\"\s*\]")
_ITEM = re.compile(r"\"([^\"]+)\"")
_ELEMENT = re.compile(r"[ \t]*([^<>\n]{0,79}[^<>\s])[ \t]*</")
_TOKEN = re.compile(r"[^\s,;&|<>()\[\]{}\"'\\]{1,80}")
_LINE = re.compile(r"[^\n\r|;\"<>{}\[\]]{1,80}")
_LINE_BEFORE = re.compile(r"(?:^|[\n\r|;>])[ \t]*(?:[-*\u2022]\s)?[*_]{0,2}$")
_DELIMITERS = ("|", ";", "\t", ",")
_LOG_HEAD = "#Fields: "
_DIGIT = re.compile("[0-9]")  # a line of values, no head
_RULE = re.compile(r"[\s|:-]*")  # `|---|---|` under a head
_MOST_COLUMNS, _LONGEST_HEAD = 24, 400


@dataclass(frozen=True, slots=True)
class Pair:
    """`text[start:end]` is the value of `key`. `quoted`: by quotes, or by being a cell: it is the whole value."""

    key: str
    start: int
    end: int
    quoted: bool


class PairReader:
    """Reads the values of `keys`, written as words in lower case (`account name`), in any of the notations."""

    def __init__(self, keys: Iterable[str]) -> None:
        self._keys = frozenset(keys)
        written = sorted((re.escape(key).replace(r"\ ", r"[ _.-]?") for key in self._keys), key=len, reverse=True)
        named = rf"(?P<key>{'|'.join(written)})"
        self._pattern = Pattern(
            rf"(?:^|[^\pL\d_.])(?:[\pL\d]{{1,12}}[_.])?{named}(?:[_-]?\d{{1,2}})?\\?[\"'*]{{0,3}}[ \t]{{0,24}}"
            r"(?::|=>|=|\||-eq )[*]{0,2}[ \t]{0,4}",
            ignore_case=True,
        )
        self._element = Pattern(
            rf"<(?:(?:[\pL\d]{{1,12}}[:_.])?|[\pL\d:]{{1,20}} (?:name|key|id)=\"){named}\"?(?: [^<>\n]{{1,60}})?>",
            ignore_case=True,
        )
        self._parameter = Pattern(rf"[ \t`]-(?:[\pL\d]{{1,12}}[_.])?{named}[ \t:=]{{1,2}}[\"']", ignore_case=True)

    def pairs(self, text: str) -> Iterator[Pair]:
        """Every value of a known key in `text`."""
        if "</" in text:
            for match in self._element.finditer(text):
                held = _ELEMENT.match(text, match.end())
                if held is not None:
                    yield Pair(words_of(match.group(1)), *held.span(1), quoted=True)
        if " -" in text:
            for match in self._parameter.finditer(text):
                given = _QUOTED.match(text, match.end() - 1)
                if given is not None:
                    yield Pair(words_of(match.group(1)), *given.span(2), quoted=True)
        if not (":" in text or "=" in text or "|" in text or "\n" in text or "-eq " in text):
            return
        for match in self._pattern.finditer(text):
            key = words_of(match.group(1))
            listed = _ARRAY.match(text, match.end())
            for item in _ITEM.finditer(text, *listed.span()) if listed else ():
                yield Pair(key, *item.span(1), quoted=True)
            value = self._value(text, match.start(1), match.end(), text[match.end(1) : match.end()])
            if value is not None:
                yield Pair(key, *value)
        if "\n" in text:
            yield from self._cells(text)

    def _value(self, text: str, key: int, at: int, mark: str) -> tuple[int, int, bool] | None:
        quoted = _QUOTED.match(text, at)
        if quoted is not None:
            return *quoted.span(2), True
        line = "=" not in mark and _LINE_BEFORE.search(text, max(0, key - 12), key)
        found = (_LINE if line else _TOKEN).match(text, at)
        if found is None:
            return None
        value = found.group().rstrip(" \t.*_")
        return (at, at + len(value), False) if value else None

    def _cells(self, text: str) -> Iterator[Pair]:
        head: list[str] = []
        mark, at = "", 0
        for line in text.split("\n"):
            if head and line.count(mark) >= len(head) - 1 and len(cells := list(_cut(line, mark))) == len(head):
                for key, (start, end) in zip(head, cells, strict=True):
                    if key and start < end:
                        yield Pair(key, at + start, at + end, quoted=True)
            elif not (head and _RULE.fullmatch(line)):
                head, mark = self._head(line)
            at += len(line) + 1

    def _head(self, line: str) -> tuple[list[str], str]:
        """The known keys of a line that heads columns, with what parts them; none where it is no such line."""
        if line.startswith(_LOG_HEAD):
            names = [words_of(name) for name in line.removeprefix(_LOG_HEAD).split(" ")]
            return ([name if name in self._keys else "" for name in names], " ") if len(names) > 2 else ([], "")
        if _DIGIT.search(line):
            return [], ""
        for mark in _DELIMITERS:
            if mark in line and line.count(mark) < _MOST_COLUMNS and len(line) < _LONGEST_HEAD:
                names = [words_of(line[start:end]) for start, end in _cut(line, mark)]
                known = [name if name in self._keys else "" for name in names]
                if sum(map(bool, known)) > 1 and all(len(name) < 24 for name in names):
                    return known, mark
        return [], ""


_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_PARTS = re.compile(r"[\s_.-]+")


@lru_cache(maxsize=4_096)
def words_of(key: str) -> str:
    """`accountName`, `account_name` and `Account-Name` alike as `account name`."""
    return _PARTS.sub(" ", _CAMEL.sub(" ", key.strip(" \t*\"'`\\")).lower()).strip()


def _cut(line: str, mark: str) -> Iterator[tuple[int, int]]:
    """The cells of `line` without the space and the quotes around them; a mark within quotes parts none."""
    at = 0
    for cell in _quoted_cells(line, mark) if '"' in line and line.count('"') % 2 == 0 else line.split(mark):
        bare = cell.strip(" \t\r\"'`*")
        start = at + cell.find(bare)
        yield start, start + len(bare)
        at += len(cell) + len(mark)


def _quoted_cells(line: str, mark: str) -> Iterator[str]:
    """The cells of `line`, those in quotes whole: `"Lee, Ann",alee,4410`."""
    begun = ""
    for cell in line.split(mark):
        begun += cell
        if begun.count('"') % 2:
            begun += mark
        else:
            yield begun
            begun = ""
