"""`redactory directory pull|check|diff|list|approve|reject`. Counts, column names and hashes; no value of anybody."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from redactory.commands.options import AccountsFile
from redactory.errors import ConfigError, DirectoryError

if TYPE_CHECKING:
    from rich.console import Console

    from redactory.directory.model import Snapshot
    from redactory.directory.refresh import Source
    from redactory.policy.model import IdentityRules

NOT_GOOD = 1  # exit code: an export is refused or held
SECRET = "REDACTORY_LDAP_PASSWORD"

app = typer.Typer(no_args_is_help=True, help="Directory exports and snapshots: read, check, compare, approve.")

PolicyFile = Annotated[
    Path | None, typer.Option("--policy", "-p", help="policy whose identity rules count; default: all of the folder")
]
By = Annotated[str, typer.Option("--by", help="who decides")]
Reason = Annotated[str, typer.Option("--reason", help="why")]


@app.command()
def pull(
    ldap: Annotated[str | None, typer.Option("--ldap", help="ldap://host[:port] or ldaps://host[:port]")] = None,
    file: Annotated[Path | None, typer.Option("--file", help="LDIF, CSV or JSON export")] = None,
    base: Annotated[str, typer.Option("--base", help="LDAP: where the search begins")] = "",
    bind_dn: Annotated[str | None, typer.Option("--bind-dn", help=f"LDAP: who asks; the secret: {SECRET}")] = None,
    password_file: Annotated[Path | None, typer.Option("--password-file", help="LDAP: file that holds it")] = None,
    start_tls: Annotated[bool, typer.Option("--start-tls", help="LDAP: encrypt an ldap:// connection")] = False,
    ca_file: Annotated[str | None, typer.Option("--ca-file", help="LDAP: PEM file of the CA")] = None,
    search_filter: Annotated[str | None, typer.Option("--filter", help="LDAP: search filter")] = None,
    page_size: Annotated[int | None, typer.Option("--page-size", help="LDAP: entries a page")] = None,
    accounts: AccountsFile = None,
    policy: PolicyFile = None,
) -> None:
    """Read the directory and bring it into force if it passes its checks. Exit code 1 where it is refused or held.

    Without --ldap and --file: the export that REDACTORY_DIRECTORY_FILE names. With an account list (--accounts, or
    REDACTORY_ACCOUNTS_FILE) the snapshot holds both.
    """
    from redactory.directory.export import FileSource
    from redactory.directory.ldap import PAGE_SIZE, PEOPLE_FILTER, LdapSource
    from redactory.directory.refresh import refresh
    from redactory.partitions.inputs import keep_indexes
    from redactory.platform import Platform

    platform = Platform.open()
    if ldap and file:
        raise ConfigError("give either --ldap or --file")
    source: Source
    if ldap:
        source = LdapSource(
            url=ldap,
            base=base,
            bind_dn=bind_dn,
            password=_secret(password_file) if bind_dn else None,
            start_tls=start_tls,
            ca_file=ca_file,
            search_filter=search_filter or PEOPLE_FILTER,
            page_size=page_size or PAGE_SIZE,
        )
    else:
        named = file or (Path(platform.settings.directory_file) if platform.settings.directory_file else None)
        if named is None:
            raise ConfigError("give --ldap URL or --file EXPORT, or set REDACTORY_DIRECTORY_FILE")
        source = FileSource(_existing(named))
    platform.ledger.migrate()
    console = _console()
    with _refusals():
        outcome = refresh(platform, _with_accounts(source, accounts), _rules(policy))
    listed = f", {outcome.accounts} accounts" if outcome.accounts else ""
    console.print(
        f"snapshot {outcome.hash[:12]} from {outcome.source}: {outcome.state}, {outcome.people} people, "
        f"{outcome.joiners} joined, {outcome.leavers} left{listed}"
    )
    _print_warnings(console, outcome.warnings)
    if outcome.state == "held":
        console.print(f"held for approval: {outcome.reason}")
        kept = f"snapshot {outcome.in_force[:12]} stays in force" if outcome.in_force else "no snapshot is in force"
        console.print(f"{kept}; redactory directory approve {outcome.hash[:12]} --by NAME --reason WHY")
        raise typer.Exit(NOT_GOOD)
    with _refusals():
        keep_indexes(platform)


@app.command()
def check(
    file: Annotated[Path, typer.Argument(help="LDIF, CSV or JSON export")],
    policy: PolicyFile = None,
    unmatched: Annotated[bool, typer.Option("--unmatched", help="list every DN hash without a match")] = False,
) -> None:
    """Say what an export would give, without keeping it. Exit code 1 where it would be refused."""
    from rich.table import Table

    from redactory.directory.checks import check_attributes, coverage
    from redactory.directory.export import read_export

    rules, console = _rules(policy), _console()
    with _refusals():
        snapshot = read_export(_existing(file), rules)
        console.print(f"{snapshot.source} export of {len(snapshot.people)} people, hash {snapshot.hash[:12]}")
        table = Table("kind of value", "people", "share")
        for kind, people in coverage(snapshot).items():
            table.add_row(kind, str(people), f"{people / len(snapshot.people):.0%}")
        console.print(table)
        _print_warnings(console, snapshot.warnings)
        if unmatched:
            for key in snapshot.unmatchable:
                console.print(key)
        check_attributes(snapshot, rules)


@app.command()
def diff(
    other: Annotated[str, typer.Argument(help="an export file, or the hash of a snapshot (8 digits or more)")],
    accounts: AccountsFile = None,
    policy: PolicyFile = None,
) -> None:
    """Compare an export or a snapshot with the one in force. Exit code 1 where it would be held."""
    from redactory.directory.checks import compare, shrinkage
    from redactory.directory.export import FileSource
    from redactory.directory.refresh import snapshot_store
    from redactory.platform import Platform

    rules, console, platform = _rules(policy), _console(), Platform.open()
    platform.ledger.migrate()
    snapshots = snapshot_store(platform)
    with _refusals():
        current = snapshots.current()
        new: Snapshot = (
            _with_accounts(FileSource(Path(other)), accounts).read(rules)
            if Path(other).is_file()
            else snapshots.load(snapshots.find(other).hash)
        )
    found = compare(new, current)
    changed = set(new.people) - set(current.people if current else ())
    console.print(f"in force: {current.hash[:12]}, {len(current.people)} people" if current else "in force: none")
    console.print(f"compared: {new.hash[:12]}, {len(new.people)} people")
    console.print(
        f"{found.joiners} joined, {found.leavers} left, {len(changed) - found.joiners} changed in a value that is read"
    )
    if reason := shrinkage(new, current, rules):
        console.print(f"would be held: {reason}")
        raise typer.Exit(NOT_GOOD)


@app.command("list")
def list_snapshots() -> None:
    """Show every snapshot and its state, the newest first."""
    from rich.table import Table

    from redactory.directory.refresh import snapshot_store
    from redactory.platform import Platform

    platform = Platform.open()
    platform.ledger.migrate()
    table = Table("snapshot", "state", "source", "people", "joined", "left", "last seen (UTC)")
    rows, console = snapshot_store(platform).rows(), _console()
    for row in rows:
        numbers = (str(n) for n in (row.people, row.joiners, row.leavers))
        table.add_row(row.hash[:12], row.state, row.source, *numbers, f"{row.taken_at:%Y-%m-%d %H:%M}")
    console.print(table)
    for row in rows:
        if row.reason:
            console.print(f"{row.hash[:12]}: {row.reason}")


@app.command()
def approve(snapshot: Annotated[str, typer.Argument(help="hash, 8 digits or more")], by: By, reason: Reason) -> None:
    """Put a held snapshot in force."""
    _decide(snapshot, by, reason, approved=True)


@app.command()
def reject(snapshot: Annotated[str, typer.Argument(help="hash, 8 digits or more")], by: By, reason: Reason) -> None:
    """Refuse a held snapshot for good."""
    _decide(snapshot, by, reason, approved=False)


def _decide(snapshot: str, by: str, reason: str, *, approved: bool) -> None:
    from redactory.directory.refresh import snapshot_store
    from redactory.platform import Platform

    platform = Platform.open()
    platform.ledger.migrate()
    snapshots = snapshot_store(platform)
    row = snapshots.find(snapshot)
    if approved:
        snapshots.approve(row.hash, by, reason)
    else:
        snapshots.reject(row.hash, by, reason)
    _console().print(f"snapshot {row.hash[:12]} is {'in force' if approved else 'rejected'}")


@contextmanager
def _refusals() -> Iterator[None]:
    """A refused export is exit code 1 with its reason on standard error; other errors go on."""
    try:
        yield
    except DirectoryError as error:
        typer.echo(f"refused: {error}", err=True)
        raise typer.Exit(NOT_GOOD) from None


def _rules(policy: Path | None) -> IdentityRules:
    from redactory.config import Settings
    from redactory.directory.rules import rules_of
    from redactory.policy import load_policies, load_policy

    if policy is not None:
        return load_policy(policy).identity
    folder = Settings.load().policies
    return rules_of(load_policies(folder).values() if folder.is_dir() else ())


def _with_accounts(source: Source, accounts: Path | None) -> Source:
    from redactory.config import Settings
    from redactory.directory.accounts import WithAccounts

    named = accounts or Settings.load().accounts_file
    return WithAccounts(source, Path(named)) if named else source


def _existing(file: Path) -> Path:
    if not file.is_file():
        raise ConfigError(f"{file}: there is no such file")
    return file


def _secret(file: Path | None) -> str:
    if file is not None:
        return _existing(file).read_text(encoding="utf-8").rstrip("\r\n")
    if secret := os.environ.get(SECRET):
        return secret
    raise ConfigError(f"the bind DN's password is missing: set {SECRET} or give --password-file")


def _console() -> Console:
    from rich.console import Console

    return Console(markup=False, highlight=False, soft_wrap=True)


def _print_warnings(console: Console, warnings: tuple[str, ...]) -> None:
    for warning in warnings:
        console.print(f"warning: {warning}")
