"""`redactory review list|sample|rows|approve|reject`."""

from __future__ import annotations

import getpass
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from redactory.ledger.models import PolicyVersion
    from redactory.platform import Platform

app = typer.Typer(no_args_is_help=True, help="New policy versions: their first rows, and the decision on them.")

Version = Annotated[str, typer.Argument(help="id of the version, or its first characters")]


@app.command("list")
def list_() -> None:
    """Every policy version the ledger knows, and its state."""
    from redactory.ledger import list_policy_versions

    table = Table("version", "policy", "file", "state", "rows to read", "approved by", "how")
    for version in list_policy_versions(_platform().ledger):
        table.add_row(
            version.id[:12], version.name, version.source_file, version.state, str(version.sample_rows or ""),
            version.approved_by or "", version.approval_how or "",
        )  # fmt: skip
    Console().print(table)


@app.command()
def notice() -> None:
    """Note changed policy files, as the nightly run does. Exit code 1 where a file is wrong."""
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
    by: Annotated[str, typer.Option("--by", help="who reads them; an audit row says so")] = getpass.getuser(),
) -> None:
    """Show the first rows, original and redacted. This prints personal data; each call is an audit row."""
    from redactory.review import read_sample

    platform = _platform()
    found = _version(platform, version)
    console = Console()
    for row in read_sample(platform, found.id, by=by):
        console.rule(f"row {row.number}")
        for field in row.fields:
            console.print(Text(field.path, style="bold"))
            console.print(Text(field.before))
            if field.after != field.before:
                console.print(Text(field.after, style="green"))


@app.command()
def approve(
    version: Version,
    by: Annotated[str, typer.Option("--by", help="who approves")],
    reason: Annotated[str, typer.Option("--reason", help="why, for the record")] = "",
) -> None:
    """Approve a version whose first rows were read."""
    from redactory.review import approve as approve_version

    platform = _platform()
    found = _version(platform, version)
    approve_version(platform, found.id, by=by, how="reviewed on the command line", reason=reason)
    typer.echo(f"{found.name} {found.id[:12]} is approved; the next run uses it")


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
