"""`python -m redactory.score`: redact every corpus at hand and the project's own sample, print both sides."""

from __future__ import annotations

import typer

from redactory.errors import RedactoryError
from redactory.score.commands import score_all

if __name__ == "__main__":
    try:
        typer.run(score_all)
    except RedactoryError as error:
        typer.echo(f"error: {error}", err=True)
        raise SystemExit(2) from None
