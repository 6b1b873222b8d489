"""`redactory retrieval`: what a redaction does to finding things again."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from redactory.commands.options import AccountsFile, DirectoryFile, KeyFile

if TYPE_CHECKING:
    from redactory.retrieval.measure import Measure
    from redactory.retrieval.model import Chunk, Question

SHIPPED = Path("policies/it-tickets.yaml")


def retrieval(
    questions: Annotated[
        Path | None,
        typer.Option("--questions", help="JSON lines: question, relevant (ids of chunks); default: our own sample"),
    ] = None,
    corpus: Annotated[
        list[Path] | None,
        typer.Option("--corpus", help="JSON lines: id, text. One: every form of it; several: as before and after"),
    ] = None,
    policy: Annotated[Path, typer.Option("--policy", "-p", help="policy file")] = SHIPPED,
    directory: DirectoryFile = None,
    accounts: AccountsFile = None,
    key_file: KeyFile = None,
    no_ner: Annotated[bool, typer.Option("--no-ner", help="leave layer 3 out")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON instead of a table")] = False,
) -> None:
    """Recall@5, MRR and the mean cosine between chunks, by BM25 and, with the extra `embeddings`, by MiniLM.

    One corpus is measured raw, with one marker for all, with typed tokens and with keyed surrogates. Several are taken
    as they are: the first is raw and gets the questions as they stand, the others get them redacted by the policy.
    """
    import json
    from dataclasses import asdict

    from redactory.errors import ConfigError
    from redactory.retrieval.model import read_chunks, read_questions
    from redactory.sample.accounts import generate_accounts

    if (questions is None) != (not corpus):
        raise ConfigError("--questions and --corpus go together; without both, our own sample is measured")
    with tempfile.TemporaryDirectory(prefix="redactory-retrieval-") as work:
        if questions is None or not corpus:
            sample = generate_accounts(work)
            questions, corpus, accounts = sample.questions, [sample.chunks], accounts or sample.accounts
        corpora = {path: read_chunks(path) for path in corpus}
        asked = read_questions(questions, corpora[corpus[0]])
        ner = False if no_ner else None
        if len(corpora) == 1:
            rows = _every_form(corpora[corpus[0]], asked, policy, directory, accounts, ner)
        else:
            rows = _as_they_are(corpora, asked, policy, directory, accounts, key_file, ner)
    if as_json:
        typer.echo(json.dumps([asdict(row) for row in rows], indent=2))
    else:
        _print(rows, len(asked), len(corpora[corpus[0]]))


def _every_form(
    chunks: list[Chunk], questions: list[Question], policy: Path, directory: Path | None, accounts: Path | None,
    ner: bool | None,
) -> list[Measure]:  # fmt: skip
    from redactory.commands.redact import read_snapshot
    from redactory.policy import load_policy
    from redactory.retrieval.forms import forms, in_form
    from redactory.retrieval.measure import measure
    from redactory.retrieval.rankers import rankers

    rules = load_policy(policy)
    rows = []
    for name, rewrite in forms(rules, read_snapshot(rules, directory, accounts), ner=ner).items():
        corpus, asked = in_form(rewrite, chunks, questions)
        rows += [measure(name, kind, corpus, asked) for kind in rankers()]
    return rows


def _as_they_are(
    corpora: dict[Path, list[Chunk]], questions: list[Question], policy: Path, directory: Path | None,
    accounts: Path | None, key_file: Path | None, ner: bool | None,
) -> list[Measure]:  # fmt: skip
    from redactory.commands.redact import read_snapshot, surrogate_keys
    from redactory.errors import RetrievalError
    from redactory.policy import load_policy
    from redactory.redact.engine import Redactor
    from redactory.retrieval.forms import in_form, redacted
    from redactory.retrieval.measure import measure
    from redactory.retrieval.rankers import rankers

    rules = load_policy(policy)
    keys = surrogate_keys(rules, key_file, *map(str, corpora))
    redactor = Redactor(rules, read_snapshot(rules, directory, accounts), keys=keys, ner=ner)
    _, asked = in_form(lambda texts: redacted(redactor, texts), [], questions)
    first, *others = corpora
    ids = {chunk.id for chunk in corpora[first]}
    for path in others:
        if {chunk.id for chunk in corpora[path]} != ids:
            raise RetrievalError(f"{path}: its chunks are not those of {first}; the ids must be the same")
    return [
        measure(str(path), kind, chunks, questions if path == first else asked)
        for path, chunks in corpora.items()
        for kind in rankers()
    ]


def _print(rows: list[Measure], questions: int, chunks: int) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(title=f"{questions} questions over {chunks} chunks")
    for heading in ("form", "by", "recall@5", "MRR", "mean cosine"):
        table.add_column(heading, justify="left" if heading in ("form", "by") else "right")
    for row in rows:
        table.add_row(row.form, row.ranker, f"{row.recall:.3f}", f"{row.mrr:.3f}", f"{row.mean_cosine:.3f}")
    Console().print(table)
