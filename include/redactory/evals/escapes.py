"""Text inside text: what a string holds as JSON of its own (tool arguments often are), as a reader would see it."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace

from redactory.detect.spans import Span
from redactory.records.model import TextField

_UNICODE = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}")
_ANY = re.compile(rf"{_UNICODE.pattern}|\\[nrtbf\"\\/]")


class Reading:
    """One field as it reads, and the way back to the places of what it holds."""

    def __init__(self, field: TextField) -> None:
        self.field = field
        self._origins: Sequence[int] | None = None
        if field.listing != "text" or "\\" not in field.text:
            return
        pieces: list[str] = []
        origins: list[int] = []
        at = 0
        for found in (_ANY if _is_json(field.text) else _UNICODE).finditer(field.text):
            read = json.loads(f'"{found[0]}"')
            if 0xD800 <= ord(read) < 0xE000:  # half a pair is no sign
                continue
            pieces += [field.text[at : found.start()], read]
            origins += [*range(at, found.start()), found.start()]
            at = found.end()
        if pieces:
            self._origins = [*origins, *range(at, len(field.text) + 1)]
            self.field = replace(field, text="".join([*pieces, field.text[at:]]))

    def back(self, span: Span) -> Span:
        """A span of `field` in the text as it stands."""
        if self._origins is None:
            return span
        return span._replace(start=self._origins[span.start], end=self._origins[span.end])


def _is_json(text: str) -> bool:
    if text[:1] not in "{[":
        return False
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
