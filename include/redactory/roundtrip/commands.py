"""`redactory roundtrip pseudonymise|rehydrate`: one text out with tokens, its completion back with values."""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from redactory.commands.options import AccountsFile, DirectoryFile, KeyFile
from redactory.errors import RoundTripError

if TYPE_CHECKING:
    from redactory.roundtrip import Report

app = typer.Typer(no_args_is_help=True, help="A text out with tokens for its values, a completion back with them.")

_PIECE = 1 << 16  # bytes read at a time at most; a pipe gives what there is

Source = Annotated[str, typer.Argument(metavar="INPUT", help="text file; '-' is standard input")]
Output = Annotated[Path | None, typer.Option("--output", "-o", help="file; default is standard output")]


@app.command()
def pseudonymise(
    map_file: Annotated[Path, typer.Option("--map", help="where the tokens and their values are written")],
    source: Source = "-",
    policy: Annotated[Path, typer.Option("--policy", "-p", help="policy file")] = Path("policies/it-tickets.yaml"),
    directory: DirectoryFile = None,
    accounts: AccountsFile = None,
    key_file: KeyFile = None,
    output: Output = None,
    clear: Annotated[
        bool, typer.Option("--clear", help="the map in clear, mode 600; without it, sealed with REDACTORY_KEY_FILE")
    ] = False,
    no_ner: Annotated[bool, typer.Option("--no-ner", help="leave layer 3 out")] = False,
) -> None:
    """Replace the values of one text by tokens, and write the map that leads back. Whoever holds it has the values."""
    from redactory.commands.redact import read_snapshot, surrogate_keys
    from redactory.config import Settings
    from redactory.policy import load_policy
    from redactory.policy.pins import check_pins
    from redactory.roundtrip import Pseudonymiser, Session
    from redactory.roundtrip.mapfile import write_map
    from redactory.storage import KeyRing

    ring = None if clear else KeyRing.from_file(Settings.load().key_file)
    rules = load_policy(policy)
    ner = False if no_ner else None
    check_pins(rules, ner=ner)
    console = Console(stderr=True)
    if directory is None:
        console.print("no --directory: layer 1 knows nobody", style="yellow")
    text = "".join(_pieces(source))
    snapshot = read_snapshot(rules, directory, accounts)
    keys = surrogate_keys(rules, key_file, source, str(map_file))
    replaced, tokens = Session(Pseudonymiser(rules, snapshot, keys=keys, ner=ner)).pseudonymise(text)
    write_map(map_file, tokens, ring)
    _write(output, [replaced])
    console.print(f"{len(tokens)} values behind tokens", highlight=False)


@app.command()
def rehydrate(
    map_file: Annotated[Path, typer.Option("--map", help="the map that `pseudonymise` wrote")],
    source: Source = "-",
    output: Output = None,
    structured: Annotated[bool, typer.Option("--json", help="JSON: the values go in after parsing")] = False,
    keys: Annotated[bool, typer.Option("--keys/--no-keys", help="with --json: tokens in keys too")] = True,
) -> None:
    """Put the values back into a completion. Text is passed on as it arrives: a model can be piped through it."""
    from redactory.config import Settings
    from redactory.roundtrip import StreamRehydrator, rehydrate_json
    from redactory.roundtrip.mapfile import read_map
    from redactory.storage import KeyRing

    tokens = read_map(map_file, lambda: KeyRing.from_file(Settings.load().key_file))
    if structured:
        done = rehydrate_json("".join(_pieces(source)), tokens, keys=keys)
        _write(output, [done.text])
        _say(done.report)
        return
    stream = StreamRehydrator(tokens)

    def passed_on() -> Iterator[str]:
        for piece in _pieces(source):
            yield stream.feed(piece)
        yield stream.close()

    _write(output, passed_on())
    _say(stream.report())


def _pieces(source: str) -> Iterator[str]:
    """Text as it arrives. Raises RoundTripError where the file cannot be read or is not UTF-8."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        handle = sys.stdin.fileno() if source == "-" else os.open(source, os.O_RDONLY)
    except OSError as error:
        raise RoundTripError(f"{source}: cannot be read: {error.strerror}") from None
    try:
        while piece := os.read(handle, _PIECE):
            yield decoder.decode(piece)
        yield decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        raise RoundTripError(f"{source}: not UTF-8 text") from None
    except OSError as error:
        raise RoundTripError(f"{source}: cannot be read: {error.strerror}") from None
    finally:
        if source != "-":
            os.close(handle)


def _write(output: Path | None, pieces: Iterable[str]) -> None:
    """Every piece at once; line ends stay as they are."""
    stream = sys.stdout.buffer if output is None else output.open("wb")
    try:
        for piece in pieces:
            stream.write(piece.encode("utf-8", "surrogatepass"))
            stream.flush()
    finally:
        if output is not None:
            stream.close()


def _say(report: Report) -> None:
    console = Console(stderr=True)
    counts = (len(report.returned), len(report.missing), len(report.invented))
    console.print("{} tokens came back, {} did not, {} were invented".format(*counts), highlight=False)
    if report.invented:
        console.print(f"never sent: {', '.join(report.invented)}", style="yellow", markup=False, highlight=False)
