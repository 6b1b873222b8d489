"""Machines told apart by numbers: a company's letters and a serial (`QSE-7KD2XWP`), a kind and a count (`NB00412`)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from redactory.detect.lexicon import zipf
from redactory.detect.recognisers import device_context
from redactory.detect.recognisers.base import before, has_digit, pattern

_RUN = re.compile(r"[A-Z]+|\d+")
_NO_DEVICE = frozenset(("LIC", "KEY", "PO", "RMA", "ORD", "REF", "TXN", "ID", "OTP", "PIN", "SES"))
_UNPARTED = pattern(r"[A-Z\d]{1,12}\d[A-Z\d]{2,12}")
_KIND = re.compile(
    r"[A-Z]{0,3}(?:LAPTOP|NOTEBOOK|DESKTOP|LTOP|LAP|LPT|LTP|NBK|NTB|NB|LT)\d{3,8}|(?:PC|WKS|WS|TAB)\d{4,8}", re.I
)
_COUNTED = re.compile(r"\b(?:error|code|event|ref|reference|case|ticket|part|model|order|po|id)[\s:#(]{1,2}$")


def minted(name: str, *, said: bool) -> bool:
    """`QSE-7KD2XWP`: a company's letters and a maker's serial, whose short runs are those of no model and no code."""
    head, _, serial = name.upper().partition("-")
    if not (head.isalpha() and 2 <= len(head) <= 4) or head in _NO_DEVICE or not serial.isalnum():
        return False
    runs = _RUN.findall(serial)
    letters = [run for run in runs if run.isalpha()]
    if len(letters) == len(runs) or sum(map(len, letters)) < 2 or any(len(r) > 2 and zipf(r) > 3.0 for r in letters):
        return False
    if said:
        return 7 <= len(serial) <= 10 and len(runs) > 1
    short = all(len(run) < 3 for run in runs if run.isdigit())
    return name.isupper() and len(serial) == 7 and len(runs) > 2 and short


def numbered(name: str) -> bool:
    """`XY-1234-L`, `LON-5CG2041XTZ`: short letters and a number of four digits and more, as assets are counted."""
    parts = re.split(r"[-_]", name)
    short = all(len(part) < 5 or not part.isalpha() for part in parts)
    return short and sum(map(str.isdigit, name)) > 3 and name[0].isalpha() or minted(name, said=True)


def serial(word: str) -> bool:
    return len(word) >= 3 and any(c.isdigit() for c in word)


def unparted(text: str) -> Iterator[tuple[int, int]]:
    """Names without a hyphen: `NB00412`, `UKLT03381`, and any letters with digits that are called a machine's name."""
    if not has_digit(text):
        return
    for match in _UNPARTED.finditer(text):
        value = match.group()
        digits = sum(map(str.isdigit, value))
        if not 3 <= digits < len(value) or not 6 <= len(value) < 15:
            continue
        lead = before(text, match.start(), device_context.WINDOW)
        if device_context.named(lead) or _KIND.fullmatch(value) and not _COUNTED.search(lead):
            yield match.span()
