"""`redactory redact INPUT OUTPUT`: files, folders and s3:// objects."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO

import typer
from rich.console import Console
from rich.table import Table

from redactory.commands.options import AccountsFile, DirectoryFile, KeyFile

if TYPE_CHECKING:
    from redactory.directory.model import Snapshot
    from redactory.policy.model import Policy
    from redactory.policy.paths import FieldMatcher
    from redactory.records import Shape
    from redactory.redact.files import Check, FileResult, Pair
    from redactory.redact.summary import ObjectSummary
    from redactory.transform.keys import SurrogateKeys

_SHOWN = 5  # row numbers on the terminal; --report lists them
LAYERS = {0: "declared field", 1: "identity", 2: "formats", 3: "NER"}


def redact(
    source: Annotated[str, typer.Argument(metavar="INPUT", help="file, folder, or s3://bucket/key")],
    target: Annotated[str, typer.Argument(metavar="OUTPUT", help="file, folder, or s3://bucket/key")],
    policy: Annotated[Path, typer.Option("--policy", "-p", help="policy file")],
    directory: DirectoryFile = None,
    accounts: AccountsFile = None,
    key_file: KeyFile = None,
    fields: Annotated[
        list[str] | None, typer.Option("--fields", help="redact these paths instead of the policy's; '**' is all")
    ] = None,
    no_ner: Annotated[bool, typer.Option("--no-ner", help="leave layer 3 out")] = False,
    report: Annotated[Path | None, typer.Option("--report", help="write counts as JSON")] = None,
    workers: Annotated[int, typer.Option("--workers", min=1, help="processes")] = 1,
    check: Annotated[
        bool, typer.Option("--check", help="run the gates on each output, as a night does; a failure writes nothing")
    ] = False,
) -> None:
    """Redact records. Exit code 0 done, 1 something was refused (its output is not written), 2 wrong use."""
    from redactory.platform import Platform
    from redactory.policy import load_policy
    from redactory.policy.pins import check_pins
    from redactory.redact.engine import Redactor
    from redactory.redact.files import pairs, redact_pair
    from redactory.redact.sealing import sealing_for

    console = Console(stderr=True)
    rules = load_policy(policy)
    check_pins(rules, ner=False if no_ner else None)
    platform = Platform.open()
    work = pairs(source, target, platform.store)
    snapshot = read_snapshot(rules, directory, accounts)
    for warning in snapshot.warnings if snapshot else ():
        console.print(f"directory: {warning}", style="yellow", highlight=False, markup=False, soft_wrap=True)
    if directory is None:
        console.print("no --directory: layer 1 knows nobody", style="yellow")
    redactor = Redactor(
        rules, snapshot, ner=False if no_ner else None, keys=surrogate_keys(rules, key_file, source, target)
    )
    gate = _gate(rules, snapshot) if check else None
    sealing = sealing_for(platform, rules, redactor.key_id)
    results: list[FileResult] = []
    with _progress(console) as advance:
        for pair in work:
            done = redact_pair(
                pair, rules, redactor, workers=workers, fields=fields, check=gate, sealed=sealing, progress=advance
            )
            results.append(done)
    if report:
        told = _report(rules, snapshot, redactor.key_id, results)
        report.write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")
    _print(console, results)
    if any(result.refused for result in results):
        raise typer.Exit(1)


def read_snapshot(rules: Policy, directory: Path | None, accounts: Path | None) -> Snapshot | None:
    """The directory export with the account list, as far as they are given."""
    from datetime import UTC, datetime

    from redactory.directory import read_export
    from redactory.directory.accounts import with_accounts
    from redactory.directory.model import Snapshot

    if directory is None and accounts is None:
        return None
    snapshot = read_export(directory, rules.identity) if directory else Snapshot((), "none", datetime.now(UTC))
    return with_accounts(snapshot, accounts) if accounts else snapshot


def surrogate_keys(rules: Policy, key_file: Path | None, *beside: str) -> SurrogateKeys | None:
    """The keys of surrogates, for a policy that writes them. Raises ConfigError where there is none."""
    from dataclasses import replace

    from redactory.config import Settings
    from redactory.transform import needs_key
    from redactory.transform.keys import SurrogateKeys

    if not needs_key(rules):
        return None
    settings = Settings.load()
    if key_file is not None:
        settings = replace(settings, surrogate_key_file=key_file, surrogate_keys=None)
    return SurrogateKeys.load(settings, beside=beside)


def _gate(rules: Policy, snapshot: Snapshot | None) -> Check:
    def check(
        pair: Pair, shape: Shape, out: BinaryIO, sidecar: BinaryIO, summary: ObjectSummary, matcher: FieldMatcher
    ) -> list[str]:
        from redactory.gates import check_object, in_words
        from redactory.redact.places import read_places

        with pair.source.open(pair.source_key) as stream:
            results = check_object(
                source=stream, staged=out, shape=shape, policy=rules, snapshot=snapshot, places=read_places(sidecar),
                rows_in=summary.rows_in, rows_out=summary.rows_out, dead=summary.dead_rows, matcher=matcher,
            )  # fmt: skip
        return [f"gate {in_words(result)}" for result in results if not result.success]

    return check


class _progress:
    """A bar on a terminal, nothing in a pipe."""

    def __init__(self, console: Console) -> None:
        from rich.progress import MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

        self._bar = Progress(
            SpinnerColumn(), TextColumn("{task.description}"), MofNCompleteColumn(), TimeElapsedColumn(),
            console=console, disable=not console.is_terminal, transient=True,
        )  # fmt: skip

    def __enter__(self) -> Any:
        self._bar.start()
        task = self._bar.add_task("rows redacted", total=None)
        return lambda rows: self._bar.advance(task, rows)

    def __exit__(self, *_: object) -> None:
        self._bar.stop()


def _report(
    rules: Policy, snapshot: Snapshot | None, key_id: str | None, results: list[FileResult]
) -> dict[str, Any]:
    from redactory import __version__

    return {
        "engine": __version__,
        "policy": {"name": rules.name, "id": rules.id},
        "surrogate_key": key_id,
        "directory": {"hash": snapshot.hash, "people": len(snapshot.people)} if snapshot else None,
        "files": [
            {
                "source": result.source,
                "target": None if result.refused else result.target,
                "refused": list(result.refused),
                "device_schemes": result.schemes,
                **result.summary.as_dict(),
                "dead_letter": [{"row": row, "reason": reason} for row, reason in result.held.rows],
            }
            for result in results
        ],
    }


def _print(console: Console, results: list[FileResult]) -> None:
    from redactory.redact.summary import ObjectSummary

    def say(line: str, style: str) -> None:
        console.print(line, style=style, markup=False, highlight=False, soft_wrap=True)

    total = ObjectSummary()
    for result in results:
        for reason, rows in sorted(result.summary.dead.items()):
            numbers = [row for row, why in result.held.rows if why == reason]
            say(f"{result.source}: left out: {_places(numbers, rows)}: {reason}", "yellow")
        for reason in result.refused:
            say(f"{result.source}: not written: {reason}", "red")
        if not result.refused:
            total.add(result.summary)
    if all(result.refused for result in results):
        return
    share = f"masked share {total.masked_share:.1%}"
    say(f"{total.rows_out:,} rows written, {total.replaced:,} values replaced, {share}", "bold")
    if not total.replaced:
        return
    table = Table("class")
    for name in LAYERS.values():
        table.add_column(name, justify="right")
    for entity in total.by_entity():
        table.add_row(entity, *(f"{total.counts.get((entity, layer), 0):,}" for layer in LAYERS))
    console.print(table)


def _places(numbers: list[int], rows: int) -> str:
    """`row 4`, or the first few of many: `rows 4, 9, 12, 13, 20 and 7 more`. `numbers` may lack some of the `rows`."""
    shown = numbers[:_SHOWN]
    if not shown:
        return f"{rows:,} rows"
    more = f" and {rows - len(shown):,} more" if rows > len(shown) else ""
    return f"row{'s' if rows > 1 else ''} {', '.join(map(str, shown))}{more}"
