"""`python -m redactory.bench`: what one core does, as ratios measured in one run; under ten minutes."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from redactory.bench.directory import by_directory
from redactory.bench.gates import against_redaction
from redactory.bench.layers import against_models, against_reading
from redactory.bench.model import Ratio
from redactory.bench.report import as_data, print_report
from redactory.bench.rows import by_rows
from redactory.bench.start import start
from redactory.bench.texts import read_tickets
from redactory.errors import RedactoryError
from redactory.policy import load_policy
from redactory.sample import generate
from redactory.score.corpora import Corpus, corpora_root, find_corpora, score_corpora

_WIDTH = 170  # characters of the table in a pipe
_SEED = 7  # not the demo's: what warms the caches is not what is measured


def bench(
    policy: Annotated[Path, typer.Option(help="the policy file")] = Path("policies/it-tickets.yaml"),
    people: Annotated[int, typer.Option(help="people of the large directory")] = 250_000,
    identities: Annotated[int, typer.Option(help="people whose absence the gates check")] = 100_000,
    sentences: Annotated[int, typer.Option(help="distinct texts for the models")] = 3_000,
    tickets: Annotated[int, typer.Option(help="tickets as they come for the models")] = 150,
    rows: Annotated[int, typer.Option(help="rows of the file whose memory is measured")] = 1_000_000,
    partition: Annotated[int, typer.Option(help="rows that one process and two redact")] = 100_000,
    scores: Annotated[bool, typer.Option(help="redact and score the corpora too")] = True,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Measure, and print the table. Rows are ratios of CPU times, so that a busy machine matters little.

    Two processes against one is by the clock: it wants two idle cores.
    """
    log = Console(stderr=True)
    with tempfile.TemporaryDirectory(prefix="redactory-bench-") as work:
        other = _generated(Path(work) / "warm", _SEED)
        root = corpora_root()
        corpora = [*(find_corpora(root) if root is not None else []), _generated(Path(work) / "sample", None)]
        rules = load_policy(policy)
        measured, warm = read_tickets(corpora[0], rules), read_tickets(other, rules)

        def ratios() -> Iterator[Callable[[], list[Ratio]]]:
            yield lambda: start(policy, corpora[0].directory)
            yield lambda: [against_reading(rules, measured, warm)]
            yield lambda: against_models(rules, measured, warm, sentences, tickets)
            yield lambda: by_directory(rules, measured, people)
            yield lambda: by_rows(policy, corpora[0].directory, rows, partition)
            yield lambda: [against_redaction(rules, measured, warm, identities)]

        found: list[Ratio] = []
        for measure in ratios():
            for ratio in measure():
                log.print(f"{ratio.name} against {ratio.other_name}: {ratio.value:.2f}")
                found.append(ratio)
        scored = score_corpora(corpora, policy, Path(work)) if scores else []
        if as_json:
            typer.echo(json.dumps(as_data(found, scored), indent=2))
        else:
            print_report(found, scored, Console(width=None if sys.stdout.isatty() else _WIDTH))


def _generated(folder: Path, seed: int | None) -> Corpus:
    sample = generate(folder) if seed is None else generate(folder, seed)
    return find_corpora(sample.folder)[0]


if __name__ == "__main__":
    try:
        typer.run(bench)
    except RedactoryError as error:
        typer.echo(f"error: {error}", err=True)
        raise SystemExit(2) from None
