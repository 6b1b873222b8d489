"""Machines told apart by a maker's serial behind a company's letters: `QSE-7KD2XWP`."""

from __future__ import annotations

import re

from redactory.detect.lexicon import zipf

_RUN = re.compile(r"[A-Z]+|\d+")
_NO_DEVICE = frozenset(("LIC", "KEY", "PO", "RMA", "ORD", "REF", "TXN", "ID", "OTP", "PIN", "SES"))


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


def serial(word: str) -> bool:
    return len(word) >= 3 and any(c.isdigit() for c in word)
