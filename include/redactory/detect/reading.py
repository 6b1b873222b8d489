"""What is known of one text while a batch goes from layer to layer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from redactory.detect.identity import Match
from redactory.detect.spans import Claim, KeepSpan, Span
from redactory.detect.tokens import Walls


@dataclass(frozen=True, slots=True)
class Reading:
    """One free text of a record: `text` as it is read, and what was said of it. `found` and `held` grow on the way.

    `walls` are the tokens in it that stand in the place of values, `matches` the people of the directory, `claims` the
    accounts of the account list, `found` the candidates for removal, `held` what keep-rules hold.
    """

    text: str
    walls: Walls
    matches: list[Match]
    claims: list[Claim]
    found: list[Span]
    held: list[KeepSpan]


def hold(readings: Sequence[Reading], more: Iterable[Iterable[KeepSpan]]) -> None:
    """Adds to what is held in each of `readings` its part of `more`."""
    for reading, spans in zip(readings, more, strict=True):
        reading.held.extend(spans)
