"""Encryption at rest over any object store: AES-256-GCM in chunks, so that objects of any size stream.

Layout: magic, key-id length and key id, 7-byte random nonce prefix, then chunks of ciphertext. A chunk's nonce is
prefix + 4-byte counter + 1 byte that is 1 on the last chunk (the STREAM construction), so chunks cannot be
reordered, dropped or cut off unseen; the key of the object is authenticated with every chunk, so that one
object's bytes do not decrypt under another's name.
"""

from __future__ import annotations

import io
import secrets
import tempfile
from collections.abc import Iterator
from typing import BinaryIO, cast

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from redactory.errors import ConfigError, StorageError
from redactory.storage.keys import KeyRing
from redactory.storage.model import ObjectInfo, ObjectStore

_MAGIC = b"RDCT1"
_CHUNK = 64 * 1024
_TAG = 16
_PREFIX = 7
_SPOOL = 8 << 20  # larger objects are encrypted through a temporary file, which holds ciphertext only


class EncryptedStore:
    """The same interface as the store below; what lies in it is ciphertext. ETags are those of the ciphertext."""

    def __init__(self, store: ObjectStore, ring: KeyRing) -> None:
        self._store = store
        self._ring = ring
        self.url = store.url

    def list(self, prefix: str = "") -> Iterator[ObjectInfo]:
        return self._store.list(prefix)

    def head(self, key: str) -> ObjectInfo | None:
        return self._store.head(key)

    def open(self, key: str, *, if_match: str | None = None, start: int = 0) -> BinaryIO:
        """Decrypts from the beginning, wherever the stream is to start."""
        raw = _Decrypted(self._store.open(key, if_match=if_match), key, self._ring)
        stream = io.BufferedReader(raw, _CHUNK)
        while start and (skipped := len(stream.read(min(start, _CHUNK)))):
            start -= skipped
        return cast(BinaryIO, stream)

    def put(self, key: str, data: bytes, *, if_none_match: bool = False) -> ObjectInfo:
        cipher = b"".join(self._encrypt(key, io.BytesIO(data)))
        return self._store.put(key, cipher, if_none_match=if_none_match)

    def upload(self, key: str, stream: BinaryIO) -> ObjectInfo:
        with tempfile.SpooledTemporaryFile(_SPOOL) as spool:
            for piece in self._encrypt(key, stream):
                spool.write(piece)
            spool.seek(0)
            return self._store.upload(key, cast(BinaryIO, spool))

    def delete(self, key: str) -> None:
        self._store.delete(key)

    def delete_prefix(self, prefix: str) -> int:
        return self._store.delete_prefix(prefix)

    def _encrypt(self, key: str, stream: BinaryIO) -> Iterator[bytes]:
        name = self._ring.primary.encode("ascii")
        cipher = AESGCM(self._ring.keys[self._ring.primary])
        prefix = secrets.token_bytes(_PREFIX)
        yield _MAGIC + bytes([len(name)]) + name + prefix
        counter, chunk = 0, _read_full(stream, _CHUNK)
        while True:
            following = _read_full(stream, _CHUNK)
            nonce = _nonce(prefix, counter, last=not following)
            yield cipher.encrypt(nonce, chunk, key.encode())
            if not following:
                return
            counter, chunk = counter + 1, following


class _Decrypted(io.RawIOBase):
    """Plain bytes of one encrypted object."""

    def __init__(self, stream: BinaryIO, key: str, ring: KeyRing) -> None:
        self._stream, self._key = stream, key.encode()
        head = _read_full(stream, len(_MAGIC) + 1)
        if head[:-1] != _MAGIC:
            raise StorageError("an object in an encrypted store is not encrypted by Redactory; it is not read")
        name = _read_full(stream, head[-1]).decode("ascii", "replace")
        if name not in ring.keys:
            raise ConfigError("an object is encrypted with a key id that the key file does not hold; add that key")
        self._cipher = AESGCM(ring.keys[name])
        self._prefix = _read_full(stream, _PREFIX)
        self._counter = 0
        self._next = _read_full(stream, _CHUNK + _TAG)
        self._plain = memoryview(b"")
        self._done = False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        while not self._plain and not self._done:
            self._plain = memoryview(self._chunk())
        size = min(len(buffer), len(self._plain))
        buffer[:size] = self._plain[:size]
        self._plain = self._plain[size:]
        return size

    def _chunk(self) -> bytes:
        current, self._next = self._next, _read_full(self._stream, _CHUNK + _TAG)
        self._done = not self._next
        nonce = _nonce(self._prefix, self._counter, last=self._done)
        self._counter += 1
        try:
            return self._cipher.decrypt(nonce, current, self._key)
        except InvalidTag:
            raise StorageError("an encrypted object is damaged, cut off, or was moved; it is not read") from None

    def close(self) -> None:
        if not self.closed:
            self._stream.close()
        super().close()


def _nonce(prefix: bytes, counter: int, *, last: bool) -> bytes:
    return prefix + counter.to_bytes(4, "big") + (b"\x01" if last else b"\x00")


def _read_full(stream: BinaryIO, size: int) -> bytes:
    """`size` bytes, fewer only at the end of the stream."""
    pieces: list[bytes] = []
    while size:
        piece = stream.read(size)
        if not piece:
            break
        pieces.append(piece)
        size -= len(piece)
    return b"".join(pieces)
