"""Why a row goes to dead-letter: fixed phrases that hold no value of the row."""

from __future__ import annotations

NOT_JSON = "not valid JSON"
NOT_UTF8 = "not valid UTF-8"
DUPLICATE_KEY = "the same key twice in one object"
LONE_SURROGATE = "half of a surrogate pair in a string or key"
TOO_DEEP = "nested deeper than 256 levels"
TOO_LARGE = "longer than 64 MiB; only its beginning is kept here"
TOO_MANY = "more than 200,000 values in one row"
BINARY = "binary content"
RAGGED = "more or fewer cells than the header"
BROKEN_QUOTES = "text after a closing quote, or a stray carriage return"
OPEN_QUOTE = "a quoted cell that never ends"


class Refused(Exception):
    """Raised by a format while it reads one row; becomes a `DeadRow` with this reason."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
