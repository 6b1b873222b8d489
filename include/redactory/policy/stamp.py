"""The stamp of the running engine: everything but the policy and the directory that can change its output.

contract.md, versions. Two engines of the same stamp write the same output; the stamp is noted with every approval.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from redactory import __version__
from redactory.policy.model import Policy
from redactory.policy.pins import installed_pins

# whose code and lists make the output
AREAS = ("policy", "directory", "records", "detect", "transform", "redact", "evals")


@dataclass(frozen=True)
class EngineStamp:
    """`release` of Redactory, `code`: SHA-256 over its files, `packages`: distribution -> version, the model's hash."""

    release: str
    code: str
    packages: dict[str, str]
    model_sha256: str | None

    @property
    def digest(self) -> str:
        """SHA-256 of all of it, 64 hex digits."""
        return hashlib.sha256(json.dumps(asdict(self), sort_keys=True).encode()).hexdigest()

    @property
    def parts(self) -> dict[str, Any]:
        """The stamp as plain JSON types, for the ledger."""
        return asdict(self)


def engine_stamp(policy: Policy) -> EngineStamp:
    """The stamp of what runs here and now under `policy`. Raises PolicyError where its model is not installed."""
    pins = installed_pins(policy)
    return EngineStamp(__version__, _code(), dict(sorted(pins.packages.items())), pins.model_sha256)


def describe_change(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """What differs between two stamps (`EngineStamp.parts`), one line each."""
    lines = []
    if before.get("release") != after.get("release"):
        lines.append(f"Redactory {before.get('release', '?')} -> {after.get('release', '?')}")
    elif before.get("code") != after.get("code"):
        lines.append(f"Redactory {after.get('release', '?')} with other code")
    old, new = before.get("packages", {}), after.get("packages", {})
    for package in sorted({*old, *new}):
        if old.get(package) != new.get(package):
            lines.append(f"{package} {old.get(package, 'none')} -> {new.get(package, 'none')}")
    if before.get("model_sha256") != after.get("model_sha256"):
        lines.append("other weights of the model")
    return lines


@lru_cache(maxsize=1)
def _code() -> str:
    root = Path(__file__).parents[1]
    digest = hashlib.sha256()
    for area in AREAS:
        for file in sorted(f for f in (root / area).rglob("*") if f.is_file() and "__pycache__" not in f.parts):
            content = file.read_bytes()
            digest.update(f"{file.relative_to(root).as_posix()}\0{len(content)}\0".encode())
            digest.update(content)
    return digest.hexdigest()
