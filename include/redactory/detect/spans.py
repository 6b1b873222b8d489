"""Spans: what every layer reports, over the original text.

Named tuples: a run makes hundreds of thousands of them, in a quarter of the time that frozen dataclasses take.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

IDENTITY, FORMATS, NER = 1, 2, 3
DECLARED = 0  # a field the policy declares an entity as a whole


class Span(NamedTuple):
    """`text[start:end]` is an `entity`. `layer` is 0 declared, 1 identity, 2 formats, 3 NER; `score` 0 to 1.

    `subject` is the key of the directory person or account that is meant, set last and where it is certain.
    """

    start: int
    end: int
    entity: str
    layer: int
    rule: str
    score: float
    subject: str | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """A span, and the keys of the people or accounts it may stand for: none, one, or several that share it."""

    span: Span
    keys: tuple[str, ...]


class KeepSpan(NamedTuple):
    """`text[start:end]` is held by keep-rule `rule`: layers 2 and 3 may not touch it (contract.md, three layers)."""

    start: int
    end: int
    rule: str


class SpanLayer(Protocol):
    """Layer 3 as the detector calls it."""

    def find(
        self,
        texts: Sequence[str],
        explained: list[list[tuple[int, int]]] | None = None,
        nobody: list[list[tuple[int, int]]] | None = None,
        logins: Container[str] = frozenset(),
        doubted: list[list[tuple[int, int]]] | None = None,
    ) -> list[list[Span]]: ...
