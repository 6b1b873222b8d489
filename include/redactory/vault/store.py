"""Entries in and out of the vault's database, sealed on the way in and opened on the way out."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import batched

from sqlalchemy import ColumnElement, delete, func, or_, select, tuple_, update
from sqlalchemy.engine import CursorResult
from sqlalchemy.orm import Session

from redactory.database import now
from redactory.transform.normal import normalise
from redactory.vault.envelope import seal, unseal
from redactory.vault.keyset import Keyset
from redactory.vault.model import Entry, is_dataset
from redactory.vault.models import Forgotten, SealedEntry

BATCH = 500  # entries a transaction takes: others wait for milliseconds only


def value_index(keys: Keyset, entity: str, value: str) -> bytes:
    """The blind index of a value of a class, the same for every way of writing it that `normalise` knows."""
    return keys.index("value", entity, normalise(entity, value))


def put(session: Session, keys: Keyset, entries: Sequence[Entry]) -> int:
    """Seal a batch; returns how many are new. One that is there gets the later expiry of both."""
    wanted: dict[tuple[str, str, bytes], Entry] = {}
    for entry in entries:
        wanted.setdefault((entry.scope, entry.token, value_index(keys, entry.entity, entry.value)), entry)
    indexes = {index for _, _, index in wanted}
    rows = session.scalars(select(SealedEntry).where(SealedEntry.value_index.in_(indexes)))
    there = {(row.scope, row.token, row.value_index): row for row in rows}
    forgotten = set(session.scalars(select(Forgotten.value_index).where(Forgotten.value_index.in_(indexes))))
    new: list[tuple[bytes, Entry]] = []
    for place, entry in wanted.items():
        row = there.get(place)
        if row is not None:
            row.expires_at = _later(row.expires_at, entry.expires)
        elif not (place[2] in forgotten and is_dataset(entry.scope)):
            new.append((place[2], entry))
    if new:
        data_key = keys.writing(session, len(new))
        session.add_all(_sealed(keys, data_key, entry, index) for index, entry in new)
    return len(new)


def opened(session: Session, keys: Keyset, *where: ColumnElement[bool]) -> list[Entry]:
    """The entries that match and have not expired, in the order they came."""
    query = select(SealedEntry).where(_alive(), *where).order_by(SealedEntry.id)
    found = []
    for row in session.scalars(query):
        value, person = json.loads(unseal(keys.data(session, row.data_key), row.sealed, _bound(row)))
        found.append(Entry(row.scope, row.token, row.entity, value, person, row.expires_at, row.surrogate_key_id))
    return found


def count(session: Session, *where: ColumnElement[bool]) -> int:
    """How many entries match and have not expired."""
    query = select(func.count()).select_from(SealedEntry).where(_alive(), *where)
    return session.scalar(query) or 0


def extend(session: Session, scope: str, expires: datetime | None) -> int:
    """Set the expiry of what a scope holds and has not expired; returns how many entries."""
    query = update(SealedEntry).where(SealedEntry.scope == scope, _alive()).values(expires_at=expires)
    return _count(session, query)


def drop(session: Session, condition: ColumnElement[bool]) -> int:
    """Delete what matches; returns how many entries."""
    return _count(session, delete(SealedEntry).where(condition))


def forget(
    session: Session, keys: Keyset, tokens: Iterable[str], indexes: Iterable[bytes], person: str | None
) -> list[SealedEntry]:
    """Delete what matches any of these, and whatever shares its surrogate in its scope; returns what went.

    A pseudonym of a dataset is shared by strangers, each in a case of their own: there only what matches goes.
    The indexes of it all are kept, so that `put` does not take the values into a dataset's scope again.
    """
    tokens, indexes = list(tokens), list(indexes)
    conditions: list[ColumnElement[bool]] = [SealedEntry.token.in_(some) for some in batched(tokens, BATCH)]
    conditions += [SealedEntry.value_index.in_(some) for some in batched(indexes, BATCH)]
    if person:
        conditions.append(SealedEntry.person_index == keys.index("person", person))
    found: dict[int, SealedEntry] = {}
    for condition in conditions:
        found |= {row.id: row for row in session.scalars(select(SealedEntry).where(condition))}
    shared = {(row.scope, row.token) for row in found.values() if row.surrogate_key_id or not is_dataset(row.scope)}
    for some in batched(sorted(shared), BATCH):
        query = select(SealedEntry).where(tuple_(SealedEntry.scope, SealedEntry.token).in_(some))
        found |= {row.id: row for row in session.scalars(query)}
    for row in found.values():
        session.delete(row)
    for index in {row.value_index for row in found.values()}.union(indexes):
        session.merge(Forgotten(value_index=index))
    return list(found.values())


def _sealed(keys: Keyset, data_key: tuple[str, bytes], entry: Entry, index: bytes) -> SealedEntry:
    key_id, key = data_key
    row = SealedEntry(
        scope=entry.scope,
        token=entry.token,
        entity=entry.entity,
        value_index=index,
        person_index=keys.index("person", entry.person) if entry.person else None,
        surrogate_key_id=entry.key_id,
        data_key=key_id,
        expires_at=entry.expires,
    )
    row.sealed = seal(key, json.dumps([entry.value, entry.person], ensure_ascii=False), _bound(row))
    return row


def _bound(row: SealedEntry) -> tuple[str | bytes, ...]:
    """What a sealed value is bound to: everything that says whose it is, all but the expiry."""
    named = (row.scope, row.token, row.entity, row.surrogate_key_id or "", row.data_key)
    return (*named, row.value_index, row.person_index or b"")


def _alive() -> ColumnElement[bool]:
    return or_(SealedEntry.expires_at.is_(None), SealedEntry.expires_at > now())


def _later(one: datetime | None, other: datetime | None) -> datetime | None:
    return None if one is None or other is None else max(one, other)


def _count(session: Session, query: object) -> int:
    result = session.execute(query)  # type: ignore[call-overload]
    assert isinstance(result, CursorResult)
    return result.rowcount
