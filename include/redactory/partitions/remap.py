"""Surrogates of an older key in a published object, rewritten to the current key's by what the vault holds.

Everything but the surrogates stays as it was published. A token is re-mapped only where one value of the vault gives
exactly this token under the old key; an object with any other one is not touched.
"""

from __future__ import annotations

import hashlib
import re
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, BinaryIO, cast

from redactory.errors import PartitionError
from redactory.partitions.holding import tokens_in
from redactory.partitions.manifest import ObjectEntry
from redactory.policy.model import FieldRules
from redactory.policy.paths import FieldMatcher
from redactory.policy.transforms import rules_of
from redactory.records import DeadRow, Edit, open_reader, open_writer, shape_of
from redactory.transform.keys import SurrogateKey, SurrogateKeys
from redactory.transform.surrogate import surrogate
from redactory.vault import Entry, dataset_scope

if TYPE_CHECKING:
    from redactory.policy.model import Policy
    from redactory.storage import ObjectStore
    from redactory.vault import Vault

_SPOOL = 32 << 20  # larger objects go through a temporary file; it holds redacted text


@dataclass(frozen=True)
class Rewritten:
    """An object under the current key: its entry without key and ETag, and its bytes."""

    entry: ObjectEntry
    stream: BinaryIO


def remap_object(
    store: ObjectStore, dataset: str, entry: ObjectEntry, policy: Policy, keys: SurrogateKeys, vault: Vault, by: str
) -> Rewritten | None:
    """The object with the current key's surrogates, whose entries are in the vault then; None where it cannot be."""
    old = keys.get(entry.surrogate_key_id)
    if old is None:
        return None
    pattern = _surrogates(policy)
    tokens = sorted(tokens_in(store, entry.key, entry.name, pattern))
    renewed = _renewed(dataset, tokens, old, keys.current, vault, by)
    if any(token not in renewed for token in tokens):
        return None
    vault.put(renewed.values())
    stream = cast(BinaryIO, tempfile.SpooledTemporaryFile(_SPOOL))  # noqa: SIM115 (whoever publishes it closes it)
    _rewrite(store, entry, pattern, {old: new.token for old, new in renewed.items()}, stream)
    stream.seek(0)
    digest = hashlib.file_digest(stream, "sha256").hexdigest()  # type: ignore[arg-type]
    stream.seek(0)
    changes = {"sha256": digest, "surrogate_key_id": keys.current.id, "remapped": True}
    return Rewritten(entry.model_copy(update=changes), stream)


def _renewed(
    dataset: str, tokens: list[str], old: SurrogateKey, current: SurrogateKey, vault: Vault, by: str
) -> dict[str, Entry]:
    """Old token -> the entry of its new one, for the tokens that one value explains."""
    scope, reason = dataset_scope(dataset), f"re-mapped from key {old.id} to {current.id}"
    found: dict[str, dict[str, Entry]] = {}
    for held in vault.stored(scope, tokens, by=by, reason=reason) if tokens else ():
        label, _, digits = held.token[1:-1].rpartition("_")
        for subject in {held.person, None}:
            made = {
                key.id: surrogate(key, held.entity, held.value, len(digits), label=label, subject=subject)
                for key in (old, current)
            }
            if made[old.id] == held.token:
                new = replace(held, token=made[current.id], key_id=current.id)
                found.setdefault(held.token, {})[new.token] = new
    return {token: next(iter(news.values())) for token, news in found.items() if len(news) == 1}


def _rewrite(
    store: ObjectStore, entry: ObjectEntry, pattern: re.Pattern[str], renewed: Mapping[str, str], out: BinaryIO
) -> None:
    shape = shape_of(entry.name)
    with store.open(entry.key, if_match=entry.etag) as stream:
        reader = open_reader(stream, shape, FieldMatcher(FieldRules()))
        writer = open_writer(out, shape, reader)
        for row in reader:
            if isinstance(row, DeadRow):  # what was published can be read
                raise PartitionError(f"{entry.name}: a published row cannot be read; publish the partition again")
            edits = {
                index: [Edit(m.start(), m.end(), renewed[m[0]]) for m in pattern.finditer(field.text)]
                for index, field in enumerate(row.fields)
            }
            writer.write(row, {index: found for index, found in edits.items() if found})
        writer.close()


def _surrogates(policy: Policy) -> re.Pattern[str]:
    """What the policy's surrogates look like in a text."""
    labels = sorted(policy.label(name) for name, rule in policy.entities.items() if rule.decision == "redact")
    rules = [rule for rule in rules_of(policy) if rule.transform == "surrogate"]
    return re.compile("|".join(sorted({rule.shape(label) or "" for rule in rules for label in labels})) or r"(?!)")
