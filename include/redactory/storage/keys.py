"""Key files: each key has an id, the first is the current one, all of them read what they wrote."""

from __future__ import annotations

import base64
import binascii
import os
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote, urlparse

from redactory.errors import ConfigError

KEY_BYTES = 32  # AES-256
_ID_BYTES = 16


@dataclass(frozen=True)
class KeyRing:
    """`keys` maps id -> 32 bytes; `primary` is the id that encrypts. Never printed."""

    primary: str
    keys: dict[str, bytes] = field(repr=False)

    @classmethod
    def parse(cls, text: str, where: str) -> KeyRing:
        """Read lines `id:base64-of-32-bytes`; the first is the primary. `#` begins a comment line.

        Raises:
            ConfigError: a line is malformed, an id stands twice, or there is no key. Never quotes a key.
        """
        keys: dict[str, bytes] = {}
        for number, line in enumerate(text.splitlines(), 1):
            line = line.strip()
            if not line or line.startswith("#"):
                continue
            name, _, encoded = line.partition(":")
            if not name or len(name.encode()) > _ID_BYTES or not name.isascii() or name in keys:
                raise ConfigError(f"{where}, line {number}: a key's id is 1 to {_ID_BYTES} ASCII characters, used once")
            try:
                key = base64.b64decode(encoded, validate=True)
            except (binascii.Error, ValueError):
                key = b""
            if len(key) != KEY_BYTES:
                raise ConfigError(f"{where}, line {number}: a key is {KEY_BYTES} bytes in base64")
            keys[name] = key
        if not keys:
            raise ConfigError(f"{where}: holds no key; write one with `redactory keys new`")
        return cls(next(iter(keys)), keys)

    @classmethod
    def from_file(cls, path: Path) -> KeyRing:
        """Read a key file. Raises ConfigError where it is missing or readable by others."""
        try:
            mode = path.stat().st_mode
            text = path.read_text(encoding="ascii")
        except (OSError, UnicodeDecodeError):
            raise ConfigError(f"{path}: no readable key file; write one with `redactory keys new {path}`") from None
        if mode & 0o077:
            raise ConfigError(f"{path}: others may read the key file; run `chmod 600 {path}`")
        return cls.parse(text, str(path))

    @classmethod
    def rotate(cls, path: Path, name: str) -> KeyRing:
        """Put a new random key before those of a key file; the old ones stay, to read what they wrote.

        Raises ConfigError where the id is taken, or the file cannot be read as `from_file` reads it.
        """
        before = cls.from_file(path)
        if name in before.keys:
            raise ConfigError(f"{path}: a key {name!r} is there already; give another id")
        scratch = path.with_name(f".{path.name}.{os.getpid()}")
        scratch.unlink(missing_ok=True)
        _write(scratch, _line(name) + path.read_text(encoding="ascii"))
        scratch.replace(path)
        return cls.from_file(path)

    def next_id(self) -> str:
        """An id that no key has: the primary's with its number raised."""
        stem = self.primary.rstrip("0123456789") or "k"
        numbers = [int(tail) for name in self.keys if (tail := name.removeprefix(stem)).isdecimal()]
        return f"{stem}{max(numbers, default=1) + 1}"

    @staticmethod
    def write_new(path: Path, name: str = "k1") -> None:
        """Create a key file with one random key, mode 600. Raises ConfigError where the file exists."""
        path.parent.mkdir(parents=True, exist_ok=True)
        _write(path, _line(name))


def _line(name: str) -> str:
    return f"{name}:{base64.b64encode(secrets.token_bytes(KEY_BYTES)).decode()}\n"


def _write(path: Path, text: str) -> None:
    """Create a file of mode 600. Raises ConfigError where it exists."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise ConfigError(f"{path}: exists already; a key file is never overwritten") from None
    with os.fdopen(handle, "w", encoding="ascii") as out:
        out.write(text)
        out.flush()
        os.fsync(out.fileno())


def refuse_beside_data(path: Path, stores: Iterable[str], what: str) -> None:
    """Raise ConfigError where `path` lies in a local store of `stores` (URLs or folders), or beside one.

    Whoever copies, lends or publishes such a folder would hand the secret over with the data it protects.
    """
    own = path.expanduser().resolve()
    for url in stores:
        parsed = urlparse(url)
        if parsed.scheme not in ("", "file"):
            continue
        store = Path(unquote(parsed.path) if parsed.scheme else url).expanduser().resolve()
        if own.is_relative_to(store) or own.parent == store.parent:
            raise ConfigError(
                f"{path}: {what} may not lie in or beside a folder of data ({store}): whoever gets a copy of the data "
                "would get it too; put it where only Redactory's own account can read"
            )
