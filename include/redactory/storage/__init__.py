"""Object stores: a folder or a bucket behind one small interface, and encryption at rest on top of it."""

from __future__ import annotations

from redactory.storage.encrypted import EncryptedStore
from redactory.storage.keys import KeyRing
from redactory.storage.model import ObjectExists, ObjectInfo, ObjectMissing, ObjectStore
from redactory.storage.open import open_store, split_url

__all__ = [
    "EncryptedStore",
    "KeyRing",
    "ObjectExists",
    "ObjectInfo",
    "ObjectMissing",
    "ObjectStore",
    "open_store",
    "split_url",
]
