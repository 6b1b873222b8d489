"""What every reader of an export hands on: entries, and findings about the export as a whole."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import Counter
from dataclasses import dataclass, field

_COMMA = re.compile(r"(?<!\\)[,;+]")


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry: its DN (empty where the export has none), and (plain attribute name, value) pairs."""

    dn: str
    values: list[tuple[str, str]]


@dataclass
class Findings:
    """What a reader or the mapping noticed. Counts and schema names only, no value of an entry."""

    counts: Counter[str] = field(default_factory=Counter)
    columns: set[str] = field(default_factory=set)  # written as a type name, as headers name them
    referred: set[str] = field(default_factory=set)  # scheme://host:port of servers that were not asked
    notes: list[str] = field(default_factory=list)


def dn_key(dn: str) -> str:
    """SHA-256 of a DN, the same for the ways one DN is written (case, blanks around separators). 64 hex digits."""
    parts = []
    for part in _COMMA.split(unicodedata.normalize("NFC", dn)):
        name, equals, value = part.partition("=")
        parts.append(f"{name.strip()}{equals}{value.strip()}".casefold())
    return hashlib.sha256(",".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


def value_key(kind: str, value: str) -> str:
    """SHA-256 that stands for an entry without a DN, from its username, address or name. 64 hex digits."""
    folded = unicodedata.normalize("NFC", value).casefold()
    return hashlib.sha256(f"{kind}:{folded}".encode("utf-8", "surrogatepass")).hexdigest()
