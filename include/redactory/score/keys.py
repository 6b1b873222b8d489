"""Answer keys: the values that must go and the values that must stay, as corpora hand them out.

Read by the scorer (and the gate, where a partition comes with one), never by the redactor (contract.md, scoring).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson

from redactory.errors import PolicyError, ScoreError
from redactory.policy.paths import parse_concrete

ID_FIELDS = ("record_id", "ticket_id", "id")
_LISTS = ("pii_instances", "retain_instances", "instances")
_CLASSES = ("type", "class", "entity")

FieldPath = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Instance:
    """One value of one record. `paths` are the fields it stands in; empty means any string of the record."""

    record_id: str
    instance_id: str
    kind: str
    value: str = field(repr=False)
    paths: tuple[FieldPath, ...]
    listed: tuple[str, ...]


def read_key(path: str | Path) -> list[Instance]:
    """The instances of an answer key, in its order: a list of records, or `{tickets: [...]}` or `{records: [...]}`.

    Values are NFC. Raises `ScoreError` naming file, record and entry for whatever cannot be scored.
    """
    file = Path(path)
    try:
        data = orjson.loads(file.read_bytes())
    except OSError as error:
        raise ScoreError(f"{file}: the answer key cannot be read: {error.strerror}") from None
    except orjson.JSONDecodeError as error:
        raise ScoreError(f"{file}: the answer key is not JSON (line {error.lineno})") from None
    if isinstance(data, dict):
        data = next((data[name] for name in ("tickets", "records") if name in data), None)
    if not isinstance(data, list):
        raise ScoreError(f"{file}: an answer key is a list of records, or an object with `tickets` or `records`")
    return [instance for number, record in enumerate(data) for instance in _instances(file, number, record)]


def record_id_of(record: Any) -> str | None:
    """The id of a record or of a key's entry: its first of `record_id`, `ticket_id`, `id`."""
    if not isinstance(record, dict):
        return None
    found = next((record[name] for name in ID_FIELDS if record.get(name) not in (None, "")), None)
    return str(found) if isinstance(found, (str, int)) else None


def _instances(file: Path, number: int, record: Any) -> Iterator[Instance]:
    record_id = record_id_of(record)
    if record_id is None:
        raise ScoreError(f"{file}: entry {number + 1}: has none of {', '.join(ID_FIELDS)}")
    given = next((record[name] for name in _LISTS if name in record), None)
    if not isinstance(given, list):
        raise ScoreError(f"{file}: entry {number + 1}: has none of {', '.join(_LISTS)}")
    for index, item in enumerate(given):
        where = f"{file}: entry {number + 1}, value {index + 1}"
        if not isinstance(item, dict) or not isinstance(item.get("value"), (str, int)) or str(item["value"]) == "":
            raise ScoreError(f"{where}: has no value")
        kind = next((item[name] for name in _CLASSES if item.get(name)), None)
        if not isinstance(kind, str):
            raise ScoreError(f"{where}: has no type")
        listed = _texts(item.get("occurrences", []), where)
        yield Instance(
            record_id=record_id,
            instance_id=str(item.get("id", f"{record_id}#{index + 1}")),
            kind=kind,
            value=unicodedata.normalize("NFC", str(item["value"])),
            paths=tuple(_parsed(listed, where)),
            listed=listed,
        )


def _texts(given: Any, where: str) -> tuple[str, ...]:
    """Occurrences are paths, or objects that name one as `path` or `field`."""
    if not isinstance(given, list):
        raise ScoreError(f"{where}: occurrences must be a list of field paths")
    paths = [item.get("path", item.get("field")) if isinstance(item, dict) else item for item in given]
    if not all(isinstance(path, str) for path in paths):
        raise ScoreError(f"{where}: occurrences must be field paths")
    return tuple(dict.fromkeys(str(path) for path in paths))


def _parsed(paths: Iterable[str], where: str) -> Iterator[FieldPath]:
    for path in paths:
        try:
            yield parse_concrete(path)
        except PolicyError as error:
            raise ScoreError(f"{where}: {error}") from None
