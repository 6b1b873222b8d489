"""Tells text from content this product cannot read: base64, data: URIs, bytes kept as characters (contract.md, fields).

Hashes, tokens and certificates are text: hexadecimal of any length, JWTs (`eyJ...`), PEM blocks of certificates
and keys, identifiers and paths.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

MIN_LENGTH = 32  # a shorter string is never binary, unless it holds NUL
RUN = 512  # an unbroken base64 run from here on is a blob: the longest common signature (RSA-3072) has 512
UNBROKEN = 60  # a run that begins as a known file format does may be this short, and so may a line of a broken one
WRAPPED_LINES = 6  # base64 broken into lines, as mail does
MAX_CONTROL_SHARE = 0.05
MIN_CONTROLS = 8

_HAS_UNBROKEN = re.compile(rf"(?:[^ ]{{0,{UNBROKEN - 1}}}+ )*+[^ ]{{{UNBROKEN}}}").match  # in most prose: no
_DATA_URI = re.compile(r"data:[^,\s]{0,200};base64,\s*[A-Za-z0-9+/_%-]{16}", re.IGNORECASE)
_LONG_RUN = re.compile(rf"[A-Za-z0-9+/_-]{{{RUN},}}+")
_WRAPPED = re.compile(
    rf"(?:^|(?<=[\s,;:\"'>]))(?:[A-Za-z0-9+/]{{{UNBROKEN},100}}\r?\n[ \t]*){{{WRAPPED_LINES - 1},}}+[A-Za-z0-9+/]*"
)
_PEM = re.compile(
    r"-----BEGIN (?:[A-Z0-9 ]+ )?(?:CERTIFICATE|CERTIFICATE REQUEST|KEY|PARAMETERS|CRL)-----"
    r"[A-Za-z0-9+/=\s\\:,.-]*?-----END [A-Z0-9 ]+-----"
)
# Beginnings, in base64, of PNG, JPEG, GIF, PDF, ZIP (and Office), OLE, gzip, RIFF, Windows programs, TIFF, RAR, 7z
# and bzip2.
_KNOWN = re.compile(
    r"(?<![A-Za-z0-9+/_-])(?:iVBORw0KGgo|/9j/[24]|R0lGOD[dl]h|JVBERi0|UEsDB|0M8R4KGx|H4sI[AC]|UklGR|TVqQAA|SUkqA|"
    rf"TU0AK|UmFyIR|N3q8rycc|Qlpo)[A-Za-z0-9+/_-]{{{UNBROKEN - 11}}}"
)
_JWT = re.compile(r"(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]+\.eyJ[A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]*)?")
_SPACE = re.compile(r"\s+")
_CONTROL = re.compile("[\x01-\x08\x0e-\x1a\x1c-\x1f\x7f-\x84\x86-\x9f\ufffd]")


def holds_binary(text: str) -> bool:
    """Whether a string holds content that is not text.

    True for a NUL; a base64 data: URI; an unbroken base64 run of 512 characters or more that mixes letters of both
    cases and digits as base64 does; a run of 60 or more that begins as a known file format; six or more full lines
    of base64; control characters beyond 5 %.
    """
    if "\x00" in text:
        return True
    if len(text) < MIN_LENGTH:
        return False
    return (not text.isprintable() and _controls(text)) or holds_base64(text)


def holds_base64(text: str) -> bool:
    """`holds_binary` for a string that is known to hold no control character."""
    if "base64," in text and _DATA_URI.search(text):
        return True
    if _HAS_UNBROKEN(text) is None:
        return False
    if "-----BEGIN " in text:
        text = _PEM.sub(" ", text)
    if "eyJ" in text:
        text = _JWT.sub(" ", text)
    lines = 0
    for piece in _unbroken(text):
        if _KNOWN.search(piece) or any(_is_base64(run) for run in _LONG_RUN.findall(piece)):
            return True
        lines += piece.count("\n")
    return lines >= WRAPPED_LINES - 1 and any(_is_base64(_SPACE.sub("", run)) for run in _WRAPPED.findall(text))


def _unbroken(text: str) -> Iterator[str]:
    """The stretches of at least `UNBROKEN` characters without a space."""
    at = 0
    last = len(text) - UNBROKEN
    while at <= last:
        space = text.rfind(" ", at, at + UNBROKEN)
        if space >= 0:
            at = space + 1
            continue
        end = text.find(" ", at + UNBROKEN)
        end = len(text) if end < 0 else end
        yield text[at:end]
        at = end + 1


def _controls(text: str) -> bool:
    found = len(_CONTROL.findall(text))
    return found >= MIN_CONTROLS and found > MAX_CONTROL_SHARE * len(text)


def _is_base64(run: str) -> bool:
    """Whether a long run has base64's mix: letters of both cases and digits, unlike hexadecimal, words and rules."""
    size = len(run)
    lower = sum(map(str.islower, run)) / size
    upper = sum(map(str.isupper, run)) / size
    digit = sum(map(str.isdigit, run)) / size
    return len(set(run)) >= 20 and min(lower, upper) >= 0.08 and digit >= 0.02
