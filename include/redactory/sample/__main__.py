"""`python -m redactory.sample FOLDER [--seed N]`: write the sample data set."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from redactory.sample.generate import PEOPLE, SEED, TICKETS, generate


def main(
    folder: Annotated[Path, typer.Argument(help="where to write; made if it does not exist")],
    seed: Annotated[int, typer.Option(help="the same seed gives the same bytes")] = SEED,
    tickets: Annotated[int, typer.Option(min=1)] = TICKETS,
    people: Annotated[int, typer.Option(min=20, max=1500, help="people in the directory")] = PEOPLE,
) -> None:
    """Write sample tickets, a directory and answer keys."""
    sample = generate(folder, seed, tickets=tickets, people=people)
    typer.echo(
        f"{sample.rows} tickets in {len(sample.objects)} objects, {sample.people} people in the directory, "
        f"{sample.missing} not in it: {sample.folder}"
    )


if __name__ == "__main__":
    typer.run(main)
