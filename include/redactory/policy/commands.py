"""`redactory policy check|show|diff|schema|pins`."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from redactory.errors import PolicyError

if TYPE_CHECKING:
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


def _recognisers() -> Collection[str]:
    from redactory.detect.recognisers.registry import RECOGNISERS

    return list(RECOGNISERS)


def _size(policy: Policy) -> str:
    counts = (
        (len(policy.entities), "entities"),
        (len(policy.formats), "format rules"),
        (len(policy.keep.patterns) + len(policy.keep.vendors) + len(policy.keep.terms), "keep-rules"),
    )
    return ", ".join(f"{count} {what}" for count, what in counts)
