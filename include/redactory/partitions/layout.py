"""Where everything lies: Hive-style keys in landing, staging, published, quarantine and dead-letter.

landing     <dataset>/dt=2026-11-29/<file>
staging     <dataset>/dt=2026-11-29/run-00000012/data/<file>, .../places/<file>.jsonl.zst
published   <dataset>/dt=2026-11-29/gen-000001-<fingerprint>/<file>
            <dataset>/_manifests/dt=2026-11-29/000001.json
            <dataset>/_symlink_format_manifest/dt=2026-11-29/manifest
quarantine  <dataset>/dt=2026-11-29/run-00000012/data/<file>, .../places/..., .../report.json
dead-letter <dataset>/dt=2026-11-29/run-00000012/<file>/000001.jsonl
ranges      <dataset>/dt=2026-11-29/ranges-00000012/<file>/00000/..., in staging and dead-letter, until they are joined

The fingerprint in a generation's folder is the hash of its content, so two runs that race with different content
never write over each other's bytes.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

FINGERPRINT = 12  # hex digits of a generation's hash in its folder's name
PARTITION_VALUE = re.compile(r"^[A-Za-z0-9][A-Za-z0-9._:+-]{0,63}$")
MANIFEST = re.compile(r"^(?P<dataset>[^/]+)/_manifests/(?P<partition>[^/]+)/(?P<generation>\d+)\.json$")
GENERATION_FOLDER = re.compile(r"^gen-(\d{6,})-[0-9a-f]+$")


@dataclass(frozen=True, slots=True)
class LandingKey:
    """A landing key in its parts: `name` is what follows the partition, folders included."""

    dataset: str
    partition: str
    name: str


def parse_landing(key: str, partition_key: str) -> LandingKey | None:
    """The parts of a landing key, or None for one that lies in no partition folder of that key."""
    parts = key.split("/", 2)
    if len(parts) < 3 or not parts[2]:
        return None
    column, equals, value = parts[1].partition("=")
    if column != partition_key or not equals or not PARTITION_VALUE.match(value):
        return None
    if any(part in ("", ".", "..") for part in parts[2].split("/")):
        return None
    return LandingKey(*parts)


def is_hidden(name: str) -> bool:
    """Whether a name (of an object, or of a folder it lies in) is a marker by Hive's rule: `_SUCCESS`, `.part`."""
    return any(part.startswith(("_", ".")) for part in name.split("/"))


def landing_key(dataset: str, partition: str, name: str) -> str:
    return f"{dataset}/{partition}/{name}"


def attempt_prefix(dataset: str, partition: str, partition_run_id: int) -> str:
    """The folder of one partition run in staging, quarantine and dead-letter; ends with `/`."""
    return f"{dataset}/{partition}/run-{partition_run_id:08d}/"


def ranges_prefix(dataset: str, partition: str, partition_run_id: int) -> str:
    """The folder of one partition run's ranges, apart from the attempt's own: a new attempt uses what is there."""
    return f"{dataset}/{partition}/ranges-{partition_run_id:08d}/"


def range_prefix(prefix: str, name: str, number: int) -> str:
    """The folder of one range of one object; ends with `/`."""
    return f"{prefix}{name}/{number:05d}/"


def observed_key(prefix: str, name: str) -> str:
    """Where the device schemes of one object are noted, beside its ranges."""
    return f"{prefix}{name}/schemes"


def data_key(prefix: str, name: str) -> str:
    return f"{prefix}data/{name}"


def places_key(prefix: str, name: str) -> str:
    return f"{prefix}places/{name}.jsonl.zst"


def dead_prefix(prefix: str, name: str) -> str:
    """The folder of one object's dead letters; ends with `/`."""
    return f"{prefix}{name}/"


def report_key(prefix: str) -> str:
    return f"{prefix}report.json"


def generation_prefix(dataset: str, partition: str, generation: int, fingerprint: str) -> str:
    """The folder of one published generation; ends with `/`."""
    return f"{dataset}/{partition}/gen-{generation:06d}-{fingerprint[:FINGERPRINT]}/"


def manifests_prefix(dataset: str) -> str:
    """The folder of all manifests of a dataset; ends with `/`."""
    return f"{dataset}/_manifests/"


def manifest_prefix(dataset: str, partition: str) -> str:
    return f"{manifests_prefix(dataset)}{partition}/"


def manifest_key(dataset: str, partition: str, generation: int) -> str:
    return f"{manifest_prefix(dataset, partition)}{generation:06d}.json"


def symlink_key(dataset: str, partition: str) -> str:
    return f"{dataset}/_symlink_format_manifest/{partition}/manifest"


def key_hash(key: str) -> str:
    """How the ledger knows an object: SHA-256 of its landing key, 64 hex digits."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def object_url(store_url: str, key: str) -> str:
    """The full URL of a key, for readers that list files."""
    base = store_url if "://" in store_url else f"file://{store_url}"
    return f"{base}/{key}"
