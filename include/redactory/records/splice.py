"""Puts edits into the characters of one value as it stands in the row, escapes and all."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence

from redactory.errors import RecordError
from redactory.records.model import Edit

# One escape of a JSON string; the two halves of a surrogate pair are one character of the text.
_JSON_ESCAPE = re.compile(
    r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|.)", re.DOTALL
)
_DOUBLED_QUOTE = re.compile('""')


def check_edits(edits: Sequence[Edit], length: int) -> None:
    """Raises RecordError unless the edits ascend, do not overlap and lie in a text of `length` characters."""
    end = 0
    for edit in edits:
        if not end <= edit.start <= edit.end <= length:
            raise RecordError("edits of a field must ascend, not overlap, and lie inside its text")
        end = edit.end


def spliced(
    raw: str, text_length: int, edits: Sequence[Edit], places: _Places | None, escape: Callable[[str], str]
) -> str:
    """`raw` with the edits in it. Their offsets are in the decoded text; `places` turns them into offsets of `raw`."""
    check_edits(edits, text_length)
    pieces = []
    done = 0
    for edit in edits:
        start, end = (edit.start, edit.end) if places is None else (places(edit.start), places(edit.end))
        pieces.append(raw[done:start])
        pieces.append(escape(edit.replacement))
        done = end
    pieces.append(raw[done:])
    return "".join(pieces)


class _Places:
    """Maps an offset in the decoded text to one in the raw token."""

    def __init__(self, raw: str, escapes: re.Pattern[str]) -> None:
        self._decoded: list[int] = []
        self._shift = [0]
        shift = 0
        for match in escapes.finditer(raw):
            self._decoded.append(match.start() - shift)
            shift += len(match.group()) - 1
            self._shift.append(shift)

    def __call__(self, offset: int) -> int:
        return offset + self._shift[bisect_left(self._decoded, offset)]


def json_places(raw: str) -> _Places | None:
    """The places in a JSON string token (quotes left out); None where it holds no escape."""
    return _Places(raw, _JSON_ESCAPE) if "\\" in raw else None


def csv_places(raw: str) -> _Places | None:
    """The places in a quoted cell (outer quotes left out); None where no quote is doubled in it."""
    return _Places(raw, _DOUBLED_QUOTE) if '""' in raw else None
