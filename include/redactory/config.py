"""Settings of an installation, from environment variables that begin with REDACTORY_.

| variable | meaning | default |
|---|---|---|
| REDACTORY_HOME | folder that relative defaults lie in | `var` |
| REDACTORY_LANDING … REDACTORY_IDENTITY | one store each: `s3://bucket/prefix` or a folder | `<home>/stores/<name>` |
| REDACTORY_LEDGER_URL | SQLAlchemy URL | `sqlite:///<home>/ledger.db` |
| REDACTORY_LEDGER_URL_FILE | file that holds the ledger's URL, where that has a password | none |
| REDACTORY_POLICIES | folder of policy files | `policies` |
| REDACTORY_KEY_FILE | keys for encryption at rest (`redactory keys new`) | `<home>/keys` |
| REDACTORY_SURROGATE_KEY_FILE | keys of surrogates (`redactory keys new --for surrogates`) | `<home>/surrogate-keys` |
| REDACTORY_SURROGATE_KEYS | the same keys themselves, `id:base64`, by lines or commas; goes before the file | none |
| REDACTORY_VAULT_URL | SQLAlchemy URL of the vault, a database of its own | none: nothing is reversible |
| REDACTORY_VAULT_URL_FILE | file that holds the vault's URL, where that has a password | none |
| REDACTORY_VAULT_KEY_FILE | the vault's master keys (`redactory keys new --for vault`) | none |
| REDACTORY_VAULT_DAYS | how long the vault keeps what published tokens stand for | 365 |
| REDACTORY_REPLACED_DAYS | how long a published generation stays after another took its place | 30 |
| REDACTORY_S3_ENDPOINT_URL | S3 server other than AWS | boto3's |
| REDACTORY_SPLIT_BYTES | larger JSONL and Parquet objects are redacted in ranges of about this size | 67108864 |
| REDACTORY_SHARED_FOLDERS | `true`: stores that are folders are the same on every machine that runs tasks | false |
| REDACTORY_DIRECTORY_FILE | directory export to refresh from, where there is no LDAP server | none |
| REDACTORY_ACCOUNTS_FILE | account list (CSV of organisations) that a refresh puts into the snapshot | none |
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from redactory.errors import ConfigError

PLAIN_STORES = ("landing", "staging", "published")
SPLIT_BYTES = 64 << 20
VAULT_DAYS = 365
REPLACED_DAYS = 30
_MOST_DAYS = 36_500  # dates have an end
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
    ledger_url: str = field(repr=False)
    policies: Path
    key_file: Path
    s3_endpoint_url: str | None = None
    directory_file: str | None = None
    accounts_file: str | None = None
    split_bytes: int = SPLIT_BYTES
    shared_folders: bool = False
    surrogate_key_file: Path = Path("var/surrogate-keys")
    surrogate_keys: str | None = field(default=None, repr=False)
    vault_url: str | None = field(default=None, repr=False)
    vault_key_file: Path | None = None
    vault_days: int = VAULT_DAYS
    replaced_days: int = REPLACED_DAYS

    @property
    def stores(self) -> tuple[str, ...]:
        """The URLs of all stores."""
        return tuple(getattr(self, name) for name in PLAIN_STORES + ENCRYPTED_STORES)

    @classmethod
    def load(cls, environ: Mapping[str, str] | None = None) -> Settings:
        """Read the environment (or `environ`). Raises ConfigError for a value that cannot be meant."""
        env = {
            name.removeprefix("REDACTORY_"): value
            for name, value in (os.environ if environ is None else environ).items()
            if name.startswith("REDACTORY_") and value
        }
        home = Path(env.get("HOME", "var"))
        stores = {name: env.get(name.upper(), str(home / "stores" / name)) for name in PLAIN_STORES + ENCRYPTED_STORES}
        return cls(
            **stores,
            ledger_url=env.get("LEDGER_URL")
            or _from_file(env.get("LEDGER_URL_FILE"))
            or f"sqlite:///{home / 'ledger.db'}",
            policies=Path(env.get("POLICIES", "policies")),
            key_file=Path(env.get("KEY_FILE", str(home / "keys"))),
            s3_endpoint_url=env.get("S3_ENDPOINT_URL"),
            directory_file=env.get("DIRECTORY_FILE"),
            accounts_file=env.get("ACCOUNTS_FILE"),
            split_bytes=_number("REDACTORY_SPLIT_BYTES", env.get("SPLIT_BYTES", str(SPLIT_BYTES)), "bytes"),
            shared_folders=env.get("SHARED_FOLDERS", "false").lower() == "true",
            surrogate_key_file=Path(env.get("SURROGATE_KEY_FILE", str(home / "surrogate-keys"))),
            surrogate_keys=env.get("SURROGATE_KEYS"),
            vault_url=env.get("VAULT_URL") or _from_file(env.get("VAULT_URL_FILE")) or None,
            vault_key_file=Path(env["VAULT_KEY_FILE"]) if "VAULT_KEY_FILE" in env else None,
            vault_days=_days("REDACTORY_VAULT_DAYS", env.get("VAULT_DAYS", str(VAULT_DAYS))),
            replaced_days=_days("REDACTORY_REPLACED_DAYS", env.get("REPLACED_DAYS", str(REPLACED_DAYS))),
        )


def _number(name: str, text: str, of: str) -> int:
    if not text.isdecimal() or not int(text):
        raise ConfigError(f"{name}: expected a number of {of}, 1 or more")
    return int(text)


def _days(name: str, text: str) -> int:
    days = _number(name, text, "days")
    if days > _MOST_DAYS:
        raise ConfigError(f"{name}: expected {_MOST_DAYS} days (a hundred years) at most")
    return days


def _from_file(path: str | None) -> str:
    try:
        return Path(path).read_text(encoding="utf-8").strip() if path else ""
    except (OSError, UnicodeDecodeError):
        raise ConfigError(f"{path}: cannot be read: correct the setting that names it") from None
