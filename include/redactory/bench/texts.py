"""What is measured on: the project's sample, and the first corpus at hand where there is one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from redactory.detect.sentences import sentences
from redactory.directory import read_export
from redactory.directory.model import Snapshot
from redactory.policy.model import Policy
from redactory.policy.paths import FieldMatcher
from redactory.records import Row, open_reader, shape_of
from redactory.redact.engine import RowInput
from redactory.score.corpora import Corpus


@dataclass(frozen=True, slots=True)
class Tickets:
    """Rows of one corpus as the redactor takes them, with their file's bytes and their directory."""

    name: str
    data: bytes
    rows: list[RowInput]
    snapshot: Snapshot

    def texts(self, rows: int) -> list[str]:
        """The free text of the first `rows` rows, repeats included."""
        return [field.text for row in self.rows[:rows] for field in row.fields if field.listing == "text"]

    def distinct_sentences(self, count: int) -> list[str]:
        """Sentences and lines of the corpus, none twice, up to `count`."""
        found = {text[a:b]: None for text in self.texts(len(self.rows)) for a, b in sentences(text)}
        return list(islice(found, count))


def read_tickets(corpus: Corpus, policy: Policy) -> Tickets:
    """`corpus` in memory. Its answer keys stay closed."""
    with Path(corpus.tickets).open("rb") as stream:
        reader = open_reader(stream, shape_of(corpus.tickets.name), FieldMatcher(policy.fields))
        rows = [RowInput(row.number, row.fields, row.keys) for row in reader if isinstance(row, Row)]
    snapshot = read_export(corpus.directory, policy.identity)
    return Tickets(corpus.name, corpus.tickets.read_bytes(), rows, snapshot)


def batches[Item](items: Sequence[Item], size: int) -> list[Sequence[Item]]:
    """`items` in order, `size` at a time."""
    return [items[at : at + size] for at in range(0, len(items), size)]
