"""What an object store is: the interface, and the facts of one object."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import BinaryIO, Protocol, runtime_checkable

from redactory.errors import StorageError


class ObjectExists(StorageError):
    """A conditional write found the key taken."""


class ObjectMissing(StorageError):
    """The key names no object."""


@dataclass(frozen=True, slots=True)
class ObjectInfo:
    """One object. `etag` changes with the content (quotes stripped), `size` is in bytes, `modified` is UTC."""

    key: str
    etag: str
    size: int
    modified: datetime


@runtime_checkable
class ObjectStore(Protocol):
    """Keys are relative to `url`, use `/`, and never begin with one."""

    url: str

    def list(self, prefix: str = "") -> Iterator[ObjectInfo]:
        """Every object whose key begins with `prefix`, sorted by key."""

    def head(self, key: str) -> ObjectInfo | None:
        """The object's facts, or None where there is none."""

    def open(self, key: str, *, if_match: str | None = None, start: int = 0) -> BinaryIO:
        """A stream of the object's bytes from byte `start` on, which is less than its size.

        Raises:
            ObjectMissing: there is no such object.
            SourceChangedError: its ETag is not `if_match`, at opening or while it is read.
        """

    def put(self, key: str, data: bytes, *, if_none_match: bool = False) -> ObjectInfo:
        """Write a small object in one step. Raises ObjectExists if `if_none_match` and the key is taken."""

    def upload(self, key: str, stream: BinaryIO) -> ObjectInfo:
        """Write an object of any size from a stream; readers see all of it or nothing."""

    def delete(self, key: str) -> None:
        """Delete one object; deleting what is not there is no error."""

    def delete_prefix(self, prefix: str) -> int:
        """Delete every object whose key begins with `prefix`; returns how many."""
