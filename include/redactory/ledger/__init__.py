"""The ledger: what ran, with which policy, directory and key; audit."""

from __future__ import annotations

from redactory.ledger.ledger import Ledger
from redactory.ledger.policy_versions import (
    add_policy_version,
    approved_policies,
    get_policy_version,
    list_policy_versions,
    newest_approved,
    set_sample,
    set_state,
)

__all__ = [
    "Ledger",
    "add_policy_version",
    "approved_policies",
    "get_policy_version",
    "list_policy_versions",
    "newest_approved",
    "set_sample",
    "set_state",
]
