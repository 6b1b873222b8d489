"""Which published partitions hold given tokens: every generation that can still be read is searched, row by row.

Memory holds a batch of rows, whatever the size of the objects.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from redactory.partitions.layout import MANIFEST, manifests_prefix
from redactory.partitions.manifest import ObjectEntry, generations, highest_generation, read_manifest
from redactory.policy.model import FieldRules
from redactory.policy.paths import FieldMatcher
from redactory.records import DeadRow, open_reader, shape_of
from redactory.storage import ObjectMissing, ObjectStore


@dataclass(frozen=True, slots=True)
class Holding:
    """A generation of a partition: how many of its objects hold any of the tokens, how many different ones in all.

    `current` is False for an older generation, which readers of the highest manifest do not see.
    """

    dataset: str
    partition: str
    generation: int
    current: bool
    objects: int
    tokens: int


def published_partitions(store: ObjectStore, dataset: str | None = None) -> list[tuple[str, str]]:
    """Every (dataset, partition) that was published, sorted."""
    keys = (info.key for info in store.list(manifests_prefix(dataset) if dataset else ""))
    return sorted({(match["dataset"], match["partition"]) for key in keys if (match := MANIFEST.match(key))})


def partitions_holding(store: ObjectStore, tokens: Collection[str]) -> Iterator[Holding]:
    """Every generation of every partition whose objects hold any of `tokens` in a field or a key."""
    wanted = finder(tokens)
    for dataset, partition in published_partitions(store):
        newest = highest_generation(store, dataset, partition)
        seen: dict[str, set[str]] = {}  # generations share objects
        for number in generations(store, dataset, partition):
            manifest = read_manifest(store, dataset, partition, number)
            if manifest is None:
                continue
            for entry in manifest.objects:
                if entry.key not in seen:
                    seen[entry.key] = _tokens_of(store, entry, wanted, current=number == newest)
            found = [seen[entry.key] for entry in manifest.objects]
            held = set().union(*found)
            if held:
                yield Holding(dataset, partition, number, number == newest, sum(map(bool, found)), len(held))


def finder(tokens: Collection[str]) -> re.Pattern[str]:
    """Finds any of `tokens`, the longest where one begins another."""
    return re.compile("|".join(map(re.escape, sorted(tokens, key=len, reverse=True))) or r"(?!)")


def tokens_in(store: ObjectStore, key: str, name: str, wanted: re.Pattern[str]) -> set[str]:
    """The different matches of `wanted` in the object's fields and keys."""
    found: set[str] = set()
    with store.open(key) as stream:
        for row in open_reader(stream, shape_of(name), FieldMatcher(FieldRules())):
            if isinstance(row, DeadRow):
                found.update(wanted.findall(row.raw.decode("utf-8", "replace")))
                continue
            for text in (*(field.text for field in row.fields), *row.keys):
                found.update(wanted.findall(text))
    return found


def _tokens_of(store: ObjectStore, entry: ObjectEntry, wanted: re.Pattern[str], *, current: bool) -> set[str]:
    try:
        return tokens_in(store, entry.key, entry.name, wanted)
    except ObjectMissing:
        if current:
            raise
        return set()  # its generation is being deleted
