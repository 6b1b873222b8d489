"""A whole Airflow with its scheduler over stores in folders and a sample of tickets: for the life of a version."""

from __future__ import annotations

import gzip
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx

from redactory.config import Settings
from redactory.demo.airflow import AirflowServer
from redactory.demo.processes import MARK, Record, adopt_orphans
from redactory.ledger import get_policy_version, list_policy_versions
from redactory.ledger.models import PartitionRun
from redactory.platform import Platform
from redactory.policy import load_policy
from redactory.review import activate, approve_unattended, notice_changes, write_sample
from redactory.sample import generate
from redactory.storage import KeyRing

ROOT = Path(__file__).parents[2]
DAGS = ("directory_refresh", "policy_review", "nightly_redaction")
NICKNAME = "zibs"  # in no directory and no list of names, and written small: what a reader finds and a layer does not
WAIT_SECONDS = 420.0
SETTLE_SECONDS = 6.0  # before an answer: the scheduler has to have noted that the task waits


class ReviewSite:
    """Airflow, a platform and a policy folder, all in one folder of a test."""

    def __init__(self, folder: Path, *, look_seconds: int = 900) -> None:
        self.folder = folder
        self.policies = folder / "policies"
        self.policies.mkdir(parents=True)
        self.sample = generate(folder / "sample", tickets=96, people=140)
        self.text = (ROOT / "policies" / "it-tickets.yaml").read_text()
        self.text = self.text.replace("stewards: []", "stewards: [steward, admin]")
        assert "stewards: [steward, admin]" in self.text
        self.dataset = load_policy(self.write(self.text)).dataset
        environment = {
            "REDACTORY_HOME": str(folder / "var"),
            "REDACTORY_POLICIES": str(self.policies),
            "REDACTORY_DIRECTORY_FILE": str(self.sample.directory_ldif),
        }
        settings = Settings.load(environment)
        KeyRing.write_new(settings.key_file)
        self.platform = Platform.open(settings)
        self.platform.ledger.migrate()
        self.record = Record(folder)
        self.environment = {
            **environment,
            MARK: str(self.record.folder),  # what outlives its parent is found by it
            "REDACTORY_UNATTENDED": "demo",
            "REDACTORY_RETRY_SECONDS": "1",
            "REDACTORY_LOOK_SECONDS": str(look_seconds),
            "REDACTORY_NIGHTLY_CRON": "none",
            "REDACTORY_DIRECTORY_CRON": "none",
            "REDACTORY_REVIEW_CRON": "none",
            "GX_ANALYTICS_ENABLED": "false",
        }
        self.airflow = self._server()
        adopt_orphans()

    def _server(self) -> AirflowServer:
        return AirflowServer(ROOT, self.folder / "airflow", self.environment)

    def start(self) -> None:
        self.airflow.start(self.record)
        self.airflow.wait_until_ready(DAGS)
        self.airflow.ensure_pool("redaction", 2)

    def restart(self) -> None:
        """Airflow ends, scheduler and all, and begins again on the same database."""
        self.end()
        self.airflow = self._server()
        self.start()

    def end(self) -> None:
        assert self.record.end() == []

    def write(self, text: str, name: str = "it-tickets.yaml") -> Path:
        path = self.policies / name
        path.write_text(text)
        return path

    def land(self, date: str, *, nickname: bool = False, rows: int = 36) -> None:
        """A partition of sample tickets; `nickname`: with it in the third row, and a row at the end that is no JSON."""
        lines: list[bytes] = []
        for path in sorted(self.sample.partitions.rglob("*.jsonl*")):
            data = path.read_bytes()
            lines += (gzip.decompress(data) if path.suffix == ".gz" else data).splitlines()
        chosen = lines[:rows] if nickname else lines[-rows:]
        if nickname:
            row = json.loads(chosen[2])
            row["ticket"]["submitted_description"] += f"\nPlease ask {NICKNAME} before noon, {NICKNAME} has the keys."
            chosen[2] = json.dumps(row, ensure_ascii=False).encode()
            chosen.append(b'{"record_id": "INC-9", "status": ')
        self.platform.landing.put(f"{self.dataset}/dt={date}/tickets.jsonl", b"\n".join(chosen) + b"\n")

    def first_version(self) -> str:
        """The first version, approved and in force without anybody reading it, as the demo does."""
        (version,) = notice_changes(self.platform).versions
        write_sample(self.platform, version)
        approve_unattended(self.platform, version, by="demo", reason="a sample of its own")
        activate(self.platform, version, by="demo")
        return version

    def newest(self, name: str = "it-tickets") -> str:
        return list_policy_versions(self.platform.ledger, name)[0].id

    def state(self, version: str) -> str:
        found = get_policy_version(self.platform.ledger, version)
        assert found is not None
        return found.state

    def run(self, dag: str, run: str, conf: dict[str, Any] | None = None) -> str:
        self.airflow.trigger(dag, run, conf)
        return self.follow(dag, run)

    def follow(self, dag: str, run: str) -> str:
        return self.airflow.follow(dag, run, WAIT_SECONDS, lambda tasks: None)

    def review_runs(self, version: str) -> list[str]:
        found = self.airflow.api.get("/dags/policy_review/dagRuns", params={"limit": 100}).raise_for_status().json()
        mine = [run["dag_run_id"] for run in found["dag_runs"] if (run["conf"] or {}).get("version_id") == version]
        return sorted(mine)

    def waits(self, run: str) -> None:
        """Returns once the run's question is open, and the scheduler knows it."""
        until(lambda: self.task(run, "decide") == "awaiting_input", f"{run} does not come to wait")
        time.sleep(SETTLE_SECONDS)

    def task(self, run: str, task: str) -> str | None:
        answer = self.airflow.api.get(f"/dags/policy_review/dagRuns/{run}/taskInstances/{task}")
        return None if answer.is_error else str(answer.json()["state"])

    def answered(self, run: str) -> tuple[list[str], str]:
        """What Airflow has on record as the answer, and by whom."""
        path = f"/dags/policy_review/dagRuns/{run}/taskInstances/decide/-1/hitlDetails"
        detail = self.airflow.api.get(path).raise_for_status().json()
        return detail["chosen_options"], (detail["responded_by_user"] or {}).get("name", "")

    def answer(self, run: str, user: str, option: str, reason: str = "") -> None:
        """Under Required Actions, past the pages."""
        with self.airflow.login(user) as client:
            client.patch(
                f"/dags/policy_review/dagRuns/{run}/taskInstances/decide/-1/hitlDetails",
                json={"chosen_options": [option], "params_input": {"reason": reason}},
            ).raise_for_status()

    def post(self, user: str, path: str, **fields: str) -> httpx.Response:
        """A form of the steward's pages, as their script sends it."""
        with self.airflow.login(user) as client:
            token = client.headers["Authorization"].removeprefix("Bearer ")
        with httpx.Client(
            base_url=f"{self.airflow.url}/steward", cookies={"_token": token}, timeout=90, trust_env=False
        ) as pages:
            form_token = pages.get("/").raise_for_status().text.split('name="form-token" content="')[1].split('"')[0]
            return pages.post(path, data=fields, headers={"X-Form-Token": form_token, "Accept": "application/json"})

    def log(self, run: str, task: str) -> str:
        folder = self.airflow.logs("policy_review", run) / f"task_id={task}"
        return "".join(file.read_text(errors="replace") for file in sorted(folder.rglob("*.log")))

    def published_under(self, date: str) -> list[str]:
        with self.platform.ledger.session(readonly=True) as session:
            runs = session.query(PartitionRun).filter_by(partition=f"dt={date}", state="published")
            return [run.policy_version for run in runs]


def until(true: Callable[[], bool], otherwise: str, seconds: float = WAIT_SECONDS) -> None:
    """Waits until `true()`; AssertionError after `seconds`."""
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, otherwise
        time.sleep(0.5)
