"""`python -m redactory.score`: redact every corpus at hand and the project's own sample, print both sides."""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from redactory.errors import RedactoryError


def main(
    policy: Annotated[Path, typer.Option(help="policy file")] = Path("policies/it-tickets.yaml"),
    corpora: Annotated[Path | None, typer.Option(help="folder of corpora; default: REDACTORY_CORPORA")] = None,
    sample: Annotated[Path | None, typer.Option(help="a sample data set made before, scored as well")] = None,
    no_ner: Annotated[bool, typer.Option("--no-ner", help="without the NER layer")] = False,
    by_class: Annotated[bool, typer.Option("--by-class", help="every class of every corpus")] = False,
) -> None:
    """Score every corpus found."""
    from redactory.score.corpora import corpora_root, find_corpora, redact_corpus, score_corpora
    from redactory.score.report import print_corpora, print_score

    console = Console()
    root = corpora or corpora_root()
    found = find_corpora(root) if root else []
    if sample is not None:
        found += find_corpora(sample)
    if not found:
        console.print(
            "no corpus found: set REDACTORY_CORPORA, or give --sample a folder of `python -m redactory.sample`"
        )
        raise typer.Exit(2)
    with tempfile.TemporaryDirectory(prefix="redactory-score-") as work:
        redact = partial(redact_corpus, ner=False if no_ner else None)
        scores = score_corpora(found, policy, Path(work), redact)
    if by_class:
        for name, score in scores:
            console.rule(name)
            print_score(score, console)
    print_corpora(scores, console)


if __name__ == "__main__":
    try:
        typer.run(main)
    except RedactoryError as error:
        typer.echo(f"error: {error}", err=True)
        raise SystemExit(2) from None
