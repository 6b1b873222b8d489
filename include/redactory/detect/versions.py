"""Dotted quads that a record calls a version: one decision in all its texts.

`v7.1.0.25` in one field says what the bare `7.1.0.25` in another one is; without such a word it may be an address,
and is one everywhere if it is one anywhere (contract.md, hard cases).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from redactory.detect.spans import KeepSpan

RULE = "technical:version"
_LAST = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}$")
_LOW_OCTET, _PRIVATE = 24, 10  # 10.42.17.8 and 192.168.1.2 are addresses wherever one text of the record says so
_QUAD = re.compile(r"(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d]|\.\d)")


def repeated_versions(texts: Sequence[str], keeps: Sequence[Iterable[KeepSpan]]) -> list[list[KeepSpan]]:
    """For each text of one record, the places of quads that any of its texts calls a version."""
    versions = {
        quad
        for text, held in zip(texts, keeps, strict=True)
        for keep in held
        if keep.rule == RULE
        for quad in _LAST.findall(text[keep.start : keep.end])
        if _PRIVATE != int(quad.partition(".")[0]) < _LOW_OCTET
    }
    if not versions:
        return [[] for _ in texts]
    return [
        [KeepSpan(match.start(), match.end(), RULE) for match in _QUAD.finditer(text) if match.group() in versions]
        for text in texts
    ]
