"""A folder as an object store: atomic writes, content-hash ETags, conditional creation by hard link."""

from __future__ import annotations

import hashlib
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

from redactory.errors import SourceChangedError, StorageError, kind_of
from redactory.storage.model import ObjectExists, ObjectInfo, ObjectMissing

_TEMPORARY = ".redactory-tmp-"
_CHANGED = "the source object changed since the run began; the partition starts again"


class LocalStore:
    """Objects are files under `root`. A write goes to a temporary file, is flushed to disk and moved into place."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()
        self.url = str(self.root)

    def list(self, prefix: str = "") -> Iterator[ObjectInfo]:
        base = self.root / prefix.rpartition("/")[0]
        if not base.is_dir():
            return
        keys = (
            path.relative_to(self.root).as_posix()
            for path in base.rglob("*")
            if path.is_file() and not path.name.startswith(_TEMPORARY)
        )
        for key in sorted(k for k in keys if k.startswith(prefix)):
            info = self.head(key)
            if info is not None:
                yield info

    def head(self, key: str) -> ObjectInfo | None:
        path = self._path(key)
        try:
            stat = path.stat()
            etag = _etag(path)
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
            return None
        return ObjectInfo(key, etag, stat.st_size, datetime.fromtimestamp(stat.st_mtime, UTC))

    def open(self, key: str, *, if_match: str | None = None, start: int = 0) -> BinaryIO:
        path = self._path(key)
        try:
            stream = path.open("rb")
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
            if if_match is not None:
                raise SourceChangedError(_CHANGED) from None
            raise ObjectMissing(f"no object of that key in {self.url}") from None
        if if_match is not None and hashlib.file_digest(stream, "sha256").hexdigest()[:32] != if_match:
            stream.close()
            raise SourceChangedError(_CHANGED)
        stream.seek(start)
        return stream

    def put(self, key: str, data: bytes, *, if_none_match: bool = False) -> ObjectInfo:
        with self._writing(key) as (out, temporary, path):
            out.write(data)
            _flush(out)
            if if_none_match:
                try:
                    os.link(temporary, path)
                except FileExistsError:
                    raise ObjectExists(f"the key is taken in {self.url}") from None
            else:
                temporary.replace(path)
        return self._written(key)

    def upload(self, key: str, stream: BinaryIO) -> ObjectInfo:
        with self._writing(key) as (out, temporary, path):
            shutil.copyfileobj(stream, out, 1 << 20)
            _flush(out)
            temporary.replace(path)
        return self._written(key)

    def delete(self, key: str) -> None:
        self._path(key).unlink(missing_ok=True)

    def delete_prefix(self, prefix: str) -> int:
        keys = [info.key for info in self.list(prefix)]
        for key in keys:
            self.delete(key)
        return len(keys)

    def _path(self, key: str) -> Path:
        parts = key.split("/")
        if not key or key.startswith("/") or any(part in ("", ".", "..") for part in parts):
            raise StorageError("a key is a relative path without empty parts, '.' or '..'")
        return self.root / key

    @contextmanager
    def _writing(self, key: str) -> Iterator[tuple[BinaryIO, Path, Path]]:
        """A new temporary file, its path, and the path it is to have; gone at the end, if it was not moved there."""
        path = self._path(key)
        temporary = path.parent / f"{_TEMPORARY}{secrets.token_hex(8)}"
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with temporary.open("wb") as out:
                yield out, temporary, path
        except OSError as error:
            raise StorageError(
                f"cannot write an object in {self.url} ({kind_of(error)}): check the folder, "
                "its permissions and the space left on its disk"
            ) from None
        finally:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)

    def _written(self, key: str) -> ObjectInfo:
        info = self.head(key)
        if info is None:
            raise StorageError(f"an object vanished right after it was written to {self.url}")
        return info


def _flush(out: BinaryIO) -> None:
    out.flush()
    os.fsync(out.fileno())


def _etag(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()[:32]
