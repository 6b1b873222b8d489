"""`redactory stores create`: the buckets of this installation."""

from __future__ import annotations

import typer

app = typer.Typer(no_args_is_help=True, help="The stores of this installation.")


@app.callback()
def stores() -> None:
    """The stores of this installation."""


@app.command()
def create() -> None:
    """Make the buckets that are missing. Needs credentials that may: boto3's own, from environment or profile."""
    from redactory.config import ENCRYPTED_STORES, PLAIN_STORES
    from redactory.platform import Platform
    from redactory.storage.open import create_buckets

    platform = Platform.open()
    for name in PLAIN_STORES + ENCRYPTED_STORES:
        platform.plain(name)  # or it says what is wrong with the setting
    if not any(url.startswith("s3://") for url in platform.settings.stores):
        typer.echo("every store is a folder: it is made when it is first written to")
        return
    made = create_buckets(platform.s3, platform.settings.stores)
    typer.echo(f"made: {', '.join(made)}" if made else "every bucket is there already")
