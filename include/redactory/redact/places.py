"""Places: where a value stood in the source, and where its replacement stands in the output.

Detected values travel as places, not as text (contract.md, gates): the gate cuts the values out of the source
itself. The sidecar is JSON lines under zstd, in row order.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import BinaryIO

import orjson
import zstandard

from redactory.errors import RecordError

FIELD_DROPPED = "field-dropped"  # rule of the place that stands for a whole field the policy drops
_LEVEL = 3


@dataclass(frozen=True, slots=True)
class Place:
    """`start`, `end`: characters of the source field's decoded text. `out_start`, `out_end`: of the output's.

    `entity` is empty for a dropped field (rule `field-dropped`).
    """

    row: int
    path: str
    start: int
    end: int
    entity: str
    layer: int
    rule: str
    score: float
    out_start: int
    out_end: int


class PlacesWriter:
    """Writes places to a stream as they come; `close` ends the compressed frame, not the stream."""

    def __init__(self, stream: BinaryIO) -> None:
        self._frame = zstandard.ZstdCompressor(level=_LEVEL).stream_writer(stream, closefd=False)

    def write(self, places: Iterable[Place]) -> None:
        for place in places:
            self._frame.write(orjson.dumps(place, option=orjson.OPT_APPEND_NEWLINE))

    def close(self) -> None:
        self._frame.close()


def read_places(stream: BinaryIO) -> Iterator[Place]:
    """Places in the order they were written. Raises RecordError where the sidecar is damaged or cut off."""
    frame = zstandard.ZstdDecompressor().stream_reader(stream, closefd=False, read_across_frames=False)
    try:
        for line in io.BufferedReader(frame):
            yield Place(**orjson.loads(line))
    except (zstandard.ZstdError, orjson.JSONDecodeError, TypeError):
        raise RecordError("the sidecar of places is damaged or cut off; redact the object again") from None
