"""Dates made coarser in the shape they were written in: `14/03/2026` becomes `03/2026`, `14 March 2026` `March 2026`.

What is ambiguous or no date is None, never a guess: a two-digit year, a day that does not exist, `03/04/2026` where
the policy does not say which is the day.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import Literal

To = Literal["month", "quarter", "year"]

_MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip
_TIME = (
    r"(?:[T ,]+\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?\s?(?:[AaPp][Mm])?\s?(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})?)?"
)
_WEEKDAY = re.compile(r"^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+", re.I)
_YEAR_FIRST = re.compile(rf"^(\d{{4}})([-/.])(\d{{1,2}})\2(\d{{1,2}}){_TIME}$")
_COMPACT = re.compile(r"^(\d{4})(\d{2})(\d{2})(?:T\d{4,6}Z?)?$")
_YEAR_LAST = re.compile(rf"^(\d{{1,2}})([-/.])(\d{{1,2}})\2(\d{{4}}){_TIME}$")
_DAY_NAME = re.compile(rf"^(\d{{1,2}})(?:st|nd|rd|th|\.)?([ -]|\sof\s)([a-z]{{3,9}})\.?,?[ -](\d{{4}}){_TIME}$", re.I)
_NAME_DAY = re.compile(rf"^([a-z]{{3,9}})\.?\s(\d{{1,2}})(?:st|nd|rd|th)?,?\s(\d{{4}}){_TIME}$", re.I)
_MONTH_NUMBER = re.compile(r"^(?:(?P<first>\d{4})[-/.](?P<after>\d{2})|(?P<before>\d{2})[-/.](?P<last>\d{4}))$")
_MONTH_NAME = re.compile(r"^([a-z]{3,9})[ -](\d{4})$", re.I)
_QUARTER = re.compile(r"^(\d{4})-Q[1-4]$")
_YEAR = re.compile(r"^(\d{4})$")
_YEARS = range(1800, 2201)


@dataclass(frozen=True, slots=True)
class _Read:
    """A year and a month, and the two as they are written without the day."""

    year: int
    month: int
    shown: str


def coarser(text: str, to: To, day_first: bool | None) -> str | None:
    """`text` as its month, quarter or year; as it stands where it is no finer than that; None for what is no date."""
    plain = text.strip()
    if is_coarse(plain, to):
        return plain
    read = _full(_WEEKDAY.sub("", plain), day_first) or _month(plain)
    if read is None:
        return None
    if to == "month":
        return read.shown
    return f"{read.year}-Q{(read.month + 2) // 3}" if to == "quarter" else f"{read.year}"


def is_coarse(text: str, to: To) -> bool:
    """Whether `text` is a date no finer than `to`."""
    year = _YEAR.match(text) or (_QUARTER.match(text) if to != "year" else None)
    if year:
        return int(year[1]) in _YEARS
    return to == "month" and _month(text) is not None


def _full(text: str, day_first: bool | None) -> _Read | None:
    if found := _YEAR_FIRST.match(text):
        year, sign, month, day = found.groups()
        return _checked(year, month, day, f"{year}{sign}{month:0>2}")
    if found := _COMPACT.match(text):
        year, month, day = found.groups()
        return _checked(year, month, day, f"{year}-{month}")
    if found := _YEAR_LAST.match(text):
        one, sign, two, year = found.groups()
        first = day_first
        if int(one) > 12 or sign == ".":
            first = True
        elif int(two) > 12:
            first = False
        elif one == two:
            first = True
        if first is None:
            return None
        day, month = (one, two) if first else (two, one)
        return _checked(year, month, day, f"{month:0>2}{sign}{year}")
    if found := _DAY_NAME.match(text):
        day, sign, name, year = found.groups()
        return _checked(year, _number(name), day, f"{name}{'-' if sign == '-' else ' '}{year}")
    if found := _NAME_DAY.match(text):
        name, day, year = found.groups()
        return _checked(year, _number(name), day, f"{name} {year}")
    return None


def _month(text: str) -> _Read | None:
    if found := _MONTH_NUMBER.match(text):
        return _checked(found["first"] or found["last"], found["after"] or found["before"], "1", text)
    if found := _MONTH_NAME.match(text):
        return _checked(found[2], _number(found[1]), "1", text)
    return None


def _checked(year: str, month: str, day: str, shown: str) -> _Read | None:
    try:
        real = date(int(year), int(month), int(day))
    except ValueError:
        return None
    return _Read(real.year, real.month, shown) if real.year in _YEARS else None


def _number(name: str) -> str:
    """Number of a month by its English name or its first three letters (`Sept` too); 0 for no month."""
    name = name.lower()
    known = next((i for i, month in enumerate(_MONTHS, 1) if name in (month, month[:3])), 0)
    return str(9 if name == "sept" else known)
