"""A record's own number, in the field that gives it and wherever the record repeats it: `{"id": "OPS-L-3180"}`.

A ticket's number may have the shape of a device's name, an extension or a badge; the key of its field says that it
is none, and so do words for what is numbered (`ticket KWS-4410`, `"event": "KWS-1201"`) of all numbers that begin
alike. Identity is above it, as above every keep-rule.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from redactory.detect.pairs import words_of
from redactory.detect.recognisers import device_context
from redactory.detect.recognisers.base import before
from redactory.detect.recognisers.device_schemes import names_kind
from redactory.detect.spans import KeepSpan
from redactory.records.model import TextField

RULE = "record-id"
_RECORD = r"(?:case|chat|conversation|event|incident|issue|message|record|request|task|thread|ticket)"
_KEY = re.compile(rf"(?:{_RECORD} )?(?:id|key|no|number|ref|reference|uuid|guid)|{_RECORD}|sys id")
_PATH = re.compile(rf"(?:{_RECORD}s?(?:\[\d+\])?\.)?[^.\[\]'\"]+", re.IGNORECASE)
_CODE = re.compile(r"(?=.*\d)[\w#][\w:./#-]{1,63}", re.ASCII)
_PATHS = 10_000
_NUMBER = re.compile(r"(?<![\w.@/\\-])([A-Z]{2,6}(?:-[A-Z]{2,5})?)-\d{3,7}(?![\w@-])")
_BEHIND_HEAD = re.compile(r"-\d{3}")  # without it there is no place of `_NUMBERED`
_NUMBERED = re.compile(
    r"(?:\b(?:tickets?|incidents?|cases?|requests?|changes?|problems?|issues?|bugs?|orders?|builds?|queues?|events?|"
    r"alerts?|errors?|error codes?|invoices?|quote|(?:talk|sp[eo]ak|spoke|wrote|mail)\w*(?: [a-z]+){0,3} about)"
    r"\b[\s:=#(\"']{1,4}|\bsubject: ?(?:re: ?|fwd?: ?|aw: ?)*)([A-Z]{2,6})-\d{3,7}(?![\w@-])|"
    r"(?<![\w-])([A-Z]{2,6})-\d{3,7} (?:usually |often |normally )?means\b",
    re.IGNORECASE,
)


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
    given = [field.text for field in record if field.listing == "keep" and names_record(field.path)]
    heads = _heads(texts, held, given)
    for text, more in zip(texts, held, strict=True) if heads else ():
        for match in _NUMBER.finditer(text):
            lead = before(text, match.start(), device_context.WINDOW)
            if match.group(1) in heads and not device_context.called(lead):
                more.append(KeepSpan(match.start(), match.end(), RULE))
    return held


def _heads(texts: Sequence[str], held: Sequence[Sequence[KeepSpan]], given: Sequence[str]) -> set[str]:
    """The letters, like those of devices, that a record numbers tickets and events by: `KWS` of `KWS-4410`.

    `given` are its own numbers in fields that are kept.
    """
    own = [*given, *(text for text, spans in zip(texts, held, strict=True) if spans)]
    heads = {match.group(1) for text in own if (match := _NUMBER.fullmatch(text))}
    for text in texts:
        if _BEHIND_HEAD.search(text):
            heads.update(match.group(1) or match.group(2) for match in _NUMBERED.finditer(text))
    return {head for head in heads if head.isupper() and ("-" in head or names_kind(head.lower()))}


@lru_cache(maxsize=_PATHS)
def names_record(path: str) -> bool:
    """Whether the field at `path` holds the number of the record itself: `id`, `ticket.number`, not `user.id`."""
    return _PATH.fullmatch(path) is not None and _KEY.fullmatch(words_of(path.rpartition(".")[2])) is not None


def _whole(code: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-]){re.escape(code)}(?![\w-])")
