"""The whole job on this machine, from a directory export to published partitions, through the real scheduler."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from rich.console import Console

from redactory.demo.airflow import PARALLELISM, USERS, AirflowFailed
from redactory.demo.progress import Progress
from redactory.demo.stage import Stage
from redactory.demo.summary import show
from redactory.errors import RedactoryError

DAGS = ("directory_refresh", "policy_review", "nightly_redaction")
POOL = "redaction"
RUN_SECONDS = 600.0
RUN_ID = "demo"
PIPE_WIDTH = 120


def play(root: Path, *, keep: bool) -> int:
    """Runs the demo; returns its exit code. `keep` leaves S3 server and Airflow running when all went well."""
    console = _console()
    stage = Stage(root)
    try:
        with stage.alone():
            if stage.is_up:
                console.print("What `make up` started is still running: end it first with `make down`.")
                return 2
            stage.clear()
            with _ended(stage, lambda: keep) as stay:
                _play(stage, console)
                if keep:
                    _leave_a_review(stage, console)
                stay()
    except KeyboardInterrupt:
        console.print("\nInterrupted. Nothing is left running.")
        return 130
    except RedactoryError as error:
        console.print(f"\n[bold red]Failed:[/] {error}", soft_wrap=True)
        console.print(f"Everything it wrote is in {stage.folder}. Nothing is left running.", soft_wrap=True)
        return 1
    if keep:
        _say_where(stage, console)
    return 0


def bring_down(root: Path) -> int:
    """Ends what `make up` started, and nothing else; its data stays until the next start."""
    console = _console()
    stage = Stage(root)
    try:
        with stage.alone():
            running = len(stage.record.running())
            stage.end()
    except RedactoryError as error:
        console.print(f"[bold red]Failed:[/] {error}", soft_wrap=True)
        return 1
    console.print(f"Ended; {running} processes." if running else "Nothing was running.")
    return 0


def _console() -> Console:
    """Rich on a terminal; in a pipe wide enough for the tables, whatever the terminal behind it."""
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = PIPE_WIDTH
    return console


def _play(stage: Stage, console: Console) -> None:
    progress = Progress(console)
    with progress.step("S3 server and Airflow started"):
        stage.start()
    with progress.step("Sample made and put into the landing bucket"):
        made = stage.load_sample()
        progress.note(made)
    with progress.step("Airflow ready"):
        stage.airflow.wait_until_ready(DAGS)
        stage.airflow.ensure_pool(POOL, PARALLELISM)
    with progress.step("Directory read into a snapshot"):
        _run(stage, progress, "directory_refresh")
    for version in stage.new_policy_versions():
        with progress.step(f"Policy version {version[:12]} reviewed: approved unattended, by demo"):
            _run(stage, progress, "policy_review", {"version_id": version}, approve=True)
    try:
        with progress.step("Partitions redacted, checked and published"):
            _run(stage, progress, "nightly_redaction")
    except AirflowFailed:
        with suppress(RedactoryError):  # a run that failed has something to show too, if it was planned
            show(stage, RUN_ID, progress.seconds, console)
        raise
    show(stage, RUN_ID, progress.seconds, console)


def _leave_a_review(stage: Stage, console: Console) -> None:
    """Changes the sample's policy and starts its review, which waits for whoever logs in."""
    version = stage.change_policy()
    stage.airflow.trigger("policy_review", f"{RUN_ID}-second", {"version_id": version})
    console.print(f"\nThe sample's policy was changed: version {version[:12]} waits in the steward's queue.")


def _run(
    stage: Stage, progress: Progress, dag: str, conf: dict[str, str] | None = None, *, approve: bool = False
) -> None:
    airflow = stage.airflow
    run = RUN_ID if not conf else f"{RUN_ID}-{conf['version_id'][:12]}"
    airflow.trigger(dag, run, conf)

    def seen(tasks: Sequence[dict[str, Any]]) -> None:
        progress.tasks(tasks)
        if approve:
            airflow.decide(dag, run, "Approve", {"reason": "the demo's own sample policy"})

    if airflow.follow(dag, run, RUN_SECONDS, seen) == "success":
        return
    lines = [f"  {task}: {log}" for task, log in airflow.failed_logs(dag, run)]
    raise AirflowFailed("\n".join((f"the Dag {dag} failed. Read the last lines of", *lines)))


@contextmanager
def _ended(stage: Stage, keep: Callable[[], bool]) -> Iterator[Callable[[], None]]:
    """Ends the stage on the way out, whatever the way; only a demo that is to stay, and went well, stays."""
    well = threading.Event()
    try:
        yield well.set
    finally:
        if well.is_set() and keep():
            stage.keep()
        else:
            previous = signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second Ctrl-C would leave processes
            try:
                stage.end()
            finally:
                with suppress(ValueError, TypeError):
                    signal.signal(signal.SIGINT, previous)


def _say_where(stage: Stage, console: Console) -> None:
    airflow = stage.airflow
    console.print(f"\nAirflow is at {airflow.url} and stays until `make down`. Log in as")
    for name in USERS:
        if name != "demo":
            console.print(f"  {name:8} {airflow.passwords[name]}", markup=False)
    reader = stage.s3.credentials["reader"]
    console.print(f"The buckets are at {stage.s3.endpoint_url}; a reader's key, which opens `published` alone:")
    console.print(f"  {reader.access_key} {reader.secret_key}", markup=False)
    console.print(f"Read the changed policy's rows as steward: {airflow.url}/plugin/steward-queue", soft_wrap=True)
    console.print("Schedules are off here: start runs by hand.")
    sys.stdout.flush()
