"""Text that knows which of its parts are to be removed and which kept."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Side = Literal["remove", "keep"]


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of text. `kind` is the answer key's class, with `side`; both are None for plain words."""

    text: str
    side: Side | None = None
    kind: str | None = None


@dataclass(frozen=True, slots=True)
class Mark:
    """`text[start:end]` of a field is a value of the answer key."""

    start: int
    end: int
    value: str
    side: Side
    kind: str


@dataclass(frozen=True, slots=True)
class MarkedText:
    """One field's text with its marks in order."""

    text: str
    marks: tuple[Mark, ...]


def joined(pieces: Iterable[Piece]) -> MarkedText:
    """The pieces as one text. A mark's value is NFC, as answer keys are compared."""
    text = ""
    marks: list[Mark] = []
    for piece in pieces:
        if piece.side is not None and piece.kind is not None:
            value = unicodedata.normalize("NFC", piece.text)
            marks.append(Mark(len(text), len(text) + len(piece.text), value, piece.side, piece.kind))
        text += piece.text
    return MarkedText(text, tuple(marks))


def bounded(value: str) -> re.Pattern[str]:
    """`value` where no letter or digit touches it."""
    left = r"(?<![^\W_])" if value[:1].isalnum() else ""
    right = r"(?![^\W_])" if value[-1:].isalnum() else ""
    return re.compile(left + re.escape(value) + right)


def contradicts(fields: Iterable[MarkedText]) -> bool:
    """Whether a value to remove also stands in its field as something else: such a key could not be met."""
    for field in fields:
        gone = [(mark.start, mark.end) for mark in field.marks if mark.side == "remove"]
        for value in {mark.value for mark in field.marks if mark.side == "remove"}:
            for found in bounded(value).finditer(field.text):
                if not any(start <= found.start() and found.end() <= end for start, end in gone):
                    return True
    return False
