"""Directory phones in any punctuation: runs of digit groups looked up by their digits alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

import phonenumbers

SHORT = 7  # fewer digits than this are an extension, struck only beside a word for a phone
_MAX_GROUPS = 9
_LETTER = r"0-9A-Za-z_\u00aa-\u0dff\u1e00-\u1fff"  # what may not touch a number; scripts without spaces may
_RUN = re.compile(rf"(?<![{_LETTER}.])\(?\+?\(?\d(?:[ \t\u00a0().\-/\u2010-\u2015]{{0,3}}\d){{2,}}(?![{_LETTER}])")
_GROUP = re.compile(r"\d+")
_EXTENSION = re.compile(r"(?:,?[ \t]*(?:x|ext\.?|extension|#)[ \t]*(\d{1,6}))\b", re.I)
_CUE = re.compile(
    r"(?:^|[^A-Za-z])(?:ext(?:ension)?|x|phone|tel(?:ephone)?|call(?:ed)?|dial(?:ed)?|mobile|cell|desk(?:[ -]phone)?"
    r"|number|line|pager|fax|reach(?:ed|able)?(?:[ ](?:at|on))?|on|at)(?:[ ]?(?:no|nr|number|is|at|on))?"
    r"[\s.:#=(\"']{0,4}$",
    re.I,
)
# where telephones are spoken of, the last digits of somebody's number are an extension, unless something else counts
_TAIL = range(4, 6)  # digits; three are too often somebody's
_YEAR = re.compile(r"(?:19|20)\d\d")
_PHONES_NEAR = re.compile(
    r"(?<![\w.@/-])(?:(?:tele)?phones?|ext(?:ension|n)?s?|voice ?mail(?:box)?|dial(?:s|l?ed|l?ing)?|hand ?sets?|"
    r"headset|rings?|ringing|rang|redial|call(?:s|ed|ing|back)? (?:me|him|her|them|us|from|to|on|at|for)|missed calls?|"
    r"caller|desk line|pbx|sip|voip|durchwahl|nebenstelle|anexo|poste|interno|toestel|ramal)\b", re.I,
)
_NEAR = 48  # characters before and behind
_SENTENCE_END = re.compile(r"[.!?]\s|\n")
_LED_IN = re.compile(  # another word names what the number counts: `room 4127`
    r"(?:^|[\n([\"',;]\s?|\b(?:of|for|from|to|at|on|is|was|and|or|with|my|his|her|their|our|the|by|via|line|number|"
    r"phone|ext(?:ension)?|handset|station|calls?|called|calling|dial\w*|ring\w*|rang|reach\w*|that|but|when|if|"
    r"only)[ :.#]{1,2})$",
    re.I,
)
_GOES_ON = re.compile(r"\.\d")
_COUNTED_AFTER = re.compile(
    r"[-/_%]| ?(?:[kmg]i?b|ms|px|secs?|seconds?|min(?:ute)?s?|hours?|days?|users?|people|calls?|phones?|times|series|"
    r"handsets?|rows?|files?|errors?)\b", re.I
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

    @cached_property
    def _tails(self) -> frozenset[str]:
        return frozenset(number[-count:] for number in self._long for count in _TAIL)

    def find(self, text: str) -> Iterator[tuple[int, int, bool]]:
        """Start and end of each directory phone in `text`, its extension included, ascending.

        The third is whether it is certain: of the last digits alone, the words around only make it likely.
        """
        for run in _RUN.finditer(text):
            groups = [(g.start() + run.start(), g.end() + run.start()) for g in _GROUP.finditer(run.group())]
            struck = False
            for start, end in self._in_run(text, groups):
                struck = True
                yield start, end, True
            if not struck and len(groups) == 1 and groups[0] == run.span() and self._is_tail(text, *run.span()):
                yield *run.span(), False

    def _is_tail(self, text: str, start: int, end: int) -> bool:
        """Whether `text[start:end]` are the last digits of a number, where telephones are spoken of."""
        if end - start not in _TAIL or text[start:end] not in self._tails or _YEAR.fullmatch(text, start, end):
            return False
        before, after = text[max(0, start - _NEAR) : start], text[end : end + _NEAR]
        if not _LED_IN.search(before) or _COUNTED_AFTER.match(after):
            return False
        sentence = _SENTENCE_END.split(before)[-1], _SENTENCE_END.split(after)[0]
        return any(map(_PHONES_NEAR.search, sentence))

    def _in_run(self, text: str, groups: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
        first = 0
        while first < len(groups):
            for last in range(min(len(groups), first + _MAX_GROUPS), first, -1):
                start, end = groups[first][0], groups[last - 1][1]
                digits = "".join(text[a:b] for a, b in groups[first:last])
                short = digits in self._short and not _GOES_ON.match(text, end)  # no part of a version: `on 17.2.38`
                if digits in self._long or short and _CUE.search(text[max(0, start - 24) : start]):
                    while start and text[start - 1] in "+(":
                        start -= 1
                    extension = _EXTENSION.match(text, end)
                    yield start, extension.end() if extension else end
                    first = last - 1
                    break
            first += 1


def _forms(number: str) -> set[str]:
    """The digits a directory number may be written with: international, with `00` or `(0)`, national; its extension."""
    plain = _EXTENSION.sub("", number)
    digits = "".join(_GROUP.findall(plain))
    if len(digits) < 3:
        return set()
    forms = {digits}
    forms.update(tail.group(1) for tail in _EXTENSION.finditer(number) if len(tail.group(1)) > 2)
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
