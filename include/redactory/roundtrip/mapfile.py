"""A token map as a file, for the command line: sealed with the installation's key, or in clear where asked for."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from redactory.errors import ConfigError, RoundTripError, VaultError
from redactory.roundtrip.tokens import Sent, TokenMap
from redactory.storage.keys import KeyRing
from redactory.vault.envelope import seal, unseal

_SEALED = b"REDACTORY MAP "
_BOUND = ("roundtrip map",)


def write_map(path: Path, tokens: TokenMap, ring: KeyRing | None) -> None:
    """Write a map, mode 600; a file that is there is replaced whole. Without `ring` its values are in clear."""
    content = {
        "version": 1,
        "labels": sorted(tokens.labels),
        "written": sorted(tokens.written),
        "tokens": [[item.token, item.entity, item.value] for item in tokens],
    }
    text = json.dumps(content)
    if ring is None:
        data = text.encode("ascii")
    else:
        data = _SEALED + ring.primary.encode() + b"\n" + seal(ring.keys[ring.primary], text, _BOUND)
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")  # made with mode 600
    except OSError as error:
        raise RoundTripError(f"{path}: the map cannot be written: {error.strerror}") from None
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(data)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def read_map(path: Path, ring: Callable[[], KeyRing]) -> TokenMap:
    """The map in a file; `ring` is asked for where it is sealed.

    Raises:
        RoundTripError: the file cannot be read, is no map, or was changed.
        ConfigError: there is no key, or not the one the map is sealed with.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise RoundTripError(f"{path}: the map cannot be read: {error.strerror}") from None
    try:
        content = json.loads(_opened(path, data, ring) if data.startswith(_SEALED) else data.decode("ascii"))
        sent = [Sent(str(token), str(entity), str(value)) for token, entity, value in content["tokens"]]
        written = [(str(label), str(ident)) for label, ident in content["written"]]
        return TokenMap.of(sent, map(str, content["labels"]), written)
    except (ValueError, KeyError, TypeError):
        raise RoundTripError(f"{path}: this is no map of `redactory roundtrip pseudonymise`") from None


def _opened(path: Path, data: bytes, ring: Callable[[], KeyRing]) -> str:
    head, _, sealed = data.removeprefix(_SEALED).partition(b"\n")
    keys = ring().keys
    key = keys.get(head.decode("ascii", "replace"))
    if key is None:
        raise ConfigError(f"{path}: sealed with a key that the key file does not hold; add that key")
    try:
        return unseal(key, sealed, _BOUND)
    except VaultError:
        raise RoundTripError(f"{path}: the map was changed or cut off, or belongs to another key") from None
