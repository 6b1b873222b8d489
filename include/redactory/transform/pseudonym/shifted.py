"""Dates: every date of a case moves by the same whole weeks, in the shape it was written in, so that spans and weekdays
stay what they are."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from contextlib import suppress
from datetime import date, timedelta
from typing import TYPE_CHECKING

from redactory.transform.pseudonym.kind import Kind, Unfit

if TYPE_CHECKING:
    from redactory.transform.pseudonym.draw import Draw

_WEEKS = (5, 60)  # the least and the greatest shift
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
_YEAR_FIRST = re.compile(r"(?<!\d)(\d{4})([-/.]?)(\d{2})\2(\d{2})(?=\D|$)")
_YEAR_LAST = re.compile(r"(?<!\d)(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?!\d)")
_MONTH = r"(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_DAY_NAME = re.compile(rf"(?<!\d)(\d{{1,2}})(?:st|nd|rd|th)?(\s(?:of\s)?){_MONTH}(,?\s)(\d{{4}})", re.I)
_NAME_DAY = re.compile(rf"{_MONTH}(\s)(\d{{1,2}})(?:st|nd|rd|th)?(,?\s)(\d{{4}})", re.I)


class Shifted(Kind):
    """Args: day_first: how 03/04/2026 is read; None: not at all."""

    def __init__(self, day_first: bool | None = None) -> None:
        self._day_first = day_first

    def canonical(self, value: str) -> str:
        """The day, as YYYY-MM-DD. Raises Unfit for what is no whole date, or could be two."""
        return self._read(value)[0].isoformat()

    def fake(self, canonical: str, draw: Draw, attempt: int) -> str:
        least, most = _WEEKS
        weeks = least + draw.number(most - least, "weeks")
        try:
            moved = date.fromisoformat(canonical) - timedelta(weeks=weeks)
        except OverflowError:
            raise Unfit("a date cannot be moved") from None
        return moved.isoformat()

    def render(self, fake: str, value: str) -> str:
        _, start, end, form = self._read(value)
        new = date.fromisoformat(fake)
        shown = form.format(
            y=f"{new.year:04}", m=f"{new.month:02}", d=f"{new.day:02}", dd=new.day, mm=new.month,
            name=_MONTHS[new.month - 1], short=_MONTHS[new.month - 1][:3],
        )  # fmt: skip
        return value[:start] + shown + value[end:]

    def valid(self, text: str) -> bool:
        return any(shape.search(text) for shape in (_YEAR_FIRST, _YEAR_LAST, _DAY_NAME, _NAME_DAY))

    def places(self, text: str, days: Container[str]) -> Iterator[tuple[int, int]]:
        """Where one of these days (canonical) stands in `text`, however it is written."""
        for shape in (_YEAR_FIRST, _YEAR_LAST, _DAY_NAME, _NAME_DAY):
            for found in shape.finditer(text):
                with suppress(Unfit):
                    if self.canonical(found[0]) in days:
                        yield found.span()

    def _read(self, value: str) -> tuple[date, int, int, str]:
        """The date, where it stands, and how it is written."""
        if found := _YEAR_FIRST.search(value):
            sign = found[2]
            return self._made(found[1], found[3], found[4], found.span(), f"{{y}}{sign}{{m}}{sign}{{d}}")
        if found := _YEAR_LAST.search(value):
            first = self._first_is_day(int(found[1]), int(found[3]))
            day, month = (found[1], found[3]) if first else (found[3], found[1])
            shown_day, shown_month = ("{d}" if len(day) > 1 else "{dd}"), ("{m}" if len(month) > 1 else "{mm}")
            one, two = (shown_day, shown_month) if first else (shown_month, shown_day)
            return self._made(found[4], month, day, found.span(), f"{one}{found[2]}{two}{found[2]}{{y}}")
        if found := _DAY_NAME.search(value):
            form = f"{{dd}}{found[2]}{_name(found[0])}{found[4]}{{y}}"
            return self._made(found[5], _number(found[3]), found[1], found.span(), form)
        if found := _NAME_DAY.search(value):
            form = f"{_name(found[0])}{found[2]}{{dd}}{found[4]}{{y}}"
            return self._made(found[5], _number(found[1]), found[3], found.span(), form)
        raise Unfit("a date cannot be read")

    def _first_is_day(self, one: int, two: int) -> bool:
        if one > 12 or two > 12:
            return one > 12
        if self._day_first is None and one != two:
            raise Unfit("a date could be two: the policy does not say whether the day stands first")
        return self._day_first is not False

    @staticmethod
    def _made(year: str, month: str, day: str, at: tuple[int, int], form: str) -> tuple[date, int, int, str]:
        try:
            return date(int(year), int(month), int(day)), *at, form
        except ValueError:
            raise Unfit("a date does not exist") from None


def _number(name: str) -> str:
    return str(next(n for n, month in enumerate(_MONTHS, 1) if month.lower().startswith(name.lower())))


def _name(text: str) -> str:
    """How the month in `text` is written: in full, or by three letters."""
    word = next(w for w in re.findall(r"[A-Za-z]+", text) if w[:3].title() in {m[:3] for m in _MONTHS})
    return "{name}" if len(word) > 3 or word.lower() == "may" else "{short}"
