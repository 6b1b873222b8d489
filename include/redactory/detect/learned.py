"""Shapes learned from the directory: how a company writes its employee IDs and account numbers, what its houses are.

For the people the directory does not list any more: an ID of the shape most of the others have is an ID too.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from os.path import commonprefix
from string import ascii_letters, digits

from redactory.detect.buildings import codes_of_offices, codes_of_rooms, is_room, names_of_buildings
from redactory.detect.fold import words
from redactory.detect.lexicon import surname_bearers, zipf
from redactory.detect.recognisers.base import bounded, scannable
from redactory.detect.shapes import free
from redactory.detect.spans import FORMATS, Span
from redactory.directory.model import Person
from redactory.policy.patterns import compile_re2

_MIN_PEOPLE = 5  # fewer IDs of one shape say nothing about a company's habit
_MIN_SHARE = 0.05  # of all IDs of that kind
_MIN_ROOMS = 5  # rooms of one shape
_MIN_ROOM_SHARE = 0.01  # of the people
_MIN_DIGITS = 3
_MAX_PREFIXES = 12  # more different letters than this are not a prefix but part of the number
_SCORE = 0.8
_ROOM_SHAPE = "office-shape"
_MIN_BARE = 6
_SCHEME_SCORE = 0.7
_KNOWN = 2  # notable bearers that make a word a surname
_UNHEARD = 1.0  # a word rarer than this (Zipf) is none of the language
_LETTERS = re.compile(r"[a-z]+")
_SHAPE = {ord(char): "9" if char.isdigit() else "A" if char.isupper() else "a" for char in digits + ascii_letters}
_RUNS = re.compile(r"[A-Za-z]+|\d+|[^A-Za-z\d]+")


@dataclass(frozen=True, slots=True, repr=False)
class Shapes:
    """What was learned: RE2 expressions, each with the entity and the rule it is for.

    `bare` are IDs of digits alone, `begun` whether they begin alike; `schemes` parted accounts of the `surnames`.
    """

    written: tuple[tuple[str, str, str], ...]
    bare: str
    begun: bool
    schemes: str
    surnames: frozenset[str]


def learn(wanted: Container[str], people: Sequence[Person]) -> Shapes:
    """The shapes of the IDs and accounts of `people`, for the `wanted` entities."""
    ids = [value for person in people for value in person.employee_ids] if "EMP_ID" in wanted else []
    accounts = [value for person in people for value in person.usernames] if "USER" in wanted else []
    offices = {value for person in people for value in person.locations} if "LOCATION" in wanted else set()
    rooms = max(_MIN_ROOMS, _MIN_ROOM_SHARE * len(people))
    written = tuple(
        (entity, rule, "|".join(shapes))
        for entity, rule, shapes in (
            ("EMP_ID", "employee-id-shape", _shapes(ids)),
            ("USER", "account-shape", _shapes(accounts)),
            ("LOCATION", "office-building", names_of_buildings(offices)),
            ("LOCATION", _ROOM_SHAPE, [*codes_of_offices(offices), *_shapes(codes_of_rooms(offices), rooms)]),
        )
        if shapes
    )
    bare, begun = _bare_ids(ids)
    schemes = _schemes(accounts)
    surnames = frozenset("".join(words(name)) for person in people for name in person.surnames) if schemes else ()
    return Shapes(written, bare, begun, schemes, frozenset(surnames))


class LearnedShapes:
    """Employee IDs and account numbers by the shapes that stand in the snapshot.

    A shape needs letters and digits (`EMP-48120`, `u104412`): bare digits could be anything.
    """

    def __init__(self, shapes: Shapes) -> None:
        self._patterns = [(entity, rule, compile_re2(written)) for entity, rule, written in shapes.written]
        self._bare = compile_re2(shapes.bare) if shapes.bare else None
        self._begun = shapes.begun
        self._schemes = compile_re2(shapes.schemes) if shapes.schemes else None
        self._surnames = shapes.surnames

    def find(self, texts: Sequence[str]) -> list[list[Span]]:
        """Spans of every text, ascending for each kind."""
        if not self._patterns and self._schemes is None and self._bare is None:
            return [[] for _ in texts]
        return [list(self._of(scannable(text))) for text in texts]

    def _of(self, text: str) -> Iterator[Span]:
        for entity, rule, compiled in self._patterns:
            for match in compiled.finditer(text):
                start, end = match.span()
                if not bounded(text, start, end) or _joined(text, start, end):
                    continue
                if rule != _ROOM_SHAPE or is_room(text, start, end):
                    yield Span(start, end, entity, FORMATS, rule, _SCORE)
        if self._bare is not None:
            for match in self._bare.finditer(text):
                start, end = match.span()
                said = _ID_SAID if self._begun else _ID_CALLED
                if bounded(text, start, end) and said.search(text[max(0, start - 32) : start]):
                    yield Span(start, end, "EMP_ID", FORMATS, "employee-id-digits", _SCORE)
        if self._schemes is not None:
            for match in self._schemes.finditer(text):
                start, end = match.span()
                value = text[start:end]
                one_case = value.islower() or value.isupper()
                if not one_case or not bounded(text, start, end) or _joined(text, start, end):
                    continue
                if self._is_surname(max(_LETTERS.findall(value.lower()), key=len)):
                    yield Span(start, end, "USER", FORMATS, "account-scheme", _SCHEME_SCORE)

    def _is_surname(self, word: str) -> bool:
        return word in self._surnames or surname_bearers(word) >= _KNOWN or (len(word) > 3 and zipf(word) < _UNHEARD)


def _joined(text: str, start: int, end: int) -> bool:
    """Part of a longer code: `PRN-EMP-48120-2`."""
    left = start > 1 and text[start - 1] in "-_./" and text[start - 2].isalnum()
    return left or (end + 1 < len(text) and text[end] in "-_/" and text[end + 1].isalnum())


_ID_CALLED = re.compile(
    r"(?:\b(?:emp\w*|employee|staff|badge|personnel|personal\w*|matricule|payroll|worker)\b[^\n;|\d]{0,16}|"
    r"[^\W\d_]{2} \()$", re.I
)
_ID_SAID = re.compile(
    r"(?:\b(?:id|emp\w*|employee|staff|badge|personnel|personal\w*|matricule|payroll|worker|hr)\b[^\n;|]{0,12}|"
    r"[;|,\t]\s?[\"']?|[^\W\d_]{2}\.? \()$",
    re.I,
)


def _bare_ids(values: Sequence[str]) -> tuple[str, bool]:
    """An expression for IDs of digits alone, when the directory's have one length, and whether they begin alike."""
    bare = [value for value in values if value.isascii() and value.isdigit() and len(value) >= _MIN_BARE]
    if len(bare) < max(_MIN_PEOPLE, _MIN_SHARE * len(values)) or len({len(value) for value in bare}) != 1:
        return "", False
    start = commonprefix(bare)
    return rf"{start}\d{{{len(bare[0]) - len(start)}}}", len(start) > 1


_INITIAL_SCHEMES = (  # where the initial stands beside a surname and what parts the two
    (re.compile(r"[a-z]{2,}_[a-z]\d{0,3}"), r"[A-Za-z]{2,20}_[A-Za-z]\d{0,3}"),
    (re.compile(r"[a-z]_[a-z]{2,}\d{0,3}"), r"[A-Za-z]_[A-Za-z]{2,20}\d{0,3}"),
    (re.compile(r"[a-z]{2,}\.[a-z]\d{0,3}"), r"[A-Za-z]{2,20}\.[A-Za-z]\d{0,3}"),
    (re.compile(r"[a-z]\.[a-z]{2,}\d{0,3}"), r"[A-Za-z]\.[A-Za-z]{2,20}\d{0,3}"),
)


def _schemes(accounts: Iterable[str]) -> str:
    """An expression for the ways (surname and initial, parted) in which the directory makes accounts; none: empty."""
    lower = [name.lower() for name in accounts]
    wanted = max(_MIN_PEOPLE, _MIN_SHARE * len(lower))
    lower = [name for name in lower if "_" in name or "." in name]
    used = [written for made, written in _INITIAL_SCHEMES if sum(map(bool, map(made.fullmatch, lower))) >= wanted]
    return "|".join(used)


def _shapes(values: Iterable[str], wanted: float | None = None) -> list[str]:
    """RE2 patterns of the shapes enough of `values` share: `wanted`, or as many as there are IDs of a habit."""
    groups: dict[str, set[str]] = defaultdict(set)
    total = 0
    for value in values:
        total += 1
        least = _MIN_DIGITS - 1 if "_" in value else _MIN_DIGITS
        shape = value.translate(_SHAPE)
        if value.isascii() and shape.count("9") >= least and ("A" in shape or "a" in shape):
            groups[shape].add(value)
    wanted = max(_MIN_PEOPLE, _MIN_SHARE * total) if wanted is None else wanted
    return [_pattern(sorted(group)) for _, group in sorted(groups.items()) if len(group) >= wanted]


def _pattern(group: Sequence[str]) -> str:
    """One pattern for values of the same shape: digits free, letters as they occur or, where they vary, free."""
    rows = [_RUNS.findall(value) for value in group]
    parts = []
    for runs in zip(*rows, strict=True):
        if runs[0].isdigit():
            parts.append(free(runs))
            continue
        different = sorted(set(runs))
        if len(different) <= _MAX_PREFIXES and len(different) * 2 < len(group):
            parts.append("(?:" + "|".join(map(re.escape, different)) + ")")
        elif runs[0].isalpha():
            parts.append(free(runs))
        else:
            parts.append("(?:" + "|".join(map(re.escape, different)) + ")")
    return "".join(parts)
