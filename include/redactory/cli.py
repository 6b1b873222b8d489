"""The command line. Exit codes: 0 done, 1 a gate or quality failure, 2 wrong use or configuration, 3 our own fault."""

from __future__ import annotations

import os
import sys
from importlib import import_module

import typer
from rich.console import Console

from redactory.commands import explain, keys, redact, stores
from redactory.errors import RedactoryError, kind_of, raised
from redactory.evals.commands import app as cases
from redactory.retrieval.commands import retrieval
from redactory.score.commands import ablate, score, sweep
from redactory.training.commands import app as contexts

app = typer.Typer(
    name="redactory",
    no_args_is_help=True,
    pretty_exceptions_enable=False,  # its tracebacks show local variables
    help="Takes personal data out of text before anyone else sees it, and proves that it did.",
)
app.command()(redact.redact)
app.command()(explain.explain)
app.command()(score)
app.command()(sweep)
app.command()(ablate)
app.command()(retrieval)
app.add_typer(keys.app, name="keys")
app.add_typer(stores.app, name="stores")
app.add_typer(cases, name="case")
app.add_typer(contexts, name="contexts")

_WITH_VALUE = {"--policy", "-p", "--directory", "-d", "--report", "--workers", "--accounts", "--key-file"}
_AREAS = ("policy", "directory", "partitions", "ledger", "review", "roundtrip", "serve", "vault")
for _area in _AREAS:
    app.add_typer(import_module(f"redactory.{_area}.commands").app, name=_area)


def main(argv: list[str] | None = None) -> None:
    """Run the command line; an error of ours is one message on standard error and exit code 2.

    Of any other error only its type and where it was raised are said: a library's message may quote what it was given.
    """
    if argv is None and not sys.stdout.isatty():
        os.environ.setdefault("COLUMNS", "160")  # a file or a pipe does not fold tables as a narrow terminal has to
    arguments = spread_fields(sys.argv[1:] if argv is None else argv)
    try:
        app(arguments)
    except RedactoryError as error:
        _say(f"error: {error}")
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
    except OSError as error:  # a file that was named, a disk that is full
        where = f"{error.filename}: " if error.filename else ""
        _say(f"error: {where}{kind_of(error)}")
        sys.exit(2)
    except Exception as error:
        _say(f"error: a fault of Redactory itself, which ended the command; please report it: {raised(error)}")
        sys.exit(3)


def _say(message: str) -> None:
    Console(stderr=True).print(message, style="red", markup=False, highlight=False, soft_wrap=True)


def spread_fields(arguments: list[str]) -> list[str]:
    """`redact INPUT OUTPUT --fields a b` -> `... --fields a --fields b`, once INPUT and OUTPUT have been given."""
    if arguments[:1] != ["redact"]:
        return arguments
    spread: list[str] = []
    given = 0  # positional arguments so far
    before = ""
    in_fields = False
    for argument in arguments[1:]:
        if argument.startswith("-"):
            in_fields = argument == "--fields"
        elif before == "--fields" or before in _WITH_VALUE:
            pass
        elif in_fields and given >= 2:
            spread.append("--fields")
        else:
            given += 1
        spread.append(argument)
        before = argument
    return ["redact", *spread]
