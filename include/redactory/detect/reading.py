"""What is known of one text while a batch goes from layer to layer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from redactory.detect.identity import Match
from redactory.detect.spans import Claim, KeepSpan, Span
from redactory.detect.tokens import Walls
from redactory.policy.pins import CONTEXTS


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


def unlikely(readings: Sequence[Reading]) -> None:
    """Drops what the context network alone takes for a value in a record whose keep-rules hold the same word elsewhere.

    It would go in one place and stand in another: `\\\\corpdfs\\drivers`, and `Logs pulled from corpdfs`.
    """
    for reading in readings:
        guesses = [span for span in reading.found if span.rule == CONTEXTS]
        for span in guesses:
            value = re.compile(rf"(?<![^\W_]){re.escape(reading.text[span.start : span.end])}(?![^\W_])")
            if any(value.search(other.text, keep.start, keep.end) for other in readings for keep in other.held):
                reading.found.remove(span)
