"""`redactory policy check|show|diff|schema|pins|cases|withdraw|erase|activate|rollback`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from redactory.errors import PolicyError

if TYPE_CHECKING:
    from redactory.platform import Platform
    from redactory.policy.checks import Recognisers
    from redactory.policy.model import Policy

USAGE_ERROR = 2  # exit code: a policy is wrong

app = typer.Typer(no_args_is_help=True, help="Check, show and compare policy files.")


@app.command()
def check(
    files: Annotated[list[Path], typer.Argument(help="policy files, or folders of them")],
) -> None:
    """Check policy files; prints every fault with file, line and reason. Exit code 2 where there is one."""
    from redactory.policy.load import load_policies, load_policy, policy_files
    from redactory.policy.pins import check_pins, unpinned

    problems: list[str] = []
    for given in files:
        try:
            if given.is_dir():
                names = policy_files(given)
                policies = list(load_policies(given, recognisers=_recognisers()).values())
            else:
                names, policies = [given], [load_policy(given, recognisers=_recognisers())]
        except PolicyError as error:
            problems += error.problems or (str(error),)
            continue
        for name, policy in zip(names, policies, strict=True):
            try:
                check_pins(policy)
            except PolicyError as error:
                problems += error.problems or (str(error),)
                continue
            typer.echo(f"{name}: good, version {policy.id[:12]} ({_size(policy)})")
            for line in unpinned(policy):
                typer.echo(f"  note: {line}")
    for problem in problems:
        typer.echo(problem, err=True)
    if problems:
        raise typer.Exit(USAGE_ERROR)


@app.command()
def show(
    file: Annotated[Path, typer.Argument(help="policy file")],
    as_json: Annotated[bool, typer.Option("--json", help="the canonical form, of which the id is the hash")] = False,
) -> None:
    """Show a policy as it is understood, every default written out."""
    import yaml

    from redactory.policy.load import load_policy

    policy = load_policy(file, recognisers=_recognisers())
    if as_json:
        typer.echo(policy.canonical)
        return
    typer.echo(f"# {policy.name}, version {policy.id}")
    typer.echo(yaml.safe_dump(policy.model_dump(mode="json"), sort_keys=False, allow_unicode=True), nl=False)


@app.command()
def diff(
    old: Annotated[Path, typer.Argument(help="policy file before")],
    new: Annotated[Path, typer.Argument(help="policy file after")],
) -> None:
    """Say in words what differs between two policies."""
    from redactory.policy.diff import describe_diff
    from redactory.policy.load import load_policy

    before, after = (load_policy(file, recognisers=_recognisers()) for file in (old, new))
    lines = describe_diff(before, after)
    typer.echo(f"{before.id[:12]} -> {after.id[:12]}" if lines else f"the same version, {before.id[:12]}")
    for line in lines:
        typer.echo(f"- {line}")


@app.command()
def schema() -> None:
    """Print the JSON Schema of a policy file."""
    import json

    from redactory.policy.schema import json_schema

    typer.echo(json.dumps(json_schema(), indent=2, ensure_ascii=False))


@app.command()
def pins(file: Annotated[Path, typer.Argument(help="policy file")]) -> None:
    """Print the `pins` section that holds in this environment, to be put into the policy file."""
    import yaml

    from redactory.policy.load import load_policy
    from redactory.policy.pins import installed_pins

    found = installed_pins(load_policy(file))
    typer.echo(yaml.safe_dump({"pins": found.model_dump(mode="json")}, sort_keys=False), nl=False)


@app.command()
def cases(
    name: Annotated[str, typer.Argument(help="policy, as its file names it")],
    every: Annotated[bool, typer.Option("--all", help="withdrawn and erased ones too")] = False,
) -> None:
    """List what stewards found on earlier versions, without its text: every new version has to pass it."""
    from rich.console import Console
    from rich.table import Table
    from sqlalchemy import select

    from redactory.ledger.review_models import Finding, Review

    platform = _platform()
    query = select(Finding, Review.policy_version).join(Review, Review.id == Finding.review_id)
    query = query.where(Finding.policy == name).order_by(Finding.id)
    if not every:
        query = query.where(Finding.state == "open")
    table = Table("case", "kind", "entity", "field", "found on version", "row", "by", "when (UTC)", "state")
    with platform.ledger.session(readonly=True) as session:
        for case, version in session.execute(query):
            table.add_row(
                str(case.id), case.kind, case.entity, case.path, version[:12], str(case.row), case.steward,
                f"{case.at:%Y-%m-%d %H:%M}", case.state,
            )  # fmt: skip
    Console().print(table if table.row_count else f"policy {name} has no cases")


@app.command()
def withdraw(
    case: Annotated[int, typer.Argument(help="number of the case, as `policy cases` lists it")],
    by: Annotated[str, typer.Option("--by", help="who decides")],
    reason: Annotated[str, typer.Option("--reason", help="why; kept in the audit, so name nobody")],
) -> None:
    """Say that a case was none: versions need not pass it, and its text is deleted."""
    from redactory.review.cases import withdraw_case

    withdraw_case(_platform(), case, by=by, reason=reason)
    typer.echo(f"case {case} is withdrawn")


@app.command()
def erase(
    cases: Annotated[list[int], typer.Argument(help="numbers of cases, as `policy cases` lists them")],
    by: Annotated[str, typer.Option("--by", help="who decides")],
    reason: Annotated[str, typer.Option("--reason", help="why; kept in the audit, so name nobody")],
) -> None:
    """Delete the text of cases, for whoever's row it is: versions can be run over it no longer. An audit row each."""
    from redactory.review.cases import erase_case

    platform = _platform()
    for case in cases:
        erase_case(platform, case, by=by, reason=reason)
        typer.echo(f"case {case} is erased")


@app.command()
def activate(
    version: Annotated[str, typer.Argument(help="id of an approved version, or its first characters")],
    by: Annotated[str, typer.Option("--by", help="who activates")],
    reason: Annotated[str, typer.Option("--reason", help="why, for the record")] = "",
) -> None:
    """Put an approved version in force; the one before is retired."""
    from redactory.review import activate as put_in_force
    from redactory.review.access import require_steward
    from redactory.review.sample import known

    platform = _platform()
    found = _one(platform, version)
    require_steward(platform, known(platform, found), by)
    put_in_force(platform, found, by=by, reason=reason)
    typer.echo(f"version {found[:12]} is active")


@app.command()
def rollback(
    name: Annotated[str, typer.Argument(help="policy, as its file names it")],
    by: Annotated[str, typer.Option("--by", help="who decides")],
    reason: Annotated[str, typer.Option("--reason", help="why, for the record")],
    to: Annotated[str | None, typer.Option("--to", help="an earlier approved version; default: the one before")] = None,
) -> None:
    """Put the approved version before the one in use in force again."""
    from redactory.review import roll_back

    platform = _platform()
    done = roll_back(platform, name, by=by, reason=reason, to=_one(platform, to) if to else None)
    typer.echo(f"policy {name}: version {done.id[:12]} is active again")


def _platform() -> Platform:
    from redactory.platform import Platform

    platform = Platform.open()
    platform.ledger.migrate()
    return platform


def _one(platform: Platform, start: str) -> str:
    from redactory.errors import LedgerError
    from redactory.ledger import list_policy_versions

    found = [v.id for v in list_policy_versions(platform.ledger) if v.id.startswith(start)]
    if len(found) != 1:
        raise LedgerError(f"{len(found)} policy versions begin with these characters; see `redactory review list`")
    return found[0]


def _recognisers() -> Recognisers:
    from redactory.detect.recognisers.registry import NAMES

    return NAMES


def _size(policy: Policy) -> str:
    counts = (
        (len(policy.entities), "entities"),
        (len(policy.formats), "format rules"),
        (len(policy.keep.patterns) + len(policy.keep.vendors) + len(policy.keep.terms), "keep-rules"),
    )
    return ", ".join(f"{count} {what}" for count, what in counts)
