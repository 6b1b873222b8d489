"""Every place of every value of a case: found by the layers in its part, or literally in any other part.

The account record's own values, and whatever is found in one part, are searched for in all of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from redactory.detect import lexicon
from redactory.detect.detector import Detector
from redactory.detect.fold import fold, is_boundary
from redactory.detect.guards import capitalised
from redactory.detect.resolve import resolve
from redactory.detect.spans import DECLARED, Span
from redactory.evals.escapes import Reading
from redactory.evals.parts import parts
from redactory.records.model import TextField

LITERAL = "case-literal"  # rule of a value of the case found by its characters alone
_AS_NAMES = frozenset(("PERSON", "LOCATION", "ORG"))
_MIN_LENGTH = 3
_MIN_DIGITS = 7
_WORD_ZIPF = 3.0  # a value that is a word this frequent (wordfreq's Zipf scale) is left to the layers
_BETWEEN = r"[ .\-/()\u00a0]{0,3}"

Found = list[list[Span]]
Elsewhere = Callable[[str, Sequence[str], str], Iterable[tuple[int, int]]]


def mentions(detector: Detector, fields: Sequence[TextField], elsewhere: Elsewhere = lambda *_: ()) -> Found:
    """Spans of every field of one case, ascending and disjoint.

    `elsewhere` finds values of an entity in a text by spellings that the layers do not take for one (dates).
    """
    readings = [Reading(field) for field in fields]
    found = _read([reading.field for reading in readings], detector, elsewhere)
    return [[reading.back(span) for span in own] for reading, own in zip(readings, found, strict=True)]


def _read(fields: Sequence[TextField], detector: Detector, elsewhere: Elsewhere) -> Found:
    groups = parts(fields)
    seeds = [field for field in fields if field.account and field.text.strip()]
    first = _detected(detector, fields, groups, seeds)
    values = sorted(values_of(fields, first), key=lambda value: -len(value[1]))
    again = [TextField("", text, "keep", entity, account=True) for entity, text in values]
    second = _detected(detector, fields, groups, again, ner=False)
    by_entity: dict[str, list[str]] = {}
    for entity, text in values:
        by_entity.setdefault(entity, []).append(text)

    def others(text: str) -> Iterator[Span]:
        for entity, texts in by_entity.items():
            yield from (Span(*at, entity, DECLARED, LITERAL, 1.0) for at in elsewhere(entity, texts, text))

    return [
        resolve(field.text, [*one, *two, *_literal(field.text, values), *others(field.text)])
        if field.listing == "text"
        else one
        for field, one, two in zip(fields, first, second, strict=True)
    ]


def values_of(fields: Sequence[TextField], spans: Found) -> list[tuple[str, str]]:
    """Distinct (entity, text) of the spans, in the order of their first mention."""
    return list(
        dict.fromkeys(
            (span.entity, field.text[span.start : span.end])
            for field, own in zip(fields, spans, strict=True)
            for span in own
        )
    )


def _detected(
    detector: Detector,
    fields: Sequence[TextField],
    groups: Sequence[Sequence[int]],
    seeds: Sequence[TextField],
    *,
    ner: bool | None = None,
) -> Found:
    """Spans by the layers, each group a record of its own; `seeds` are known to every group."""
    records = []
    for group in groups:
        own = {fields[index].path for index in group}
        records.append([*(fields[index] for index in group), *(seed for seed in seeds if seed.path not in own)])
    found: Found = [[] for _ in fields]
    for group, spans in zip(groups, detector.detect(records, ner=ner), strict=True):
        for index, own_spans in zip(group, spans, strict=False):  # those of the seeds follow
            found[index] = own_spans
    return found


def _literal(text: str, values: Sequence[tuple[str, str]]) -> Iterator[Span]:
    source = fold(text)
    for entity, value in values:
        key = fold(value.strip()).data
        signs = key.decode("utf-8", "replace")
        digits = [sign for sign in signs if sign.isdecimal()]
        if len(digits) >= _MIN_DIGITS and len(digits) == sum(map(str.isalnum, signs)):
            for match in re.finditer(rf"(?<!\d)(?:\+ ?)?{_BETWEEN.join(digits)}(?!\d)", text):
                yield Span(match.start(), match.end(), entity, DECLARED, LITERAL, 1.0)
            continue
        if len(signs) < _MIN_LENGTH or " " not in signs and lexicon.zipf(signs) >= _WORD_ZIPF:
            continue
        at = source.data.find(key)
        while at >= 0:
            start, end = source.start(at), source.end(at + len(key))
            free = is_boundary(text, start) and is_boundary(text, end)
            if free and (entity not in _AS_NAMES or " " in signs or capitalised(text[start:end])):
                yield Span(start, end, entity, DECLARED, LITERAL, 1.0)
            at = source.data.find(key, at + 1)
