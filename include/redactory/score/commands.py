"""`redactory score`, `sweep` and `ablate`, and `python -m redactory.score` (`make score`) over every corpus at hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

QUALITY_FAILURE = 1  # exit code: a share is below what was asked for
NOTHING_TO_SCORE = 2

SHIPPED = Path("policies/it-tickets.yaml")
OUTPUT = Path("var/score")

Share = Annotated[float | None, typer.Option(min=0.0, max=1.0, help="exit code 1 below this share (0 to 1)")]
PolicyFile = Annotated[Path, typer.Option("--policy", "-p", help="policy file")]
CorpusFolders = Annotated[
    list[Path] | None,
    typer.Option("--corpus", help="folder of a corpus or of several; default: REDACTORY_CORPORA, else our own sample"),
]
SampleSize = Annotated[
    int | None, typer.Option("--sample", min=1, metavar="N", help="N records of each corpus, spread evenly")
]
Ner = Annotated[bool | None, typer.Option("--ner/--no-ner", help="default: as the policy says")]
Workers = Annotated[int, typer.Option("--workers", min=1, help="processes")]


def score(
    redacted: Annotated[Path, typer.Argument(help="redacted JSON Lines (.jsonl, .gz, .zst), or a folder of them")],
    remove: Annotated[Path | None, typer.Option("--remove", help="answer key of what must go (pii.json)")] = None,
    keep: Annotated[Path | None, typer.Option("--keep", help="answer key of what must stay (retention.json)")] = None,
    policy: Annotated[
        Path | None,
        typer.Option("--policy", "-p", help="policy of the run: its tokens are no text; without it, `<SUCH>` ones"),
    ] = None,
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
    from redactory.policy import load_policy
    from redactory.score.report import as_data, print_score
    from redactory.score.score import score as score_files

    if remove is None and keep is None:
        raise ConfigError("give an answer key: --remove pii.json, --keep retention.json, or both")
    for bar, key, option in ((min_recall, remove, "--min-recall"), (min_retention, keep, "--min-retention")):
        if bar is not None and key is None:
            raise ConfigError(f"{option} needs the answer key of its side")
    result = score_files(redacted, remove, keep, load_policy(policy) if policy else None)
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
    policy: Annotated[Path, typer.Option(help="policy file")] = SHIPPED,
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


def sweep(
    entity: Annotated[str, typer.Option("--entity", help="an entity of the policy, or all")],
    low: Annotated[float, typer.Option("--from", min=0.0, max=1.0, help="lowest threshold")] = 0.3,
    high: Annotated[float, typer.Option("--to", min=0.0, max=1.0, help="highest threshold")] = 0.9,
    step: Annotated[float, typer.Option("--step", help="from one threshold to the next")] = 0.05,
    policy: PolicyFile = SHIPPED,
    corpus: CorpusFolders = None,
    sample: SampleSize = None,
    ner: Ner = None,
    workers: Workers = 2,
    questions: Annotated[
        Path | None,
        typer.Option("--questions", help="JSON lines: question, relevant (record ids); adds recall@5, by BM25"),
    ] = None,
    output: Annotated[Path, typer.Option("--output", help="folder for sweep-<entity>.csv and the plots")] = OUTPUT,
) -> None:
    """Recall, retention and masked share at each threshold of an entity: a table, a CSV and an SVG plot.

    The policy's own threshold is tried as well and marked. Layers are run once and re-thresholded.
    """
    import tempfile
    from itertools import groupby

    from rich.console import Console

    from redactory.policy import load_policy
    from redactory.retrieval.model import read_chunks, read_questions
    from redactory.score.cut import chosen_corpora
    from redactory.score.plot import sweep_svg
    from redactory.score.sweep import entities_named, sweep_corpus, thresholds_between
    from redactory.score.tables import print_sweep, sweep_csv

    rules = load_policy(policy)
    entities, thresholds = entities_named(entity, rules), thresholds_between(low, high, step)
    rows = []
    with tempfile.TemporaryDirectory(prefix="redactory-sweep-") as work, _trials() as done:
        for found in chosen_corpora(corpus or [], Path(work), _own_sample, sample=sample):
            asked = read_questions(questions, read_chunks(found.tickets)) if questions else []
            rows += sweep_corpus(
                found, rules, entities, thresholds, ner=ner, workers=workers, done=done, questions=asked
            )
    console = Console()
    print_sweep(rows, console)
    output.mkdir(parents=True, exist_ok=True)
    rows.sort(key=lambda row: (entities.index(row.entity), row.corpus, row.threshold))
    for label, part in groupby(rows, key=lambda row: row.entity):
        name = f"sweep-{label.lower().replace('_', '-')}"
        of_entity = list(part)
        (output / f"{name}.csv").write_text(sweep_csv(of_entity), encoding="utf-8")
        for where, points in groupby(of_entity, key=lambda row: row.corpus):
            (output / f"{name}-{where}.svg").write_text(sweep_svg(list(points)), encoding="utf-8")
        console.print(f"{output / name}.csv and its plots are written", highlight=False, soft_wrap=True)


def ablate(
    policy: PolicyFile = SHIPPED,
    corpus: CorpusFolders = None,
    sample: SampleSize = None,
    ner: Ner = None,
    workers: Workers = 2,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON instead of tables")] = False,
    csv: Annotated[Path | None, typer.Option("--csv", help="write the table as CSV as well")] = None,
) -> None:
    """Switch each layer, rule and recogniser off in turn, and print both sides against the full run."""
    import json
    import tempfile

    from rich.console import Console

    from redactory.policy import load_policy
    from redactory.score.ablate import ablate_corpus
    from redactory.score.cut import chosen_corpora
    from redactory.score.tables import ablation_csv, ablation_data, print_ablation

    rules = load_policy(policy)
    rows = []
    with tempfile.TemporaryDirectory(prefix="redactory-ablate-") as work, _trials() as done:
        for found in chosen_corpora(corpus or [], Path(work), _own_sample, sample=sample):
            rows += ablate_corpus(found, rules, ner=ner, workers=workers, done=done)
    if csv is not None:
        csv.parent.mkdir(parents=True, exist_ok=True)
        csv.write_text(ablation_csv(rows), encoding="utf-8")
    if as_json:
        typer.echo(json.dumps(ablation_data(rows), indent=2))
    else:
        print_ablation(rows, Console())


def _own_sample(folder: Path) -> Path:
    from redactory.sample import generate

    return generate(folder).folder


@contextmanager
def _trials() -> Iterator[Callable[[], None]]:
    """Counts trials on standard error while they run."""
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.completed} trials"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("trials", total=None)
        yield lambda: progress.advance(task)
