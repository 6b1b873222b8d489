"""The device schemes of a source object: observed, noted in staging, read there by whoever redacts a part of it.

Whoever comes first looks at the object; where several come first, all find the same. The note says of which source,
policy and engine it is; one that does not fit is made anew. It holds no name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, BinaryIO

import orjson

from redactory.detect.observed import Schemes, observing_rule
from redactory.partitions.discover import SourceObject
from redactory.partitions.inputs import Prepared
from redactory.partitions.layout import observed_key, ranges_prefix
from redactory.records import shape_of
from redactory.redact.observe import observed
from redactory.storage.seekable import open_seekable

if TYPE_CHECKING:
    from redactory.ledger.models import PartitionRun
    from redactory.platform import Platform


def schemes_of(platform: Platform, run: PartitionRun, source: SourceObject, inputs: Prepared) -> Schemes:
    """The schemes of `source` as planned, ETag and all; none where the policy does not ask for them.

    Raises SourceChangedError where it is another one by now, RecordError where it cannot be read, StorageError where
    they cannot be noted.
    """
    if observing_rule(inputs.policy) is None:
        return Schemes()
    key = observed_key(ranges_prefix(run.dataset, run.partition, run.id), source.name)
    stamp = {"source": source.etag, "inputs": inputs.stamp}
    if (noted := _read(platform, key, stamp)) is not None:
        return noted
    with _open(platform, source) as stream:
        found = observed(stream, shape_of(source.name), inputs.policy, inputs.matcher)
    platform.staging.put(key, orjson.dumps({**stamp, "patterns": found.patterns, "sha256": found.digest}))
    return found


def _read(platform: Platform, key: str, stamp: dict[str, str]) -> Schemes | None:
    if platform.staging.head(key) is None:
        return None
    with platform.staging.open(key) as stream:
        note = orjson.loads(stream.read())
    found = Schemes(tuple(note["patterns"]))
    return found if {**stamp, "sha256": found.digest}.items() <= note.items() else None


def _open(platform: Platform, source: SourceObject) -> BinaryIO:
    if shape_of(source.name).format == "parquet":
        return open_seekable(platform.landing, source.key, etag=source.etag, size=source.size)
    return platform.landing.open(source.key, if_match=source.etag)
