"""docker-compose.yaml without a container engine: each service as a local process, with the command, the environment,
the secrets and the health check the file gives it.

Only what a container has to itself is replaced: host names and ports by free ports of loopback, paths by folders of the
test; a few servers are told, by flags the file has no need of, which port to take for what else they open.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import psutil
import yaml
from postgres import PostgresServer
from programs import free_port, require_program

from redactory.demo.processes import MARK, Record

PROGRAMS = Path(sys.executable).parent
IMAGE_ROOT = "/opt/redactory"
SECRETS = "/run/secrets"
PORTS = {
    "postgres": 5432, "redis": 6379, "s3": 8333, "ldap": 1636, "api-server": 8080, "scheduler": 8974,
    "serve": 8732,
}  # fmt: skip
_VARIABLE = re.compile(r"\$(?:\$|\{(?P<name>\w+)(?::-(?P<default>[^}]*))?\})")


def load(path: Path, variables: Mapping[str, str] | None = None) -> dict[str, Any]:
    """The file as an engine reads it: merges done, `${NAME:-default}` filled in, `$$` a dollar sign."""

    def filled(node: Any) -> Any:
        if isinstance(node, dict):
            return {key: filled(value) for key, value in node.items()}
        if isinstance(node, list):
            return [filled(value) for value in node]
        return _VARIABLE.sub(chosen, node) if isinstance(node, str) else node

    def chosen(match: re.Match[str]) -> str:
        if match["name"] is None:
            return "$"
        return (variables or {}).get(match["name"]) or match["default"] or ""

    made: dict[str, Any] = filled(yaml.safe_load(path.read_text()))
    return made


@dataclass
class Running:
    """A started service."""

    name: str
    process: psutil.Process
    log: Path


class Stack:
    """The services of `root/docker-compose.yaml` over `folder`.

    `paths` says where a bind mount of the file leads instead, by its source (`./policies`).
    """

    def __init__(
        self, root: Path, folder: Path, *, variables: Mapping[str, str], paths: Mapping[str, Path] | None = None
    ) -> None:
        self.root, self.folder = root, folder
        self.file = load(root / "docker-compose.yaml", variables)
        self.services: dict[str, Any] = self.file["services"]
        self.ports = {name: free_port() for name in PORTS}
        self.running: list[Running] = []
        self._paths = dict(paths or {})
        self._record = Record(folder)
        self._postgres: PostgresServer | None = None

    @cached_property
    def secrets(self) -> Path:
        """The folder the project's own script writes."""
        target = self.folder / "secrets"
        script = self.root / "scripts" / "compose-secrets.sh"
        subprocess.run(["bash", str(script), str(target)], check=True, stdout=subprocess.DEVNULL)
        return target

    def secret(self, name: str) -> str:
        return (self.secrets / name).read_text().strip()

    def volume(self, name: str) -> Path:
        """The folder of a named volume."""
        path = self.folder / "volumes" / name
        path.mkdir(parents=True, exist_ok=True)
        return path

    def environment(self, service: str, instance: str = "") -> dict[str, str]:
        """What the service's processes see: of ours only PATH and what marks them as the test's."""
        instance = instance or service
        given = self.services[service].get("environment", {})
        return {
            "PATH": os.pathsep.join((str(PROGRAMS), os.environ.get("PATH", os.defpath))),
            "HOME": str(self.folder),
            "PYTHONPATH": str(self.root / "include"),  # the image holds this very copy
            "NO_PROXY": "*",
            "SPT_NOENV": "1",  # or process titles overwrite the environment by which our processes are known
            MARK: str(self._record.folder),
            **{name: self._mapped(str(value), service, instance) for name, value in given.items()},
            **self._own_environment(service),
        }

    def start(self, service: str, instance: str = "") -> Running:
        """Starts a service; `instance` tells several of one service apart."""
        instance = instance or service
        if service == "postgres":
            return self._start_postgres()
        log = self.folder / "output" / f"{instance}.log"
        log.parent.mkdir(exist_ok=True)
        with log.open("ab") as out:
            process = subprocess.Popen(
                self._command(service, instance), env=self.environment(service, instance), stdout=out, stderr=out,
                stdin=subprocess.DEVNULL, start_new_session=True, cwd=self._folder(service, instance),
            )  # fmt: skip
        return self._note(instance, process.pid, log)

    def run(self, service: str, *, extra: Sequence[str] = ()) -> str:
        """Runs a service that ends by itself; returns what it printed. Raises RuntimeError where it fails."""
        done = subprocess.run(
            [*self._command(service, service), *extra], env=self.environment(service), text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=self._home(service, service),
        )  # fmt: skip
        if done.returncode:
            raise RuntimeError(f"{service} ended with {done.returncode}:\n{done.stdout[-3000:]}")
        return done.stdout

    def wait(self, *services: str, seconds: float = 180) -> None:
        """Returns once the health check of each is passed. Raises RuntimeError with the last lines of the others."""
        deadline = time.monotonic() + seconds
        for started in services:
            while not self.healthy(started):
                running = next(r for r in self.running if r.name == started)
                if time.monotonic() > deadline or not running.process.is_running():
                    raise RuntimeError(f"{started} is not healthy:\n{running.log.read_text(errors='replace')[-3000:]}")
                time.sleep(0.5)

    def healthy(self, instance: str) -> bool:
        """Whether the service's own health check is passed now."""
        service = self._service(instance)
        kind, *test = self.services[service]["healthcheck"]["test"]
        words = [self._mapped(word, service, instance) for word in test]
        command = ["sh", "-c", words[0]] if kind == "CMD-SHELL" else [_program(words[0]), *words[1:]]
        checked = subprocess.run(command, env=self.environment(service, instance), capture_output=True)
        return checked.returncode == 0

    def kill(self, instance: str) -> None:
        """SIGKILL for everything of a service, as when its container or machine is lost."""
        running = next(r for r in self.running if r.name == instance)
        for process in [running.process, *running.process.children(recursive=True)]:
            process.kill()
        self.running.remove(running)

    def stop(self) -> None:
        """Ends everything that was started, and nothing else."""
        if self._postgres is not None:
            shutil.copy(self._postgres.log, self.folder / "output" / "postgres.log")
        left = self._record.end()
        if self._postgres is not None:
            self._postgres.stop()
        assert left == []

    @property
    def postgres(self) -> PostgresServer:
        assert self._postgres is not None
        return self._postgres

    def _start_postgres(self) -> Running:
        """As the image does: a cluster by POSTGRES_*, the scripts in docker-entrypoint-initdb.d, then `command`."""
        service = self.services["postgres"]
        given = service["environment"]
        flags = [self._mapped(word, "postgres", "postgres") for word in service["command"]]
        secrets = self._private_secrets("postgres", "postgres")
        self._postgres = PostgresServer(
            password=(secrets / Path(given["POSTGRES_PASSWORD_FILE"]).name).read_text(),
            initdb=given["POSTGRES_INITDB_ARGS"].split(),
            command=flags,
            port=self.ports["postgres"],
        ).start()
        environment = {**self._postgres.environment, **given, "SECRETS": str(secrets)}
        for mount in service["volumes"]:
            source, target, *_ = mount.split(":")
            if target.startswith("/docker-entrypoint-initdb.d/"):
                subprocess.run([str(self.root / source)], env=environment, check=True)
        return self._note("postgres", self._postgres.pid or 0, self._postgres.log)

    def _note(self, name: str, pid: int, log: Path) -> Running:
        self._record.add(name, pid)
        self.running.append(Running(name, psutil.Process(pid), log))
        return self.running[-1]

    def _command(self, service: str, instance: str) -> list[str]:
        given = self.services[service]
        words = [*given.get("entrypoint", []), *given["command"]]
        self._private_secrets(service, instance)
        first, *others = [self._mapped(word, service, instance) for word in words]
        return [_program(first), *others, *self._own_flags(service, instance)]

    def _own_flags(self, service: str, instance: str) -> list[str]:
        """What else a server opens, which in a container of its own is nobody else's."""
        if service == "redis":
            return ["--bind", "127.0.0.1"]
        if service == "s3":
            parts = ("master", "volume", "filer", "admin")
            grpc = [f"-{part}.port.grpc={free_port()}" for part in ("s3", *parts)]
            return [f"-{part}.port={free_port()}" for part in parts] + grpc
        if service == "worker":
            return ["--celery-hostname", f"{instance}@%h"]
        return []

    def _own_environment(self, service: str) -> dict[str, str]:
        if not service.startswith(("api", "scheduler", "dag", "trigger", "worker")):
            return {}
        return {
            "AIRFLOW__API__HOST": "127.0.0.1",
            "AIRFLOW__SCHEDULER__SCHEDULER_HEALTH_CHECK_SERVER_HOST": "127.0.0.1",
            "AIRFLOW__SCHEDULER__SCHEDULER_HEALTH_CHECK_SERVER_PORT": str(self.ports["scheduler"]),
            "AIRFLOW__LOGGING__WORKER_LOG_SERVER_PORT": str(free_port()),
            "AIRFLOW__LOGGING__TRIGGER_LOG_SERVER_PORT": str(free_port()),
        }

    def _private_secrets(self, service: str, instance: str) -> Path:
        """The secrets the file grants to this service, and no others."""
        target = self._home(service, instance) / "secrets"
        target.mkdir(exist_ok=True)
        for name in self.services[service].get("secrets", []):
            source = self.secrets / Path(self.file["secrets"][name]["file"]).name
            (target / name).write_text(self._mapped(source.read_text(), service, instance))
        return target

    def _mapped(self, text: str, service: str, instance: str) -> str:
        """`text` with what a container has to itself replaced, in one pass."""
        home = self._home(service, instance)
        changes: dict[str, str] = {SECRETS: str(home / "secrets"), IMAGE_ROOT: str(self.root)}
        for mount in self.services[service].get("volumes", []):
            source, target, *_ = mount.split(":")
            bound = self._paths.get(source, self.root / source)
            changes[target] = str(bound if source.startswith(".") else self.volume(source))
        for mount in self.services[service].get("tmpfs", []):
            target = mount.split(":")[0]
            if target != "/tmp":
                changes[target] = str(home / target.strip("/").replace("/", "-"))
                Path(changes[target]).mkdir(mode=0o700, exist_ok=True)
        for name, port in PORTS.items():
            changes[f"{name}:{port}"] = f"127.0.0.1:{self.ports[name]}"
        if service in PORTS:
            changes[str(PORTS[service])] = str(self.ports[service])
        changes |= {"0.0.0.0": "127.0.0.1", "celery@": f"{instance}@"}
        words = "|".join(map(re.escape, sorted(changes, key=len, reverse=True)))
        return re.sub(rf"(?<![\w.])(?:{words})(?!\w)|celery@", lambda match: changes[match[0]], text)

    def _home(self, service: str, instance: str) -> Path:
        path = self.folder / "services" / (instance or service)
        path.mkdir(parents=True, exist_ok=True)
        return path

    def _folder(self, service: str, instance: str) -> str:
        """Where the service runs."""
        given = self.services[service].get("working_dir")
        return self._mapped(given, service, instance) if given else str(self._home(service, instance))

    def _service(self, instance: str) -> str:
        return instance if instance in self.services else instance.rpartition("-")[0]


def _program(name: str) -> str:
    if name.startswith("/"):
        return name
    beside = PROGRAMS / name
    return str(beside) if beside.exists() else require_program(name)
