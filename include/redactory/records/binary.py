"""Tells text from content this product cannot read: base64, data: URIs, bytes kept as characters (contract.md, fields).

Hashes, tokens and certificates are text: hexadecimal of any length, JWTs (`eyJ...`), PEM blocks of certificates
and keys, identifiers and paths.
"""

from __future__ import annotations

import re

MIN_LENGTH = 32  # a shorter string is never binary, unless it holds NUL
RUN = 512  # an unbroken base64 run from here on is a blob: the longest common signature (RSA-3072) has 512
_BLOCK = RUN // 2  # a run of RUN characters covers one aligned block of this size
KNOWN_RUN = 64  # a run that begins as a known file format does may be this short
WRAPPED_LINES = 6  # base64 broken into lines, as mail does
MAX_CONTROL_SHARE = 0.05
MIN_CONTROLS = 8

_DATA_URI = re.compile(r"data:[^,\s]{0,200};base64,\s*[A-Za-z0-9+/_%-]{16}", re.IGNORECASE)
_LONG_RUN = re.compile(r"(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{512,}+")
_WRAPPED = re.compile(r"(?:^|(?<=[\s,;:\"'>]))(?:[A-Za-z0-9+/]{60,100}\r?\n[ \t]*){5,}+[A-Za-z0-9+/]+={0,2}")
_PEM = re.compile(
    r"-----BEGIN (?:[A-Z0-9 ]+ )?(?:CERTIFICATE|CERTIFICATE REQUEST|KEY|PARAMETERS|CRL)-----"
    r"[A-Za-z0-9+/=\s\\:,.-]*?-----END [A-Z0-9 ]+-----"
)
# Beginnings, in base64, of PNG, JPEG, GIF, PDF, ZIP (and Office), OLE, gzip, RIFF, Windows programs, TIFF, RAR, 7z
# and bzip2.
_KNOWN = re.compile(
    r"(?<![A-Za-z0-9+/_-])(?:iVBORw0KGgo|/9j/[24]|R0lGOD[dl]h|JVBERi0|UEsDB|0M8R4KGx|H4sI[AC]|UklGR|TVqQAA|SUkqA|"
    r"TU0AK|UmFyIR|N3q8rycc|Qlpo)[A-Za-z0-9+/_-]{53}"
)
_KNOWN_HINT = re.compile(r"iVBORw|/9j/|R0lGOD|JVBERi|UEsDB|0M8R4K|H4sI|UklGR|TVqQ|SUkqA|TU0AK|UmFyIR|N3q8ry|Qlpo")
_JWT = re.compile(r"(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]+\.eyJ[A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]*)?")
_HEX = re.compile(r"(?:[0-9a-f]+|[0-9A-F]+)\Z")
_CONTROL = re.compile("[\x01-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f-\x84\x86-\x9f\ufffd]")


def holds_binary(text: str) -> bool:
    """Whether a string holds content that is not text.

    True for a NUL; a base64 data: URI; an unbroken base64 run of 512 characters or more that mixes letters of both
    cases and digits as base64 does; a run of 64 or more that begins as a known file format; six or more full lines
    of base64; control characters beyond 5 %.
    """
    if "\x00" in text:
        return True
    if len(text) < MIN_LENGTH:
        return False
    if "base64," in text and _DATA_URI.search(text):
        return True
    if not text.isprintable() and _controls(text):
        return True
    if len(text) < KNOWN_RUN or not _unbroken(text):
        return False
    if "-----BEGIN " in text:
        text = _PEM.sub(" ", text)
    if "eyJ" in text:
        text = _JWT.sub(" ", text)
    if _KNOWN.search(text):
        return True
    if any(_is_base64(run.group()) for run in _LONG_RUN.finditer(text)):
        return True
    return "\n" in text and any(_is_base64(re.sub(r"\s+", "", run.group())) for run in _WRAPPED.finditer(text))


def _unbroken(text: str) -> bool:
    """Cheap doubt: some stretch of the text has no space, or a known format's beginning stands in it."""
    for start in range(0, len(text) - _BLOCK + 1, _BLOCK):
        if " " not in text[start : start + _BLOCK]:
            return True
    return _KNOWN_HINT.search(text) is not None


def _controls(text: str) -> bool:
    found = len(_CONTROL.findall(text))
    return found >= MIN_CONTROLS and found > MAX_CONTROL_SHARE * len(text)


def _is_base64(run: str) -> bool:
    """Whether a long run has base64's mix: not hexadecimal, not words, not one character drawn out."""
    if _HEX.match(run):
        return False
    size = len(run)
    lower = sum(map(str.islower, run)) / size
    upper = sum(map(str.isupper, run)) / size
    digit = sum(map(str.isdigit, run)) / size
    return len(set(run)) >= 20 and min(lower, upper) >= 0.08 and digit >= 0.02
