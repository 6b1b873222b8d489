"""The vault: token -> value where a policy asks for reversibility; sealed, its own database, keys and credentials."""

from __future__ import annotations

from redactory.vault.audit import Anchor, LedgerAnchor
from redactory.vault.model import Entry, Forgotten, Verdict, conversation_scope, dataset_scope
from redactory.vault.open import open_vault
from redactory.vault.vault import Vault

__all__ = [
    "Anchor",
    "Entry",
    "Forgotten",
    "LedgerAnchor",
    "Vault",
    "Verdict",
    "conversation_scope",
    "dataset_scope",
    "open_vault",
]
