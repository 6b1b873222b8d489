"""Who may use the service: one or several bearer tokens a client, kept as hashes in a file of mode 600.

A token is 32 random bytes, so a plain SHA-256 of it cannot be turned round. Lines are `client:hash`.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import re
import secrets
from pathlib import Path

from redactory.errors import ConfigError

_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")
_HASH = re.compile(r"[0-9a-f]{64}")


class Clients:
    """The clients of a tokens file."""

    def __init__(self, tokens: tuple[tuple[str, str], ...]) -> None:
        self._tokens = tokens

    def __repr__(self) -> str:
        return f"Clients({len({name for name, _ in self._tokens})} clients)"

    @classmethod
    def from_file(cls, path: Path) -> Clients:
        """Raises ConfigError where the file is missing, holds no token, is malformed, or others may read it."""
        how = f"add a client with `redactory serve token NAME --tokens {path}`"
        try:
            mode, lines = path.stat().st_mode, path.read_text(encoding="ascii").splitlines()
        except (OSError, UnicodeDecodeError):
            raise ConfigError(f"{path}: no readable file of bearer tokens; {how}") from None
        if mode & 0o077:
            raise ConfigError(f"{path}: others may read the bearer tokens; run `chmod 600 {path}`")
        tokens: list[tuple[str, str]] = []
        for number, line in enumerate(map(str.strip, lines), 1):
            if not line or line.startswith("#"):
                continue
            name, _, digest = line.partition(":")
            if not _NAME.fullmatch(name) or not _HASH.fullmatch(digest):
                raise ConfigError(f"{path}, line {number}: expected client:hash; {how}")
            tokens.append((name, digest))
        if not tokens:
            raise ConfigError(f"{path}: holds no token; {how}")
        return cls(tuple(tokens))

    def name_of(self, token: str) -> str | None:
        """The client a token belongs to. Every hash is compared, each in constant time."""
        digest = _digest(token)
        found = None
        for name, known in self._tokens:
            if hmac.compare_digest(digest, known):
                found = name
        return found


def add_client(path: Path, name: str) -> str:
    """Add a token for a client, new or known, to the file; returns the token, which is kept nowhere.

    Raises ConfigError for a name of another shape, or where the file cannot be written.
    """
    if not _NAME.fullmatch(name):
        raise ConfigError("a client's name is 1 to 64 of a-z, 0-9, dot, underscore and hyphen, and no mark comes first")
    token = secrets.token_urlsafe(32)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        with os.fdopen(handle, "w", encoding="ascii") as out:
            out.write(f"{name}:{_digest(token)}\n")
    except OSError as error:
        raise ConfigError(f"{path}: cannot be written: {error.strerror}") from None
    return token


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
