"""Envelope encryption: a master key from a file wraps the vault's own keys, and those seal values.

Everything is AES-256-GCM with a random nonce. What is sealed is bound to its row: an entry moved to another token,
scope or class does not open. Values are padded, so that a short name and a longer one look alike. Equal values are
found by an HMAC under a key of its own, never by the value.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from redactory.errors import ConfigError, VaultError
from redactory.storage.keys import KEY_BYTES, KeyRing

_NONCE = 12
_PAD = 64  # bytes; longer than most names, so that lengths say little


def new_key() -> bytes:
    """32 random bytes."""
    return secrets.token_bytes(KEY_BYTES)


def wrap(ring: KeyRing, key_id: str, purpose: str, key: bytes) -> bytes:
    """`key` encrypted by the ring's primary key, bound to its id and purpose."""
    return _encrypt(ring.keys[ring.primary], key, ("key", key_id, purpose, ring.primary))


def unwrap(ring: KeyRing, key_id: str, purpose: str, master_id: str, wrapped: bytes) -> bytes:
    """What `wrap` took. Raises ConfigError where the ring lacks the master key, or holds another one of that id."""
    if master_id not in ring.keys:
        raise ConfigError(f"the vault's key file lacks the master key {master_id!r}, which wraps keys of the vault")
    try:
        return _decrypt(ring.keys[master_id], wrapped, ("key", key_id, purpose, master_id))
    except InvalidTag:
        raise ConfigError(f"the master key {master_id!r} of the vault's key file does not open this vault") from None


def seal(key: bytes, value: str, bound_to: Iterable[str | bytes]) -> bytes:
    """`value` padded and encrypted; it opens only with the same `bound_to`."""
    plain = value.encode("utf-8", "surrogatepass") + b"\x80"
    return _encrypt(key, plain + bytes(-len(plain) % _PAD), bound_to)


def unseal(key: bytes, sealed: bytes, bound_to: Iterable[str | bytes]) -> str:
    """What `seal` took. Raises VaultError where the entry was changed or moved."""
    try:
        plain = _decrypt(key, sealed, bound_to)
    except InvalidTag:
        raise VaultError("an entry of the vault was changed or moved; it is not read") from None
    return plain.rstrip(b"\0")[:-1].decode("utf-8", "surrogatepass")


def keyed_hash(key: bytes, *parts: str | bytes) -> bytes:
    """HMAC-SHA-256 over the parts, each with its length before it. 32 bytes."""
    return hmac.new(key, _joined(parts), hashlib.sha256).digest()


def _encrypt(key: bytes, plain: bytes, bound_to: Iterable[str | bytes]) -> bytes:
    nonce = secrets.token_bytes(_NONCE)
    return nonce + AESGCM(key).encrypt(nonce, plain, _joined(bound_to))


def _decrypt(key: bytes, data: bytes, bound_to: Iterable[str | bytes]) -> bytes:
    return AESGCM(key).decrypt(data[:_NONCE], data[_NONCE:], _joined(bound_to))


def _joined(parts: Iterable[str | bytes]) -> bytes:
    encoded = (part if isinstance(part, bytes) else part.encode("utf-8", "surrogatepass") for part in parts)
    return b"".join(len(part).to_bytes(4, "big") + part for part in encoded)
