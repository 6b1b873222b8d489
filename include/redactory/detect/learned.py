"""Shapes learned from the directory: how a company writes its employee IDs and its account numbers.

For the people the directory does not list any more: an ID of the shape most of the others have is an ID too.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from redactory.detect.recognisers.base import bounded, scannable
from redactory.detect.spans import FORMATS, Span
from redactory.directory.model import Person
from redactory.policy.model import Policy
from redactory.policy.patterns import compile_re2

_MIN_PEOPLE = 5  # fewer IDs of one shape say nothing about a company's habit
_MIN_SHARE = 0.05  # of all IDs of that kind
_MIN_DIGITS = 3
_MAX_PREFIXES = 12  # more different letters than this are not a prefix but part of the number
_SCORE = 0.8
_RUNS = re.compile(r"[A-Za-z]+|\d+|[^A-Za-z\d]+")


class LearnedShapes:
    """Employee IDs and account numbers by the shapes that stand in the snapshot.

    A shape needs letters and digits (`EMP-48120`, `u104412`): bare digits could be anything.
    """

    def __init__(self, policy: Policy, people: Sequence[Person]) -> None:
        redacted = {name for name, rule in policy.entities.items() if rule.decision == "redact"}
        self._patterns = [
            (entity, rule, compile_re2("|".join(shapes)))
            for entity, rule, shapes in (
                ("EMP_ID", "employee-id-shape", _shapes(value for p in people for value in p.employee_ids)),
                ("USER", "account-shape", _shapes(value for p in people for value in p.usernames)),
            )
            if shapes and entity in redacted
        ]

    def find(self, texts: Sequence[str]) -> list[list[Span]]:
        """Spans of every text, ascending for each kind."""
        return [list(self._of(scannable(text))) for text in texts] if self._patterns else [[] for _ in texts]

    def _of(self, text: str) -> Iterator[Span]:
        for entity, rule, compiled in self._patterns:
            for match in compiled.finditer(text):
                start, end = match.span()
                if bounded(text, start, end) and not _joined(text, start, end):
                    yield Span(start, end, entity, FORMATS, rule, _SCORE)


def _joined(text: str, start: int, end: int) -> bool:
    """Part of a longer code: `PRN-EMP-48120-2`."""
    left = start > 1 and text[start - 1] in "-_./" and text[start - 2].isalnum()
    return left or (end + 1 < len(text) and text[end] in "-_/" and text[end + 1].isalnum())


def _shapes(values: Iterable[str]) -> list[str]:
    """RE2 patterns of the shapes enough of `values` share."""
    groups: dict[str, set[str]] = defaultdict(set)
    total = 0
    for value in values:
        total += 1
        if value.isascii() and sum(map(str.isdigit, value)) >= _MIN_DIGITS and any(map(str.isalpha, value)):
            groups[re.sub(r"[a-z]", "a", re.sub(r"[A-Z]", "A", re.sub(r"\d", "9", value)))].add(value)
    wanted = max(_MIN_PEOPLE, _MIN_SHARE * total)
    return [_pattern(sorted(group)) for _, group in sorted(groups.items()) if len(group) >= wanted]


def _pattern(group: Sequence[str]) -> str:
    """One pattern for values of the same shape: digits free, letters as they occur or, where they vary, free."""
    rows = [_RUNS.findall(value) for value in group]
    parts = []
    for runs in zip(*rows, strict=True):
        different = sorted(set(runs))
        if runs[0].isdigit():
            parts.append(rf"\d{{{len(runs[0])}}}")
        elif len(different) <= _MAX_PREFIXES and len(different) * 2 < len(group):
            parts.append("(?:" + "|".join(map(re.escape, different)) + ")")
        elif runs[0].isalpha():
            parts.append(
                f"[{'A-Z' if runs[0].isupper() else 'a-z' if runs[0].islower() else 'A-Za-z'}]{{{len(runs[0])}}}"
            )
        else:
            parts.append("(?:" + "|".join(map(re.escape, different)) + ")")
    return "".join(parts)
