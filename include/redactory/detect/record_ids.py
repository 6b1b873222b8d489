"""A record's own number, in the field that gives it and wherever the record repeats it: `{"id": "OPS-L-3180"}`.

A ticket's number may have the shape of a device's name, an extension or a badge; the key of its field says that it
is none. Identity is above it, as above every keep-rule.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from redactory.detect.pairs import words_of
from redactory.detect.spans import KeepSpan
from redactory.records.model import TextField

RULE = "record-id"
_RECORD = r"(?:case|chat|conversation|event|incident|issue|message|record|request|task|thread|ticket)"
_KEY = re.compile(rf"(?:{_RECORD} )?(?:id|key|no|number|ref|reference|uuid|guid)|{_RECORD}|sys id")
_PATH = re.compile(rf"(?:{_RECORD}s?(?:\[\d+\])?\.)?[^.\[\]'\"]+", re.IGNORECASE)
_CODE = re.compile(r"(?=.*\d)[\w#][\w:./#-]{1,63}", re.ASCII)
_PATHS = 10_000


def own_ids(record: Sequence[TextField], texts: Sequence[str]) -> list[list[KeepSpan]]:
    """For each of the `texts` of one record, the places of its own number.

    `record` has the fields in order, `texts` those listed as text. One without letters counts in its own field only:
    elsewhere it may be a telephone's.
    """
    fields = [field for field in record if field.listing == "text"]
    held: list[list[KeepSpan]] = [[] for _ in fields]
    for index, (field, text) in enumerate(zip(fields, texts, strict=True)):
        if not names_record(field.path) or not _CODE.fullmatch(text):
            continue
        held[index].append(KeepSpan(0, len(text), RULE))
        if not any(map(str.isalpha, text)):
            continue
        for other, more in zip(texts, held, strict=True):
            if text in other and other is not text:
                more += [KeepSpan(m.start(), m.end(), RULE) for m in _whole(text).finditer(other)]
    return held


@lru_cache(maxsize=_PATHS)
def names_record(path: str) -> bool:
    """Whether the field at `path` holds the number of the record itself: `id`, `ticket.number`, not `user.id`."""
    return _PATH.fullmatch(path) is not None and _KEY.fullmatch(words_of(path.rpartition(".")[2])) is not None


def _whole(code: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-]){re.escape(code)}(?![\w-])")
