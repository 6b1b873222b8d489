"""`redactory keys new`: a key file for encryption at rest."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(no_args_is_help=True, help="Keys for encryption at rest.")


@app.callback()
def keys() -> None:
    """Keys for encryption at rest."""


@app.command()
def new(
    path: Annotated[Path | None, typer.Argument(help="where; default is the setting REDACTORY_KEY_FILE")] = None,
    key_id: Annotated[str, typer.Option("--id", help="the key's id, stamped on what it encrypts")] = "k1",
) -> None:
    """Write a file with one new key. A file that exists is never overwritten."""
    from redactory.config import Settings
    from redactory.storage import KeyRing

    path = path or Settings.load().key_file
    KeyRing.write_new(path, key_id)
    typer.echo(f"wrote {path}; whoever holds it can read snapshots, quarantine, dead letters and review samples")
