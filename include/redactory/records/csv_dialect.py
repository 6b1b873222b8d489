"""Splits CSV rows with the places of their cells, and finds out what separates them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from redactory.records.reasons import BROKEN_QUOTES, OPEN_QUOTE

DELIMITERS = ",;\t|"
_CLOSE = re.compile(r'[^"]*+(?:""[^"]*+)*+"').match


class Split(NamedTuple):
    """`cells` holds start and end of every cell, quotes left out. `fault` is a reason, or None for a sound row."""

    cells: list[int]
    fault: str | None


class Splitter:
    """Cells of a row: separated by `delimiter`, quoted with `"` (doubled inside), line breaks inside quotes."""

    def __init__(self, delimiter: str) -> None:
        self.delimiter = delimiter
        sign = re.escape(delimiter)
        self._plain = re.compile(rf"[^{sign}\r\n]*+").match
        self._separator = re.compile(rf"({sign})|\r?\n?\Z").match

    def is_blank(self, line: str) -> bool:
        """Whether a line is no row: nothing but white space, and not the tabs between empty cells."""
        return not line.strip() and self.delimiter not in line

    def split(self, line: str, more: Callable[[], str | None]) -> Split:
        """The cells of the row that begins with `line`; `more` gives the next line while a quoted cell is open.

        Places count from the beginning of the row. After a fault the row ends with the line it stands in.
        """
        cells: list[int] = []
        base = pos = 0
        while True:
            if line.startswith('"', pos):
                cells.append(base + pos + 1)
                match = _CLOSE(line, pos + 1)
                while match is None:
                    base += len(line)
                    following = more()
                    if following is None:
                        return Split(cells, OPEN_QUOTE)
                    line = following
                    match = _CLOSE(line)
                pos = match.end()
                cells.append(base + pos - 1)
            else:
                plain = self._plain(line, pos)
                end = plain.end() if plain else pos
                cells += (base + pos, base + end)
                pos = end
            separator = self._separator(line, pos)
            if separator is None:
                return Split(cells, BROKEN_QUOTES)
            pos = separator.end()
            if separator.group(1) is None:
                return Split(cells, None)


def sniffed(lines: Sequence[str]) -> str:
    """The delimiter under which most rows of the sample are as wide as its first one, two cells at least.

    Of equals the one that makes more cells; a comma where there is only one column.
    """
    best, found = (0.0, 0), ","
    for delimiter in DELIMITERS:
        widths = _widths(Splitter(delimiter), lines)
        if not widths or widths[0] < 2:
            continue
        score = (widths.count(widths[0]) / len(widths), widths[0])
        if score > best:
            best, found = score, delimiter
    return found


def _widths(splitter: Splitter, lines: Sequence[str]) -> list[int]:
    widths = []
    waiting = iter(lines)
    for line in waiting:
        if splitter.is_blank(line):
            continue
        split = splitter.split(line, lambda: next(waiting, None))
        if split.fault == OPEN_QUOTE:
            break  # the sample ends inside a cell
        widths.append(len(split.cells) // 2 if split.fault is None else 0)
    return widths
