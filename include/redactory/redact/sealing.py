"""What a policy wants reversible, on its way from the engine into the vault: before anything is published."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import TYPE_CHECKING

from redactory.database import now
from redactory.errors import ConfigError
from redactory.policy.model import Policy
from redactory.policy.transforms import LABELLED, rules_of
from redactory.vault import Entry, Vault, dataset_scope, open_vault

if TYPE_CHECKING:
    from redactory.platform import Platform
    from redactory.redact.engine import Sealed

_BATCH = 2_000  # entries kept back, so that the vault is not asked row by row
_SEEN = 50_000  # pairs remembered, so that it is not told twice of what an object repeats


class Sealing:
    """Puts sealed values into the scope of a dataset, in batches; `flush` puts the last ones."""

    def __init__(self, vault: Vault, dataset: str, key_id: str | None, days: int) -> None:
        self._vault = vault
        self._scope = dataset_scope(dataset)
        self._key_id = key_id
        self._expires = now() + timedelta(days=days)
        self._seen: set[tuple[str, str]] = set()
        self._waiting: list[Entry] = []

    def write(self, sealed: Sequence[Sealed]) -> None:
        """Take the sealed values of one row."""
        for one in sealed:
            if (one.token, one.value) in self._seen:
                continue
            if len(self._seen) >= _SEEN:
                self._seen.clear()
            self._seen.add((one.token, one.value))
            key_id = self._key_id if LABELLED.fullmatch(one.token) else None  # a pseudonym is no key's
            self._waiting.append(
                Entry(self._scope, one.token, one.entity, one.value, one.subject, self._expires, key_id)
            )
        if len(self._waiting) >= _BATCH:
            self.flush()

    def flush(self) -> None:
        """Put what waits. Called before the object is published, and again for the next one."""
        self._vault.put(self._waiting)
        self._waiting.clear()


def sealing_for(platform: Platform, policy: Policy, key_id: str | None) -> Sealing | None:
    """Where the sealed values of a redaction go; None where the policy wants nothing reversible.

    Raises ConfigError where it does, and there is no vault.
    """
    if not any(rule.reversible for rule in rules_of(policy)):
        return None
    settings = platform.settings
    if settings.vault_url is None:
        raise ConfigError(
            f"policy {policy.name} wants reversible surrogates, and there is no vault: set REDACTORY_VAULT_URL and "
            "REDACTORY_VAULT_KEY_FILE, or take `reversible` out of the policy"
        )
    return Sealing(open_vault(settings, platform.ledger), policy.dataset, key_id, settings.vault_days)
