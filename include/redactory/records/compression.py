"""gzip and zstd around a stream: read in bounded pieces, refused when cut, written the same way every time."""

from __future__ import annotations

import gzip
import io
import zlib
from typing import BinaryIO, Literal, Protocol, cast

import zstandard

from redactory.errors import RecordError
from redactory.records.limits import READ_SIZE

Compression = Literal["gzip", "zstd"]
GZIP_LEVEL = 6
ZSTD_LEVEL = 3
_ZSTD_FEED = 1024  # zstd grows by up to 2^15: a kilobyte of input gives at most about 32 MiB at once
_ZSTD_WINDOW = 1 << 27  # zstd's own default bound, 128 MiB


class ByteSink(Protocol):
    """Takes bytes; `close` ends the compressed stream and leaves the stream below it open."""

    def write(self, data: bytes, /) -> object: ...

    def close(self) -> None: ...


class _Borrowed(io.RawIOBase):
    """Reads a stream that somebody else closes."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        view = memoryview(cast(bytearray, buffer)).cast("B")
        filled = 0
        while filled < len(view) and (data := self._read(len(view) - filled)):  # a network gives less than it is asked
            view[filled : filled + len(data)] = data
            filled += len(data)
        return filled

    def _read(self, size: int) -> bytes:
        return self._stream.read(size)


class _Gunzip(_Borrowed):
    """gzip, members one after another included."""

    def __init__(self, stream: BinaryIO) -> None:
        super().__init__(stream)
        self._source = io.BufferedReader(_Borrowed(stream), READ_SIZE)
        self._gzip = gzip.GzipFile(fileobj=self._source, mode="rb")
        self._begun = False

    def _read(self, size: int) -> bytes:
        try:
            if not self._begun and not self._source.peek(1):
                raise EOFError
            self._begun = True
            return self._gzip.read(size)
        except EOFError:
            raise RecordError(_cut("gzip")) from None
        except (gzip.BadGzipFile, zlib.error):
            raise RecordError(_not("gzip", ".gz")) from None


class _Unzstd(_Borrowed):
    """zstd, frames one after another included."""

    def __init__(self, stream: BinaryIO) -> None:
        super().__init__(stream)
        self._decompressor = zstandard.ZstdDecompressor(max_window_size=_ZSTD_WINDOW)
        self._frame = self._decompressor.decompressobj()
        self._begun = False
        self._frames = 0
        self._input = b""
        self._output = memoryview(b"")

    def _read(self, size: int) -> bytes:
        while not self._output:
            if not self._input:
                self._input = self._stream.read(READ_SIZE)
                if not self._input:
                    if self._begun or not self._frames:
                        raise RecordError(_cut("zstd"))
                    return b""
            piece, self._input = self._input[:_ZSTD_FEED], self._input[_ZSTD_FEED:]
            self._begun = True
            try:
                self._output = memoryview(self._frame.decompress(piece))
            except zstandard.ZstdError:
                raise RecordError(_not("zstd", ".zst")) from None
            if self._frame.eof:
                self._input = self._frame.unused_data + self._input
                self._frame = self._decompressor.decompressobj()
                self._begun = False
                self._frames += 1
        data = bytes(self._output[:size])
        self._output = self._output[size:]
        return data


def _cut(name: str) -> str:
    return f"the {name} stream ends in the middle: the object is cut; upload it whole again"


def _not(name: str, ending: str) -> str:
    return f"the object is damaged or not {name}: upload it again, or take {ending} off its name if it is plain"


def decompressed(stream: BinaryIO, compression: Compression | None) -> io.BufferedReader:
    """The plain bytes of `stream`, which stays the caller's to close.

    Reading raises RecordError where the compressed stream is cut or is none.
    """
    kinds: dict[Compression | None, type[_Borrowed]] = {None: _Borrowed, "gzip": _Gunzip, "zstd": _Unzstd}
    return io.BufferedReader(kinds[compression](stream), READ_SIZE)


class _Plain:
    def __init__(self, stream: BinaryIO) -> None:
        self.write = stream.write

    def close(self) -> None:
        """The stream below is the caller's."""


def compressing(stream: BinaryIO, compression: Compression | None) -> ByteSink:
    """A sink into `stream`: no time, no name in the header and a fixed level, so that equal input gives equal bytes."""
    if compression == "gzip":
        return gzip.GzipFile(filename="", mode="wb", compresslevel=GZIP_LEVEL, fileobj=stream, mtime=0)
    if compression == "zstd":
        compressor = zstandard.ZstdCompressor(level=ZSTD_LEVEL, write_checksum=True)
        return compressor.stream_writer(stream, closefd=False)
    return _Plain(stream)
