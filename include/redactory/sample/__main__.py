"""`python -m redactory.sample FOLDER`: write the sample data set, and put its partitions where a source would."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from typing import Annotated

import typer

from redactory.sample.generate import DATES, PEOPLE, SEED, TICKETS, generate


def main(
    folder: Annotated[Path, typer.Argument(help="where to write; made if it does not exist")],
    seed: Annotated[int, typer.Option(help="the same seed gives the same bytes")] = SEED,
    tickets: Annotated[int, typer.Option(min=1)] = TICKETS,
    people: Annotated[int, typer.Option(min=20, max=1500, help="people in the directory")] = PEOPLE,
    days: Annotated[int, typer.Option(min=1, help="partitions, one a day, up to the same last day")] = len(DATES),
    land: Annotated[str, typer.Option(metavar="URL", help="landing folder of the dataset: s3://bucket/dataset")] = "",
) -> None:
    """Write sample tickets, a directory and answer keys; with --land, put the partitions there."""
    last = date.fromisoformat(DATES[-1])
    dates = [(last - timedelta(days=back)).isoformat() for back in reversed(range(days))]
    sample = generate(folder, seed, tickets=tickets, people=people, dates=dates)
    if land:
        from redactory.platform import Platform
        from redactory.storage import open_store

        store = open_store(land, s3=Platform.open().s3 if land.startswith("s3://") else None)
        for name in sample.objects:
            with (sample.partitions / name).open("rb") as stream:
                store.upload(name, stream)
    typer.echo(
        f"{sample.rows} tickets in {len(sample.objects)} objects, {sample.people} people in the directory, "
        f"{sample.missing} not in it: {sample.folder}"
    )


if __name__ == "__main__":
    typer.run(main)
