"""Publishing: copy the checked objects to their generation's folder, then one conditional write of its manifest.

Whoever creates the manifest of a generation has published it. Files no manifest names are never seen by readers,
and are deleted once a later manifest makes sure that nobody is about to name them.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import BinaryIO, cast

from redactory.errors import PartitionError
from redactory.partitions import layout
from redactory.partitions.manifest import (
    Manifest,
    ObjectEntry,
    fingerprint,
    generations,
    highest_generation,
    read_manifest,
    write_manifest,
)
from redactory.storage import ObjectInfo, ObjectStore

_ATTEMPTS = 16  # generations other runs may take before this one gives up; each is another run that published
_SPOOL = 32 << 20  # larger objects go through a temporary file; it holds redacted, checked text
_BLOCK = 1 << 20


@dataclass(frozen=True)
class Content:
    """What one run adds to a partition. `entries` lack key and ETag; `open_staged` opens an object by its name."""

    dataset: str
    partition: str
    policy_name: str
    policy_version: str
    snapshot: str
    engine_version: str
    key_id: str | None
    entries: tuple[ObjectEntry, ...]
    open_staged: Callable[[str], BinaryIO]
    surrogate_key_id: str | None = None

    @property
    def fingerprint(self) -> str:
        parts = ((e.name, e.source_etag, e.sha256) for e in self.entries)
        return fingerprint(self.policy_version, self.snapshot, self.engine_version, parts)


@dataclass(frozen=True, slots=True)
class Published:
    """The manifest that holds the content now; `by_other` when another run had published it already."""

    manifest: Manifest
    by_other: bool


def publish_content(store: ObjectStore, content: Content, *, base_generation: int, rerun: bool) -> Published:
    """Publish `content` as the next generation of its partition, keeping the objects that are there.

    A generation above `base_generation` was made since the run was planned: where it holds the very same
    sources (or, for a re-run, the same bytes), nothing is left to do. Raises PartitionError where a staged object
    is not the one that was checked.
    """
    for _ in range(_ATTEMPTS):
        base = read_manifest(store, content.dataset, content.partition)
        if base is not None and base.generation > base_generation and _done(base, content, rerun):
            finish(store, base)
            return Published(base, by_other=True)
        generation = base.generation + 1 if base else 1
        manifest = _copy(store, content, base, generation)
        if write_manifest(store, manifest) is not None:
            finish(store, manifest)
            return Published(manifest, by_other=False)
        winner = read_manifest(store, content.dataset, content.partition, generation)
        if winner is not None and winner.same_content(manifest):
            finish(store, winner)
            return Published(winner, by_other=True)
    raise PartitionError(
        f"{content.dataset}/{content.partition}: {_ATTEMPTS} other runs published it while this one tried; run it again"
    )


def publish_on(store: ObjectStore, content: Content, base: Manifest) -> Manifest | None:
    """Publish `content` as the generation right above `base`; None where another run took it. `finish` follows."""
    manifest = _copy(store, content, base, base.generation + 1)
    return manifest if write_manifest(store, manifest) is not None else None


def finish(store: ObjectStore, manifest: Manifest) -> None:
    """What follows a manifest: the symlink manifest for readers that list, and the end of leftovers."""
    write_symlinks(store, manifest.dataset, manifest.partition)
    delete_leftovers(store, manifest.dataset, manifest.partition)


def write_symlinks(store: ObjectStore, dataset: str, partition: str) -> None:
    """Write the symlink manifest of the highest generation; look again after writing, so that the last one wins."""
    generation = highest_generation(store, dataset, partition)
    while True:
        manifest = read_manifest(store, dataset, partition, generation)
        if manifest is None:
            return
        lines = [layout.object_url(store.url, entry.key) + "\n" for entry in manifest.objects]
        store.put(layout.symlink_key(dataset, partition), "".join(lines).encode())
        newest = highest_generation(store, dataset, partition)
        if newest == generation:
            return
        generation = newest


def delete_leftovers(store: ObjectStore, dataset: str, partition: str) -> int:
    """Delete files of generations already decided that no manifest names; returns how many."""
    numbers = generations(store, dataset, partition)
    if not numbers:
        return 0
    manifests = [read_manifest(store, dataset, partition, number) for number in numbers]
    named = {entry.key for manifest in manifests if manifest is not None for entry in manifest.objects}
    deleted = 0
    prefix = f"{dataset}/{partition}/"
    for info in store.list(prefix):
        folder = layout.GENERATION_FOLDER.match(info.key[len(prefix) :].split("/", 1)[0])
        if folder and int(folder[1]) <= numbers[-1] and info.key not in named:
            store.delete(info.key)
            deleted += 1
    return deleted


def published_urls(store: ObjectStore, dataset: str, partition: str) -> list[str]:
    """URLs of a partition's current objects, by name; empty where nothing is published."""
    manifest = read_manifest(store, dataset, partition)
    return [layout.object_url(store.url, entry.key) for entry in manifest.objects] if manifest else []


def _done(base: Manifest, content: Content, rerun: bool) -> bool:
    if not rerun:
        return all(base.holds(entry.name, entry.source_etag) for entry in content.entries)
    there = {(e.name, e.source_etag, e.sha256, e.policy_version, e.snapshot) for e in base.objects}
    return {(e.name, e.source_etag, e.sha256, e.policy_version, e.snapshot) for e in content.entries} <= there


def _copy(store: ObjectStore, content: Content, base: Manifest | None, generation: int) -> Manifest:
    prefix = layout.generation_prefix(content.dataset, content.partition, generation, content.fingerprint)
    objects = {entry.name: entry for entry in base.objects} if base else {}
    for entry in content.entries:
        key = prefix + entry.name
        info = _upload(store, key, entry, content)
        update = {"key": key, "etag": info.etag, "size": info.size, "generation": generation}
        objects[entry.name] = entry.model_copy(update=update)
    return Manifest(
        dataset=content.dataset,
        partition=content.partition,
        generation=generation,
        policy_name=content.policy_name,
        policy_version=content.policy_version,
        snapshot=content.snapshot,
        engine_version=content.engine_version,
        key_id=content.key_id,
        surrogate_key_id=content.surrogate_key_id,
        objects=tuple(_sorted(objects.values())),
    )


def _sorted(entries: Iterable[ObjectEntry]) -> list[ObjectEntry]:
    return sorted(entries, key=lambda entry: entry.name)


def _upload(store: ObjectStore, key: str, entry: ObjectEntry, content: Content) -> ObjectInfo:
    """Copy one staged object, after its bytes were compared with those the gates read."""
    with tempfile.SpooledTemporaryFile(_SPOOL) as spool, content.open_staged(entry.name) as stream:
        digest = hashlib.sha256()
        while block := stream.read(_BLOCK):
            digest.update(block)
            spool.write(block)
        if digest.hexdigest() != entry.sha256:
            raise PartitionError(
                f"{content.dataset}/{content.partition}: a staged object is not the one the gates read; nothing was "
                "published: run the partition again"
            )
        spool.seek(0)
        return store.upload(key, cast(BinaryIO, spool))
