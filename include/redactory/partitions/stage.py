"""One object from landing to staging: the redacted object, its places, its dead letters.

Everything of an attempt lies under one prefix that its partition run determines, so a killed attempt is written
over by the next one. Temporary files hold redacted text and places only.
"""

from __future__ import annotations

import hashlib
import io
import tempfile
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO, cast

from redactory.detect.observed import Schemes
from redactory.partitions.dead_letter import DeadLetterWriter
from redactory.partitions.discover import SourceObject
from redactory.partitions.inputs import Prepared
from redactory.partitions.layout import data_key, dead_prefix, places_key
from redactory.partitions.observed import schemes_of
from redactory.platform import Platform
from redactory.records import Range, Shape, shape_of
from redactory.redact.objects import redact_object
from redactory.redact.places import PlacesWriter
from redactory.redact.runners import runner_for
from redactory.redact.sealing import sealing_for
from redactory.redact.summary import ObjectSummary

if TYPE_CHECKING:
    from redactory.ledger.models import PartitionRun

_SPOOL = 32 << 20  # larger outputs go through a temporary file


@dataclass(frozen=True)
class Keys:
    """Where the redacted rows and their places go in staging, and (a prefix) the dead letters."""

    data: str
    places: str
    dead: str


@dataclass(frozen=True)
class Staged:
    """A staged object: its ETag in staging, the SHA-256 of its bytes, the counts, the schemes of its devices."""

    etag: str
    sha256: str
    summary: ObjectSummary
    schemes: Schemes


def stage_object(
    platform: Platform, run: PartitionRun, source: SourceObject, prefix: str, inputs: Prepared, *, workers: int = 1
) -> Staged:
    """Redact `source` under `prefix` of staging.

    Raises SourceChangedError where its ETag is no longer the planned one, RecordError where it cannot be read.
    """
    keys = Keys(data_key(prefix, source.name), places_key(prefix, source.name), dead_prefix(prefix, source.name))
    schemes = schemes_of(platform, run, source, inputs)
    with platform.landing.open(source.key, if_match=source.etag) as stream:
        return stage_rows(platform, stream, shape_of(source.name), keys, inputs, schemes, workers=workers)


def stage_rows(
    platform: Platform,
    stream: BinaryIO,
    shape: Shape,
    keys: Keys,
    inputs: Prepared,
    schemes: Schemes,
    *,
    part: Range | None = None,
    workers: int = 1,
) -> Staged:
    """Redact the rows of `stream` (of `part` alone, as `open_reader` takes it) to `keys`. Raises RecordError."""
    dead = DeadLetterWriter(platform.dead_letter, keys.dead)
    redactor = inputs.redactor.with_schemes(schemes)
    sealing = sealing_for(platform, inputs.policy, redactor.key_id)
    with tempfile.SpooledTemporaryFile(_SPOOL) as out, tempfile.SpooledTemporaryFile(_SPOOL) as sidecar:
        places = PlacesWriter(cast(BinaryIO, sidecar))
        summary = redact_object(
            stream,
            shape,
            cast(BinaryIO, out),
            runner_for(redactor, workers),
            inputs.matcher,
            part=part,
            places=places,
            dead_letters=dead,
            sealed=sealing,
        )
        dead.close()
        sidecar.seek(0)
        platform.staging.upload(keys.places, cast(BinaryIO, sidecar))
        out.seek(0)
        staged = Hashed(cast(BinaryIO, out))
        info = platform.staging.upload(keys.data, cast(BinaryIO, staged))
    return Staged(info.etag, staged.sha256, summary, schemes)


class Hashed(io.RawIOBase):
    """Reads `stream` once, and knows the SHA-256 of what was read."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._digest = hashlib.sha256()

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        data = self._stream.read(len(buffer))
        self._digest.update(data)
        buffer[: len(data)] = data
        return len(data)

    @property
    def sha256(self) -> str:
        return self._digest.hexdigest()
