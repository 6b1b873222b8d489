"""`redactory serve`: run the service; `redactory serve token NAME`: let a client in."""

from __future__ import annotations

import ipaddress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from redactory.errors import ConfigError, DirectoryError, kind_of

if TYPE_CHECKING:
    from redactory.directory.model import Snapshot
    from redactory.platform import Platform
    from redactory.policy.model import Policy

app = typer.Typer(help="The round trip as an HTTP service.")

PORT = 8732
_DRAIN_SECONDS = 10
_KEEP_ALIVE_SECONDS = 75  # longer than clients keep an idle connection, so that none is closed as it is used again

Tokens = Annotated[
    Path,
    typer.Option("--tokens", envvar="REDACTORY_SERVE_TOKENS", help="file of the clients' bearer tokens, as hashes"),
]
_TOKENS = Path("serve-tokens")


@app.callback(invoke_without_command=True)
def serve(
    context: typer.Context,
    policy: Annotated[Path, typer.Option("--policy", "-p", help="policy file")] = Path("policies/it-tickets.yaml"),
    directory: Annotated[
        Path | None, typer.Option("--directory", "-d", help="directory export; default is the snapshot in force")
    ] = None,
    accounts: Annotated[
        Path | None, typer.Option("--accounts", help="account list, CSV, beside --directory")
    ] = None,
    tokens: Tokens = _TOKENS,
    host: Annotated[str, typer.Option("--host", help="address to listen on")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="0: any free one")] = PORT,
    tls_cert: Annotated[Path | None, typer.Option("--tls-cert", help="PEM file of certificate and chain")] = None,
    tls_key: Annotated[Path | None, typer.Option("--tls-key", help="PEM file of its key")] = None,
    plain_http: Annotated[
        bool, typer.Option("--plain-http", help="beyond this machine without TLS: only behind a proxy that has it")
    ] = False,
    no_ner: Annotated[bool, typer.Option("--no-ner", help="leave layer 3 out")] = False,
    cases: Annotated[
        Path | None, typer.Option("--cases", help="approved policy of evaluation cases: sanitise what is captured")
    ] = None,
    captured: Annotated[
        str | None, typer.Option("--captured", help="folder or s3:// prefix that sanitised cases are written to")
    ] = None,
) -> None:
    """Serve the round trip. Does not start without a surrogate key, a bearer token, and a directory."""
    if context.invoked_subcommand is not None:
        return
    import uvicorn

    from redactory.commands.redact import read_snapshot
    from redactory.platform import Platform
    from redactory.policy import load_policy
    from redactory.policy.pins import check_pins
    from redactory.roundtrip import Pseudonymiser
    from redactory.serve.app import create_app
    from redactory.serve.capturing import open_capture
    from redactory.serve.clients import Clients
    from redactory.serve.service import Service
    from redactory.serve.settings import Limits
    from redactory.transform.keys import SurrogateKeys
    from redactory.vault import open_vault

    if (tls_cert is None) != (tls_key is None):
        raise ConfigError("give --tls-cert and --tls-key together")
    if (cases is None) != (captured is None):
        raise ConfigError("give --cases and --captured together")
    if not (_is_loopback(host) or tls_cert or plain_http):
        raise ConfigError(
            f"{host} can be reached from other machines, and tokens and texts would travel in clear: give --tls-cert "
            "and --tls-key, or --plain-http behind a proxy that has TLS"
        )
    _check_tls(tls_cert, tls_key)
    clients = Clients.from_file(tokens)
    platform = Platform.open()
    keys = SurrogateKeys.load(platform.settings)
    rules = load_policy(policy)
    ner = False if no_ner else None
    check_pins(rules, ner=ner)
    snapshot = read_snapshot(rules, directory, accounts) if directory else _in_force(platform, rules)
    pseudonymiser = Pseudonymiser(rules, snapshot, keys=keys, ner=ner)
    vault = open_vault(platform.settings, platform.ledger) if rules.roundtrip.conversations else None
    limits = Limits()
    capture = open_capture(platform, cases, captured, snapshot, keys, ner=ner) if cases and captured else None
    service = Service(pseudonymiser, clients, limits, vault, capture)
    uvicorn.run(
        create_app(service),
        host=host,
        port=port,
        ssl_certfile=tls_cert,
        ssl_keyfile=tls_key,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws="none",
        limit_concurrency=limits.connections,
        backlog=limits.connections,
        timeout_keep_alive=_KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=_DRAIN_SECONDS,
    )


@app.command()
def token(
    name: Annotated[str, typer.Argument(help="the client, new or known: it may have several tokens")],
    tokens: Tokens = _TOKENS,
) -> None:
    """Print a new bearer token of a client and add its hash to the file. Remove the line to lock it out."""
    from redactory.serve.clients import add_client

    secret = add_client(tokens, name)
    said = f"added {name} to {tokens}; the token is shown this once:"
    Console(stderr=True).print(said, highlight=False, markup=False)
    typer.echo(secret)


def _in_force(platform: Platform, rules: Policy) -> Snapshot:
    """The directory snapshot in force. Raises DirectoryError where there is none, or it is too old for the policy."""
    from redactory.directory.checks import require_fresh
    from redactory.directory.snapshots import SnapshotStore

    snapshot = SnapshotStore(platform.identity, platform.ledger).current()
    if snapshot is None:
        raise DirectoryError("no directory snapshot is in force: run `redactory directory pull`, or give --directory")
    require_fresh(snapshot, rules.identity, datetime.now(UTC))
    return snapshot


def _check_tls(cert: Path | None, key: Path | None) -> None:
    """Raises ConfigError where the two files do not make a server."""
    import ssl

    if cert is None:
        return
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(cert, key)
    except OSError as error:
        raise ConfigError(
            f"--tls-cert {cert} and --tls-key {key}: {kind_of(error)}: give PEM files of a "
            "certificate and of its own key"
        ) from None


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
