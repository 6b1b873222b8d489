"""Redacted records to be scored: JSON Lines, plain or compressed, one file or a folder of them."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, cast

import orjson
import zstandard

from redactory.errors import ScoreError
from redactory.score.keys import record_id_of

SUFFIXES = (".jsonl", ".ndjson", ".jsonl.gz", ".ndjson.gz", ".jsonl.zst", ".ndjson.zst")


@dataclass(frozen=True, slots=True)
class RedactedRecord:
    """One record and where it stands: file and row, counted from 1."""

    record_id: str
    file: str
    row: int
    data: Any


def read_redacted(path: str | Path) -> Iterator[RedactedRecord]:
    """The records of a file, or of every JSON Lines file below a folder, in order of the names.

    Raises `ScoreError` for a file that ends before its time, a row that is not JSON or has no id, an id twice.
    """
    root = Path(path)
    files = [root] if not root.is_dir() else sorted(f for f in root.rglob("*") if f.name.endswith(SUFFIXES))
    if not files:
        raise ScoreError(f"{root}: holds no JSON Lines file ({', '.join(SUFFIXES)})")
    seen: dict[str, str] = {}
    for file in files:
        for record in _records(file):
            place = f"{file}, row {record.row}"
            if record.record_id in seen:
                raise ScoreError(f"{place}: has the same id as {seen[record.record_id]}")
            seen[record.record_id] = place
            yield record


def _records(file: Path) -> Iterator[RedactedRecord]:
    row = 0
    try:
        with _opened(file) as stream:
            for row, line in enumerate(stream, start=1):
                if not line.strip():
                    continue
                data = orjson.loads(line)
                record_id = record_id_of(data)
                if record_id is None:
                    raise ScoreError(f"{file}, row {row}: has no record_id, ticket_id or id")
                yield RedactedRecord(record_id, str(file), row, data)
    except orjson.JSONDecodeError:
        raise ScoreError(f"{file}, row {row}: not JSON; the file may be cut short") from None
    except (EOFError, zlib.error, zstandard.ZstdError, gzip.BadGzipFile):
        raise ScoreError(f"{file}: the compressed data is damaged or cut short after row {row}") from None
    except OSError as error:
        raise ScoreError(f"{file}: cannot be read: {error.strerror or type(error).__name__}") from None


@contextmanager
def _opened(file: Path) -> Iterator[BinaryIO]:
    with file.open("rb") as raw:
        if file.name.endswith(".gz"):
            with gzip.open(raw) as stream:
                yield cast(BinaryIO, stream)
        elif file.name.endswith(".zst"):
            yield cast(BinaryIO, _whole_frames(raw))
        else:
            yield raw


def _whole_frames(raw: BinaryIO) -> Iterator[bytes]:
    """Lines of a zstd file. Raises `EOFError` when the last frame is not complete, which zstandard lets pass."""
    decompressor = zstandard.ZstdDecompressor()
    frame = decompressor.decompressobj()
    rest = b""
    pending = b""
    begun = False
    while block := pending or raw.read(1 << 20):
        pending = b""
        rest += frame.decompress(block)
        if frame.eof:
            pending = frame.unused_data
            frame = decompressor.decompressobj()
            begun = bool(pending)
        else:
            begun = True
        *lines, rest = rest.split(b"\n")
        yield from (line + b"\n" for line in lines)
    if begun:
        raise EOFError
    if rest:
        yield rest
