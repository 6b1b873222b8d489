"""`redactory review list|notice|sample|rows|accept|miss|show|approve|reject`."""

from __future__ import annotations

import getpass
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

if TYPE_CHECKING:
    from redactory.ledger.models import PolicyVersion
    from redactory.platform import Platform

ME = getpass.getuser()

app = typer.Typer(no_args_is_help=True, help="New policy versions: their first rows, and the decision on them.")

Version = Annotated[str, typer.Argument(help="id of the version, or its first characters")]
By = Annotated[str, typer.Option("--by", help="who reads; the ledger notes it")]


@app.command("list")
def list_() -> None:
    """Every policy version the ledger knows, and its state."""
    from redactory.ledger import list_policy_versions

    columns = ("policy", "file", "state", "rows to read", "approved by", "how")
    table = Table(Column("version", no_wrap=True), *(Column(name, overflow="fold") for name in columns))  # ids whole
    for version in list_policy_versions(_platform().ledger):
        table.add_row(
            version.id[:12], version.name, version.source_file, version.state, str(version.sample_rows or ""),
            version.approved_by or "", version.approval_how or "",
        )  # fmt: skip
    Console().print(table)


@app.command()
def notice() -> None:
    """Note changed policy files and engines, as the nightly run does.

    Exit code 1 where a file is wrong, or where this engine may not publish under a version in use.
    """
    from redactory.review import notice_changes

    found = notice_changes(_platform())
    for version in found.versions:
        typer.echo(f"waits for review: {version[:12]}")
    for problem in found.problems:
        typer.echo(problem, err=True)
    if found.problems:
        raise typer.Exit(1)


@app.command()
def sample(version: Version) -> None:
    """Lay out the first rows the version redacts, for a steward to read."""
    from redactory.review import write_sample

    platform = _platform()
    rows = write_sample(platform, _version(platform, version).id)
    typer.echo(f"{rows} rows are laid out; read them with: redactory review rows {version}")


@app.command()
def rows(
    version: Version,
    by: By = ME,
    only: Annotated[int | None, typer.Option("--row", help="one row alone")] = None,
) -> None:
    """Show the first rows, original and redacted. This prints personal data; each row shown is an audit row."""
    from redactory.review.verdicts import show_row

    platform = _platform()
    found = _version(platform, version)
    console = Console()
    for number in [only] if only else range(1, (found.sample_rows or 0) + 1):
        row = show_row(platform, found.id, number, by=by)
        console.rule(f"row {row.number}")
        for index, field in enumerate(row.fields):
            console.print(Text(f"{index}  {field.path}", style="bold"))
            console.print(Text(field.before))
            if field.after != field.before:
                console.print(Text(field.after, style="green"))


@app.command()
def accept(
    version: Version,
    numbers: Annotated[list[int], typer.Argument(help="rows that were read to their end")],
    by: By = ME,
) -> None:
    """Say that rows were read. A row that was not shown to you is refused."""
    from redactory.review.verdicts import mark_read

    platform = _platform()
    found = _version(platform, version)
    for number in numbers:
        mark_read(platform, found.id, number, by=by)
    typer.echo(f"{len(numbers)} rows are read")


@app.command()
def miss(
    version: Version,
    row: Annotated[int, typer.Argument(help="row")],
    field: Annotated[int, typer.Argument(help="number of the field, as `review rows` shows it")],
    start: Annotated[int, typer.Argument(help="first character, from 0")],
    end: Annotated[int, typer.Argument(help="character after the last")],
    entity: Annotated[str, typer.Argument(help="what it is: PERSON, USER, ...")],
    by: By = ME,
) -> None:
    """Mark a place that should have been replaced."""
    from redactory.review.verdicts import mark_missed

    platform = _platform()
    found = _version(platform, version)
    number = mark_missed(platform, found.id, row, field=field, start=start, end=end, entity=entity, by=by)
    typer.echo(f"case {number} is noted")


@app.command()
def show(version: Version) -> None:
    """Where a review stands: what is read, what was found, what is in the way of an approval."""
    from redactory.review import register
    from redactory.review.standing import standing

    platform = _platform()
    found = _version(platform, version)
    with platform.ledger.session() as session:
        review = register.locked(session, found.id)
        now, cause = standing(session, review), review.cause
    if cause:
        typer.echo(f"read again: {cause}")
    typer.echo(f"{now.read} of {now.rows} rows are read; {now.recall}")
    typer.echo(now.reach)
    for line in now.blockers:
        typer.echo(f"in the way: {line}")


@app.command()
def approve(
    version: Version,
    by: Annotated[str, typer.Option("--by", help="who approves")],
    reason: Annotated[str, typer.Option("--reason", help="why, for the record")] = "",
) -> None:
    """Approve a version whose first rows were read. Refused while something is in the way."""
    from redactory.review import approve as approve_version

    platform = _platform()
    found = _version(platform, version)
    if approve_version(platform, found.id, by=by, reason=reason):
        typer.echo(f"{found.name} {found.id[:12]} is approved; the next run uses it")
    else:
        typer.echo("noted; a second steward must approve it too")


@app.command()
def reject(
    version: Version,
    by: Annotated[str, typer.Option("--by", help="who rejects")],
    reason: Annotated[str, typer.Option("--reason", help="why, without quoting a value")],
) -> None:
    """Send a version back."""
    from redactory.review import reject as reject_version

    platform = _platform()
    found = _version(platform, version)
    reject_version(platform, found.id, by=by, reason=reason)
    typer.echo(f"{found.name} {found.id[:12]} is rejected; runs go on with the version approved before it")


def _platform() -> Platform:
    from redactory.platform import Platform

    platform = Platform.open()
    platform.ledger.migrate()
    return platform


def _version(platform: Platform, start: str) -> PolicyVersion:
    from redactory.errors import LedgerError
    from redactory.ledger import list_policy_versions

    found = [v for v in list_policy_versions(platform.ledger) if v.id.startswith(start)]
    if len(found) != 1:
        raise LedgerError(f"{len(found)} policy versions begin with these characters; see `redactory review list`")
    return found[0]
