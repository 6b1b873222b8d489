"""Settings of an installation, from environment variables that begin with REDACTORY_.

| variable | meaning | default |
|---|---|---|
| REDACTORY_HOME | folder that relative defaults lie in | `var` |
| REDACTORY_LANDING … REDACTORY_IDENTITY | one store each: `s3://bucket/prefix` or a folder | `<home>/stores/<name>` |
| REDACTORY_LEDGER_URL | SQLAlchemy URL | `sqlite:///<home>/ledger.db` |
| REDACTORY_POLICIES | folder of policy files | `policies` |
| REDACTORY_KEY_FILE | keys for encryption at rest (`redactory keys new`) | `<home>/keys` |
| REDACTORY_SURROGATE_KEY_FILE | keys of surrogates (`redactory keys new --for surrogates`) | `<home>/surrogate-keys` |
| REDACTORY_SURROGATE_KEYS | the same keys themselves, `id:base64`, by lines or commas; goes before the file | none |
| REDACTORY_S3_ENDPOINT_URL | S3 server other than AWS | boto3's |
| REDACTORY_DIRECTORY_FILE | directory export to refresh from, where there is no LDAP server | none |
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

PLAIN_STORES = ("landing", "staging", "published")
ENCRYPTED_STORES = ("quarantine", "dead_letter", "review", "identity")


@dataclass(frozen=True)
class Settings:
    """Where everything lies. The seven stores are separate so that each can have credentials of its own."""

    landing: str
    staging: str
    published: str
    quarantine: str
    dead_letter: str
    review: str
    identity: str
    ledger_url: str
    policies: Path
    key_file: Path
    s3_endpoint_url: str | None = None
    directory_file: str | None = None
    surrogate_key_file: Path = Path("var/surrogate-keys")
    surrogate_keys: str | None = field(default=None, repr=False)

    @property
    def stores(self) -> tuple[str, ...]:
        """The URLs of all stores."""
        return tuple(getattr(self, name) for name in PLAIN_STORES + ENCRYPTED_STORES)

    @classmethod
    def load(cls, environ: Mapping[str, str] | None = None) -> Settings:
        """Read the environment (or `environ`)."""
        env = {
            name.removeprefix("REDACTORY_"): value
            for name, value in (os.environ if environ is None else environ).items()
            if name.startswith("REDACTORY_") and value
        }
        home = Path(env.get("HOME", "var"))
        stores = {name: env.get(name.upper(), str(home / "stores" / name)) for name in PLAIN_STORES + ENCRYPTED_STORES}
        return cls(
            **stores,
            ledger_url=env.get("LEDGER_URL", f"sqlite:///{home / 'ledger.db'}"),
            policies=Path(env.get("POLICIES", "policies")),
            key_file=Path(env.get("KEY_FILE", str(home / "keys"))),
            s3_endpoint_url=env.get("S3_ENDPOINT_URL"),
            directory_file=env.get("DIRECTORY_FILE"),
            surrogate_key_file=Path(env.get("SURROGATE_KEY_FILE", str(home / "surrogate-keys"))),
            surrogate_keys=env.get("SURROGATE_KEYS"),
        )
