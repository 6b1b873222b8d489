"""Plain text: a row is a block of lines that a blank line ends, its one field is `text`.

A block longer than `BLOCK_BYTES` is cut at the end of a line, so that a value broken over exactly that line break
is seen in two halves; a line is never cut.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import BinaryIO, NamedTuple

from redactory.records.binary import holds_binary
from redactory.records.compression import Compression, decompressed
from redactory.records.fields import FieldTree, Matcher
from redactory.records.line_writer import raw_bytes
from redactory.records.lines import BlankLines, bounded_lines, take_bom
from redactory.records.model import DeadRow, Edit, Row, TextField
from redactory.records.reasons import BINARY, NOT_UTF8, TOO_LARGE, Refused
from redactory.records.splice import spliced

BLOCK_BYTES = 32 << 10
FIELD = "text"


class TextHandle(NamedTuple):
    """Blank lines before the block, the block with its last line end, and where its text ends."""

    blank: bytes
    raw: str
    end: int


class TextReader:
    """Blocks of a text stream. `head` and `tail` are what the writer puts around them."""

    def __init__(self, stream: BinaryIO, compression: Compression | None, matcher: Matcher) -> None:
        self._stream = decompressed(stream, compression)
        tree = FieldTree(matcher)
        self._node = tree.child(tree.root, FIELD)
        self._blank = BlankLines()
        self.head = b""

    @property
    def tail(self) -> bytes:
        """Blank lines after the last block."""
        return self._blank.take()

    def __iter__(self) -> Iterator[Row | DeadRow]:
        """Raises RecordError where the object as a whole cannot be read: UTF-16, a cut compressed stream."""
        self.head = take_bom(self._stream)
        for number, (raw, whole) in enumerate(self._blocks(), 1):
            try:
                if not whole:
                    raise Refused(TOO_LARGE)
                yield self._row(number, raw)
            except Refused as refused:
                yield DeadRow(number, refused.reason, raw)

    def raw(self, row: Row) -> bytes:
        """The block as it stood."""
        return raw_bytes(row)

    def _blocks(self) -> Iterator[tuple[bytes, bool]]:
        block: list[bytes] = []
        size = 0
        for line, whole in bounded_lines(self._stream):
            blank = not line.strip()
            if block and (blank or not whole or size + len(line) > BLOCK_BYTES):
                yield b"".join(block), True
                block, size = [], 0
            if not whole:
                yield line, False
            elif blank:
                self._blank.add(line)
            else:
                block.append(line)
                size += len(line)
        if block:
            yield b"".join(block), True

    def _row(self, number: int, raw: bytes) -> Row:
        try:
            block = raw.decode()
        except UnicodeDecodeError:
            raise Refused(BINARY if b"\x00" in raw else NOT_UTF8) from None
        text = block.removesuffix("\n").removesuffix("\r")
        node = self._node
        if node.listing != "drop" and holds_binary(text):
            raise Refused(BINARY)
        field = TextField(FIELD, text, node.listing, node.entity, node.account)
        return Row(number, (field,), (), TextHandle(self._blank.take(), block, len(text)))


def edited_block(row: Row, edits: Mapping[int, Sequence[Edit]]) -> str:
    """The block with the edits in it, its last line end kept."""
    handle: TextHandle = row.handle
    text = handle.raw[: handle.end]
    return spliced(text, len(text), edits.get(0, ()), None, str) + handle.raw[handle.end :]
