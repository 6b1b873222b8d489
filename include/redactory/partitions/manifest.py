"""The manifest of a published generation: what it holds, from what, by which policy, directory and key.

Readers follow the highest manifest of a partition. Its bytes are a function of the content alone: no time, no
run id (architecture.md, what is stamped). It holds no personal value.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from redactory.errors import PartitionError
from redactory.partitions.layout import manifest_key, manifest_prefix
from redactory.storage import ObjectExists, ObjectInfo, ObjectMissing, ObjectStore


class ManifestModel(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)


class GateEntry(ManifestModel):
    """One gate over one object: what it checked against which lists."""

    gate: str
    success: bool
    checked: int
    failed: int = 0
    lists: tuple[str, ...] = ()


class ObjectEntry(ManifestModel):
    """One published object, with the source it came from and what made it.

    `counts` is entity -> layer -> values replaced; `guarded` counts guarded values that survive, by class
    (contract.md, gates). `schemes` counts the device schemes that were observed in the source, `schemes_sha256` says
    which. `released` marks an object that two people let out of quarantine. `surrogate_key_id` is the
    key of the surrogates in it; `remapped` marks one whose surrogates were rewritten from an older key's, after its
    gates had read it.
    """

    name: str
    source_etag: str
    source_size: int
    key: str
    etag: str
    sha256: str
    size: int
    rows_in: int
    rows: int
    dead: int
    chars: int
    masked_chars: int
    words: int
    counts: dict[str, dict[str, int]] = Field(default_factory=dict)
    guarded: dict[str, int] = Field(default_factory=dict)
    schemes: int = 0
    schemes_sha256: str | None = None
    gates: tuple[GateEntry, ...] = ()
    generation: int
    policy_version: str
    snapshot: str
    engine_version: str
    key_id: str | None = None
    surrogate_key_id: str | None = None
    released: bool = False
    remapped: bool = False


class Manifest(ManifestModel):
    """Generation `generation` of one partition. `objects` are all objects of the partition, sorted by name."""

    version: Literal[1] = 1
    dataset: str
    partition: str
    generation: int
    policy_name: str
    policy_version: str
    snapshot: str
    engine_version: str
    key_id: str | None = None
    surrogate_key_id: str | None = None
    objects: tuple[ObjectEntry, ...]

    @property
    def counts(self) -> dict[str, dict[str, int]]:
        """Values replaced in all objects, entity -> layer -> count."""
        return add_counts(entry.counts for entry in self.objects)

    def holds(self, name: str, source_etag: str) -> bool:
        """Whether the partition holds what was made of this source object."""
        return any(entry.name == name and entry.source_etag == source_etag for entry in self.objects)

    def same_content(self, other: Manifest) -> bool:
        """Whether both publish the same bytes, whatever ETags the server gave them."""
        return _content(self) == _content(other)

    def to_bytes(self) -> bytes:
        """JSON with sorted keys, totals included for whoever reads it without this package."""
        data = self.model_dump(mode="json")
        data["totals"] = {
            "rows_in": sum(e.rows_in for e in self.objects),
            "rows": sum(e.rows for e in self.objects),
            "dead": sum(e.dead for e in self.objects),
            "counts": self.counts,
            "guarded": add_guarded(e.guarded for e in self.objects),
        }
        return json.dumps(data, sort_keys=True, ensure_ascii=False, indent=1).encode() + b"\n"

    @classmethod
    def from_bytes(cls, data: bytes, where: str) -> Manifest:
        """Raises PartitionError for what is not a manifest of this version."""
        try:
            raw = json.loads(data)
            raw.pop("totals", None)
            return cls.model_validate(raw)
        except (ValueError, ValidationError, AttributeError):
            raise PartitionError(f"{where} is not a manifest this release can read; nothing was changed") from None


def highest_generation(store: ObjectStore, dataset: str, partition: str) -> int:
    """The highest generation published, 0 for none."""
    return max(generations(store, dataset, partition), default=0)


def generations(store: ObjectStore, dataset: str, partition: str) -> list[int]:
    """Every generation published, ascending."""
    prefix = manifest_prefix(dataset, partition)
    names = (info.key[len(prefix) :] for info in store.list(prefix))
    return sorted(int(n.removesuffix(".json")) for n in names if n.endswith(".json") and n[:-5].isdigit())


def read_manifest(store: ObjectStore, dataset: str, partition: str, generation: int | None = None) -> Manifest | None:
    """The manifest of a generation, the highest one by default; None where nothing is published, or it was deleted."""
    number = highest_generation(store, dataset, partition) if generation is None else generation
    if not number:
        return None
    key = manifest_key(dataset, partition, number)
    try:
        with store.open(key) as stream:
            return Manifest.from_bytes(stream.read(), f"{store.url}/{key}")
    except ObjectMissing:
        if generation is None:  # replaced and deleted since it was listed: whoever asks again finds a higher one
            raise
        return None


def write_manifest(store: ObjectStore, manifest: Manifest) -> ObjectInfo | None:
    """Create the manifest by one conditional write; None where its generation was taken by another run."""
    key = manifest_key(manifest.dataset, manifest.partition, manifest.generation)
    try:
        return store.put(key, manifest.to_bytes(), if_none_match=True)
    except ObjectExists:
        return None


def fingerprint(policy_version: str, snapshot: str, engine_version: str, parts: Iterable[tuple[str, str, str]]) -> str:
    """Hash of what a generation adds: (name, source ETag, output SHA-256) of its objects and what made them."""
    lines = [policy_version, snapshot, engine_version, *("\t".join(part) for part in sorted(parts))]
    return hashlib.sha256("\n".join(lines).encode("utf-8", "surrogatepass")).hexdigest()


def add_counts(parts: Iterable[dict[str, dict[str, int]]]) -> dict[str, dict[str, int]]:
    """Sum of entity -> layer -> count, keys sorted."""
    total: dict[str, dict[str, int]] = {}
    for part in parts:
        for entity, layers in part.items():
            mine = total.setdefault(entity, {})
            for layer, count in layers.items():
                mine[layer] = mine.get(layer, 0) + count
    return {entity: dict(sorted(total[entity].items())) for entity in sorted(total)}


def add_guarded(parts: Iterable[dict[str, int]]) -> dict[str, int]:
    """Sum of class -> count, keys sorted."""
    total: dict[str, int] = {}
    for part in parts:
        for entity, count in part.items():
            total[entity] = total.get(entity, 0) + count
    return dict(sorted(total.items()))


def _content(manifest: Manifest) -> Manifest:
    return manifest.model_copy(update={"objects": tuple(e.model_copy(update={"etag": ""}) for e in manifest.objects)})
