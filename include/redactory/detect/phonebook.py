"""Directory phones in any punctuation: runs of digit groups looked up by their digits alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import phonenumbers

SHORT = 7  # fewer digits than this are an extension, struck only beside a word for a phone
_MAX_GROUPS = 9
_LETTER = r"0-9A-Za-z_\u00aa-\u0dff\u1e00-\u1fff"  # what may not touch a number; scripts without spaces may
_RUN = re.compile(rf"(?<![{_LETTER}.])\(?\+?\(?\d(?:[ \t\u00a0().\-/\u2010-\u2015]{{0,3}}\d){{2,}}(?![{_LETTER}])")
_GROUP = re.compile(r"\d+")
_EXTENSION = re.compile(r"(?:,?[ \t]*(?:x|ext\.?|extension|#)[ \t]*\d{1,6})\b", re.I)
_CUE = re.compile(
    r"(?:^|[^A-Za-z])(?:ext(?:ension)?|x|phone|tel(?:ephone)?|call(?:ed)?|dial(?:ed)?|mobile|cell|desk(?:[ -]phone)?"
    r"|number|line|pager|fax|reach(?:ed|able)?(?:[ ](?:at|on))?|on|at)(?:[ ]?(?:no|nr|number|is|at|on))?"
    r"[\s.:#=(\"']{0,4}$",
    re.I,
)


@dataclass(frozen=True, slots=True, repr=False)
class Numbers:
    """The phones of a directory by their digits, in all forms; `short` ones need a context."""

    long: frozenset[str]
    short: frozenset[str]


def numbers_of(written: Iterable[str]) -> Numbers:
    """The numbers of a directory as they are `written` there."""
    forms = {form for number in written for form in _forms(number)}
    short = frozenset(form for form in forms if len(form) < SHORT)
    return Numbers(frozenset(forms) - short, short)


class PhoneBook:
    """The phones of a directory, found in text."""

    def __init__(self, numbers: Numbers) -> None:
        self._long, self._short = numbers.long, numbers.short

    def __bool__(self) -> bool:
        return bool(self._long or self._short)

    def find(self, text: str) -> Iterator[tuple[int, int]]:
        """Start and end of each directory phone in `text`, its extension included, ascending."""
        for run in _RUN.finditer(text):
            groups = [(g.start() + run.start(), g.end() + run.start()) for g in _GROUP.finditer(run.group())]
            yield from self._in_run(text, groups)

    def _in_run(self, text: str, groups: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
        first = 0
        while first < len(groups):
            for last in range(min(len(groups), first + _MAX_GROUPS), first, -1):
                start, end = groups[first][0], groups[last - 1][1]
                digits = "".join(text[a:b] for a, b in groups[first:last])
                if digits in self._long or (digits in self._short and _CUE.search(text[max(0, start - 24) : start])):
                    while start and text[start - 1] in "+(":
                        start -= 1
                    extension = _EXTENSION.match(text, end)
                    yield start, extension.end() if extension else end
                    first = last - 1
                    break
            first += 1


def _forms(number: str) -> set[str]:
    """The digits a directory number may be written with: international, with `00` or `(0)`, national."""
    plain = _EXTENSION.sub("", number)
    digits = "".join(_GROUP.findall(plain))
    if len(digits) < 3:
        return set()
    forms = {digits}
    if plain.strip().startswith(("+", "00")):
        try:
            parsed = phonenumbers.parse("+" + digits.removeprefix("00"))
        except phonenumbers.NumberParseException:
            return forms
        national, code = phonenumbers.national_significant_number(parsed), str(parsed.country_code)
        if len(national) >= SHORT:
            forms |= {national, "0" + national, code + national, code + "0" + national}
            forms |= {"00" + code + national, "011" + code + national, "00" + code + "0" + national}
    elif len(digits) == 10 and digits[0] != "0":
        forms |= {"1" + digits, "0" + digits}
    elif len(digits) > SHORT and digits[0] == "0" or len(digits) == 11 and digits[0] == "1":
        forms.add(digits[1:])
    return forms
