"""gzip and zstd: read whole or refused, written the same way every time, in bounded memory."""

from __future__ import annotations

import gzip
import io
import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest
import zstandard

from redactory.errors import RecordError
from redactory.policy.model import FieldRules
from redactory.policy.paths import FieldMatcher
from redactory.records import Row, Shape, open_reader
from redactory.records.compression import compressing, decompressed

LINES = b"".join(b'{"n": %d, "text": "caf\xc3\xa9 number %d"}\n' % (n, n * n) for n in range(4000))
PACK: dict[str, Callable[[bytes], bytes]] = {"gzip": gzip.compress, "zstd": zstandard.ZstdCompressor().compress}
UNPACK: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.decompress,
    "zstd": lambda data: zstandard.ZstdDecompressor().decompressobj().decompress(data),
}
KINDS: list[Any] = sorted(PACK)


@pytest.mark.parametrize("kind", KINDS)
def test_there_and_back(kind: Any, passage: Callable[..., Any], edits: Any) -> None:
    packed = PACK[kind](LINES)
    done = passage(packed, Shape("jsonl", kind))
    assert len(done.rows) == 4000
    assert UNPACK[kind](done.output) == LINES
    assert passage(packed, Shape("jsonl", kind)).output == done.output
    edited = passage(packed, Shape("jsonl", kind), edits.word("number", "no."))
    assert UNPACK[kind](edited.output) == LINES.replace(b"number", b"no.")


@pytest.mark.parametrize("kind", KINDS)
def test_members_one_after_another(kind: Any, passage: Callable[..., Any]) -> None:
    middle = LINES.index(b"\n", len(LINES) // 2) - 5
    packed = PACK[kind](LINES[:middle]) + PACK[kind](b"") + PACK[kind](LINES[middle:])
    assert UNPACK[kind](passage(packed, Shape("jsonl", kind)).output) == LINES


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("keep", [0.0, 0.0001, 0.3, 0.9, 0.99999])
def test_a_cut_object_is_refused(kind: Any, keep: float, passage: Callable[..., Any]) -> None:
    packed = PACK[kind](LINES)
    with pytest.raises(RecordError, match="the object is cut"):
        passage(packed[: int(len(packed) * keep)], Shape("jsonl", kind))
    if keep:
        with pytest.raises(RecordError, match="the object is cut"):
            passage(packed + packed[: int(len(packed) * keep) or 1], Shape("jsonl", kind))


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_not_compressed_is_refused(kind: Any, passage: Callable[..., Any]) -> None:
    for data in (LINES, PACK[kind](LINES) + b"trailing bytes that are none"):
        with pytest.raises(RecordError, match="damaged or not"):
            passage(data, Shape("jsonl", kind))


def test_a_flipped_byte_is_refused(passage: Callable[..., Any]) -> None:
    packed = bytearray(gzip.compress(LINES))
    packed[-6] ^= 1  # the checksum
    with pytest.raises(RecordError, match="damaged"):
        passage(bytes(packed), Shape("jsonl", "gzip"))


def test_an_object_of_no_rows(passage: Callable[..., Any]) -> None:
    for kind in KINDS:
        done = passage(PACK[kind](b""), Shape("jsonl", kind))
        assert not done.all
        assert UNPACK[kind](done.output) == b""


def test_gzip_header_holds_neither_time_nor_name(passage: Callable[..., Any]) -> None:
    output = passage(gzip.compress(LINES), Shape("jsonl", "gzip")).output
    assert output[3] == 0
    assert output[4:8] == bytes(4)


@pytest.mark.parametrize("kind", KINDS)
def test_a_bomb_is_read_in_bounded_memory(kind: Any) -> None:
    size = 160 << 20
    packed = io.BytesIO()
    sink = compressing(packed, kind)
    block = bytes(1 << 20)
    for _ in range(size >> 20):
        sink.write(block)
    sink.close()
    packed.seek(0)
    stream = decompressed(packed, kind)
    tracemalloc.start()
    total = 0
    while data := stream.read(1 << 16):
        total += len(data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert total == size
    assert peak < 80 << 20


def test_source_needs_nothing_but_read() -> None:
    class Trickle(io.RawIOBase):
        """Gives a byte at a time, as a slow network may."""

        def __init__(self) -> None:
            self._data = io.BytesIO(b"\xef\xbb\xbf" + LINES[:3000])

        def read(self, size: int = -1) -> bytes:
            return self._data.read(1)

    stream: Any = Trickle()
    reader = open_reader(stream, Shape("jsonl"), FieldMatcher(FieldRules(text=["**"])))
    rows = list(reader)
    assert [type(row) for row in rows[:-1]] == [Row] * (len(rows) - 1)
    assert len(rows) > 50
