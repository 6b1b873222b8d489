"""`redactory case sanitise` and `redactory case replay`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from redactory.commands.options import AccountsFile, DirectoryFile, KeyFile

if TYPE_CHECKING:
    from redactory.transform.keys import SurrogateKeys

app = typer.Typer(no_args_is_help=True, help="Evaluation cases: fake people in the places of real ones.")


@app.command()
def sanitise(
    cases: Annotated[Path, typer.Argument(metavar="CASE.jsonl", help="cases, one JSON object a line")],
    out: Annotated[Path, typer.Option("--out", "-o", help="the sanitised cases")],
    policy: Annotated[Path, typer.Option("--policy", "-p", help="policy that writes pseudonyms")],
    directory: DirectoryFile = None,
    accounts: AccountsFile = None,
    key_file: KeyFile = None,
    dropped: Annotated[
        Path | None, typer.Option("--dropped", help="ledger of dropped cases; default: OUT.dropped.jsonl")
    ] = None,
    no_ner: Annotated[bool, typer.Option("--no-ner", help="leave layer 3 out")] = False,
) -> None:
    """Write every case with fake values. Exit code 0 done, 1 nothing was written, 2 wrong use."""
    from redactory.commands.redact import read_snapshot
    from redactory.errors import EvalsError
    from redactory.evals.files import sanitise_file
    from redactory.evals.sanitiser import CaseRedactor
    from redactory.policy import load_policy
    from redactory.policy.pins import check_pins
    from redactory.transform import needs_case

    console = Console(stderr=True)
    rules = load_policy(policy)
    if not needs_case(rules):
        raise EvalsError(
            f"policy {rules.name} writes no pseudonyms: give a policy of cases (policies/examples/eval-cases.yaml)"
        )
    check_pins(rules, ner=False if no_ner else None)
    keys = _keys(key_file, cases, out)
    if keys is None:
        keys = _key_of_this_run()
        console.print("no surrogate key: another run gives a case other fakes", style="yellow")
    if directory is None:
        console.print("no --directory: layer 1 knows nobody", style="yellow")
    redactor = CaseRedactor(
        rules, read_snapshot(rules, directory, accounts), keys=keys, ner=False if no_ner else None
    )
    ledger = dropped or out.with_name(f"{out.name}.dropped.jsonl")
    summary, refused = sanitise_file(cases, out, ledger, redactor)
    for reason in refused:
        console.print(f"not written: {reason}", style="red", markup=False, highlight=False)
    for reason, count in sorted(summary.dead.items()):
        console.print(f"{count} dropped: {reason}", style="yellow", markup=False, highlight=False)
    console.print(
        f"{0 if refused else summary.rows_out} of {summary.rows_in} cases written, {summary.replaced} values replaced",
        highlight=False,
    )
    if refused:
        raise typer.Exit(1)


@app.command()
def replay(
    original: Annotated[Path, typer.Argument(metavar="ORIGINAL.jsonl", help="the cases as they were")],
    sanitised: Annotated[Path, typer.Argument(metavar="SANITISED.jsonl", help="what `case sanitise` made of them")],
    command: Annotated[
        str, typer.Option("--command", help="your evaluator: a shell command that reads one case on standard input")
    ],
    timeout: Annotated[float, typer.Option("--timeout", min=0.1, help="seconds an evaluation may take")] = 300.0,
) -> None:
    """Print the ids of the cases whose verdict changed. Exit code 0 none did, 1 some did, 2 wrong use.

    A verdict is `verdict` of the JSON object the command prints last, or its exit code.
    """
    from redactory.evals.replay import read_cases
    from redactory.evals.replay import replay as run

    console = Console(stderr=True)
    before, after = read_cases(original), read_cases(sanitised)
    changed = compared = 0
    for case in run(command, before, after, timeout=timeout):
        compared += 1
        if not case.same:
            changed += 1
            typer.echo(case.id)
    missing = len(before) - compared
    console.print(f"{changed} of {compared} verdicts changed; {missing} cases were dropped", highlight=False)
    if changed:
        raise typer.Exit(1)


def _keys(key_file: Path | None, *beside: Path) -> SurrogateKeys | None:
    """The installation's keys, where it has any. Raises ConfigError for a file that is named and not there."""
    from dataclasses import replace

    from redactory.config import Settings
    from redactory.transform.keys import SurrogateKeys

    settings = Settings.load()
    if key_file is not None:
        settings = replace(settings, surrogate_key_file=key_file, surrogate_keys=None)
    elif settings.surrogate_keys is None and not settings.surrogate_key_file.exists():
        return None
    return SurrogateKeys.load(settings, beside=map(str, beside))


def _key_of_this_run() -> SurrogateKeys:
    import secrets

    from redactory.transform.keys import SurrogateKey, SurrogateKeys

    return SurrogateKeys((SurrogateKey("of-this-run", secrets.token_bytes(32)),))
