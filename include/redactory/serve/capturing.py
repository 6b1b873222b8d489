"""What `redactory serve --cases` needs: an approved policy of cases, the directory, a store for what is captured."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from redactory.errors import ConfigError
from redactory.evals.capture import Capture
from redactory.evals.sanitiser import CaseRedactor
from redactory.ledger import approved_policies
from redactory.partitions.inputs import require_engine
from redactory.policy import load_policy
from redactory.policy.pins import check_pins
from redactory.storage import open_store
from redactory.transform import needs_case

if TYPE_CHECKING:
    from redactory.directory.model import Snapshot
    from redactory.platform import Platform
    from redactory.transform.keys import SurrogateKeys


def open_capture(
    platform: Platform, policy: Path, store: str, snapshot: Snapshot | None, keys: SurrogateKeys, *, ner: bool | None
) -> Capture:
    """Capture under the policy in `policy`.

    Raises:
        ConfigError: the policy writes no pseudonyms, or its version is not approved: nobody has read what it writes.
        EngineChangedError: it was approved with an engine that writes something else.
    """
    rules = load_policy(policy)
    if not needs_case(rules):
        raise ConfigError(f"policy {rules.name} writes no pseudonyms, so it is no policy of evaluation cases")
    check_pins(rules, ner=ner)
    if rules.id not in {version.id for version in approved_policies(platform.ledger, rules.dataset)}:
        raise ConfigError(
            f"policy {rules.name}, version {rules.id[:12]} is not approved: cases are captured once a steward has read "
            "the first rows it writes (policy_review, or `redactory review`)"
        )
    require_engine(platform, rules.id)
    redactor = CaseRedactor(rules, snapshot, keys=keys, ner=ner)
    return Capture(redactor, open_store(store, s3=platform.s3 if store.startswith("s3://") else None), platform.ledger)
