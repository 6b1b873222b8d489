"""Rotation of the surrogate key: a new current key, and what was published re-mapped to it. Killed, it goes on.

What is still under an older key is read off the manifests, so nothing is done twice and nothing left out. Of each
object the vault is asked first (the bytes stay the same but for the surrogates). Where it does not explain every
surrogate, the partition is redacted again from landing, gates and all, if its sources are still there. Where neither
is possible the object stays under its old key, and is named.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import select

from redactory.errors import ConfigError, PartitionError, RedactoryError
from redactory.ledger.models import AuditEvent, ObjectRun, PartitionRun, Run, TokenCount, now
from redactory.partitions.holding import published_partitions
from redactory.partitions.inputs import load_version
from redactory.partitions.layout import key_hash, landing_key
from redactory.partitions.manifest import Manifest, ObjectEntry, read_manifest
from redactory.partitions.publish import Content, finish, publish_on
from redactory.partitions.remap import Rewritten, remap_object
from redactory.partitions.retention import delete_generations
from redactory.storage.keys import KeyRing
from redactory.transform.keys import SurrogateKeys

if TYPE_CHECKING:
    from redactory.ledger import Ledger
    from redactory.platform import Platform
    from redactory.vault import Vault

KIND = "rotation"
_ATTEMPTS = 16  # generations other runs may take while one partition is re-mapped


@dataclass(frozen=True, slots=True)
class Remapped:
    """What became of one partition, in words; `ok` when nothing of it is under an older key any more."""

    dataset: str
    partition: str
    ok: bool
    how: str


def rotate(platform: Platform, *, key_id: str | None = None, remap: bool = False, actor: str) -> str:
    """Make a new key the current one; returns its id. With `remap`, a rotation that was not finished is taken up.

    Raises ConfigError where there are no keys, the id is taken, or the keys are the environment's, which is not ours
    to change.
    """
    settings, ledger = platform.settings, platform.ledger
    if settings.surrogate_keys is not None:
        raise ConfigError(
            "the surrogate keys come from the environment (or Airflow's connection): put the new key first there, "
            "then run `redactory keys remap`"
        )
    keys = SurrogateKeys.load(settings)
    known = [key.id for key in keys.keys]
    begun = _unfinished(ledger) if remap else None
    if begun in known and key_id in (None, begun):
        return keys.current.id
    wanted = key_id or begun or KeyRing.from_file(settings.surrogate_key_file).next_id()
    if remap:
        _note_run(ledger, wanted)
    KeyRing.rotate(settings.surrogate_key_file, wanted)
    ledger.audit("surrogate_key_rotated", actor, wanted, {"before": keys.current.id})
    return wanted


def remap_published(
    platform: Platform, *, dataset: str | None = None, drop_old: bool = False, actor: str
) -> Iterator[Remapped]:
    """Bring every published partition under the current key; yields what became of each that was not.

    With `drop_old` the older generations of a partition that hold an older key's surrogates are deleted.
    """
    keys = SurrogateKeys.load(platform.settings)
    vault = _vault(platform)
    _note_run(platform.ledger, keys.current.id)
    all_done = True
    for name, partition in published_partitions(platform.published, dataset):
        try:
            found = _remap(platform, keys, vault, name, partition, actor)
        except RedactoryError as error:
            found = Remapped(name, partition, False, f"stays under its old key: {error}")
        if found.ok and drop_old:
            why = "surrogates of an older key"
            delete_generations(platform, name, partition, lambda m: bool(_old(m, keys)), actor=actor, why=why)
        all_done = all_done and found.ok
        if found.how:
            yield found
    if all_done and dataset is None:
        with platform.ledger.session() as session:
            for run in session.scalars(select(Run).where(Run.kind == KIND, Run.state == "running")):
                run.state, run.ended_at = "done", now()


def _remap(
    platform: Platform, keys: SurrogateKeys, vault: Vault | None, dataset: str, partition: str, actor: str
) -> Remapped:
    how = ""
    for _ in range(_ATTEMPTS):
        manifest = _manifest(platform, dataset, partition)
        _finish(platform, manifest, actor)
        old = _old(manifest, keys)
        if not old:
            return Remapped(dataset, partition, True, how)
        done = [found for entry in old if (found := _by_vault(platform, manifest, entry, keys, vault, actor))]
        if done:
            published = publish_on(platform.published, _content(manifest, keys, done), manifest)
            if published is not None:
                how = f"generation {published.generation}, {len(done)} objects by the vault"
            continue  # to finish it, and with what is left or what another run published meanwhile
        return _redact_again(platform, manifest, old, keys)
    raise PartitionError(f"{_ATTEMPTS} other runs published it meanwhile; run it again")


def _by_vault(
    platform: Platform, manifest: Manifest, entry: ObjectEntry, keys: SurrogateKeys, vault: Vault | None, actor: str
) -> Rewritten | None:
    if vault is None:
        return None
    try:
        policy = load_version(platform, entry.policy_version)
    except PartitionError:  # another release's: what its surrogates look like is not known any more
        return None
    return remap_object(platform.published, manifest.dataset, entry, policy, keys, vault, actor)


def _redact_again(platform: Platform, manifest: Manifest, old: list[ObjectEntry], keys: SurrogateKeys) -> Remapped:
    from redactory.partitions.nightly import plan_run, run_partition

    dataset, partition = manifest.dataset, manifest.partition
    gone = [e for e in old if platform.landing.head(landing_key(dataset, partition, e.name)) is None]
    if gone:
        return Remapped(
            dataset, partition, False,
            f"{len(gone)} objects stay under their old key: vault and keys do not explain every surrogate in them, and "
            "their sources are no longer in landing",
        )  # fmt: skip
    run_id = f"{_run_id(keys.current.id)}-{dataset}-{partition}-{manifest.generation}"
    dates = [partition.partition("=")[2]]
    states = [
        run_partition(platform, n) for n in plan_run(platform, run_id=run_id, dataset=dataset, dates=dates, rerun=True)
    ]
    left = _old(_manifest(platform, dataset, partition), keys)
    said = ", ".join(states) or "not planned: no policy version is approved"
    return Remapped(dataset, partition, not left, f"redacted again from landing: {said}")


def _old(manifest: Manifest, keys: SurrogateKeys) -> list[ObjectEntry]:
    return [entry for entry in manifest.objects if entry.surrogate_key_id not in (None, keys.current.id)]


def _manifest(platform: Platform, dataset: str, partition: str) -> Manifest:
    manifest = read_manifest(platform.published, dataset, partition)
    if manifest is None:
        raise PartitionError("its manifests are gone")
    return manifest


def _content(manifest: Manifest, keys: SurrogateKeys, done: list[Rewritten]) -> Content:
    streams = {found.entry.name: found.stream for found in done}
    return Content(
        dataset=manifest.dataset,
        partition=manifest.partition,
        policy_name=manifest.policy_name,
        policy_version=manifest.policy_version,
        snapshot=manifest.snapshot,
        engine_version=manifest.engine_version,
        key_id=manifest.key_id,
        surrogate_key_id=keys.current.id,
        entries=tuple(found.entry for found in done),
        open_staged=streams.__getitem__,
    )


def _finish(platform: Platform, manifest: Manifest, actor: str) -> None:
    """What follows the manifest a rotation wrote, where the ledger does not have it yet: now, or after a kill."""
    if not any(entry.remapped and entry.generation == manifest.generation for entry in manifest.objects):
        return
    here = (PartitionRun.dataset == manifest.dataset, PartitionRun.partition == manifest.partition)
    noted = select(PartitionRun.id).where(*here, PartitionRun.generation == manifest.generation)
    with platform.ledger.session(readonly=True) as session:
        if session.scalars(noted).first():
            return
    finish(platform.published, manifest)
    with platform.ledger.session() as session:
        earlier = select(PartitionRun).where(*here, PartitionRun.run_id == _run_id(manifest.surrogate_key_id))
        for run in session.scalars(earlier):  # it raced with another run, and wrote once more
            session.delete(run)
        session.flush()
        session.add(_partition_run(manifest))
        detail = {"generation": manifest.generation, "key": manifest.surrogate_key_id}
        subject = f"{manifest.dataset}/{manifest.partition}"
        session.add(AuditEvent(event="partition_remapped", actor=actor, subject=subject, detail=detail))


def _partition_run(manifest: Manifest) -> PartitionRun:
    sums = ("rows_in", "chars", "masked_chars", "words")
    return PartitionRun(
        run_id=_run_id(manifest.surrogate_key_id),
        dataset=manifest.dataset,
        partition=manifest.partition,
        state="published",
        reason=f"re-mapped to surrogate key {manifest.surrogate_key_id}",
        rerun=True,
        policy_version=manifest.policy_version,
        snapshot_hash=manifest.snapshot,
        engine_version=manifest.engine_version,
        key_id=manifest.key_id,
        surrogate_key_id=manifest.surrogate_key_id,
        base_generation=manifest.generation - 1,
        generation=manifest.generation,
        manifest_sha256=hashlib.sha256(manifest.to_bytes()).hexdigest(),
        rows_out=sum(entry.rows for entry in manifest.objects),
        rows_dead=sum(entry.dead for entry in manifest.objects),
        ended_at=now(),
        **{name: sum(getattr(entry, name) for entry in manifest.objects) for name in sums},
        objects=[_object_run(manifest, entry) for entry in manifest.objects],
        counts=[
            TokenCount(entity=entity, layer=layer, count=count)
            for entity, layers in manifest.counts.items()
            for layer, count in layers.items()
        ],
    )


def _object_run(manifest: Manifest, entry: ObjectEntry) -> ObjectRun:
    return ObjectRun(
        key_sha256=key_hash(landing_key(manifest.dataset, manifest.partition, entry.name)),
        name=entry.name,
        etag=entry.source_etag,
        size=entry.source_size,
        state="redacted",
        staged_sha256=entry.sha256,
        rows_in=entry.rows_in,
        rows_out=entry.rows,
        rows_dead=entry.dead,
        chars=entry.chars,
        masked_chars=entry.masked_chars,
        words=entry.words,
        counts=entry.counts,
    )


def _vault(platform: Platform) -> Vault | None:
    from redactory.vault import open_vault

    return open_vault(platform.settings, platform.ledger) if platform.settings.vault_url else None


def _run_id(key_id: str | None) -> str:
    return f"{KIND}-{key_id}"


def _note_run(ledger: Ledger, key_id: str) -> None:
    with ledger.session() as session:
        session.merge(Run(id=_run_id(key_id), kind=KIND, state="running", ended_at=None))


def _unfinished(ledger: Ledger) -> str | None:
    """The id of the key that a rotation with re-mapping began to bring in and did not finish."""
    query = select(Run.id).where(Run.kind == KIND, Run.state == "running").order_by(Run.started_at.desc())
    with ledger.session(readonly=True) as session:
        found = session.scalars(query).first()
    return found.removeprefix(f"{KIND}-") if found else None
