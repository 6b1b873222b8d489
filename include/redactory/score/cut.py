"""A smaller corpus out of a large one: every k-th record, and the keys of those records alone."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import orjson

from redactory.errors import ScoreError
from redactory.score.corpora import Corpus, corpora_root, find_corpora
from redactory.score.keys import record_id_of

_RECORD_LISTS = ("tickets", "records")


def chosen_corpora(
    folders: Sequence[Path], work: Path, make: Callable[[Path], Path], *, sample: int | None = None
) -> list[Corpus]:
    """The corpora of `folders`; without any those that are at hand, and where there is none the one `make` writes.

    `make` takes a folder to write to. `sample` keeps that many records of each corpus. What is written goes below
    `work`. Raises `ScoreError` for a folder that holds no corpus.
    """
    found: list[Corpus] = []
    for folder in folders:
        here = find_corpora(folder) if folder.is_dir() else []
        if not here:
            raise ScoreError(f"{folder}: holds no corpus (tickets.jsonl, directory.*, pii.json, retention.json)")
        found += here
    if not folders:
        root = corpora_root()
        found = find_corpora(root) if root else []
    if not found:
        found = find_corpora(make(work / "sample"))
    if sample is None:
        return found
    return [cut_corpus(corpus, Path(tempfile.mkdtemp(dir=work)) / corpus.name, sample) for corpus in found]


def cut_corpus(corpus: Corpus, folder: Path, size: int) -> Corpus:
    """A corpus in `folder` of at most `size` records of `corpus`, spread evenly over it, the same every time."""
    lines = [line for line in corpus.tickets.read_bytes().splitlines(keepends=True) if line.strip()]
    if size >= len(lines):
        return corpus
    kept = [lines[index * len(lines) // size] for index in range(size)]
    try:
        ids = {record_id_of(orjson.loads(line)) for line in kept}
        keys = {file.name: _cut_key(orjson.loads(file.read_bytes()), ids) for file in (corpus.remove, corpus.keep)}
    except orjson.JSONDecodeError:
        raise ScoreError(f"{corpus.folder}: its tickets or its answer keys are not JSON") from None
    folder.mkdir(parents=True)
    (folder / corpus.tickets.name).write_bytes(b"".join(kept))
    for name, key in keys.items():
        (folder / name).write_bytes(orjson.dumps(key))
    return Corpus(folder, corpus.directory)


def _cut_key(data: Any, ids: set[str | None]) -> Any:
    if isinstance(data, dict):
        return {name: _cut_key(data[name], ids) for name in _RECORD_LISTS if name in data}
    return [record for record in data if record_id_of(record) in ids] if isinstance(data, list) else data
