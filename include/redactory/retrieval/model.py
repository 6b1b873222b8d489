"""Chunks and questions, as JSON lines."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from redactory.errors import RetrievalError

_IDS = ("id", "chunk_id", "record_id")
_TEXTS = ("text", "chunk", "content")


@dataclass(frozen=True, slots=True)
class Chunk:
    """What is retrieved: one line of a corpus."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, and the ids of the chunks that answer it."""

    id: str
    text: str
    relevant: tuple[str, ...]


def read_chunks(path: Path) -> list[Chunk]:
    """The chunks of a corpus: `{"id", "text"}` a line, or any record, whose strings are then taken together.

    Raises RetrievalError with file and line for a line that is none, has no id, or an id that stood before.
    """
    chunks: dict[str, Chunk] = {}
    for where, record in _records(path):
        chunk = Chunk(_id(record, where), _text(record))
        if chunk.id in chunks:
            raise RetrievalError(f"{where}: this id stood before; every chunk needs one of its own")
        chunks[chunk.id] = chunk
    if not chunks:
        raise RetrievalError(f"{path}: there is no chunk in it")
    return list(chunks.values())


def read_questions(path: Path, chunks: Sequence[Chunk]) -> list[Question]:
    """The questions of a file: `{"id", "question", "relevant": [chunk ids]}` a line.

    Raises RetrievalError with file and line for one without text, or whose answers are not among `chunks`.
    """
    known = {chunk.id for chunk in chunks}
    questions: list[Question] = []
    for where, record in _records(path):
        text, relevant = record.get("question"), record.get("relevant")
        if not isinstance(text, str) or not text.strip():
            raise RetrievalError(f"{where}: `question` must be a text")
        if not isinstance(relevant, list) or not relevant:
            raise RetrievalError(f"{where}: `relevant` must list the ids of the chunks that answer it")
        ids = tuple(str(one) for one in relevant)
        if missing := sum(one not in known for one in ids):
            raise RetrievalError(f"{where}: {missing} of its relevant chunks are not in the corpus")
        questions.append(Question(_id(record, where), text, ids))
    if not questions:
        raise RetrievalError(f"{path}: there is no question in it")
    return questions


def _records(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    try:
        lines = path.read_text("utf-8-sig").splitlines()
    except OSError as error:
        raise RetrievalError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise RetrievalError(f"{path}: is not UTF-8") from None
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        where = f"{path}, line {number}"
        try:
            record = json.loads(line)
        except json.JSONDecodeError:
            raise RetrievalError(f"{where}: is not JSON") from None
        if not isinstance(record, dict):
            raise RetrievalError(f"{where}: is no JSON object")
        yield where, record


def _id(record: dict[str, Any], where: str) -> str:
    found = next((record[name] for name in _IDS if isinstance(record.get(name), (str, int))), None)
    if found is None:
        raise RetrievalError(f"{where}: has none of {', '.join(_IDS)}")
    return str(found)


def _text(record: dict[str, Any]) -> str:
    for name in _TEXTS:
        if isinstance(record.get(name), str):
            return str(record[name])
    return "\n".join(_strings({name: value for name, value in record.items() if name not in _IDS}))


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from _strings(one)
    elif isinstance(value, list):
        for one in value:
            yield from _strings(one)
