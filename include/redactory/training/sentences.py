"""Labelled sentences, a JSON object a line: `{"text": ..., "spans": [[start, end, label], ...]}`, plain or in xz."""

from __future__ import annotations

import json
import lzma
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from redactory.detect.contexts.network import LABELS
from redactory.errors import ConfigError


@dataclass(frozen=True, slots=True)
class Example:
    """A sentence and its labelled spans: (start, end, one of `LABELS`), ascending and disjoint."""

    text: str
    spans: tuple[tuple[int, int, str], ...]


def read_sentences(path: Path) -> list[Example]:
    """The sentences of `path` in their order. Raises `ConfigError` for a line that is none, by its number."""
    examples = []
    with _opened(path) as lines:
        for number, line in enumerate(lines, 1):
            if line.strip():
                examples.append(_example(line, f"{path}, line {number}"))
    if not examples:
        raise ConfigError(f"{path}: holds no sentence; expected a JSON object with `text` and `spans` a line")
    return examples


def _opened(path: Path) -> TextIO:
    if path.suffix == ".xz":
        return lzma.open(path, "rt", encoding="utf-8")
    return path.open(encoding="utf-8")


def _example(line: str, where: str) -> Example:
    try:
        row: Any = json.loads(line)
        text = str(row["text"])
        spans = tuple(sorted((int(start), int(end), str(label)) for start, end, label in row["spans"]))
    except (ValueError, KeyError, TypeError):
        raise ConfigError(f"{where}: expected an object with `text` and `spans`, each [start, end, label]") from None
    last = 0
    for start, end, label in spans:
        if label not in LABELS[1:]:
            raise ConfigError(f"{where}: no label {label!r}; there are {', '.join(LABELS[1:])}")
        if not last <= start < end <= len(text):
            raise ConfigError(f"{where}: span {start} to {end} is empty, overlaps another or leaves the text")
        last = end
    return Example(text, spans)
