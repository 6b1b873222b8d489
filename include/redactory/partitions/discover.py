"""What is new in landing: objects whose (key, ETag) was never published, by partition.

An object of an old date that comes late, or one that was overwritten, makes its partition new again. Markers and
hidden objects are passed over, empty ones too; partitions that hold nothing else, and keys outside a partition folder,
are reported.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from sqlalchemy import select

from redactory.ledger import Ledger
from redactory.ledger.models import ObjectRun, PartitionRun
from redactory.partitions.layout import is_hidden, key_hash, landing_key, parse_landing
from redactory.policy.model import Policy
from redactory.storage import ObjectInfo, ObjectStore


@dataclass(frozen=True, slots=True)
class SourceObject:
    """One landing object of a partition; `name` is relative to the partition."""

    key: str
    name: str
    etag: str
    size: int

    @property
    def key_sha256(self) -> str:
        return key_hash(self.key)


@dataclass
class Scan:
    """Landing objects of one dataset: partition -> objects sorted by key.

    `strays` are keys in no partition folder, `empty` the partitions whose objects are all empty.
    """

    dataset: str
    partitions: dict[str, list[SourceObject]] = field(default_factory=dict)
    strays: list[str] = field(default_factory=list)
    empty: list[str] = field(default_factory=list)


def scan(landing: ObjectStore, dataset: str, partition_key: str, dates: Sequence[str] | None = None) -> Scan:
    """List the landing objects of `dataset`, of the partition values `dates` alone where given."""
    found = Scan(dataset)
    empty: set[str] = set()
    for info in _listing(landing, dataset, partition_key, dates):
        parsed = parse_landing(info.key, partition_key)
        if is_hidden(info.key.split("/", 1)[1]):
            continue
        if parsed is None:
            found.strays += [info.key] if info.size else []
        elif not info.size:
            empty.add(parsed.partition)
        else:
            source = SourceObject(info.key, parsed.name, info.etag, info.size)
            found.partitions.setdefault(parsed.partition, []).append(source)
    found.empty = sorted(empty - found.partitions.keys())
    return found


def current(landing: ObjectStore, dataset: str, partition: str, names: Sequence[str]) -> list[SourceObject]:
    """The named objects of a partition as they stand now; those that are gone are left out."""
    keys = ((landing_key(dataset, partition, name), name) for name in names)
    heads = ((name, landing.head(key)) for key, name in keys)
    return [SourceObject(info.key, name, info.etag, info.size) for name, info in heads if info is not None]


def newest_first(landing: ObjectStore, policy: Policy) -> list[tuple[str, list[str]]]:
    """The partitions of the policy's dataset, the highest value first, each with the keys of its objects."""
    partitions = scan(landing, policy.dataset, policy.partition_key).partitions
    return [(name, [source.key for source in partitions[name]]) for name in sorted(partitions, reverse=True)]


def partition_values(landing: ObjectStore, dataset: str, partition_key: str, first: str, last: str) -> list[str]:
    """The partition values in landing from `first` to `last`, inclusive, compared as text, ascending."""
    values = (name.partition("=")[2] for name in scan(landing, dataset, partition_key).partitions)
    return sorted(value for value in values if first <= value <= last)


def published_etags(ledger: Ledger, dataset: str) -> dict[str, str]:
    """Landing key's hash -> the ETag it was last published with."""
    query = (
        select(ObjectRun.key_sha256, ObjectRun.etag)
        .join(PartitionRun)
        .where(PartitionRun.dataset == dataset, PartitionRun.state.in_(("published", "released")))
        .order_by(PartitionRun.generation, PartitionRun.id)
    )
    with ledger.session(readonly=True) as session:
        return {row.key_sha256: row.etag for row in session.execute(query)}


def unpublished(objects: Sequence[SourceObject], known: dict[str, str]) -> list[SourceObject]:
    """Those of `objects` that `published_etags` does not know with the ETag they have now."""
    return [source for source in objects if known.get(source.key_sha256) != source.etag]


def _listing(
    landing: ObjectStore, dataset: str, partition_key: str, dates: Sequence[str] | None
) -> Iterator[ObjectInfo]:
    if dates is None:
        yield from landing.list(f"{dataset}/")
        return
    for date in sorted(set(dates)):
        yield from landing.list(f"{dataset}/{partition_key}={date}/")
