"""When a value stands in a text: as it is, and, for the strict figure, in any variant of it.

Tokens are no part of a text: a username `user` does not stand in `<USER>`. Which they are, the policy says; without
one, whatever looks like `<THIS>`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

SHORT = 5  # characters; a value this short counts only where no letter or digit touches it
TYPED = re.compile(r"<[A-Z][A-Z0-9_]{0,31}>")  # what typed tokens look like, where no policy says which there are
_SPACES = re.compile(r"\s+")
_APOSTROPHES = str.maketrans(
    {"\u2019": "'", "\u2018": "'", "\u02bc": "'", "\u200b": None, "\u200d": None, "\u00ad": None}
)


def stands(text: str, value: str) -> bool:
    """Whether NFC `value` stands in NFC `text`, case-sensitive; a short value on word boundaries."""
    if value not in text:
        return False
    return len(value) > SHORT or _bounded(value).search(text) is not None


def without(tokens: re.Pattern[str], text: str) -> str:
    """`text` with its `tokens` cut out; what stood on either side of one is not joined."""
    return tokens.sub(" \0 ", text)


def folded(text: str) -> str:
    """`text` without case, accents, invisible signs and differences of white space."""
    plain = unicodedata.normalize("NFKD", text.translate(_APOSTROPHES))
    bare = "".join(sign for sign in plain if not unicodedata.combining(sign))
    return _SPACES.sub(" ", bare.casefold())


def stands_folded(text: str, value: str) -> bool:
    """Whether folded `value` stands on word boundaries in folded `text`."""
    return value in text and _bounded(value).search(text) is not None


def strings_of(node: Any, *, keys: bool = False) -> Iterator[str]:
    """Every string and number under `node`, NFC; with `keys`, the keys of objects too."""
    if isinstance(node, str):
        yield unicodedata.normalize("NFC", node)
    elif isinstance(node, dict):
        for key, value in node.items():
            if keys:
                yield unicodedata.normalize("NFC", key)
            yield from strings_of(value, keys=keys)
    elif isinstance(node, list):
        for value in node:
            yield from strings_of(value, keys=keys)
    elif isinstance(node, (int, float)) and not isinstance(node, bool):
        yield str(node)


def form_of(value: str) -> str:
    """A rule of thumb for what kind of value was missed, with nothing of the value in it."""
    words = value.split()
    if "@" in value:
        form = "address"
    elif "://" in value:
        form = "URL"
    elif not any(sign.isalpha() for sign in value):
        form = "digits" if len(value) > SHORT else "few digits"
    elif any(sign.isdigit() for sign in value):
        form = "letters and digits"
    elif "," in value:
        form = "with a comma"
    elif len(words) > 1:
        form = "two words" if len(words) == 2 else "several words"
    elif value.islower():
        form = "one lower-case word"
    else:
        form = "one word in capitals" if value.isupper() and len(value) > 1 else "one capitalised word"
    return form if value.isascii() else f"{form}, not ASCII"


@lru_cache(maxsize=65_536)
def _bounded(value: str) -> re.Pattern[str]:
    left = r"(?<![^\W_])" if value[:1].isalnum() else ""
    right = r"(?![^\W_])" if value[-1:].isalnum() else ""
    return re.compile(left + re.escape(value) + right)
