"""The shape of an object from its name: format and compression."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from redactory.errors import RecordError

Format = Literal["jsonl", "csv", "parquet", "text"]
_FORMATS: dict[str, Format] = {
    "jsonl": "jsonl",
    "ndjson": "jsonl",
    "json": "jsonl",
    "csv": "csv",
    "tsv": "csv",
    "parquet": "parquet",
    "parq": "parquet",
    "txt": "text",
    "text": "text",
    "log": "text",
    "md": "text",
}
_COMPRESSIONS: dict[str, Literal["gzip", "zstd"]] = {"gz": "gzip", "gzip": "gzip", "zst": "zstd", "zstd": "zstd"}


@dataclass(frozen=True, slots=True)
class Shape:
    """What an object is made of. Parquet compresses inside itself, so it has no `compression`."""

    format: Format
    compression: Literal["gzip", "zstd"] | None = None


def shape_of(name: str) -> Shape:
    """The shape of an object named `name` (a key, a path or a URL), by its endings, in any case.

    Raises RecordError for a name whose ending says no format it reads.
    """
    endings = name.rsplit("/", 1)[-1].lower().split(".")[1:]
    compression = _COMPRESSIONS.get(endings[-1]) if endings else None
    if compression:
        endings.pop()
    found = _FORMATS.get(endings[-1]) if endings else None
    if found is None or (found == "parquet" and compression):
        raise RecordError(
            "the name of the object says no format: it must end in .jsonl, .ndjson, .json (a record a line), .csv, "
            ".tsv, .txt or .log, each also with .gz or .zst, or in .parquet"
        )
    return Shape(found, compression)
