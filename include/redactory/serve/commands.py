"""`redactory serve`: run the service; `redactory serve token NAME`: let a client in."""

from __future__ import annotations

import ipaddress
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from redactory.errors import ConfigError

app = typer.Typer(help="The round trip as an HTTP service.")

PORT = 8732
_DRAIN_SECONDS = 10

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
    tokens: Tokens = _TOKENS,
    host: Annotated[str, typer.Option("--host", help="address to listen on")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="0: any free one")] = PORT,
    tls_cert: Annotated[Path | None, typer.Option("--tls-cert", help="PEM file of certificate and chain")] = None,
    tls_key: Annotated[Path | None, typer.Option("--tls-key", help="PEM file of its key")] = None,
    plain_http: Annotated[
        bool, typer.Option("--plain-http", help="beyond this machine without TLS: only behind a proxy that has it")
    ] = False,
    no_ner: Annotated[bool, typer.Option("--no-ner", help="leave layer 3 out")] = False,
) -> None:
    """Serve the round trip. Does not start without a surrogate key, a bearer token, and a directory."""
    if context.invoked_subcommand is not None:
        return
    import uvicorn

    from redactory.config import Settings
    from redactory.directory import read_export
    from redactory.platform import Platform
    from redactory.policy import load_policy
    from redactory.roundtrip.opening import directory_in_force, open_pseudonymiser
    from redactory.serve.app import create_app
    from redactory.serve.clients import Clients
    from redactory.serve.service import Service
    from redactory.serve.settings import Limits
    from redactory.vault import open_vault

    if (tls_cert is None) != (tls_key is None):
        raise ConfigError("give --tls-cert and --tls-key together")
    if not (_is_loopback(host) or tls_cert or plain_http):
        raise ConfigError(
            f"{host} can be reached from other machines, and tokens and texts would travel in clear: give --tls-cert "
            "and --tls-key, or --plain-http behind a proxy that has TLS"
        )
    clients = Clients.from_file(tokens)
    settings = Settings.load()
    platform = Platform.open(settings)
    rules = load_policy(policy)
    snapshot = read_export(directory, rules.identity) if directory else directory_in_force(platform, rules)
    pseudonymiser = open_pseudonymiser(rules, snapshot, settings, ner=not no_ner, need_key=True)
    vault = open_vault(settings, platform.ledger) if rules.roundtrip.conversations else None
    limits = Limits()
    service = Service(pseudonymiser, clients, limits, vault)
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


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
