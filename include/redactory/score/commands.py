"""`redactory score`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

QUALITY_FAILURE = 1  # exit code: a share is below what was asked for

Share = Annotated[float | None, typer.Option(min=0.0, max=1.0, help="exit code 1 below this share (0 to 1)")]


def score(
    redacted: Annotated[Path, typer.Argument(help="redacted JSON Lines (.jsonl, .gz, .zst), or a folder of them")],
    remove: Annotated[Path | None, typer.Option("--remove", help="answer key of what must go (pii.json)")] = None,
    keep: Annotated[Path | None, typer.Option("--keep", help="answer key of what must stay (retention.json)")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON instead of tables")] = False,
    misses: Annotated[int, typer.Option("--misses", min=0, help="list this many misses: record, field, class")] = 0,
    show_values: Annotated[bool, typer.Option("--show-values", help="with --misses: the values too")] = False,
    min_recall: Share = None,
    min_retention: Share = None,
) -> None:
    """Score a redacted file against answer keys: recall and retention per class and overall.

    Exit code 1 when a share is below --min-recall or --min-retention, 2 when a file cannot be scored.
    """
    import json

    from rich.console import Console

    from redactory.errors import ConfigError
    from redactory.score.report import as_data, print_score
    from redactory.score.score import score as score_files

    if remove is None and keep is None:
        raise ConfigError("give an answer key: --remove pii.json, --keep retention.json, or both")
    for bar, key, option in ((min_recall, remove, "--min-recall"), (min_retention, keep, "--min-retention")):
        if bar is not None and key is None:
            raise ConfigError(f"{option} needs the answer key of its side")
    result = score_files(redacted, remove, keep)
    if as_json:
        typer.echo(json.dumps(as_data(result, misses=misses, show_values=show_values), indent=2, ensure_ascii=False))
    else:
        print_score(result, Console(), misses=misses, show_values=show_values)
    below = (min_recall is not None and result.recall.overall.share < min_recall) or (
        min_retention is not None and result.retention.overall.share < min_retention
    )
    if below:
        raise typer.Exit(QUALITY_FAILURE)
