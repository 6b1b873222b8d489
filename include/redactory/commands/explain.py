"""`redactory explain`: every span of a text with layer, rule and score, and what lost against what."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from redactory.commands.options import AccountsFile, DirectoryFile, KeyFile
from redactory.commands.redact import LAYERS, read_snapshot, surrogate_keys


def explain(
    text: Annotated[str | None, typer.Argument(help="the text; '-' or nothing reads it from standard input")] = None,
    policy: Annotated[Path, typer.Option("--policy", "-p", help="policy file")] = Path("policies/it-tickets.yaml"),
    directory: DirectoryFile = None,
    accounts: AccountsFile = None,
    key_file: KeyFile = None,
    no_ner: Annotated[bool, typer.Option("--no-ner", help="leave layer 3 out")] = False,
) -> None:
    """Print what is replaced in a text and why. It shows the text it is given: use it where that may be seen."""
    from redactory.detect.detector import Detector
    from redactory.policy import load_policy
    from redactory.transform import Operators, Scope

    rules = load_policy(policy)
    snapshot = read_snapshot(rules, directory, accounts)
    operators = Operators(rules, keys=surrogate_keys(rules, key_file))
    source = sys.stdin.read() if text in (None, "-") else str(text)
    people, listed = (snapshot.people, snapshot.accounts) if snapshot else ((), ())
    found = Detector(rules, people, ner=False if no_ner else None, accounts=listed).explain(source)
    console = Console()
    table = Table(title=f"{len(found.kept)} spans")
    for column in ("place", "text", "entity", "layer", "rule", "score"):
        table.add_column(column, overflow="fold")
    for span in found.kept:
        table.add_row(
            f"{span.start}-{span.end}", Text(source[span.start : span.end]), span.entity,
            f"{span.layer} {LAYERS[span.layer]}", span.rule, f"{span.score:.2f}",
        )  # fmt: skip
    console.print(table)
    if found.lost:
        lost = Table(title="lost")
        for column in ("place", "text", "as", "rule", "against", "why"):
            lost.add_column(column, overflow="fold")
        for loser, winner, why in found.lost:
            lost.add_row(
                f"{loser.start}-{loser.end}", Text(source[loser.start : loser.end]), loser.entity, loser.rule,
                f"{winner.rule} {winner.start}-{winner.end}" if winner else "", why,
            )  # fmt: skip
        console.print(lost)
    pieces, at, scope = [], 0, Scope()
    for span in found.kept:
        new = operators.of(span.entity, "").operate(source[span.start : span.end], scope, span.subject)
        pieces += [source[at : span.start], new]
        at = span.end
    console.print(Text("".join(pieces) + source[at:]))
