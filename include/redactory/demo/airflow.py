"""Airflow on this machine, for the demo: `airflow standalone` as one child process, and its REST API.

SQLite, LocalExecutor with two slots, SimpleAuthManager; everything under one folder, nothing in the home folder.
"""

from __future__ import annotations

import json
import os
import secrets
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx

from redactory.demo.processes import Record
from redactory.demo.seaweed import free_ports, write_private
from redactory.errors import RedactoryError

USERS = {"admin": "admin", "steward": "op", "demo": "op"}  # name -> role; `demo` is the demo itself
PARALLELISM = 2
READY_SECONDS = 300.0
# The scheduler takes an answer that comes before it has noted that the task waits for a task that died.
ANSWER_SECONDS = 15.0
POLL_SECONDS = 1.0
FINAL = frozenset({"success", "failed"})


class AirflowFailed(RedactoryError):
    """Airflow did not come up, or a Dag run failed; the message names the log."""


class AirflowServer:
    """`root` is the project's folder, `folder` where Airflow keeps its database, logs and passwords.

    `environment` is what its tasks see beside Airflow's own settings.
    """

    def __init__(self, root: Path, folder: Path, environment: Mapping[str, str]) -> None:
        self.root, self.folder = root.resolve(), folder.resolve()
        self.environment = dict(environment)
        self.port, self._worker_logs, self._trigger_logs = free_ports(3)
        self.passwords = {name: secrets.token_urlsafe(12) for name in USERS}
        self._process: subprocess.Popen[bytes] | None = None
        self._api: httpx.Client | None = None
        self._asked: dict[str, float] = {}  # task instance -> when its question was first seen

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> Path:
        return self.folder / "standalone.log"

    @property
    def passwords_file(self) -> Path:
        return self.folder / "passwords.json"

    def start(self, record: Record) -> None:
        """Starts Airflow and notes it in `record`; returns at once (see `wait_until_ready`)."""
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_private(self.passwords_file, json.dumps(self.passwords))
        airflow = Path(sys.executable).parent / "airflow"
        if not airflow.exists():
            raise AirflowFailed(f"{airflow} is missing: run `make venv`")
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [str(airflow), "standalone"],
                cwd=self.root,
                env=self._environment(airflow.parent),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        record.add("airflow", self._process.pid)

    def wait_until_ready(self, dags: Sequence[str]) -> None:
        """Returns once the scheduler is healthy and has parsed `dags`. Raises AirflowFailed where that fails."""
        deadline = time.monotonic() + READY_SECONDS
        while time.monotonic() < deadline:
            if self._process is not None and self._process.poll() is not None:
                raise AirflowFailed(f"Airflow ended while starting. Read the last lines of {self.log}")
            with suppress(httpx.HTTPError, KeyError, ValueError):
                if self._is_ready(dags):
                    return
            time.sleep(0.5)
        raise AirflowFailed(f"Airflow was not ready after {READY_SECONDS:.0f} s. Read the last lines of {self.log}")

    def login(self, user: str) -> httpx.Client:
        """An API client that acts as `user`."""
        answer = httpx.post(
            f"{self.url}/auth/token", json={"username": user, "password": self.passwords[user]}, timeout=30
        )
        answer.raise_for_status()
        token = answer.json()["access_token"]
        return httpx.Client(
            base_url=f"{self.url}/api/v2", headers={"Authorization": f"Bearer {token}"}, timeout=30, trust_env=False
        )

    @property
    def api(self) -> httpx.Client:
        """The client of the demo's own user."""
        if self._api is None:
            self._api = self.login("demo")
        return self._api

    def ensure_pool(self, name: str, slots: int) -> None:
        """Creates the pool, or leaves it where it is there."""
        answer = self.api.post("/pools", json={"name": name, "slots": slots})
        if answer.status_code != httpx.codes.CONFLICT:
            answer.raise_for_status()

    def trigger(self, dag: str, run: str, conf: Mapping[str, Any] | None = None) -> None:
        """Starts a Dag run by hand."""
        answer = self.api.post(
            f"/dags/{dag}/dagRuns", json={"dag_run_id": run, "logical_date": None, "conf": dict(conf or {})}
        )
        if answer.is_error:
            raise AirflowFailed(f"Airflow refused to start {dag} ({answer.status_code}). Its log: {self.log}")

    def follow(self, dag: str, run: str, seconds: float, seen: Callable[[Sequence[dict[str, Any]]], None]) -> str:
        """Waits until the run ends; calls `seen` with its task instances at every look. Returns its state."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if self._process is not None and self._process.poll() is not None:
                raise AirflowFailed(f"Airflow ended while {dag} ran. Read the last lines of {self.log}")
            with suppress(httpx.TransportError):
                state = self.api.get(f"/dags/{dag}/dagRuns/{run}").raise_for_status().json()["state"]
                seen(self.tasks(dag, run))
                if state in FINAL:
                    return str(state)
            time.sleep(POLL_SECONDS)
        raise AirflowFailed(f"{dag} did not end within {seconds:.0f} s. Its tasks' logs: {self.logs(dag, run)}")

    def tasks(self, dag: str, run: str) -> list[dict[str, Any]]:
        """The run's task instances."""
        answer = self.api.get(f"/dags/{dag}/dagRuns/{run}/taskInstances", params={"limit": 100}).raise_for_status()
        found: list[dict[str, Any]] = answer.json()["task_instances"]
        return found

    def decide(self, dag: str, run: str, option: str, fields: Mapping[str, Any]) -> bool:
        """Answers the run's open question, if one has been open for some seconds."""
        answer = self.api.get(f"/dags/{dag}/dagRuns/{run}/hitlDetails").raise_for_status()
        for detail in answer.json()["hitl_details"]:
            task = detail["task_instance"]
            if detail.get("response_received") or task["state"] != "awaiting_input":
                continue
            if time.monotonic() - self._asked.setdefault(task["id"], time.monotonic()) < ANSWER_SECONDS:
                continue
            self.api.patch(
                f"/dags/{dag}/dagRuns/{run}/taskInstances/{task['task_id']}/{task['map_index']}/hitlDetails",
                json={"chosen_options": [option], "params_input": dict(fields)},
            ).raise_for_status()
            return True
        return False

    def logs(self, dag: str, run: str) -> Path:
        """The folder of a run's task logs."""
        return self.folder / "logs" / f"dag_id={dag}" / f"run_id={run}"

    def failed_logs(self, dag: str, run: str) -> Iterator[tuple[str, Path]]:
        """Task and last log file of every task that failed in the run."""
        for task in self.tasks(dag, run):
            if task["state"] == "failed":
                folder = self.logs(dag, run) / f"task_id={task['task_id']}"
                if task["map_index"] >= 0:
                    folder /= f"map_index={task['map_index']}"
                yield task["task_id"], max(folder.glob("attempt=*.log"), default=folder)

    def _is_ready(self, dags: Sequence[str]) -> bool:
        health = httpx.get(f"{self.url}/api/v2/monitor/health", timeout=5, trust_env=False).raise_for_status().json()
        if any(health[part]["status"] != "healthy" for part in ("metadatabase", "scheduler")):
            return False
        errors = self.api.get("/importErrors").raise_for_status().json()["import_errors"]
        if errors:
            files = ", ".join(sorted({error["filename"] for error in errors}))
            raise AirflowFailed(f"Airflow cannot read {files}. Run `.venv/bin/airflow dags list-import-errors`")
        parsed = {dag["dag_id"] for dag in self.api.get("/dags").raise_for_status().json()["dags"]}
        return parsed.issuperset(dags)

    def _environment(self, programs: Path) -> dict[str, str]:
        """Airflow's environment: ours without anything that would steer it elsewhere, and its settings."""
        inherited = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("AIRFLOW", "AWS_", "REDACTORY_", "PYTHONPATH"))
        }
        settings = {
            ("core", "dags_folder"): str(self.root / "dags"),
            ("core", "plugins_folder"): str(self.root / "plugins"),
            ("core", "load_examples"): "False",
            ("core", "dags_are_paused_at_creation"): "False",
            ("core", "executor"): "LocalExecutor",
            ("core", "parallelism"): str(PARALLELISM),
            ("core", "fernet_key"): "",
            ("core", "auth_manager"): "airflow.api_fastapi.auth.managers.simple.simple_auth_manager.SimpleAuthManager",
            ("core", "simple_auth_manager_users"): ",".join(f"{name}:{role}" for name, role in USERS.items()),
            ("core", "simple_auth_manager_passwords_file"): str(self.passwords_file),
            ("core", "execution_api_server_url"): f"{self.url}/execution/",
            ("database", "sql_alchemy_conn"): f"sqlite:///{self.folder / 'airflow.db'}",
            ("api", "host"): "127.0.0.1",
            ("api", "port"): str(self.port),
            ("api", "base_url"): self.url,
            ("api", "workers"): "1",
            ("api", "secret_key"): secrets.token_hex(32),
            ("api_auth", "jwt_secret"): secrets.token_hex(32),
            ("logging", "base_log_folder"): str(self.folder / "logs"),
            ("logging", "worker_log_server_port"): str(self._worker_logs),
            ("logging", "trigger_log_server_port"): str(self._trigger_logs),
            ("usage_data_collection", "enabled"): "False",
        }
        return {
            **inherited,
            "PATH": os.pathsep.join((str(programs), inherited.get("PATH", os.defpath))),
            "PYTHONPATH": str(self.root / "include"),  # the tasks run this very copy of the engine
            "AIRFLOW_HOME": str(self.folder),
            "SPT_NOENV": "1",  # or process titles overwrite the environment by which our processes are known
            "NO_COLOR": "1",
            "NO_PROXY": "127.0.0.1,localhost",
            "no_proxy": "127.0.0.1,localhost",
            **{f"AIRFLOW__{section.upper()}__{key.upper()}": value for (section, key), value in settings.items()},
            **self.environment,
        }
