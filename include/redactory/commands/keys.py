"""`redactory keys new|list|rotate|remap`: key files for encryption at rest, for surrogates, and for the vault."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from redactory.errors import ConfigError

if TYPE_CHECKING:
    from redactory.config import Settings
    from redactory.platform import Platform

app = typer.Typer(no_args_is_help=True, help="Keys: for encryption at rest, for surrogates, for the vault.")

Purpose = Literal["encryption", "surrogates", "vault"]
NOT_ALL = 1  # exit code: something published could not be re-mapped
_IDS = {"encryption": "k1", "surrogates": "s1", "vault": "v1"}
_HOLDER = {
    "encryption": "read snapshots, quarantine, dead letters and review samples",
    "surrogates": "find out by trying names what surrogates stand for, vault or no vault",
    "vault": "read the vault, if they also get at its database",
}

For = Annotated[Purpose, typer.Option("--for", help="what the key is for")]


@app.command()
def new(
    path: Annotated[Path | None, typer.Argument(help="where; default is the setting for such keys")] = None,
    purpose: For = "encryption",
    key_id: Annotated[str | None, typer.Option("--id", help="the key's id, stamped on what it makes")] = None,
) -> None:
    """Write a file with one new key. A file that exists is never overwritten."""
    from redactory.config import Settings
    from redactory.storage.keys import KeyRing, refuse_beside_data

    settings = Settings.load()
    path = path or _file(settings, purpose)
    if purpose != "encryption":
        refuse_beside_data(path, settings.stores, "a key")
    KeyRing.write_new(path, key_id or _IDS[purpose])
    typer.echo(f"wrote {path}; whoever holds it can {_HOLDER[purpose]}")


@app.command("list")
def list_(purpose: For = "encryption") -> None:
    """Print the ids of the keys, the current one first. Never a key."""
    for name in _ids(purpose):
        typer.echo(name)


@app.command()
def rotate(
    purpose: For = "surrogates",
    key_id: Annotated[str | None, typer.Option("--id", help="the new key's id; default: the next number")] = None,
    remap: Annotated[
        bool, typer.Option("--remap", help="surrogates: then do what `keys remap` does; after a kill, go on")
    ] = False,
) -> None:
    """Make a new key the current one and keep the others, to read what they wrote.

    For the vault, its own keys are wrapped by the new master key. For surrogates, old and new ones of one value
    differ from now on, until what was published is re-mapped. Exit code 1: not all of it could be.
    """
    from redactory.config import Settings

    settings = Settings.load()
    if purpose == "encryption":
        raise ConfigError(f"put a new line first in {settings.key_file}: it encrypts from now on, the others decrypt")
    if purpose == "vault":
        if remap:
            raise ConfigError("--remap is for surrogates")
        _rotate_vault(settings, key_id)
        return
    from redactory.partitions.rotation import rotate as begin
    from redactory.vault.commands import actor

    current = begin(_platform(), key_id=key_id, remap=remap, actor=actor())
    typer.echo(f"the current surrogate key is {current}")
    if remap:
        _remap(None, False)


@app.command("remap")
def remap_(
    dataset: Annotated[str | None, typer.Option("--dataset", help="this dataset alone")] = None,
    drop_old: Annotated[
        bool, typer.Option("--drop-old", help="delete older generations that hold an older key's surrogates")
    ] = False,
) -> None:
    """Rewrite what was published under older surrogate keys to the current one; run again after a kill.

    By the vault where it explains every surrogate of an object, else by redacting again from landing. Exit code 1:
    something stays under its old key, and is named.
    """
    _remap(dataset, drop_old)


def _rotate_vault(settings: Settings, key_id: str | None) -> None:
    from redactory.storage.keys import KeyRing
    from redactory.vault.commands import actor
    from redactory.vault.open import master_keys, open_vault

    ring, ledger = master_keys(settings), _platform().ledger
    assert settings.vault_key_file is not None  # master_keys says so
    if not open_vault(settings, ledger).rewrap(by=actor()):  # else it was the rest of a rotation that was killed
        ring = KeyRing.rotate(settings.vault_key_file, key_id or ring.next_id())
        open_vault(settings, ledger).rewrap(by=actor())
    typer.echo(f"the vault's keys are wrapped by {ring.primary}; keep the older master keys for older copies of it")


def _remap(dataset: str | None, drop_old: bool) -> None:
    from redactory.partitions.rotation import remap_published
    from redactory.vault.commands import actor

    left = 0
    for found in remap_published(_platform(), dataset=dataset, drop_old=drop_old, actor=actor()):
        typer.echo(f"{found.dataset}/{found.partition}: {found.how}", err=not found.ok)
        left += not found.ok
    if left:
        raise typer.Exit(NOT_ALL)


def _platform() -> Platform:
    from redactory.platform import Platform

    platform = Platform.open()
    platform.ledger.migrate()
    return platform


def _ids(purpose: Purpose) -> tuple[str, ...]:
    from redactory.config import Settings
    from redactory.storage.keys import KeyRing
    from redactory.transform.keys import SurrogateKeys
    from redactory.vault.open import master_keys

    settings = Settings.load()
    if purpose == "surrogates":
        return tuple(key.id for key in SurrogateKeys.load(settings).keys)
    return tuple((master_keys(settings) if purpose == "vault" else KeyRing.from_file(settings.key_file)).keys)


def _file(settings: Settings, purpose: Purpose) -> Path:
    if purpose == "surrogates":
        return settings.surrogate_key_file
    if purpose == "encryption":
        return settings.key_file
    if settings.vault_key_file is None:
        raise ConfigError("set REDACTORY_VAULT_KEY_FILE, or say where the key is to be written")
    return settings.vault_key_file
