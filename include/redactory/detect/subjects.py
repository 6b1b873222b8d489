"""Whom a resolved span stands for: one directory person or one account, or nobody that is certain.

Spans are resolved by what they cover; this reads afterwards, from the matches below a span and from the people a
record speaks of, whether exactly one subject is meant. Whoever is ambiguous stays a value.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from redactory.detect.accounts import AccountLayer
from redactory.detect.fold import words
from redactory.detect.identity import IdentityLayer, Match
from redactory.detect.names import nicknames_of
from redactory.detect.reading import Reading
from redactory.detect.spans import Claim, Span
from redactory.records.model import TextField

LINKED = frozenset(("PERSON", "EMAIL", "USER", "EMP_ID", "ORG"))  # one device, city or phone may be of several


class Subjects:
    """Finds the subjects of spans.

    Args:
        identity: Layer 1.
        people: whether its people are subjects, and not organisations alone.
        accounts: the account list, where there is one.
    """

    def __init__(self, identity: IdentityLayer, accounts: AccountLayer | None, *, people: bool) -> None:
        self._identity = identity
        self._keys = identity.keys if people else []
        self._accounts = accounts

    def named(
        self, record: Sequence[TextField], spans: Sequence[list[Span]], readings: Sequence[Reading]
    ) -> list[list[Span]]:
        """`spans` of a record's fields, with their subjects. `readings`: of its fields of free text."""
        declared = [field.text for field in record if field.listing == "entity"]
        inside = self._identity.matches(declared) if self._keys else [[] for _ in declared]
        named = self._accounts.find(declared) if self._accounts else [[] for _ in declared]
        matches = [reading.matches for reading in readings]
        organisations = [reading.claims for reading in readings]
        claims = {"text": self._claims(matches, organisations), "entity": self._claims(inside, named)}
        people = {person for struck in chain(matches, inside) for match in struck for person in match.people}
        cast = [(self._keys[person], self._identity.names[person]) for person in people] if self._keys else []
        found = []
        for field, own in zip(record, spans, strict=True):
            held = next(claims[field.listing]) if field.listing in claims else []
            found.append([_with_subject(field.text, span, held, cast) for span in own])
        return found

    def _claims(
        self, matches: Sequence[Sequence[Match]], organisations: Sequence[Sequence[Claim]]
    ) -> Iterator[list[Claim]]:
        for struck, named in zip(matches, organisations, strict=True):
            people = [Claim(m.span, tuple(self._keys[p] for p in m.people)) for m in struck] if self._keys else []
            yield [*people, *named]


def _with_subject(text: str, span: Span, claims: Sequence[Claim], cast: Sequence[tuple[str, str]]) -> Span:
    subject = _subject(text, span, claims, cast) if span.entity in LINKED else None
    if not subject:
        return span
    return Span(span.start, span.end, span.entity, span.layer, span.rule, span.score, subject)


def _subject(text: str, span: Span, claims: Sequence[Claim], cast: Sequence[tuple[str, str]]) -> str | None:
    below = [
        claim for claim in claims
        if claim.span.entity == span.entity and span.start <= claim.span.start and claim.span.end <= span.end
    ]  # fmt: skip
    widest = max((claim.span.end - claim.span.start for claim in below), default=0)
    candidates = [set(c.keys) for c in below if c.keys and c.span.end - c.span.start == widest]
    if candidates:
        common = set.intersection(*candidates)
        return common.pop() if len(common) == 1 else None
    if span.entity != "PERSON":
        return None
    name = words(text[span.start : span.end])
    named = [key for key, line in cast if _is_named(name, line)]
    return named[0] if len(named) == 1 else None


def _is_named(name: tuple[str, ...], line: str) -> bool:
    """Whether each word of `name` is a given name, a nickname of it or a surname on `line` (`priya|nair`)."""
    given, surnames = line.split("|")[:2]
    firsts = given.split(",")
    parts = {word for part in (*firsts, *surnames.split(",")) for word in part.split()}
    return bool(name) and all(word in parts or any(word in nicknames_of(first) for first in firsts) for word in name)
