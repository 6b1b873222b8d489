"""How long replaced generations stay: whoever reads one when another takes its place has that long to finish.

A generation is replaced when the manifest of the next one is written. It goes `REDACTORY_REPLACED_DAYS` after that,
objects first. The newest generation never goes, nor an object that a generation which stays still names.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING

from sqlalchemy import select

from redactory.errors import PartitionError
from redactory.ledger.models import PartitionRun, now
from redactory.partitions.layout import MANIFEST, manifest_key, manifests_prefix
from redactory.partitions.manifest import Manifest, generations, read_manifest

if TYPE_CHECKING:
    from redactory.platform import Platform
    from redactory.storage import ObjectStore

ACTOR = "redactory"


@dataclass(frozen=True, slots=True)
class Expired:
    """What was deleted of one partition; `problem` says why nothing was, where a manifest cannot be read."""

    dataset: str
    partition: str
    generations: tuple[int, ...] = ()
    problem: str = ""


def expire_generations(
    platform: Platform,
    *,
    dataset: str | None = None,
    days: int | None = None,
    actor: str = ACTOR,
    moment: datetime | None = None,
) -> list[Expired]:
    """Delete the generations that were replaced more than `days` (REDACTORY_REPLACED_DAYS) before `moment` (now).

    Of `dataset` alone where it is given; of datasets that this installation never worked on, none.
    """
    days = days or platform.settings.replaced_days
    before = (moment or now()) - timedelta(days=days)
    return [
        _expire(platform, name, partition, numbers, actor, f"replaced more than {days} days before")
        for name in _datasets(platform)
        if dataset in (None, name)
        for partition, numbers in _replaced(platform.published, name, before)
    ]


def delete_generations(
    platform: Platform, dataset: str, partition: str, which: Callable[[Manifest], bool], *, actor: str, why: str
) -> tuple[int, ...]:
    """Delete the replaced generations that `which` chooses; the ledger is told first. Returns their numbers.

    Killed in the middle, it is called again: a generation is there until the last of it, its manifest, is deleted.

    Raises:
        PartitionError: a manifest of the partition cannot be read; nothing is deleted.
    """
    store = platform.published
    read = (read_manifest(store, dataset, partition, number) for number in generations(store, dataset, partition))
    *replaced, newest = [manifest for manifest in read if manifest is not None]
    chosen = [manifest for manifest in replaced if which(manifest)]
    if not chosen:
        return ()
    kept = {entry.key for manifest in (*replaced, newest) if manifest not in chosen for entry in manifest.objects}
    numbers = tuple(manifest.generation for manifest in chosen)
    detail = {"generations": list(numbers), "reason": why}
    platform.ledger.audit("generations_deleted", actor, f"{dataset}/{partition}", detail)
    for manifest in chosen:
        for entry in manifest.objects:
            if entry.key not in kept:
                store.delete(entry.key)
        store.delete(manifest_key(dataset, partition, manifest.generation))
    return numbers


def _expire(
    platform: Platform, dataset: str, partition: str, numbers: Collection[int], actor: str, why: str
) -> Expired:
    def which(manifest: Manifest) -> bool:
        return manifest.generation in numbers

    try:
        return Expired(
            dataset, partition, delete_generations(platform, dataset, partition, which, actor=actor, why=why)
        )
    except PartitionError as error:
        return Expired(dataset, partition, problem=f"{dataset}/{partition}: {error}")


def _datasets(platform: Platform) -> list[str]:
    """What this installation ever worked on: published may hold another one's datasets too."""
    with platform.ledger.session(readonly=True) as session:
        return sorted(session.scalars(select(PartitionRun.dataset).distinct()))


def _replaced(store: ObjectStore, dataset: str, before: datetime) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Partitions with the generations of them that were replaced before that moment, from one listing."""
    written: dict[str, dict[int, datetime]] = defaultdict(dict)
    for info in store.list(manifests_prefix(dataset)):
        if match := MANIFEST.match(info.key):
            written[match["partition"]][int(match["generation"])] = info.modified
    for partition, at in sorted(written.items()):
        numbers = tuple(number for number, successor in pairwise(sorted(at)) if at[successor] < before)
        if numbers:
            yield partition, numbers
