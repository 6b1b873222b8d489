"""From the command line's options to a pseudonymiser: policy, directory and keys."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from redactory.errors import DirectoryError
from redactory.roundtrip.pseudonymiser import Pseudonymiser

if TYPE_CHECKING:
    from redactory.config import Settings
    from redactory.directory.model import Snapshot
    from redactory.platform import Platform
    from redactory.policy.model import Policy


def open_pseudonymiser(
    policy: Policy, snapshot: Snapshot | None, settings: Settings, *, ner: bool, need_key: bool = False
) -> Pseudonymiser:
    """A pseudonymiser; the surrogate keys are loaded where the policy uses them, or `need_key`.

    Raises:
        ConfigError: there is no key.
        PolicyError: the policy pins what is not installed.
    """
    from redactory.policy.pins import check_pins
    from redactory.transform import needs_key
    from redactory.transform.keys import SurrogateKeys

    keys = SurrogateKeys.load(settings) if need_key or needs_key(policy) else None
    check_pins(policy, ner=None if ner else False)
    return Pseudonymiser(policy, snapshot, keys=keys, ner=None if ner else False)


def directory_in_force(platform: Platform, policy: Policy) -> Snapshot:
    """The snapshot in force. Raises DirectoryError where there is none, or it is older than the policy allows."""
    from redactory.directory.checks import require_fresh
    from redactory.directory.snapshots import SnapshotStore

    snapshot = SnapshotStore(platform.identity, platform.ledger).current()
    if snapshot is None:
        raise DirectoryError("no directory snapshot is in force: run `redactory directory pull`, or name a file")
    require_fresh(snapshot, policy.identity, datetime.now(UTC))
    return snapshot
