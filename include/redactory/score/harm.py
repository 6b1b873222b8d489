"""Which replacement struck a value that should have stayed: the entity to which a miss of retention is owed."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence

from redactory.policy.model import Policy
from redactory.policy.paths import FieldMatcher
from redactory.records import Row, open_reader, shape_of
from redactory.redact import Place
from redactory.score.corpora import Corpus
from redactory.score.score import Miss


class KeptText:
    """The source texts of one corpus, in which the values to keep stand."""

    def __init__(self, corpus: Corpus, policy: Policy) -> None:
        self._texts: dict[int, dict[str, str]] = {}
        with corpus.tickets.open("rb") as stream:
            for row in open_reader(stream, shape_of(corpus.tickets.name), FieldMatcher(policy.fields)):
                if isinstance(row, Row):
                    self._texts[row.number] = {field.path: field.text for field in row.fields}

    def lost_to(self, entity: str, misses: Sequence[Miss], places: Sequence[Place]) -> int:
        """How many of the missed values a place of `entity` strikes; a value once, in however many fields."""
        by_row: dict[int, list[Place]] = {}
        for place in places:
            if place.entity == entity:
                by_row.setdefault(place.row, []).append(place)
        return len(
            {
                miss.instance_id
                for miss in misses
                if any(self._strikes(place, miss) for place in by_row.get(miss.row, ()))
            }
        )

    def _strikes(self, place: Place, miss: Miss) -> bool:
        """Places below the listed path count too: a key may name a whole list. `**` is every field."""
        path = miss.path.removesuffix("[0]")
        inside = place.path == path or place.path.startswith((f"{path}.", f"{path}["))
        if not (inside or miss.path == "**"):
            return False
        text = self._texts[place.row][place.path]
        forms = {miss.value, unicodedata.normalize("NFD", miss.value)}
        return any(start < place.end and place.start < end for form in forms for start, end in _found(text, form))


def _found(text: str, value: str) -> Iterator[tuple[int, int]]:
    at = text.find(value)
    while at >= 0:
        yield at, at + len(value)
        at = text.find(value, at + 1)
