"""Airflow for the Dag tests: a database of its own, and Dags run by `dag.test()` in a process of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PROGRAMS = Path(sys.executable).parent


@dataclass(frozen=True)
class Airflow:
    """A home folder with a database, and what its processes see."""

    home: Path
    environment: Mapping[str, str]

    def run(self, *command: str, extra: Mapping[str, str] | None = None, check: bool = True) -> str:
        """Runs a command with this home; returns what it printed, errors included."""
        done = subprocess.run(
            command, env={**self.environment, **(extra or {})}, cwd=ROOT, text=True, timeout=300,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        if check and done.returncode:
            pytest.fail(f"{command[:3]} ended with {done.returncode}:\n{done.stdout[-4000:]}")
        return done.stdout

    def test_dag(self, dag: str, conf: Mapping[str, Any] | None = None, *, extra: Mapping[str, str]) -> Ran:
        """Runs one Dag to its end through `dag.test()`."""
        answer = self.home / "answer.json"
        answer.unlink(missing_ok=True)
        runner = str(Path(__file__).with_name("run_dag.py"))
        output = self.run(sys.executable, runner, dag, json.dumps(conf or {}), str(answer), extra=extra, check=False)
        if not answer.exists():
            pytest.fail(f"{dag} could not be run:\n{output[-4000:]}")
        data = json.loads(answer.read_text())
        return Ran(data["state"], data["tasks"], data["xcoms"], output)


@dataclass(frozen=True)
class Ran:
    """A finished Dag run: its state, (task, map index) -> state, everything it left in XCom, its whole log."""

    state: str
    tasks: dict[str, list[str]]
    xcoms: list[Any]
    log: str


@pytest.fixture(scope="session")
def airflow(tmp_path_factory: pytest.TempPathFactory) -> Airflow:
    home = tmp_path_factory.mktemp("airflow")
    inherited = {
        k: v for k, v in os.environ.items() if not k.startswith(("AIRFLOW", "AWS_", "REDACTORY_", "PYTHONPATH"))
    }
    environment = {
        **inherited,
        "PATH": os.pathsep.join((str(PROGRAMS), inherited.get("PATH", os.defpath))),
        "AIRFLOW_HOME": str(home),
        "AIRFLOW__CORE__DAGS_FOLDER": str(ROOT / "dags"),
        "AIRFLOW__CORE__PLUGINS_FOLDER": str(ROOT / "plugins"),
        "AIRFLOW__CORE__LOAD_EXAMPLES": "False",
        "AIRFLOW__DATABASE__SQL_ALCHEMY_CONN": f"sqlite:///{home / 'airflow.db'}",
        "AIRFLOW__API_AUTH__JWT_SECRET": "only-for-these-tests-" * 4,
        "AIRFLOW__USAGE_DATA_COLLECTION__ENABLED": "False",
        "REDACTORY_RETRY_SECONDS": "0.1",
        "GX_ANALYTICS_ENABLED": "false",
        "NO_COLOR": "1",
    }
    made = Airflow(home, environment)
    made.run("airflow", "db", "migrate")
    made.run("airflow", "dags", "reserialize")
    return made
