"""`redactory vault lookup|forget|expire|verify|accept|audit|grant|revoke|roles|migrate`.

Everybody acts under the account they are logged in with; there is no option to act as somebody else.
"""

from __future__ import annotations

import os
import pwd
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from redactory.errors import ConfigError

if TYPE_CHECKING:
    from redactory.platform import Platform
    from redactory.vault import Vault

BROKEN = 1  # exit code: the audit chain is broken, or there is no such token
app = typer.Typer(no_args_is_help=True, help="The vault: what surrogates stand for, and who asked.")

Reason = Annotated[str, typer.Option("--reason", help="why; kept in the vault's audit, so name nobody")]
RoleName = Annotated[str, typer.Argument(metavar="ROLE", help="reader, officer or admin")]
Name = Annotated[str, typer.Argument(help="account name")]


def actor() -> str:
    """The name of the account this process runs under, by the system and not by the environment."""
    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:  # an account without a name, as in some containers
        return f"uid {os.getuid()}"


@app.command()
def lookup(
    token: Annotated[str, typer.Argument(help="a surrogate, as it stands in published data")],
    role: Annotated[str, typer.Option("--role", help="the role you look it up in: reader")],
    reason: Reason,
    dataset: Annotated[str | None, typer.Option("--dataset", help="in this dataset alone")] = None,
) -> None:
    """Print what a token stands for. Exit code 1 where the vault does not know it."""
    from redactory.vault import dataset_scope

    scope = dataset_scope(dataset) if dataset else None
    found = _vault().lookup(token, by=actor(), role=role, reason=reason, scope=scope)
    for entry in found:
        typer.echo(f"{entry.scope}\t{entry.entity}\t{entry.value}")
    if not found:
        typer.echo("the vault does not know this token (or it expired, or was forgotten)", err=True)
        raise typer.Exit(BROKEN)


@app.command()
def forget(
    role: Annotated[str, typer.Option("--role", help="the role you act in: officer")],
    reason: Reason,
    person: Annotated[
        str | None,
        typer.Option("--person", help="directory key, username, e-mail, employee ID or full name; '-' reads it"),
    ] = None,
    token: Annotated[list[str] | None, typer.Option("--token", help="a token; may be repeated")] = None,
    value: Annotated[
        list[str] | None, typer.Option("--value", help="ENTITY=value, for who is in no directory; '-' reads lines")
    ] = None,
    scan: Annotated[bool, typer.Option(help="look through everything published for the tokens")] = True,
) -> None:
    """Remove every entry of a person, and list the published partitions that hold their surrogates."""
    from redactory.partitions.erasure import Request, surrogates_of
    from redactory.partitions.holding import partitions_holding

    platform, vault = _platform(), _vault()
    request = Request.of(platform, person=_read(person), values=_read_lines(value), tokens=token or ())
    gone = vault.forget(
        tokens=request.tokens, values=request.values, person=request.person_key, by=actor(), role=role, reason=reason
    )
    typer.echo(f"{gone.entries} entries removed")
    if not scan:
        return
    tokens = sorted({*gone.tokens, *surrogates_of(platform, request)})
    held = list(partitions_holding(platform.published, tokens)) if tokens else []
    for found in held:
        typer.echo(
            f"{found.dataset}/{found.partition} generation {found.generation}"
            f"{'' if found.current else ' (no longer current)'}: {found.tokens} of their surrogates in {found.objects} "
            "objects"
        )
    if not held:
        typer.echo("nothing that is published holds a surrogate of theirs")


@app.command()
def expire() -> None:
    """Remove what is past its expiry."""
    typer.echo(f"{_vault().expire(by=actor())} entries removed")


@app.command()
def verify() -> None:
    """Check the audit chain and the heads noted in the ledger. Exit code 1 where it is broken."""
    verdict = _vault().verify()
    for problem in verdict.problems:
        typer.echo(problem, err=True)
    typer.echo(f"{verdict.rows} audit rows: {'whole' if verdict.ok else 'BROKEN'}")
    if not verdict.ok:
        raise typer.Exit(BROKEN)


@app.command()
def accept(reason: Reason) -> None:
    """Go on from a broken audit chain, after you found out why: what is wrong with it is named in it for good."""
    problems = _vault().accept(by=actor(), role="admin", reason=reason)
    typer.echo("\n".join(problems) if problems else "nothing is wrong with it")


@app.command()
def audit(limit: Annotated[int, typer.Option("--limit", "-n", min=1, help="how many, newest first")] = 30) -> None:
    """The latest audit rows: who asked for what, and why. No value is among them."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table("row", "at", "event", "by", "role", "subject", "reason", "detail")
    for row in _vault().trail(limit):
        at = row.at.strftime("%Y-%m-%d %H:%M:%S")
        cells = (str(row.seq), at, row.event, row.actor, row.role, row.subject[:40], row.reason, row.detail)
        table.add_row(*(Text(cell) for cell in cells))
    Console().print(table)


@app.command()
def grant(name: Name, role: RoleName, reason: Reason) -> None:
    """Give an account a role. The first grant of a vault makes its administrator."""
    _vault().grant(name, role, by=actor(), reason=reason)
    typer.echo(f"{name} is {role}")


@app.command()
def revoke(name: Name, role: RoleName, reason: Reason) -> None:
    """Take a role back."""
    _vault().revoke(name, role, by=actor(), reason=reason)
    typer.echo(f"{name} is no longer {role}")


@app.command()
def roles() -> None:
    """Who holds which role."""
    for role, names in _vault().holders().items():
        typer.echo(f"{role}: {', '.join(sorted(names)) or 'nobody'}")


@app.command()
def migrate() -> None:
    """Set the vault up, or bring its database to this release's schema."""
    typer.echo(f"the vault stands at schema {_vault().schema}")


def _read(text: str | None) -> str | None:
    return sys.stdin.readline().strip() if text == "-" else text


def _read_lines(given: list[str] | None) -> list[tuple[str, str]]:
    lines = sys.stdin.read().splitlines() if given == ["-"] else given or []
    pairs = [line.partition("=") for line in lines if line.strip()]
    if any(not equals or not value.strip() for _, equals, value in pairs):
        raise ConfigError("--value takes ENTITY=value, as PERSON=…")
    return [(entity.strip(), value.strip()) for entity, _, value in pairs]


def _platform() -> Platform:
    from redactory.platform import Platform

    platform = Platform.open()
    platform.ledger.migrate()
    return platform


def _vault() -> Vault:
    from redactory.vault import open_vault

    platform = _platform()
    return open_vault(platform.settings, platform.ledger)
