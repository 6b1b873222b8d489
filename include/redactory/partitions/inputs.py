"""What a partition is redacted with: the approved policy version and the snapshot its run names, loaded once.

Models and pattern automata are slow to build, so a process keeps the last ones it used; and the index of a large
directory is kept beside its snapshot, so that a worker need not build it, nor read the people for it.
"""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cached_property
from typing import TYPE_CHECKING

from pydantic import ValidationError

from redactory.detect.accounts import ORG
from redactory.directory.model import Snapshot
from redactory.errors import EngineChangedError, PartitionError
from redactory.ledger import approved_policies, get_policy_version
from redactory.ledger.engines import may_publish
from redactory.partitions.names import NameCheck
from redactory.policy.model import Policy
from redactory.policy.paths import FieldMatcher
from redactory.policy.stamp import engine_stamp
from redactory.transform import needs_case, needs_key
from redactory.transform.keys import SurrogateKeys

if TYPE_CHECKING:
    from redactory.detect.index import DirectoryIndex
    from redactory.platform import Platform
    from redactory.redact.engine import Redactor

_KEPT = 2  # prepared inputs a process keeps: two datasets in turn do not rebuild each other's
_cache: dict[tuple[str, str], Prepared] = {}


class Prepared:
    """A policy over a snapshot, with what is built of both when it is first needed."""

    def __init__(self, policy: Policy, snapshot_hash: str, platform: Platform) -> None:
        self.policy = policy
        self.snapshot_hash = snapshot_hash
        self.platform = platform
        self._made: tuple[SurrogateKeys | None, Redactor] | None = None

    @cached_property
    def snapshot(self) -> Snapshot:
        """The people. Raises DirectoryError where they are missing or damaged."""
        from redactory.directory.snapshots import SnapshotStore

        return SnapshotStore(self.platform.identity, self.platform.ledger).load(self.snapshot_hash)

    @cached_property
    def index(self) -> DirectoryIndex:
        """What Layer 1 asks, as it was kept, else built of the people. Raises DirectoryError as `snapshot` does."""
        from redactory.redact.indexes import kept_index, made_index

        store = self.platform.identity
        return kept_index(store, self.policy, self.snapshot_hash) or made_index(store, self.policy, self.snapshot)

    @property
    def redactor(self) -> Redactor:
        """Built once, and anew when the surrogate key was rotated.

        Raises PolicyError where the policy pins what is not installed, ConfigError where it wants a surrogate key and
        there is none.
        """
        from redactory.policy.pins import check_pins

        keys = SurrogateKeys.load(self.platform.settings) if needs_key(self.policy) else None
        if self._made is None or self._made[0] != keys:
            check_pins(self.policy)
            self._made = keys, self._redactor(keys)
        return self._made[1]

    def _redactor(self, keys: SurrogateKeys | None) -> Redactor:
        from redactory.evals.sanitiser import redactor_for
        from redactory.redact.engine import Redactor

        if needs_case(self.policy):  # pseudonyms are drawn with the people in sight
            return redactor_for(self.policy, self.snapshot, keys=keys)
        index = self.index
        known = Snapshot((), "index", datetime.now(UTC), hash=self.snapshot_hash, accounts=index.accounts)
        return Redactor(self.policy, known, keys=keys, index=index)

    @property
    def surrogate_key_id(self) -> str | None:
        """The current surrogate key, where the policy writes surrogates. Raises ConfigError where there is none."""
        return SurrogateKeys.load(self.platform.settings).current.id if needs_key(self.policy) else None

    @cached_property
    def names(self) -> NameCheck:
        accounts = self.snapshot.accounts if self.policy.redacts(ORG) else ()
        return NameCheck(self.snapshot.people, self.policy.identity, accounts)

    @property
    def stamp(self) -> str:
        """What the output of the same bytes depends on: equal stamps give equal results."""
        engine = engine_stamp(self.policy).digest
        return " ".join((self.policy.id, self.snapshot_hash, engine, self.surrogate_key_id or "-"))

    @cached_property
    def matcher(self) -> FieldMatcher:
        return FieldMatcher(self.policy.fields)


def prepared(platform: Platform, policy_version: str, snapshot_hash: str) -> Prepared:
    """The inputs of a partition run. Raises PartitionError; what is asked of them DirectoryError, where it is lost."""
    key = (policy_version, snapshot_hash)
    if key not in _cache:
        while len(_cache) >= _KEPT:
            _cache.pop(next(iter(_cache)))
        _cache[key] = Prepared(load_version(platform, policy_version), snapshot_hash, platform)
    found = _cache[key]
    found.platform = platform  # a process may work for more than one installation
    return found


def keep_indexes(platform: Platform) -> int:
    """Build the index of the snapshot in force under every approved policy, where none is kept; how many there are.

    Workers of the next run then load them. Raises DirectoryError, PartitionError.
    """
    from redactory.directory.snapshots import SnapshotStore

    current = SnapshotStore(platform.identity, platform.ledger).current_row()
    if current is None:
        return 0
    versions = approved_policies(platform.ledger)
    for version in versions:
        _ = Prepared(load_version(platform, version.id), current.hash, platform).index
    return len(versions)


def require_engine(platform: Platform, version_id: str) -> None:
    """Raises EngineChangedError where the running engine may not publish under a version (contract.md, versions)."""
    policy = load_version(platform, version_id)
    stamp = engine_stamp(policy)
    if not may_publish(platform.ledger, version_id, stamp.digest, stamp.parts):
        raise EngineChangedError(
            f"the engine changed since policy {policy.name}, version {version_id[:12]} was approved, so nothing is "
            "published under it: the next run of policy_review compares the two on the policy's cases, and has its "
            "rows read again where they differ"
        )


def load_version(platform: Platform, policy_version: str) -> Policy:
    """The policy as the ledger holds it, not as its file reads now."""
    version = get_policy_version(platform.ledger, policy_version)
    if version is None:
        raise PartitionError(f"the ledger lost policy version {policy_version[:12]}; plan the run again")
    try:
        policy = Policy.model_validate_json(version.canonical)
    except ValidationError:
        raise PartitionError(
            f"policy version {policy_version[:12]} in the ledger does not fit this release; have it reviewed anew"
        ) from None
    if policy.id != policy_version:
        raise PartitionError(
            f"policy version {policy_version[:12]} reads differently in this release, or its text was changed in the "
            "ledger; have the policy reviewed anew"
        )
    return policy
