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
    from redactory.config import Settings
    from redactory.storage.open import create_buckets, s3_client

    settings = Settings.load()
    made = create_buckets(s3_client(endpoint_url=settings.s3_endpoint_url), settings.stores)
    typer.echo(f"made: {', '.join(made)}" if made else "every bucket is there already")
