"""Sentences and lines of a text: the unit Layer 3 reads, because they repeat where whole fields do not."""

from __future__ import annotations

import re
from collections.abc import Iterator

_BREAK = re.compile(r"[\r\n]+\s*|(?<=[.!?;])[\"')\]]?\s+(?=[\"'(\[<]?[^\W\d_]|\d)|\s{4,}|\t")
_ABBREVIATED = re.compile(
    r"(?:\b(?:Mr|Mrs|Ms|Dr|Prof|St|Sr|Jr|Sra|Sig|Hr|Fr|Nr|No|vs|e\.g|i\.e|approx|ext|bzw|z\.B|Inc|Ltd|Co)|"
    r"\b[A-Z])\.$"
)
LONGEST = 600  # characters; a longer stretch without a break is cut at a space, so that one text cannot stall a batch


def sentences(text: str) -> Iterator[tuple[int, int]]:
    """(start, end) of the sentences of `text`, without the white space between them, ascending."""
    start = 0
    for match in _BREAK.finditer(text):
        stop = match.start()
        if match.group()[0] not in "\r\n\t" and _ABBREVIATED.search(text, max(start, stop - 8), stop):
            continue
        yield from _pieces(text, start, stop)
        start = match.end()
    yield from _pieces(text, start, len(text))


def _pieces(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while end - start > LONGEST:
        cut = text.rfind(" ", start + LONGEST // 2, start + LONGEST)
        if cut < 0:
            cut = start + LONGEST
        yield start, cut
        start = cut
    while start < end and text[start].isspace():
        start += 1
    if start < end:
        yield start, end
