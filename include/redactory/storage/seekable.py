"""A stored object that can be read from anywhere, for formats that are read from their end."""

from __future__ import annotations

import io
from typing import BinaryIO, cast

from redactory.storage.model import ObjectStore

_BUFFER = 1 << 20


def open_seekable(store: ObjectStore, key: str, *, etag: str, size: int) -> BinaryIO:
    """The object as a seekable stream: each jump is one ranged read, under `If-Match` on `etag`.

    Reading raises SourceChangedError where the object is another one by then.
    """
    return cast(BinaryIO, io.BufferedReader(_Seekable(store, key, etag, size), _BUFFER))


class _Seekable(io.RawIOBase):
    def __init__(self, store: ObjectStore, key: str, etag: str, size: int) -> None:
        self._store, self._key, self._etag, self._size = store, key, etag, size
        self._at = 0
        self._stream: BinaryIO | None = None  # stands at `_at`

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._at

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        base = {io.SEEK_SET: 0, io.SEEK_CUR: self._at, io.SEEK_END: self._size}[whence]
        target = max(0, base + offset)
        if target != self._at:
            self._drop()
            self._at = target
        return self._at

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        if self._at >= self._size:
            return 0
        if self._stream is None:
            self._stream = self._store.open(self._key, if_match=self._etag, start=self._at)
        data = self._stream.read(min(len(buffer), self._size - self._at))
        buffer[: len(data)] = data
        self._at += len(data)
        return len(data)

    def close(self) -> None:
        if not self.closed:
            self._drop()
        super().close()

    def _drop(self) -> None:
        if self._stream is not None:
            self._stream.close()
            self._stream = None
