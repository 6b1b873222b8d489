"""`redactory score`, and `python -m redactory.score` (`make score`) over every corpus at hand."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

QUALITY_FAILURE = 1  # exit code: a share is below what was asked for
NOTHING_TO_SCORE = 2

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


def score_all(
    policy: Annotated[Path, typer.Option(help="policy file")] = Path("policies/it-tickets.yaml"),
    corpora: Annotated[Path | None, typer.Option(help="folder of corpora; default: REDACTORY_CORPORA")] = None,
    sample: Annotated[bool, typer.Option(help="score the project's own sample as well")] = True,
    ner: Annotated[bool | None, typer.Option("--ner/--no-ner", help="default: as the policy says")] = None,
    by_class: Annotated[bool, typer.Option("--by-class", help="every class of every corpus")] = False,
) -> None:
    """Redact every corpus found and the project's own sample, and print both sides of the score."""
    import tempfile
    from functools import partial

    from rich.console import Console

    from redactory.sample import generate
    from redactory.score.corpora import corpora_root, find_corpora, redact_corpus, score_corpora
    from redactory.score.report import print_corpora, print_score

    console = Console()
    root = corpora or corpora_root()
    found = find_corpora(root) if root else []
    with tempfile.TemporaryDirectory(prefix="redactory-score-") as work:
        if sample:
            found += find_corpora(generate(Path(work) / "sample").folder)
        if not found:
            console.print("no corpus found: set REDACTORY_CORPORA to a folder of corpora, or leave --no-sample out")
            raise typer.Exit(NOTHING_TO_SCORE)
        scores = score_corpora(found, policy, Path(work), partial(redact_corpus, ner=ner))
    if by_class:
        for name, result in scores:
            console.rule(name)
            print_score(result, console)
    print_corpora(scores, console)
