"""The whole demo through the real scheduler, in a copy of the project: what it publishes, leaves and never writes."""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import psutil
import pytest
from identities import personal_values, search

from redactory.demo.processes import MARK

pytestmark = [pytest.mark.slow, pytest.mark.integration, pytest.mark.timeout(1500)]
ROOT = Path(__file__).parents[2]
PARTS = ("dags", "include", "plugins", "policies")
SECONDS = 1200


@dataclass(frozen=True)
class Project:
    """A copy of the project, whose demo writes under its own `var/`."""

    root: Path

    @property
    def demo(self) -> Path:
        return self.root / "var" / "demo"

    def start(self, command: str) -> subprocess.Popen[str]:
        environment = {**os.environ, "PYTHONPATH": str(self.root / "include")}
        return subprocess.Popen(
            [sys.executable, "-m", "redactory.demo", command], cwd=self.root, env=environment, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip

    def run(self, command: str) -> tuple[int, str]:
        process = self.start(command)
        output, _ = process.communicate(timeout=SECONDS)
        return process.returncode, output

    def running(self) -> list[str]:
        """Every process that carries the mark of this copy's demo, or works in its folder."""
        found = []
        for process in psutil.process_iter():
            try:
                marked = process.environ().get(MARK) == str(self.demo)
                if marked or any(str(self.root) in part for part in process.cmdline()):
                    found.append(f"{process.pid} {process.name()}")
            except (psutil.Error, OSError):
                continue
        return found


def copy_of(folder: Path) -> Project:
    for part in PARTS:
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    return Project(folder)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Project, str]:
    project = copy_of(tmp_path_factory.mktemp("demo"))
    code, output = project.run("run")
    assert code == 0, output[-6000:]
    return project, output


def test_it_says_what_it_did(played: tuple[Project, str]) -> None:
    _, output = played
    for words in (
        "it-tickets/dt=2026-11-28", "it-tickets/dt=2026-11-29", "masked share", "absence", "vocabulary", "passed",
        "approved unattended, by demo", "s3://published/it-tickets/", "before and after", "<PERSON>",
    ):  # fmt: skip
        assert words in output
    assert "FAILED" not in output
    assert "\x1b[" not in output  # no colours in a pipe


def test_nothing_is_left_running(played: tuple[Project, str]) -> None:
    assert played[0].running() == []


def test_every_ticket_is_published_and_no_address_of_the_directory(played: tuple[Project, str]) -> None:
    project, _ = played
    published = sorted((project.demo / "published").rglob("*.jsonl*"))
    texts = [gzip.decompress(p.read_bytes()).decode() if p.suffix == ".gz" else p.read_text() for p in published]
    rows = [json.loads(line) for text in texts for line in text.splitlines()]
    source = [json.loads(line) for line in (project.demo / "sample" / "tickets.jsonl").read_text().splitlines()]
    assert sorted(row["record_id"] for row in rows) == sorted(row["record_id"] for row in source)
    users = json.loads((project.demo / "sample" / "directory.json").read_text())["users"]
    whole = "\n".join(texts).casefold()
    assert sum(user["email"].casefold() in whole for user in users) == 0
    assert sum(user["display_name"].casefold() in whole for user in users if " " in user["display_name"]) == 0


def test_no_personal_value_in_any_log_or_database(played: tuple[Project, str]) -> None:
    """Searched for: every value of the answer key and of the directory that is not a common word."""
    project, output = played
    values = personal_values(project.demo / "sample")
    assert len(values) > 1000
    pattern = search(values)
    found: dict[str, int] = {}
    searched = 0
    report = output.partition("One record of the sample")[0]  # what follows shows one sample record on purpose
    for name, text in [("output", report), *logs(project.demo), *databases(project.demo)]:
        searched += len(text)
        hits = len(pattern.findall(text))
        if hits:
            found[name] = hits
    assert searched > 100_000
    assert found == {}  # places and numbers, never the values


def test_the_search_would_find_one(played: tuple[Project, str]) -> None:
    """The sample itself, searched the same way, is full of them."""
    sample = played[0].demo / "sample"
    values = personal_values(sample)
    text = (sample / "tickets.jsonl").read_text()
    assert sum(value in text for value in values) > 500


def test_interrupted_it_ends_everything_and_can_be_run_again_at_once(tmp_path: Path) -> None:
    project = copy_of(tmp_path / "copy")
    for _ in range(2):
        process = project.start("run")
        deadline = time.monotonic() + 120
        while len(project.running()) < 6 and time.monotonic() < deadline:
            time.sleep(0.5)
        assert len(project.running()) >= 6
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=90)
        assert process.returncode == 130, output
        assert "Nothing is left running" in output
        assert project.running() == []


def test_a_killed_demo_is_cleared_up_by_the_next(tmp_path: Path) -> None:
    project = copy_of(tmp_path / "copy")
    process = project.start("run")
    deadline = time.monotonic() + 120
    while len(project.running()) < 6 and time.monotonic() < deadline:
        time.sleep(0.5)
    process.kill()
    process.communicate()
    assert project.running()
    code, output = project.run("down")
    assert code == 0, output
    assert project.running() == []


def test_up_stays_until_down(tmp_path: Path) -> None:
    project = copy_of(tmp_path / "copy")
    code, output = project.run("up")
    try:
        assert code == 0, output[-6000:]
        url = re.search(r"Airflow is at (http://127\.0\.0\.1:\d+)", output)
        password = re.search(r"^  admin +(\S+)$", output, re.MULTILINE)
        assert url
        assert password
        login = {"username": "admin", "password": password.group(1)}
        answer = httpx.post(f"{url.group(1)}/auth/token", json=login, timeout=30, trust_env=False)
        assert answer.status_code == 201
        assert project.run("run")[0] == 2  # a demo beside it is refused
        assert httpx.get(f"{url.group(1)}/api/v2/monitor/health", timeout=30, trust_env=False).status_code == 200
        assert a_review_waits(url.group(1), output)
    finally:
        assert project.run("down")[0] == 0
    assert project.running() == []
    assert project.run("down") == (0, "Nothing was running.\n")


def a_review_waits(url: str, output: str) -> bool:
    """Whether the sample policy's second version comes to wait in the steward's queue, none of its rows read."""
    password = re.search(r"^  steward +(\S+)$", output, re.MULTILINE)
    assert password
    login = {"username": "steward", "password": password.group(1)}
    token = httpx.post(f"{url}/auth/token", json=login, timeout=30, trust_env=False).json()["access_token"]
    deadline = time.monotonic() + 240
    while time.monotonic() < deadline:
        page = httpx.get(f"{url}/steward/", cookies={"_token": token}, timeout=60, trust_env=False).text
        if "0/30" in page and "PHONE: threshold 0.5 → 0.4" in page:
            return True
        time.sleep(2)
    return False


def logs(demo: Path) -> Iterator[tuple[str, str]]:
    paths = [*demo.rglob("*.log"), *(p for p in (demo / "airflow" / "logs").rglob("*") if p.is_file())]
    for path in dict.fromkeys(paths):
        yield str(path.relative_to(demo)), path.read_text(errors="replace")


def databases(demo: Path) -> Iterator[tuple[str, str]]:
    """Every table of Airflow's metadata (XComs, runs, rendered fields) and of the ledger."""
    for path in (demo / "airflow" / "airflow.db", demo / "ledger.db"):
        with sqlite3.connect(path) as connection:
            connection.text_factory = lambda data: data.decode(errors="replace")
            tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
            for (table,) in tables:
                rows = connection.execute(f'SELECT * FROM "{table}"').fetchall()
                cells = (cell.decode(errors="replace") if isinstance(cell, bytes) else cell for r in rows for cell in r)
                yield f"{path.name}/{table}", "\n".join(str(cell) for cell in cells)
