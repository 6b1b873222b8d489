"""Every place of every value of a case: found by the layers in its part, or literally in any other part.

The account record's own values, and whatever is found in one part, are searched for in all of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from redactory.detect import lexicon
from redactory.detect.detector import Detector
from redactory.detect.fold import fold, folded, is_boundary
from redactory.detect.guards import capitalised
from redactory.detect.resolve import resolve
from redactory.detect.spans import DECLARED, Span
from redactory.evals.parts import parts
from redactory.records.model import TextField

LITERAL = "case-literal"  # rule of a value of the case found by its characters alone
_AS_NAMES = frozenset(("PERSON", "LOCATION", "ORG"))
_MIN_LENGTH = 3
_MIN_DIGITS = 7
_WORD_ZIPF = 3.0  # a value that is a word this frequent (wordfreq's Zipf scale) is left to the layers
_BETWEEN = r"[ .\-/()\u00a0]{0,3}"

Found = list[list[Span]]


def mentions(detector: Detector, fields: Sequence[TextField], *, ner: bool | None = None) -> Found:
    """Spans of every field of one case, ascending and disjoint."""
    groups = parts(fields)
    seeds = [field for field in fields if field.account and field.text.strip()]
    first = _detected(detector, fields, groups, seeds, ner)
    values = _values(fields, first)
    again = [TextField("", text, "keep", entity, account=True) for entity, text in values]
    second = _detected(detector, fields, groups, again, False)
    known = [*values, *((field.entity or "", field.text) for field in seeds if field.entity)]
    found: Found = []
    for field, one, two in zip(fields, first, second, strict=True):
        if field.listing == "text":
            found.append(resolve(field.text, [*one, *two, *_literal(field.text, known)], [], []))
        else:
            found.append(one)
    return found


def _detected(
    detector: Detector,
    fields: Sequence[TextField],
    groups: Sequence[Sequence[int]],
    seeds: Sequence[TextField],
    ner: bool | None,
) -> Found:
    records = []
    for group in groups:
        own = {fields[index].path for index in group}
        records.append([*(fields[index] for index in group), *(seed for seed in seeds if seed.path not in own)])
    found: Found = [[] for _ in fields]
    for group, spans in zip(groups, detector.detect(records, ner=ner), strict=True):
        for index, own_spans in zip(group, spans, strict=False):
            found[index] = own_spans
    return found


def _values(fields: Sequence[TextField], spans: Found) -> list[tuple[str, str]]:
    """Distinct (entity, text), the longest first."""
    found = {(s.entity, f.text[s.start : s.end].strip()) for f, own in zip(fields, spans, strict=True) for s in own}
    return sorted(found, key=lambda value: (-len(value[1]), value))


def _literal(text: str, values: Sequence[tuple[str, str]]) -> Iterator[Span]:
    source = fold(text)
    line = source.data.decode("utf-8", "replace")
    plain = len(line) == len(source.data)
    for entity, value in values:
        key = folded(value)
        digits = sum(map(str.isdecimal, key))
        if digits >= _MIN_DIGITS and digits == sum(map(str.isalnum, key)):
            pattern = _BETWEEN.join(sign for sign in value if sign.isdecimal())
            for match in re.finditer(rf"(?<!\d)(?:\+ ?)?{pattern}(?!\d)", text):
                yield Span(match.start(), match.end(), entity, DECLARED, LITERAL, 1.0)
            continue
        if len(key) < _MIN_LENGTH or " " not in key and lexicon.zipf(key) >= _WORD_ZIPF:
            continue
        data, wanted = source.data, key.encode()
        at = data.find(wanted) if plain or wanted else -1
        while at >= 0:
            start, end = source.start(at), source.end(at + len(wanted))
            free = is_boundary(text, start) and is_boundary(text, end)
            if free and (entity not in _AS_NAMES or " " in key or capitalised(text[start:end])):
                yield Span(start, end, entity, DECLARED, LITERAL, 1.0)
            at = data.find(wanted, at + 1)
