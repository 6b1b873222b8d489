"""A platform whose policy writes reversible surrogates: keys and vault of its own, for the tests of both."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import yaml

from redactory.ledger import add_policy_version, set_state
from redactory.platform import Platform
from redactory.policy.model import Policy
from redactory.storage import KeyRing
from redactory.vault import Vault, open_vault

SURROGATE = {"transform": "surrogate", "reversible": True}
DATE = "2026-11-29"
PARTITION = f"dt={DATE}"


def surrogate_policy(*, reversible: tuple[str, ...] = ("PERSON", "USER", "EMAIL"), **changes: Any) -> Policy:
    data = yaml.safe_load((Path(__file__).parent / "notes.yaml").read_text())
    for entity in ("PERSON", "USER", "EMAIL"):
        data["entities"][entity] = SURROGATE | {"reversible": entity in reversible}
    return Policy.model_validate(data | changes)


def with_vault(platform: Platform, folder: Path, policy: Policy | None = None) -> Platform:
    """`platform` anew, with a surrogate key, a vault, and `policy` approved. Its reader is noor, its officer otto."""
    settings = replace(
        platform.settings,
        surrogate_key_file=folder / "secrets" / "surrogate-keys",
        vault_url=f"sqlite:///{folder / 'vault' / 'vault.db'}",
        vault_key_file=folder / "secrets" / "vault-keys",
    )
    KeyRing.write_new(settings.surrogate_key_file, "s1")
    assert settings.vault_key_file is not None
    KeyRing.write_new(settings.vault_key_file, "v1")
    policy = policy or surrogate_policy()
    ledger = platform.ledger
    add_policy_version(
        ledger, version_id=policy.id, name=policy.name, dataset=policy.dataset, canonical=policy.canonical
    )
    for state in ("in_review", "approved"):
        set_state(ledger, policy.id, state, actor="test", how="unattended")
    found = Platform.open(settings, s3=platform._s3)
    vault = vault_of(found)
    vault.grant("mira", "admin", by="mira", reason="set up")
    vault.grant("noor", "reader", by="mira", reason="support")
    vault.grant("otto", "officer", by="mira", reason="data protection")
    return found


def vault_of(platform: Platform) -> Vault:
    return open_vault(platform.settings, platform.ledger)


def lookup(platform: Platform, token: str) -> list[str]:
    found = vault_of(platform).lookup(token, by="noor", role="reader", reason="test")
    return sorted(entry.value for entry in found)
