"""The rows of a review as they lie in the review store: original, redacted, and redacted by the version in use.

Encrypted at rest, deleted after the period the policy sets. Whoever reads them is named in an audit row.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import orjson

from redactory.errors import ReviewError
from redactory.ledger import get_policy_version, list_policy_versions
from redactory.ledger.models import PolicyVersion
from redactory.platform import Platform
from redactory.records import Row
from redactory.redact import Place, RowResult
from redactory.review.access import own_rules

FOLDER = "policy-reviews"


@dataclass(frozen=True)
class SampleField:
    """One field before and after, and where what was replaced (places are those of the row).

    `listing` is the policy's; `used_after` and `used_places` are what the version in use makes of the field, None
    where there is none. `name` is the path as it may be shown outside the page.
    """

    path: str
    before: str
    after: str
    places: tuple[Place, ...] = ()
    listing: str = "text"
    name: str = ""
    used_after: str | None = None
    used_places: tuple[Place, ...] | None = None

    @property
    def changed(self) -> bool:
        """Whether the version in use would write another text."""
        return self.used_after is not None and self.used_after != self.after


@dataclass(frozen=True)
class SampleRow:
    """One row of the sample. `number` counts from 1 within the sample; `held` says why it would not go on.

    `fingerprint` is a hash over the row's own text, by which the same row is known again in a later sample.
    """

    number: int
    fields: tuple[SampleField, ...]
    held: str | None = None
    fingerprint: str = ""

    @property
    def changed(self) -> bool:
        """Whether the version in use treats the row otherwise."""
        return any(field.changed for field in self.fields)

    @property
    def replaced(self) -> int:
        """Values replaced in this row."""
        return sum(bool(place.entity) for field in self.fields for place in field.places)


def after(text: str, result: RowResult, index: int) -> str:
    """The text of field `index` after its edits."""
    shift = 0
    for edit in result.edits.get(index, ()):
        text = text[: edit.start + shift] + edit.replacement + text[edit.end + shift :]
        shift += len(edit.replacement) - (edit.end - edit.start)
    return text


def sample_row(
    number: int, row: Row, result: RowResult, used: RowResult | None, names: Sequence[str] | None = None
) -> SampleRow:
    """One row, what the version makes of it, and what the version in use makes of it."""
    fields = []
    for index, field in enumerate(row.fields):
        fields.append(
            SampleField(
                path=field.path,
                before=field.text,
                after=after(field.text, result, index),
                places=_places(result, field.path),
                listing=field.listing,
                name=names[index] if names else field.path,
                used_after=None if used is None else after(field.text, used, index),
                used_places=None if used is None else _places(used, field.path),
            )
        )
    return SampleRow(number, tuple(fields), result.held, fingerprint((f.path, f.text) for f in row.fields))


def fingerprint(fields: Iterable[tuple[str, str]]) -> str:
    """SHA-256 over the paths and texts of a row; it stands in encrypted objects only."""
    return hashlib.sha256(orjson.dumps(list(fields))).hexdigest()


def to_bytes(rows: Iterable[SampleRow]) -> bytes:
    """The rows as JSON lines."""
    return b"".join(orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE) for row in rows)


def row_from(data: dict[str, Any]) -> SampleRow:
    """One row of `to_bytes`."""
    return SampleRow(
        data["number"], tuple(field_from(f) for f in data["fields"]), data["held"], data.get("fingerprint", "")
    )


def field_from(data: dict[str, Any]) -> SampleField:
    """One field of a stored row."""
    used = data.get("used_places")
    return SampleField(
        data["path"],
        data["before"],
        data["after"],
        tuple(Place(**place) for place in data["places"]),
        data.get("listing", "text"),
        data.get("name") or data["path"],
        data.get("used_after"),
        None if used is None else tuple(Place(**place) for place in used),
    )


def read_sample(platform: Platform, version_id: str, *, by: str, number: int | None = None) -> list[SampleRow]:
    """The rows laid out for a version, or row `number` alone. Each call is an audit row naming `by`.

    Raises:
        ReviewError: no such version, its rows were not laid out, have expired, or there is no such row.
    """
    rows = load_rows(platform, version_id)
    if number is not None:
        rows = [row for row in rows if row.number == number]
        if not rows:
            raise ReviewError(f"the sample of policy version {version_id[:12]} has no row {number}")
    shown = {"rows": len(rows)} if number is None else {"row": number}
    platform.ledger.audit("original_shown", by, version_id, shown)
    return rows


def load_rows(platform: Platform, version_id: str) -> list[SampleRow]:
    """The rows, for the engine's own use: nobody is shown them. Raises ReviewError as `read_sample`."""
    version = known(platform, version_id)
    if version.sample_key is None or platform.review.head(version.sample_key) is None:
        raise ReviewError(
            f"policy version {version_id[:12]} has no rows laid out: start policy_review (or `redactory review sample`)"
        )
    with platform.review.open(version.sample_key) as stream:
        return [row_from(orjson.loads(line)) for line in stream]


def expire_samples(platform: Platform, now: datetime) -> int:
    """Delete the samples and notes that are older than their policy keeps them; returns how many samples."""
    deleted = 0
    for version in list_policy_versions(platform.ledger):
        if version.sampled_at is None or version.sample_key is None:
            continue
        days = own_rules(version).retention_days
        if now - version.sampled_at > timedelta(days=days) and platform.review.delete_prefix(folder(version.id)):
            platform.ledger.audit("review_rows_deleted", "redactory", version.id, {"after_days": days})
            deleted += 1
    return deleted


def folder(version_id: str) -> str:
    """Where everything of one version's review lies, but its cases."""
    return f"{FOLDER}/{version_id}/"


def known(platform: Platform, version_id: str) -> PolicyVersion:
    """The version of that id. Raises ReviewError."""
    version = get_policy_version(platform.ledger, version_id)
    if version is None:
        raise ReviewError(f"the ledger knows no policy version {version_id[:12]}")
    return version


def _places(result: RowResult, path: str) -> tuple[Place, ...]:
    return tuple(place for place in result.places if place.path == path)
