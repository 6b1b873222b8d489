"""Lines of a byte stream, each bounded, and what may stand before the first one."""

from __future__ import annotations

import io
from collections.abc import Iterator

from redactory.errors import RecordError
from redactory.records.limits import KEPT_OF_HUGE_ROW, MAX_BLANK_BYTES, MAX_ROW_BYTES, READ_SIZE

UTF8_BOM = b"\xef\xbb\xbf"
_WIDE_BOMS = (b"\xff\xfe", b"\xfe\xff")


def take_bom(stream: io.BufferedReader) -> bytes:
    """Reads past a UTF-8 byte order mark and returns it, or `b""`.

    Raises RecordError for UTF-16 and UTF-32, known by their marks.
    """
    start = stream.peek(4)[:4]
    if start.startswith(_WIDE_BOMS) or start == b"\x00\x00\xfe\xff":
        raise RecordError("the object is UTF-16 or UTF-32: convert it to UTF-8, for example with iconv -t UTF-8")
    return stream.read(3) if start.startswith(UTF8_BOM) else b""


def bounded_lines(stream: io.BufferedReader, limit: int = MAX_ROW_BYTES) -> Iterator[tuple[bytes, bool]]:
    """Each line with its `\\n`, and whether it is whole.

    Of a line longer than `limit` bytes only the first `KEPT_OF_HUGE_ROW` are given; the rest is skipped unread.
    """
    while line := stream.readline(limit + 1):
        if len(line) <= limit or line.endswith(b"\n"):
            yield line, True
            continue
        kept = line[:KEPT_OF_HUGE_ROW]
        while line and not line.endswith(b"\n"):
            line = stream.readline(READ_SIZE)
        yield kept, False


class BlankLines:
    """Blank lines wait here for the next row: they are no rows, and stand in the output as they stood."""

    def __init__(self) -> None:
        self._lines: list[bytes] = []
        self._size = 0

    def add(self, line: bytes) -> None:
        """Keeps one line. Raises RecordError past `MAX_BLANK_BYTES` in one stretch."""
        self._lines.append(line)
        self._size += len(line)
        if self._size > MAX_BLANK_BYTES:
            raise RecordError("more than 16 MiB of blank lines in one stretch: the object is damaged; upload it again")

    def take(self) -> bytes:
        """What waited, once."""
        if not self._lines:
            return b""
        blank = b"".join(self._lines)
        self._lines.clear()
        self._size = 0
        return blank
