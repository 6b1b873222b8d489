"""A whole record as the gate reads it: every field and key in one folded text, cut into tokens.

A token is a run of letters and digits; `_` and every other sign is a boundary. Emitted tokens of the policy are
cut out at their recorded places before, and a boundary stands in their place.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import cached_property

from redactory.gates.folding import BOUNDARY, UNSPACED, fold, fold_with_origins

_TOKEN = re.compile(rf"{BOUNDARY}|[{UNSPACED}]|[^\W_{UNSPACED}]+")
_TOKEN_ASCII = re.compile(rf"{BOUNDARY}|[a-z0-9]+")
_SPACES = re.compile(r"\s+")


def cut(text: str, places: Iterable[tuple[int, int]]) -> str:
    """`text` with each (start, end) replaced by a boundary. Places ascend and do not overlap."""
    parts: list[str] = []
    at = 0
    for start, end in places:
        parts.append(text[at:start])
        at = max(at, end)
    parts.append(text[at:])
    return BOUNDARY.join(parts)


def tokens_of(folded: str) -> list[str]:
    """The tokens of folded text, in order."""
    return (_TOKEN_ASCII if folded.isascii() else _TOKEN).findall(folded)


def gap(text: str) -> str:
    """What stands between two tokens, as it is compared: white space is one space, a backtick an apostrophe."""
    if text == " " or text == "":
        return text
    return _SPACES.sub(" ", text).replace("`", "'")


class RecordText:
    """The pieces of one record (cut field texts, then keys) as one text.

    Offsets are characters of `text`, the pieces joined by boundaries. Its repr shows no text.
    """

    def __init__(self, pieces: Sequence[str]) -> None:
        self.pieces = pieces
        self.text = BOUNDARY.join(pieces)
        self.folded = fold(self.text)
        self.tokens = tokens_of(self.folded)
        self.line = f" {' '.join(self.tokens)} "

    def __repr__(self) -> str:
        return f"RecordText({len(self.pieces)} pieces)"

    @cached_property
    def _token_starts(self) -> list[int]:
        pattern = _TOKEN_ASCII if self.folded.isascii() else _TOKEN
        return [match.start() for match in pattern.finditer(self.folded)]

    def span(self, first: int, last: int) -> tuple[int, int]:
        """Start of token `first` and end of token `last` in `folded`."""
        return self._token_starts[first], self._token_starts[last] + len(self.tokens[last])

    @cached_property
    def _origins(self) -> Sequence[int]:
        if self.text.isascii():
            return range(len(self.text) + 1)
        folded, origins = fold_with_origins(self.text)
        if folded != self.folded:  # a character sequence whose composition reaches further: folded text stands in
            raise ValueError("offsets of folded text cannot be mapped back")
        return origins

    @cached_property
    def _starts(self) -> list[int]:
        starts, at = [], 0
        for piece in self.pieces:
            starts.append(at)
            at += len(piece) + 1
        return starts

    def origin(self, start: int, end: int) -> tuple[int, int]:
        """The place in `text` of folded characters `start` to `end`."""
        origins = self._origins
        first, last = origins[start], origins[end - 1]
        after = end
        while after < len(origins) - 1 and origins[after] == last:
            after += 1
        return first, origins[after]

    def piece_at(self, offset: int) -> int:
        """Index of the piece that holds `offset` of `text`."""
        return bisect_right(self._starts, offset) - 1

    def within_piece(self, offset: int) -> tuple[int, int]:
        """Index of the piece that holds `offset` of `text`, and the offset within it."""
        index = self.piece_at(offset)
        return index, offset - self._starts[index]

    def gap_after(self, token: int) -> str:
        """What stands between token `token` and the next, folded; between pieces it holds a boundary."""
        return gap(self.folded[self.span(token, token)[1] : self._token_starts[token + 1]])
