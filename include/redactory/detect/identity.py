"""Layer 1: exact match of text against the directory, one automaton over folded text (contract.md, three layers).

The automaton (daachorse, over UTF-8) runs once over all texts of a batch; each match is then checked against the
original for its word boundaries, its separators and its guard.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from redactory.detect.account_context import in_account_context
from redactory.detect.account_devices import device_around, device_by_scheme
from redactory.detect.account_rows import in_a_row
from redactory.detect.composed import Composer
from redactory.detect.fold import SEPARATOR, Folded, fold, folded, is_boundary
from redactory.detect.guards import (
    Guard,
    id_prefix,
    in_id_context,
    names_company,
    set_as_place,
    technical_edge,
)
from redactory.detect.index import DirectoryIndex, Logins, build_index
from redactory.detect.phonebook import PhoneBook
from redactory.detect.place_context import in_lower_place_context, in_place_context
from redactory.detect.spans import FORMATS, IDENTITY, Span
from redactory.detect.spelling import name_at
from redactory.detect.variants import ENTITY, Kind
from redactory.directory.model import Person
from redactory.policy.model import Policy

_MAX_SHARED = 4  # a pattern of more people than this says nothing about whose first name may follow
_RULE = {kind: kind.name.lower().replace("_", "-") for kind in Kind}
_STRAIGHT = frozenset((Kind.NAME, Kind.INITIAL, Kind.INITIAL_DOT))
_TURNED = frozenset(
    (Kind.REVERSED, Kind.COMMA, Kind.LAST_INITIAL, Kind.LAST_INITIAL_COMMA, Kind.GIVEN_INITIAL, Kind.PART)
)
_WORD_BYTE = bytes(1 if chr(b).isalnum() and b < 128 else 2 if b >= 128 else 0 for b in range(256))
_LOOSE_AT = re.compile(r"(?:\+[\w.+=-]{0,64}(?:@|%40)|%40|\s?[\[(]at[\])]\s?)([\w-]+(?:\.[\w-]+)+)", re.I)
_LOCAL_BEFORE = re.compile(r"(?:%[0-9A-Fa-f]{2}|(?<![\w.+%-]))([\w.'-]{1,64})$")
ESCAPE_BEFORE = re.compile(r"(?:%[0-9A-Fa-f]{2}|\\[nrt]|\\u[0-9A-Fa-f]{4})$")


class Match(NamedTuple):
    """One identity in one text. `people` are indexes into the layer's people; empty when too many share it."""

    span: Span
    kind: Kind | None  # None: a phone
    people: tuple[int, ...]


class IdentityLayer:
    """The directory as a matcher.

    Args:
        policy: its `identity` part guards usernames; an entity the policy does not redact is not searched for.
        people: the snapshot's people, in any order.
        index: what was built of both before; `people` are not looked at then.
    """

    def __init__(self, policy: Policy, people: Sequence[Person] = (), *, index: DirectoryIndex | None = None) -> None:
        index = build_index(policy, people) if index is None else index
        self._wanted = {name for name, rule in policy.entities.items() if rule.decision == "redact"}
        self.guarded, self.names, self.keys = index.guarded, index.names, index.keys
        self._kinds, self._guards, self._parts = index.kinds, index.guards, index.parts
        self.logins = Logins(index.logins)
        self._owners, self._shared, self._tails = index.owners, index.shared, index.tails
        self._composer = Composer(index.givens, index.short)
        self._automaton = index.automaton
        self._phones = PhoneBook(index.numbers)

    def find(self, texts: Sequence[str]) -> list[list[Span]]:
        """Spans of each text, in no set order, overlaps included."""
        return [[match.span for match in found] for found in self.matches(texts)]

    def matches(self, texts: Sequence[str]) -> list[list[Match]]:
        """Every identity of each text with the people it stands for."""
        out: list[list[Match]] = [[] for _ in texts]
        if self._automaton is None and not self._phones:
            return out
        joined = SEPARATOR.join(texts)
        starts = [0, *accumulate(len(text) + 1 for text in texts)]
        for match in self._in_text(joined):
            field = bisect_right(starts, match.span.start) - 1
            out[field].append(_shifted(match, -starts[field]))
        return [_uncrossed(found) if len(found) > 1 else found for found in out]

    def _in_text(self, text: str) -> Iterator[Match]:
        if self._automaton is not None:
            source = fold(text)
            yield from self._struck(source, self._automaton.find_overlapping(source.data))
            short = self._composer.short_givens(source) if "PERSON" in self._wanted else ()
            yield from (Match(span, Kind.PART, ()) for span in short)
            if "+" in text or "%40" in text or "at]" in text or "at)" in text:
                yield from self._mailboxes(text)
        if self._phones and "PHONE" in self._wanted:
            for start, end, sure in self._phones.find(text):
                layer, rule, score = (IDENTITY, "phone", 1.0) if sure else (FORMATS, "phone-tail", 0.7)
                yield Match(Span(start, end, "PHONE", layer, rule, score), None, ())

    def _struck(self, source: Folded, raw: Iterable[tuple[int, int, int]]) -> Iterator[Match]:
        data, text = source.data, source.text
        size, seams = len(data), source.seams
        kinds, parts, compose = self._kinds, self._parts, self._composer.around
        accounts: list[tuple[int, int]] = []
        held: list[tuple[int, int, int]] = []  # words that are accounts, with nothing yet that speaks of one
        for begin, finish, pattern in raw:
            if kinds[pattern] == Kind.EMAIL:
                tail = self._tails[pattern]
                if not data.startswith(tail, finish):
                    continue
                finish += len(tail)
            # a letter or digit on either side of an edge settles most matches without the original
            left = _WORD_BYTE[data[begin - 1]] if begin and begin not in seams else 0
            right = _WORD_BYTE[data[finish]] if finish < size and finish not in seams else 0
            if parts[pattern]:
                if right != 1 or data[finish] < 0x3A:  # a digit may follow an account
                    start, end = source.start(begin), source.end(finish)
                    composed = compose(text, start, end) if parts[pattern] & 1 else None
                    if composed is None and left != 1 and right != 1:
                        composed = self._composer.alone(text, start, end, given=parts[pattern] > 1)
                    if composed is not None and composed.entity in self._wanted:
                        yield Match(composed, Kind.PART, ())
                if kinds[pattern] == Kind.PART:
                    continue
            if right == 1 and data[finish - 1] < 128:
                continue
            if left == 1 and data[begin] < 128 and kinds[pattern] not in (Kind.USER, Kind.EMAIL, Kind.EMP_ID):
                continue
            start, end = source.start(begin), source.end(finish)
            if not is_boundary(text, end):
                continue
            if (
                not is_boundary(text, start)
                and not ESCAPE_BEFORE.search(text[max(0, start - 6) : start])
                and not (kinds[pattern] == Kind.EMP_ID and text[start].isdigit())
            ):
                continue
            match = self._checked(text, start, end, pattern)
            if match is not None:
                if match.span.entity == "USER":
                    accounts.append((start, end))
                yield match
            elif kinds[pattern] == Kind.USER and self._guards[pattern] == Guard.ACCOUNT:
                held.append((start, end, pattern))
        for index in in_a_row(text, [(start, end) for start, end, _ in held], accounts) if held else ():
            start, end, pattern = held[index]
            yield Match(Span(start, end, "USER", IDENTITY, _RULE[Kind.USER], 1.0), Kind.USER, self._people(pattern))

    def _checked(self, text: str, start: int, end: int, pattern: int) -> Match | None:
        kind, guard = Kind(self._kinds[pattern]), self._guards[pattern]
        value = text[start:end]
        entity = ENTITY[kind]
        if kind is Kind.USER or kind is Kind.EMAIL:
            if any(char.isspace() or char == "," for char in value):
                return None
            if kind is Kind.EMAIL and _inside_address(text, start, end):
                return None
            if kind is Kind.USER and "HOSTNAME" in self._wanted:
                device = device_by_scheme(text, start, end)
                if device is not None:
                    return Match(Span(*device, "HOSTNAME", IDENTITY, "device", 1.0), kind, self._people(pattern))
            if guard == Guard.ACCOUNT and not in_account_context(text, start, end):
                device = device_around(text, start, end) if "HOSTNAME" in self._wanted else None
                if device is None:
                    return None
                return Match(Span(*device, "HOSTNAME", IDENTITY, "device", 1.0), kind, self._people(pattern))
        elif kind is Kind.EMP_ID:
            if value[:1].isdigit():
                before = id_prefix(text, start)
                if before is None and is_boundary(text, start):
                    return None
                if before is None or (guard == Guard.ID and before == start and not in_id_context(text, start)):
                    return None
                start = before
                if end < len(text) - 1 and text[end] in ".:" and text[end + 1].isdigit():
                    return None
            elif guard == Guard.ID and not in_id_context(text, start):
                return None
        elif kind is Kind.LOCATION:
            lower = value.islower() and in_lower_place_context(text, start, end, word=guard == Guard.PLACE)
            if not (set_as_place(value) or lower) or technical_edge(text, start, end) or names_company(text, end):
                return None
            if guard == Guard.PLACE and not lower and not in_place_context(text, start, end):
                return None
        else:
            name = name_at(text, start, end, kind, guarded=guard == Guard.CAPITALS)
            if name is not None:
                start, end = name.start, name.end
                entity = "USER" if name.account and "USER" in self._wanted else "PERSON"
            elif self._is_account(value):
                entity = "USER"
            else:
                return None
        return Match(Span(start, end, entity, IDENTITY, _RULE[kind], 1.0), kind, self._people(pattern))

    def _is_account(self, value: str) -> bool:
        """Whether what is no name as it is written is an account: `field.r`, where the pattern is `Field, R.` too."""
        parted = ("." in value or "_" in value) and value.isascii() and not any(c.isspace() or c == "," for c in value)
        if not parted or not (value.islower() or value.isupper()):
            return False
        return folded(value).replace(" ", "") in self.logins

    def _people(self, pattern: int) -> tuple[int, ...]:
        people = self._shared.get(pattern) or (self._owners[pattern],)
        return people if len(people) <= _MAX_SHARED else ()

    def _mailboxes(self, text: str) -> Iterator[Match]:
        """Plus-addresses of a known mailbox, and known addresses written with `%40` or `(at)`."""
        if self._automaton is None or "EMAIL" not in self._wanted:
            return
        for found in _LOOSE_AT.finditer(text):
            local = _LOCAL_BEFORE.search(text[max(0, found.start() - 70) : found.start()])
            if local is None:
                continue
            address = fold(f"{local.group(1)}@{found.group(1)}").data
            for begin, finish, pattern in self._automaton.find_overlapping(address):
                if begin == 0 and self._kinds[pattern] == Kind.EMAIL and address[finish:] == self._tails[pattern]:
                    start = found.start() - len(local.group(1))
                    span = Span(start, found.end(), "EMAIL", IDENTITY, "email", 1.0)
                    yield Match(span, Kind.EMAIL, self._people(pattern))


def _uncrossed(found: list[Match]) -> list[Match]:
    """Without turned-round names that only arise between two names: `Ada Quill, Ada Shah` holds no `Quill, Ada`."""
    straight = [match.span for match in found if match.kind in _STRAIGHT]
    if not straight:
        return found
    return [
        match
        for match in found
        if match.kind not in _TURNED
        or not any(
            span.start < match.span.start < span.end < match.span.end
            or match.span.start < span.start < match.span.end < span.end
            for span in straight
        )
    ]


def _shifted(match: Match, by: int) -> Match:
    span = match.span
    if not by:
        return match
    moved = Span(span.start + by, span.end + by, span.entity, span.layer, span.rule, span.score)
    return Match(moved, match.kind, match.people)


def _inside_address(text: str, start: int, end: int) -> bool:
    """Whether the address at `start` to `end` is a piece of a longer one: another mailbox, another domain."""
    if start > 1 and text[start - 1] in "._+-" and text[start - 2].isalnum():
        return True
    return end + 1 < len(text) and text[end] in ".-" and text[end + 1].isalnum() and not text[end + 1].isupper()
