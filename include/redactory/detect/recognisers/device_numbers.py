"""Serials that tell machines apart (`QSE-7KD2XWP`), and what is written like them: makers' serials, models, sizes."""

from __future__ import annotations

import re

from redactory.detect.lexicon import zipf

_INITIALS_ZIPF = 3.8  # letters of a company are abbreviations of something, too
_UNIT = re.compile(r"\d+(?:gb|mb|tb|kb|ms|px|mhz|ghz|hz|mm|kg|k|m|x\d*|am|pm|th|st|nd|rd|bit|h|min|s|p|v|w)")
_HEX = re.compile(
    r"[0-9a-f]{8,}|(?:[0-9a-f]{2}[-_]){3,}[0-9a-f]{2}|[0-9a-f]{4,}(?:-[0-9a-f]{4,}){2,}|"
    r"(?:19|20)\d\d-?\d\d-?\d\d(?:t\d+z?)?|ip(?:-\d{1,3}){4}"
)
_SERVER = re.compile(r"win-[a-z0-9]{11}")  # what Windows Server calls itself
# of Cisco's, Meraki's, Palo Alto's, Fortinet's, Aruba's; of Zebra's, Honeywell's and Panasonic's handhelds
_MODEL = re.compile(
    r"ws-[cx]\d{3,4}\w{0,6}(?:-\w+)*|(?:air|asr|isr|n[3579]k)-\w+(?:-\w+)*|c[1239][0-9]{3}\w{0,3}(?:-\w+)+|"
    r"(?:isr|asr|nim|sg|cbs)-?\d{3,4}\w?|m[grsvx]\d{2,3}\w?(?:-\w+)?|pa-\d{3,4}(?:-\w+)*|"
    r"f(?:g|gt|ap|sw)-\d{2,4}[a-z]{1,2}|[aci]ap-\d{3}|(?:mc|tc|et|gk|gx|ls|ds)\d{2,4}[a-z]?|z[tdq]\d{3}[a-z]?(?:-\w+)*|"
    r"(?:ct|cn|ck|eda)\d{2,3}[a-z]?|cf-\w?\d{2}|fz-\w\d|sm-[a-z]\d{3}\w{0,2}|[tx]\d{1,2}[sc]?-g\d{1,2}|nvme-\d+"
)
# `KVT75KZ8`, `OHL41-8R06P`: a company's letters, and a maker's serial with its letters among the digits
_SERIAL = re.compile(
    r"(?=.*\d[A-Z])(?:[A-Z]{3}[A-Z\d]{4,11}|[A-Z]{2,4}\d{0,2}-[A-Z\d]{5,7})|[A-Z]{3}(?=\d*[A-Z])(?=[A-Z]*\d)[A-Z\d]{7}"
)
# of HP, Lenovo, Apple, Dell: numbers of things, which some companies call their machines by
_PLANTS_SERIAL = (
    r"(?:5C[DG]|8C[CG]|CN[DUX]|MXL|CZC|2UA)\d[A-Z\d]{5,6}|(?:PF|MP|MJ|R9|GM)[A-Z\d]{6}|C(?:02|1M|17)[A-Z\d]{7,9}"
)
_OF_PLANTS = re.compile(rf"(?=.*\d)(?:{_PLANTS_SERIAL})")
_OF_MAKERS = re.compile(
    rf"{_PLANTS_SERIAL}|"
    r"(?=.*\d[A-Z])(?=.*[A-Z]\d)[A-Z\d]{7}|(?=(?:.*\d){2})(?=.*\d[A-Z])[CDFGHJKLMQ][A-Z\d]{9}(?:[A-Z\d]{2})?"
)
# `SPOOLER_4094`: constants are joined so, names of hosts may not be
_CONSTANT = re.compile(r"(?!laptop|desktop|notebook|tablet|workstation|macbook|surface|client)[a-z]{5,}_\d{3,5}")
_WORD_ZIPF = 3.0
# `HP-5CG1473KLM`: the letters of HP's plants before a serial
_OF_HP = re.compile(r"hp-?(?:5c[dg]|8c[cg]|cn[dux]|mxl|czc|2ua|1h[a-z])[a-z0-9]{7}")
_TAG = 7  # letters and digits of Dell's, among which digits may be missing,
_VOWELS = frozenset("AEIOU")  # and then vowels are
_LONG = 9  # letters and digits, from where on a word may be spelt
_PLANTS = ("PF", "MXL", "CZC", "CND", "CNU", "CNX")  # of Lenovo's and HP's
_RUN = re.compile(r"[A-Z]+|\d+")
_NO_DEVICE = frozenset(
    (
        "CHG", "CVE", "ERR", "EVT", "ID", "INC", "KEY", "LIC", "ORD", "OTP", "PIN", "PO", "PRB", "REF", "REQ", "RMA",
        "SES", "TKT", "TXN",
    )
)  # fmt: skip


def minted(name: str, *, said: bool) -> bool:
    """`QSE-7KD2XWP`: a company's letters and a maker's serial, whose short runs are those of no model and no code."""
    head, _, serial = name.upper().partition("-")
    if not (head.isalpha() and 2 <= len(head) <= 4) or head in _NO_DEVICE or not serial.isalnum():
        return False
    runs = _RUN.findall(serial)
    letters = [run for run in runs if run.isalpha()]
    if len(letters) == len(runs) or sum(map(len, letters)) < 2 or _spells(serial):
        return False
    if said:
        return 7 <= len(serial) <= 10 and len(runs) > 1
    short = all(len(run) < 3 for run in runs if run.isdigit())
    return name.isupper() and len(serial) == 7 and len(runs) > 2 and short


def is_serial(word: str) -> bool:
    """Whether capitals and digits are a maker's serial, and spell nothing: `7QX2M4K`, `KQTRWPM`, `PF3KX7LN`."""
    if _OF_MAKERS.fullmatch(word) is not None:
        return not _spells(word)
    chance = len(word) == _TAG and word.isalnum() and word.isupper() and not zipf(word)
    return chance and not _spells(word) and (any(map(str.isdigit, word)) or not any(map(_VOWELS.__contains__, word)))


def is_of_plant(word: str) -> bool:
    """Whether capitals and digits begin as serials of HP, Lenovo or Apple do: `5CG2471QXT`."""
    return _OF_PLANTS.fullmatch(word) is not None and not _spells(word)


def serial(word: str) -> bool:
    return len(word) >= 3 and any(c.isdigit() for c in word)


def is_of_hp(low: str) -> bool:
    """Whether a folded name is a serial of HP's behind the maker's letters."""
    return _OF_HP.fullmatch(low) is not None


def is_other_number(low: str) -> bool:
    """Whether a folded name is a size, a hash, a date, a model (`ws-c2960x-48fps-l`), a code, or a server's own."""
    return any(shape.fullmatch(low) for shape in (_UNIT, _HEX, _SERVER, _MODEL, _CONSTANT))


def is_makers(name: str) -> bool:
    """Whether `name` is written as makers number what they sell: `5CG1473KLM`, `C02XL0GYJGH5`."""
    return _OF_MAKERS.fullmatch(name) is not None and not is_lettered_serial(name) and not _spells(name)


def is_lettered_serial(name: str) -> bool:
    """`KVT75KZ8`, `OHL41-8R06P`: a company's letters, and a maker's serial."""
    if _SERIAL.fullmatch(name) is None or is_other_number(name.lower()):
        return False
    if name.startswith(_PLANTS) or name[:3] in _NO_DEVICE:
        return False
    return zipf(name[:3].lower()) < _INITIALS_ZIPF and not (len(name) > _LONG and _spells(name))


def _spells(name: str) -> bool:
    """`RELEASE2X`: a word, and no chance letters."""
    return any(len(run) > 2 and zipf(run) > _WORD_ZIPF for run in _RUN.findall(name) if run.isalpha())
