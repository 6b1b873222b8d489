"""`redactory partitions list|files|report|rerun|release|discard|expire`: counts and places, no value of any row."""

from __future__ import annotations

import getpass
import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from redactory.errors import PartitionError, RedactoryError

if TYPE_CHECKING:
    from redactory.ledger.models import PartitionRun
    from redactory.platform import Platform

NOT_PUBLISHED = 1  # exit code: something that was asked for was not done to every partition

app = typer.Typer(no_args_is_help=True, help="Partitions: what is published, and what waits in quarantine.")

Dataset = Annotated[str, typer.Argument(help="dataset, as the policy names it")]
RunNumber = Annotated[int, typer.Argument(help="number of the partition run, as `partitions list` shows it")]
By = Annotated[str | None, typer.Option("--by", help="who decides; default: the user logged in here")]
Reason = Annotated[str, typer.Option("--reason", help="why; kept in the audit, so name nobody")]


@app.command("list")
def list_(
    dataset: Annotated[str | None, typer.Argument(help="only this dataset")] = None,
    state: Annotated[str | None, typer.Option("--state", help="only partitions in this state")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="one JSON object a line")] = False,
) -> None:
    """The latest run of every partition: state, generation, rows."""
    runs = [run for run in _latest(_platform(), dataset) if state in (None, run.state)]
    if as_json:
        for run in runs:
            typer.echo(json.dumps(_row(run)))
        return
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Column, Table

    names = ("run", "partition", "state", "gen.", "rows", "dead")
    table = Table(
        *(Column(name, overflow="fold") for name in names),
        Column("policy", no_wrap=True),
        box=SIMPLE_HEAD,
        pad_edge=False,
    )  # 80 columns hold it
    for run in runs:
        table.add_row(
            str(run.id), f"{run.dataset}/{run.partition}", run.state, str(run.generation or "-"), f"{run.rows_out:,}",
            f"{run.rows_dead:,}", run.policy_version[:12],
        )  # fmt: skip
    Console().print(table if runs else "no partitions yet: the nightly run notes what it finds in landing")


@app.command()
def files(dataset: Dataset, date: Annotated[str, typer.Argument(help="partition's value, e.g. 2026-11-29")]) -> None:
    """Print the URLs of a partition's current objects, one a line. Exit code 1 where nothing is published."""
    from redactory.partitions.publish import published_urls

    platform = _platform()
    urls = published_urls(platform.published, dataset, _partition(platform, dataset, date))
    for url in urls:
        typer.echo(url)
    if not urls:
        typer.echo(f"nothing is published of {dataset}, {date}", err=True)
        raise typer.Exit(NOT_PUBLISHED)


@app.command()
def report(number: RunNumber) -> None:
    """Print the quarantine report of a partition run as JSON: rows, fields and classes."""
    from redactory.partitions.quarantine import read_report

    typer.echo(json.dumps(read_report(_platform(), number), indent=1, ensure_ascii=False))


@app.command()
def rerun(
    dataset: Dataset,
    first: Annotated[str, typer.Argument(help="partition's value, e.g. 2026-11-29")],
    last: Annotated[str | None, typer.Argument(help="last value of a range; default: the first")] = None,
    by: By = None,
    reason: Reason = "",
    now: Annotated[bool, typer.Option("--now", help="run them here, instead of in the next nightly run")] = False,
) -> None:
    """Publish old objects of a range of partitions again, by the policy version approved now."""
    from redactory.partitions.requests import request_rerun

    platform = _platform()
    number = request_rerun(platform.ledger, dataset, first, last, actor=by or getpass.getuser(), reason=reason)
    if not now:
        typer.echo(f"{dataset} {first}{f' to {last}' if last else ''}: the next run publishes it again")
        return
    _run_now(platform, f"rerun-{number}", dataset, first, last or first)


@app.command()
def release(number: RunNumber, reason: Reason, by: By = None) -> None:
    """Let a quarantined partition be published as it is: takes two people, each running this once."""
    from redactory.partitions.quarantine import release as decide

    state = decide(_platform(), number, actor=by or getpass.getuser(), reason=reason)
    typer.echo("published" if state == "released" else "noted; a second person must release it too")


@app.command()
def discard(number: RunNumber, reason: Reason, by: By = None) -> None:
    """Delete a quarantined or held partition's output; its objects are not read again but by `rerun`."""
    from redactory.partitions.quarantine import discard as decide

    decide(_platform(), number, actor=by or getpass.getuser(), reason=reason)
    typer.echo("discarded")


@app.command()
def expire(
    dataset: Annotated[str | None, typer.Argument(help="only this dataset")] = None,
    days: Annotated[
        int | None, typer.Option("--days", min=1, help="replaced so long ago; default: REDACTORY_REPLACED_DAYS")
    ] = None,
    by: By = None,
) -> None:
    """Delete generations that newer ones replaced, as a nightly run does; what is current stays."""
    from redactory.partitions.retention import expire_generations

    found = expire_generations(_platform(), dataset=dataset, days=days, actor=by or getpass.getuser())
    for one in found:
        for number in one.generations:
            typer.echo(f"{one.dataset}/{one.partition}: generation {number} is deleted")
        if one.problem:
            typer.echo(one.problem, err=True)
    if not found:
        typer.echo("no generation was replaced that long ago")
    if any(one.problem for one in found):
        raise typer.Exit(NOT_PUBLISHED)


_COLUMNS = ("run", "dataset", "partition", "state", "generation", "objects", "rows", "dead", "policy_version")


def _row(run: PartitionRun) -> dict[str, Any]:
    values = (
        run.id, run.dataset, run.partition, run.state, run.generation, len(run.objects), run.rows_out, run.rows_dead,
        run.policy_version,
    )  # fmt: skip
    return dict(zip(_COLUMNS, values, strict=True)) | {"reason": run.reason}


def _latest(platform: Platform, dataset: str | None) -> list[PartitionRun]:
    from sqlalchemy import func, select
    from sqlalchemy.orm import selectinload

    from redactory.ledger.models import PartitionRun

    newest = select(func.max(PartitionRun.id)).group_by(PartitionRun.dataset, PartitionRun.partition)
    if dataset is not None:
        newest = newest.where(PartitionRun.dataset == dataset)
    query = select(PartitionRun).where(PartitionRun.id.in_(newest)).options(selectinload(PartitionRun.objects))
    with platform.ledger.session(readonly=True) as session:
        return list(session.scalars(query.order_by(PartitionRun.dataset, PartitionRun.partition)))


def _partition(platform: Platform, dataset: str, date: str) -> str:
    """`dt=2026-11-29` for a bare date, by the key the dataset's policy names; `dt` where no policy says so."""
    return date if "=" in date else f"{_partition_key(platform, dataset)}={date}"


def _partition_key(platform: Platform, dataset: str) -> str:
    from redactory.ledger import approved_policies

    keys = [json.loads(v.canonical).get("partition_key", "dt") for v in approved_policies(platform.ledger, dataset)]
    return str(keys[0]) if keys else "dt"


def _run_now(platform: Platform, run_id: str, dataset: str, first: str, last: str) -> None:
    from redactory.partitions.discover import partition_values
    from redactory.partitions.nightly import plan_run, run_partition, summarise

    dates = partition_values(platform.landing, dataset, _partition_key(platform, dataset), first, last)
    for number in plan_run(platform, run_id=run_id, dataset=dataset, dates=dates, rerun=True):
        try:
            typer.echo(f"partition run {number}: {run_partition(platform, number)}")
        except RedactoryError as error:  # the others go on; the summary says that this one did not
            typer.echo(f"partition run {number}: {error}", err=True)
    summary = summarise(platform, run_id)
    for line in (*summary.notes, *summary.problems):
        typer.echo(line, err=True)
    if not summary.ok:
        raise typer.Exit(NOT_PUBLISHED)
    if not summary.partitions:
        raise PartitionError("nothing was run: landing holds no such partition, or no policy version is approved")


def _platform() -> Platform:
    from redactory.platform import Platform

    platform = Platform.open()
    platform.ledger.migrate()
    return platform
