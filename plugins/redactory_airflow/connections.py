"""Airflow's connections and the environment, turned into the engine's platform and directory source."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from redactory.config import ENCRYPTED_STORES, PLAIN_STORES, Settings
from redactory.errors import ConfigError
from redactory.platform import Platform

if TYPE_CHECKING:
    from redactory.policy.model import IdentityRules

S3_CONNECTION = "aws_default"
LDAP_CONNECTION = "ldap_default"
SURROGATES = "REDACTORY_SURROGATE_CONNECTION"  # names the connection whose password is the surrogate keys
VAULT = "REDACTORY_VAULT_CONNECTION"  # names the connection of the vault's database
ONE_MACHINE = frozenset({"LocalExecutor", "SequentialExecutor", "DebugExecutor", "InProcessExecutor"})


def open_platform() -> Platform:
    """The platform of this installation, its ledger at the newest schema.

    Stores with an `s3://` URL go through the connection `aws_default`; surrogate keys and the vault's database may
    come from connections (`with_connections`). Raises ConfigError where tasks run on several machines and something
    lies on one of them.
    """
    settings = with_connections(Settings.load())
    require_reachable(settings, executors())
    urls = [getattr(settings, name) for name in PLAIN_STORES + ENCRYPTED_STORES]
    platform = Platform.open(settings, s3=_s3() if any(url.startswith("s3://") for url in urls) else None)
    platform.ledger.migrate()
    return platform


def with_connections(settings: Settings) -> Settings:
    """The settings with what the connections hold that REDACTORY_SURROGATE_CONNECTION and _VAULT_CONNECTION name.

    Of the first the password is the surrogate keys (`id:base64`, by lines or commas, the current one first); the
    second is a connection to PostgreSQL. The vault's own keys come from their file alone.

    Raises:
        ConfigError: there is no such connection, or it lacks what it is for.
    """
    if name := os.environ.get(SURROGATES):
        keys = _connection(name, SURROGATES).password
        if not keys:
            raise ConfigError(f"the connection {name} has no password: surrogate keys stand there, as id:base64")
        settings = replace(settings, surrogate_keys=keys)
    if name := os.environ.get(VAULT):
        settings = replace(settings, vault_url=_connection(name, VAULT).get_uri())
    return settings


def require_reachable(settings: Settings, names: Iterable[str]) -> None:
    """Raise ConfigError where an executor spreads tasks over machines that would not see the same stores or ledger."""
    spread = [name for name in names if ONE_MACHINE.isdisjoint(re.split("[=:.]", name))]
    if not spread:
        return
    here = [
        f"REDACTORY_{name.upper()}"
        for name in PLAIN_STORES + ENCRYPTED_STORES
        if not getattr(settings, name).startswith("s3://")
    ]
    wrong = [] if settings.shared_folders or not here else [f"{', '.join(here)} to s3:// URLs"]
    if settings.ledger_url.startswith("sqlite"):
        wrong.append("REDACTORY_LEDGER_URL (or REDACTORY_LEDGER_URL_FILE) to a PostgreSQL URL")
    if (settings.vault_url or "").startswith("sqlite"):
        wrong.append("REDACTORY_VAULT_URL (or REDACTORY_VAULT_URL_FILE) to a PostgreSQL URL")
    if wrong:
        raise ConfigError(
            f"tasks of {', '.join(spread)} run on several machines, and each would see files of its own: set "
            f"{', and '.join(wrong)}. Folders that every machine mounts are allowed by REDACTORY_SHARED_FOLDERS=true"
        )


def executors() -> list[str]:
    """The executors Airflow is configured with, as its configuration names them."""
    from airflow.sdk.configuration import conf

    return [name for name in re.split(r"[,;\s]+", conf.get("core", "executor")) if name]


def directory_source(settings: Settings) -> Any:
    """Where people are read from: the export REDACTORY_DIRECTORY_FILE names, or the connection `ldap_default`.

    The account list that REDACTORY_ACCOUNTS_FILE names goes into the same snapshot. The connection's host, port, login
    and password are the server's and the bind account's; its extra is described at `LdapSource.from_connection`.

    Raises:
        ConfigError: there is neither, or the connection lacks something.
    """
    if settings.accounts_file:
        from redactory.directory.accounts import WithAccounts

        return WithAccounts(_people_source(settings), Path(settings.accounts_file))
    return _people_source(settings)


def _people_source(settings: Settings) -> Any:
    if settings.directory_file:
        from redactory.directory.export import FileSource

        return FileSource(Path(settings.directory_file))

    from airflow.sdk import BaseHook
    from airflow.sdk.exceptions import AirflowNotFoundException

    from redactory.directory.ldap import LdapSource

    try:
        connection = BaseHook.get_connection(LDAP_CONNECTION)
    except AirflowNotFoundException:
        raise ConfigError(
            f"there is no directory to read: add the connection {LDAP_CONNECTION}, "
            "or name an export in REDACTORY_DIRECTORY_FILE"
        ) from None
    return LdapSource.from_connection(
        host=connection.host or "",
        port=connection.port,
        login=connection.login,
        password=connection.password,
        extra=connection.extra_dejson,
    )


def identity_rules(platform: Platform) -> IdentityRules:
    """How a directory is read: by the approved policies' rules, the files' where none is approved yet.

    Raises:
        PolicyError: none is approved, and a file is wrong.
    """
    from redactory.directory.rules import rules_of
    from redactory.ledger import approved_policies
    from redactory.policy import load_policies, parse_policy

    approved = [parse_policy(v.canonical, f"policy version {v.id[:12]}") for v in approved_policies(platform.ledger)]
    return rules_of(approved or load_policies(platform.settings.policies).values())


def _connection(name: str, setting: str) -> Any:
    from airflow.sdk import BaseHook
    from airflow.sdk.exceptions import AirflowNotFoundException

    try:
        return BaseHook.get_connection(name)
    except AirflowNotFoundException:
        raise ConfigError(f"{setting} names the connection {name}, and there is none: add it, or unset it") from None


def _s3() -> Any:
    from airflow.providers.amazon.aws.hooks.s3 import S3Hook

    return S3Hook(aws_conn_id=S3_CONNECTION).get_conn()
