"""Files, folders and s3:// objects for the command line: one output for each input, whole or not at all."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import BinaryIO, cast

from redactory.errors import RecordError
from redactory.policy.model import Policy
from redactory.policy.paths import FieldMatcher
from redactory.records import DeadRow, Shape, shape_of
from redactory.redact.engine import Redactor
from redactory.redact.objects import SealedValues, redact_object
from redactory.redact.observe import observed
from redactory.redact.places import PlacesWriter
from redactory.redact.runners import runner_for
from redactory.redact.summary import ObjectSummary
from redactory.storage import ObjectStore, open_store

_SPOOL = 32 << 20


@dataclass
class Held:
    """Rows that did not go on: number and reason, at most `LIMIT` of them kept for the report."""

    LIMIT = 1000
    rows: list[tuple[int, str]] = field(default_factory=list)

    def write(self, row: DeadRow) -> None:
        if len(self.rows) < self.LIMIT:
            self.rows.append((row.number, row.reason))


@dataclass
class FileResult:
    """One input: where it came from and went to, its counts, and why it was refused (nothing written), if it was.

    `schemes` counts the device schemes that were observed in it.
    """

    source: str
    target: str
    summary: ObjectSummary
    held: Held
    refused: tuple[str, ...] = ()
    schemes: int = 0


@dataclass(frozen=True)
class Pair:
    """One object to redact: store, key and target store, key."""

    source: ObjectStore
    source_key: str
    target: ObjectStore
    target_key: str

    @property
    def names(self) -> tuple[str, str]:
        return f"{self.source.url}/{self.source_key}", f"{self.target.url}/{self.target_key}"


Check = Callable[[Pair, Shape, BinaryIO, BinaryIO, ObjectSummary, FieldMatcher], list[str]]
"""Looks at a redacted object (output and places, both at their start) and says in words why it may not go on."""


def pairs(source: str, target: str, open_at: Callable[[str], ObjectStore] = open_store) -> list[Pair]:
    """What INPUT and OUTPUT of the command line mean: one file onto one file, or a folder onto a folder.

    `open_at` opens the store of a URL or folder.

    Raises:
        RecordError: INPUT is not there, a file in it has no known format, or OUTPUT lies inside INPUT.
    """
    store, name = _split(source, open_at)
    if name and store.head(name) is not None:
        _shape(name)
        out, out_name = _split(target, open_at)
        if not out_name or target.endswith("/"):
            out, out_name = open_at(target), name
        if (store.url, name) == (out.url, out_name):
            raise RecordError("INPUT and OUTPUT are the same object; give another OUTPUT")
        return [Pair(store, name, out, out_name)]
    folder, out = open_at(source), open_at(target)
    keys = [info.key for info in folder.list() if not PurePosixPath(info.key).name.startswith((".", "_"))]
    if not keys:
        raise RecordError(f"{source}: no such file, and no folder with files in it")
    if f"{out.url}/".startswith(f"{folder.url}/"):
        raise RecordError("OUTPUT lies inside INPUT; give a folder of its own")
    for key in keys:
        _shape(key)
    return [Pair(folder, key, out, key) for key in keys]


def redact_pair(
    pair: Pair,
    policy: Policy,
    redactor: Redactor,
    *,
    workers: int = 1,
    fields: Sequence[str] | None = None,
    check: Check | None = None,
    sealed: SealedValues | None = None,
    progress: Callable[[int], None] | None = None,
) -> FileResult:
    """Redact one object. The output appears whole, and only if nothing refuses it.

    Refused is an object that cannot be read in its format, one with an unlisted field that holds text (unless the
    policy publishes or drops those), one with more dead rows than the policy's share, and one that `check` objects to.
    """
    shape = shape_of(pair.source_key)
    matcher = FieldMatcher(policy.fields, fields)
    held = Held()
    source_name, target_name = pair.names
    with tempfile.SpooledTemporaryFile(_SPOOL) as out, tempfile.SpooledTemporaryFile(_SPOOL) as sidecar:
        places = PlacesWriter(cast(BinaryIO, sidecar)) if check else None
        try:
            with pair.source.open(pair.source_key) as stream:
                schemes = observed(stream, shape, policy, matcher)
            runner = runner_for(redactor.with_schemes(schemes), workers)
            with pair.source.open(pair.source_key) as stream:
                summary = redact_object(
                    stream, shape, cast(BinaryIO, out), runner, matcher,
                    places=places, dead_letters=held, sealed=sealed, progress=progress,
                )  # fmt: skip
        except RecordError as error:
            return FileResult(source_name, target_name, ObjectSummary(), held, (str(error),))
        result = FileResult(source_name, target_name, summary, held, schemes=len(schemes.patterns))
        refused = refusals(policy, summary)
        if check and not refused:
            out.seek(0)
            sidecar.seek(0)
            refused = check(pair, shape, cast(BinaryIO, out), cast(BinaryIO, sidecar), summary, matcher)
        result.refused = tuple(refused)
        if not refused:
            out.seek(0)
            pair.target.upload(pair.target_key, cast(BinaryIO, out))
    return result


def refusals(policy: Policy, summary: ObjectSummary) -> list[str]:
    """Why an object may not be published, by its counts alone."""
    found = []
    if summary.unlisted and policy.fields.unlisted == "hold":
        paths = ", ".join(f"{path} ({rows} rows)" for path, rows in sorted(summary.unlisted.items()))
        found.append(
            f"fields that hold text and that the policy does not list: {paths}. "
            "List each under fields (text, keep, drop or entities), or set fields.unlisted"
        )
    share = summary.dead_rows / summary.rows_in if summary.rows_in else 0.0
    if share > policy.gates.max_dead_letter_share:
        found.append(
            f"{summary.dead_rows} of {summary.rows_in} rows could not go on, more than the policy's share of "
            f"{policy.gates.max_dead_letter_share:.1%} (gates.max_dead_letter_share)"
        )
    return found


def _shape(key: str) -> Shape:
    try:
        return shape_of(key)
    except RecordError as error:
        raise RecordError(f"{key}: {error}") from None


def _split(url: str, open_at: Callable[[str], ObjectStore]) -> tuple[ObjectStore, str]:
    """The store of the parent folder, and the last part of the name."""
    trimmed = url.rstrip("/")
    parent, slash, name = trimmed.rpartition("/")
    if trimmed.startswith("s3://") and parent == "s3:/":
        return open_at(trimmed), ""
    return open_at((parent or "/") if slash else "."), name
