"""Reads CSV exports: `Get-ADUser | Export-Csv` of any PowerShell, and any other CSV with a header of attributes.

A `#TYPE` line is skipped; comma, semicolon, tab and pipe separate; columns PowerShell wrote as a type name are
reported by name. A file that stops inside a quoted value, in a short row or without a line end is refused.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator

from redactory.directory.attributes import AttributeMap, plain_name
from redactory.directory.entry import Entry, Findings
from redactory.directory.people import TYPE_NAME
from redactory.errors import DirectoryError

_DELIMITERS = (",", ";", "\t", "|")
_SEVERAL = {"email": re.compile(r"[;|,\s]+"), "phone": re.compile(r"[;|\n]+")}
_MOST_CHARACTERS = 1 << 24  # of one cell: a membership list can pass the csv module's 131,072


def read_csv(lines: Iterable[str], where: str, names: AttributeMap, findings: Findings) -> Iterator[Entry]:
    """Entries of one CSV text, given as lines with their line ends. `where` names the file in messages.

    Raises DirectoryError where no column is an attribute the policy names, or the file is not whole.
    """
    csv.field_size_limit(_MOST_CHARACTERS)
    watched = _Watched(lines)
    first = next(watched, "")
    while first.startswith("#TYPE") or not first.strip():
        if not first:
            raise DirectoryError(f"{where}: the export is empty")
        first = next(watched, "")
    delimiter = max(_DELIMITERS, key=re.sub(r'"[^"]*"', "", first).count)
    rows = csv.reader(_again(first, watched), delimiter=delimiter, strict=True)
    number = 0
    try:
        header = [name.strip() for name in next(rows)]
        if not names.wants_any(header):
            raise DirectoryError(
                f"{where}: no column is an attribute the policy names: the first row must hold attribute names "
                "(identity.attributes of the policy lists them)"
            )
        columns = _columns(header, names)
        for number, row in enumerate(rows, start=1):
            if not any(row):
                continue
            if len(row) != len(header):
                raise DirectoryError(
                    f"{where}: row {number} after the header has {len(row)} values for {len(header)} columns: the "
                    f"file was cut or its separator stands unquoted in a value; row {number - 1} is the last whole one"
                )
            yield _entry(row, columns, header, findings)
    except csv.Error:
        raise DirectoryError(
            f"{where}: not whole CSV after row {number}: a quoted value does not end. Export it again"
        ) from None
    if not watched.last.endswith(("\n", "\r", '"')):
        raise DirectoryError(f"{where}: it stops in the middle of row {number}; if it is whole, end it with a line end")


class _Watched(Iterator[str]):
    """Lines, remembering the last one that held something."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = iter(lines)
        self.last = ""

    def __next__(self) -> str:
        self.last = next(self._lines)
        return self.last


def _again(first: str, rest: Iterator[str]) -> Iterator[str]:
    yield first
    yield from rest


def _columns(header: list[str], names: AttributeMap) -> list[tuple[int, str, re.Pattern[str] | None]]:
    """(column, plain attribute name, what separates several values in one cell) of the columns to be read."""
    columns = []
    for index, written in enumerate(header):
        plain = plain_name(written)
        if names.wants(plain):
            kinds = [meaning.kind for meaning in names.meanings(plain)]
            columns.append((index, plain, next((_SEVERAL[kind] for kind in kinds if kind in _SEVERAL), None)))
    return columns


def _entry(
    row: list[str], columns: list[tuple[int, str, re.Pattern[str] | None]], header: list[str], findings: Findings
) -> Entry:
    values: list[tuple[str, str]] = []
    for index, plain, separator in columns:
        cell = row[index]
        if not cell:
            continue
        if TYPE_NAME.match(cell):
            findings.columns.add(header[index])
        elif separator is not None:
            values.extend((plain, piece) for piece in separator.split(cell) if piece)
        else:
            values.append((plain, cell))
    return Entry(dn="", values=values)
