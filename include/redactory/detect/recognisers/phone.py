"""Phone numbers of any region: a cheap pattern proposes, `phonenumbers` or a word beside the number decides."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

import phonenumbers

from redactory.detect.recognisers import call_lists, call_logs
from redactory.detect.recognisers import phone_context as said
from redactory.detect.recognisers.base import Found, Options, before, found, is_word, pattern, refuse_unknown, strings
from redactory.policy.patterns import together

DEFAULT_REGIONS = (
    "US", "GB", "DE", "FR", "ES", "IT", "NL", "CH", "AT", "BE", "PL", "IN", "AU", "IE", "PT", "SE", "CZ", "NO", "DK",
    "FI", "HU", "SK", "RO", "GR", "TR", "BR", "MX", "JP", "SG", "ZA", "KR", "NZ", "HR", "SI", "BG", "UA", "IL", "KE",
)  # fmt: skip
_DIGIT = re.compile("[0-9]")
_SEPARATED = pattern(
    r"(?:\+|\(\+|00|\x{ff0b})?\(?\d{1,5}\)?(?: / \d{2,4})?(?:(?:[ \x{a0}\x{202f}]{1,2}|[.\-/\x{2010}-\x{2013}]| "
    r"[-\x{2013}] |)\(?\d{1,8}\)?){1,8}"
)
_EXTENSION_TAIL = re.compile(
    (
        r"[ ,;]{0,3}(?:#|(?:ext(?:ension|n)?|extn|durchwahl|dw|poste|anexo|interno|int|nst|wew|w|tst|toestel|"
        r"ramal|klapka|dahili)\.?[ :#.]{0,2}|"
        r"x)(\d{2,6})(?!\d)"
    ),
    re.IGNORECASE,
)
_GLUED = re.compile(r"[xX]\d{2,6}(?![\d.]\d|[^\W_])")  # `212-555-0114x4410`
_EXTENSION = pattern(
    r"(?:ext(?:ension|n|s)?|durchwahl|nebenstelle|klappe|poste|anexo|extensi(?:o|\x{f3})n|interno|"
    r"ramal|toestel|doorkiesnummer|anknytning|lokalnummer|alanumero|wewn(?:\.|\x{119}trzny)|linka|klapka|"
    r"mell\x{e9}k|dahili)"
    r"(?:\s?(?:number|no|nr|num)\b)?[ .:#=]{0,3}(?:is |is now |now |will be |changed to |"
    r"(?:es|ist|est|\x{e8}|\x{e9}) (?:el |die |le |il |o )?|nummer |to |at )?(?P<value>\d{2,6}|"
    r"\d-\d{4})"
)
_X_EXTENSION = pattern(r"[xX]\.?\s?(?P<value>\d{3,5}|\d-\d{4})", ignore_case=False)
_SHORT = pattern(r"\d-\d{4}|\d{3,7}|\d{3}[-. ]\d{4}|\d{2,3}-\d{2,3}")
_NANP = re.compile(r"\(?[2-9]\d{2}\)?[-. \u00a0/]{1,2}[2-9]\d{2}[-. \u00a0][0-9]{4}")
_NANP_ALONE = pattern(r"(?:(?:\+|\b)1[-. ])?(?:\([2-9]\d{2}\)[-. ]?|[2-9]\d{2}[-./ ])[2-9]\d{2}[-. ]\d{4}")
# `(ext. 4127)` cut by whoever split the sentences: the number opens a sentence and closes a bracket nobody opened
# `0xx11 3860-8181`: in Brazil the carrier is whichever one dials
_CARRIER = pattern(r"0xx ?\(?\d{2}\)? ?\d{4,5}-\d{4}")
_ORPHAN = pattern(r"(?m)(?:^|[.!?\n] )(?P<value>\d{4}|\d-\d{4})\) \p{Ll}", ignore_case=False)
together(_SEPARATED, _CARRIER, _NANP_ALONE, _ORPHAN, _EXTENSION, _X_EXTENSION, _SHORT, *call_logs.PATTERNS)


class PhoneRecogniser:
    """Numbers, extensions and short numbers. Option `regions`: ISO countries whose national forms count."""

    def __init__(self, options: Options) -> None:
        refuse_unknown(options, ("regions",), "phone")
        self._regions = tuple(r.upper() for r in strings(options, "regions", DEFAULT_REGIONS))

    def find(self, text: str) -> Iterator[Found]:
        if not _DIGIT.search(text):
            return
        last = -1  # where the last number ended: of `+49 30 90182 and 781 556 733` both are
        for match in _SEPARATED.finditer(text):
            start, end = match.span()
            beside = last > 0 and _ROW.fullmatch(text, last, start) is not None
            for number in self._number(text, start, end, beside=beside):
                last = number.end
                yield number
        for match in _NANP_ALONE.finditer(text):
            start, end = match.span()
            keyed = said.KEY_LEAD.search(before(text, start, 24)) is not None
            begins = keyed or _begins(text, start, "-./@#=_")
            if not begins or not (_ends(text, end) or _GLUED.match(text, end)):
                continue
            if keyed or not (said.CODE_LEAD.search(before(text, start, 16)) or said.refers(text, start)):
                yield Found(start, _with_extension(text, end), 0.85)
        for match in _ORPHAN.finditer(text):
            yield found(match, 0.6, 1)
        for match in _CARRIER.finditer(text):
            if _begins(text, match.start()) and _ends(text, match.end()):
                yield found(match, 0.85)
        for match in _EXTENSION.finditer(text):
            if _begins(text, match.start()) and _ends(text, match.end(1)):
                yield found(match, 0.85, 1)
        for match in _X_EXTENSION.finditer(text):
            start, end = match.span()
            if _begins(text, start, "-./\\") and _ends(text, end) and match.group(1) not in _NOT_EXTENSIONS:
                yield Found(start, end, 0.75)
        for start, end in call_logs.extensions(text):
            yield Found(start, end, 0.8)
        row = -1  # where the last short number ended: `4410, 4411 and 4419` are of one kind
        for match in _SHORT.finditer(text):
            start, end = match.span()
            if not _begins(text, start) or not _ends(text, end) or said.is_model(text, start):
                continue
            lead = before(text, start, 48)
            answer = "sip" in lead and call_logs.SIP_ANSWERS.fullmatch(match.group())
            if answer or call_logs.of_a_group(text, start, end):
                continue
            in_row = row > 0 and _ROW.fullmatch(text, row, start)
            side = in_row or said.SIP_LEAD.search(lead)
            called = side and end - start > 3 or said.SHORT_LEAD.search(lead) or said.is_called(text, start)
            if called or call_lists.is_listed(text, start, end):
                row = end
                yield Found(start, end, 0.8)

    def _number(self, text: str, start: int, end: int, *, beside: bool) -> Iterator[Found]:
        while end > start and not text[end - 1].isdigit() and not (text[end - 1] == ")" and "(" in text[start:end]):
            end -= 1
        value = text[start:end]
        if value.startswith("(") and (")" not in value or 0 < value.find("(", 1) < value.find(")")):
            start, value = start + 1, value[1:]
        elif value.startswith("(") and value.find(")") == len(value) - 1:
            start, end, value = start + 1, end - 1, value[1:-1]  # the brackets are the sentence's
        if value.count("(") > value.count(")"):
            value = value[: value.rfind("(")].rstrip()  # `+41 44 668 18 00 (00:43)`: a duration behind the number
            end = start + len(value)
        digits = sum(c.isdigit() for c in value)
        glued = 9 <= digits <= 15 and not value.endswith(" 0") and _GLUED.match(text, end) is not None
        if glued and _SEPARATOR.search(value) and _begins(text, start, "./-@#_"):
            if not _SINGLES.search(value):
                yield Found(start, _with_extension(text, end), 0.85)
            return
        if digits > 7 and not _ends(text, end) and (run_in := _LAST_GROUP.search(value)) and (
            is_word(text[end]) or _OF_A_TIME.match(text, start + run_in.start())
        ):  # `054 21 88 25 0xC000`, `054 21 88 25  0:32`: the last group belongs to what is behind it
            end = start + run_in.start()
            value, digits = text[start:end], digits - len(run_in.group()) + 1
        if not 7 <= digits <= 17 or _SINGLES.search(value) or not _ends(text, end):
            return
        if said.refers(text, start):
            return
        if start and not _begins(text, start, "./-@#_") and text[max(0, start - 2) : start] not in (" /", " -", " ."):
            return
        lead, head = before(text, start, 40), value.lstrip("(")
        if head.startswith(("+", "\uff0b", "00")) and ((score := _international(value)) or head[0] != "0"):
            pass
        elif not value.lstrip("(").startswith("0") and _NANP.search(value):
            score = 0.0  # `_NANP_ALONE` finds it, whatever it has run together with
        else:
            owned = said.beside_owner(text, start) or call_logs.is_side(text, start, end)
            owned = owned or said.is_reached(text, start, end)
            in_row = beside or said.ADDRESS_IN_ROW.search(lead) is not None
            owned = owned or in_row and not call_logs.counts(text, end)
            score = self._national(value, lead, owned=owned or said.leads_numbers(text, start, end))
        if score:
            yield Found(start, _with_extension(text, end), score)

    def _national(self, value: str, lead: str, *, owned: bool) -> float:
        context = owned or bool(said.CONTEXT.search(lead))
        context = context or not value.isdigit() and said.ADDRESS_BEFORE.search(lead) is not None
        context = context or said.ADDRESS_IN_BRACKETS.search(lead) is not None
        if said.CODE_LEAD.search(lead) and not said.KEY_LEAD.search(lead) or _VERSIONED.fullmatch(value):
            return 0.0
        if not any(c in " .-/()\u00a0\u202f\u2011" for c in value):
            if not context:
                return 0.0
            if 8 <= len(value) <= 12 and (_valid(value, self._regions) or value[0] == "0"):
                return 0.75
            called = 9 <= len(value) <= 11 and (owned or _said(lead))
            return 0.7 if called and _possible(value, self._regions) else 0.0
        if _DATE.search(value):
            return 0.0
        if context and (owned or _said(lead) or not _GROUPED.fullmatch(value)):
            if _valid(value, self._regions) or _possible(value, self._regions):
                return 0.8
            return 0.7 if _TRUNK.fullmatch(value) else 0.0
        if _GROUPED.fullmatch(value):
            return 0.0
        if (value.lstrip("(")[:1] == "0" or _AREA.fullmatch(value)) and "." not in value.rstrip("."):
            return 0.7 if _valid(value, self._regions) else 0.0
        if re.fullmatch(r"0\d(?:[ .]\d\d){4}", value):
            return 0.75
        return 0.0


_SEPARATOR = re.compile(r"[ .\-()/]")
_ROW = re.compile(r"(?:,|,? and|,? &|,? or|,? und|,? instead of|,? rather than| ?/)\s")
_AREA = re.compile(r"\(\d{2,4}\) ?\d{2,4}(?:[ -]\d{2,4}){1,3}")
_TRUNK = re.compile(r"\(?0\d{1,4}\)?[ /.-]\d{2,8}(?:[ .-]\d{2,4}){0,3}")  # a trunk prefix and groups, of any country
_VERSIONED = re.compile(r"\d{1,2}\.\d{1,3}(?:\.\d{1,5}){1,2}")  # `20.1.78.4121`
_NOT_EXTENSIONS = frozenset(("509", "264", "265", "500", "400"))  # x509 certificates, x264 video
_LAST_GROUP = re.compile(r"[ \u00a0]{1,2}\d{1,8}$")
_OF_A_TIME = re.compile(r"[ \u00a0]{1,2}\d{1,2}:\d\d")
_SINGLES = re.compile(r"(?:\b\d\b[ .-]){4}")  # 0 1 2 3 4: a table, not a number
_DATE = re.compile(r"(?:19|20)\d\d[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[./-]\d{1,2}[./-](?:19|20)\d\d")
_GROUPED = re.compile(r"[1-9]\d{0,2}(?:[., ]\d{3})+|\d+\.\d+|\d{1,3}(?:\.\d{1,3}){3}")


def _begins(text: str, start: int, joins: str = "") -> bool:
    """Nothing runs into the number from the left."""
    return start == 0 or not (is_word(text[start - 1]) or text[start - 1] in joins)


def _with_extension(text: str, end: int) -> int:
    """Where the number ends with the extension that follows it."""
    tail = _EXTENSION_TAIL.match(text, end)
    return tail.end() if tail is not None else end


def _said(lead: str) -> bool:
    """Whether the words right before the number, not only near it, speak of a phone."""
    return bool(said.CONTEXT.search(lead[-20:]))


def _ends(text: str, end: int) -> bool:
    """Nothing goes on after the number: no letter, no decimal, no further group."""
    if end >= len(text):
        return True
    right = text[end]
    if is_word(right) or right in "%€$£":
        return False
    return not (right in ".-/:," and end + 1 < len(text) and text[end + 1].isdigit())


@lru_cache(maxsize=20_000)
def _international(value: str) -> float:
    """Score of a number with a country code; 0 when it cannot be one."""
    text = value.lstrip("(").replace("\uff0b", "+")
    if text.startswith("00"):
        text = "+" + text[2:]
    text = text.replace("(0)", "")
    try:
        number = phonenumbers.parse(text, None)
    except phonenumbers.NumberParseException:
        return 0.0
    if phonenumbers.is_valid_number(number):
        return 0.95
    if value.startswith("00") and not any(c in " -./" for c in value):
        return 0.0
    digits = sum(c.isdigit() for c in text)
    return (
        0.8 if phonenumbers.is_possible_number(number) or 8 <= digits <= 15 and value.startswith(("+", "(+")) else 0.0
    )


@lru_cache(maxsize=20_000)
def _valid(value: str, regions: tuple[str, ...]) -> bool:
    return any(_parsed(value, region, valid=True) for region in regions)


@lru_cache(maxsize=20_000)
def _possible(value: str, regions: tuple[str, ...]) -> bool:
    return any(_parsed(value, region, valid=False) for region in regions)


def _parsed(value: str, region: str, *, valid: bool) -> bool:
    try:
        number = phonenumbers.parse(value, region)
    except phonenumbers.NumberParseException:
        return False
    return phonenumbers.is_valid_number(number) if valid else phonenumbers.is_possible_number(number)
