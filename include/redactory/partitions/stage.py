"""One object from landing to staging: the redacted object, its places, its dead letters.

Everything of an attempt lies under one prefix that its partition run determines, so a killed attempt is written
over by the next one. Temporary files hold redacted text and places only.
"""

from __future__ import annotations

import hashlib
import tempfile
from dataclasses import dataclass
from typing import BinaryIO, cast

from redactory.partitions.dead_letter import DeadLetterWriter
from redactory.partitions.discover import SourceObject
from redactory.partitions.inputs import Prepared
from redactory.partitions.layout import data_key, dead_prefix, places_key
from redactory.platform import Platform
from redactory.records import shape_of
from redactory.redact.objects import redact_object
from redactory.redact.places import PlacesWriter
from redactory.redact.runners import runner_for
from redactory.redact.summary import ObjectSummary

_SPOOL = 32 << 20  # larger outputs go through a temporary file
_BLOCK = 1 << 20


@dataclass(frozen=True)
class Staged:
    """A staged object: its ETag in staging, the SHA-256 of its bytes, the counts."""

    etag: str
    sha256: str
    summary: ObjectSummary


def stage_object(
    platform: Platform, source: SourceObject, prefix: str, inputs: Prepared, *, workers: int = 1
) -> Staged:
    """Redact `source` under `prefix` of staging.

    Raises SourceChangedError where its ETag is no longer the planned one, RecordError where it cannot be read.
    """
    shape = shape_of(source.name)
    dead = DeadLetterWriter(platform.dead_letter, dead_prefix(prefix, source.name))
    with tempfile.SpooledTemporaryFile(_SPOOL) as out, tempfile.SpooledTemporaryFile(_SPOOL) as sidecar:
        places = PlacesWriter(cast(BinaryIO, sidecar))
        with platform.landing.open(source.key, if_match=source.etag) as stream:
            summary = redact_object(
                stream,
                shape,
                cast(BinaryIO, out),
                runner_for(inputs.redactor, workers),
                inputs.matcher,
                places=places,
                dead_letters=dead,
            )
        dead.close()
        sidecar.seek(0)
        platform.staging.upload(places_key(prefix, source.name), cast(BinaryIO, sidecar))
        out.seek(0)
        digest = hashlib.sha256()
        while block := out.read(_BLOCK):
            digest.update(block)
        out.seek(0)
        info = platform.staging.upload(data_key(prefix, source.name), cast(BinaryIO, out))
    return Staged(info.etag, digest.hexdigest(), summary)
