"""Many machines: what docker-compose.yaml says, run as processes; forty partitions, and a worker that is killed."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import boto3
import httpx
import psutil
import pytest
from airflow_api import AirflowApi
from compose import Stack
from identities import directory_values, personal_values, search
from sqlalchemy import select
from sqlalchemy.orm import selectinload

from redactory.config import ENCRYPTED_STORES, PLAIN_STORES, Settings
from redactory.ledger.models import PartitionRun
from redactory.partitions.cleanup import clean_staging
from redactory.partitions.manifest import generations, read_manifest
from redactory.platform import Platform
from redactory.storage import open_store
from redactory.storage.open import s3_client

pytestmark = [pytest.mark.slow, pytest.mark.distributed, pytest.mark.integration, pytest.mark.timeout(1200)]
ROOT = Path(__file__).parents[2]
DATASET = "it-tickets"
REFRESH, NIGHTLY = "directory_refresh", "nightly_redaction"
DAYS, TICKETS, PEOPLE = 40, 80, 60
VARIABLES = {
    "WORKER_SLOTS": "2", "PARTITIONS_AT_ONCE": "4", "REDACTORY_DIRECTORY_CRON": "none", "REDACTORY_REVIEW_CRON": "none",
    "REDACTORY_NIGHTLY_CRON": "none", "REDACTORY_CASES_CRON": "none",
}  # fmt: skip
SECONDS = 600.0
APPROVE = str(ROOT / "tests" / "servers" / "approving.py")


@dataclass(frozen=True)
class Night:
    """A night that is over: the services as they ran, the platform, what became of each task."""

    stack: Stack
    platform: Platform
    tasks: list[dict[str, Any]]
    killed: set[tuple[str, int]]  # task and map index of what the killed worker was at
    published: int  # partitions that were out when it was killed
    state: str
    seconds: float  # all of it
    night: float  # from trigger to the last task

    @property
    def words(self) -> str:
        again = sum(task["try_number"] > 1 for task in self.tasks)
        return (
            f"{DAYS} partitions, {len(self.tasks)} tasks on two workers of two slots; one worker killed when "
            f"{self.published} partitions were published; tasks it was at: {len(self.killed)}; tried again: {again}; "
            f"{self.seconds:.0f} s, {self.night:.0f} s of it the night"
        )

    @property
    def sample(self) -> Path:
        return self.stack.volume("sample")

    def runs(self) -> list[PartitionRun]:
        query = select(PartitionRun).options(selectinload(PartitionRun.objects)).order_by(PartitionRun.id)
        with self.platform.ledger.session(readonly=True) as session:
            return list(session.scalars(query))


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> Iterator[Night]:
    folder = tmp_path_factory.mktemp("stack")
    stack = Stack(ROOT, folder, variables=VARIABLES, paths={"./policies": policies(folder)})
    try:
        made = play(stack)
        with pytestconfig.pluginmanager.getplugin("capturemanager").global_and_fixture_disabled():
            print(f"\n{made.words}")
        yield made
    finally:
        stack.stop()


def policies(folder: Path) -> Path:
    """The shipped policy without its model: what is tested here is who does the work, not what is found."""
    target = folder / "policies"
    shutil.copytree(ROOT / "policies", target)
    file = target / f"{DATASET}.yaml"
    text = re.sub(r"(?m)^ner:\n(?:  .*\n)*", "ner: {enabled: false}\n", file.read_text())
    assert "ner: {enabled: false}" in text
    file.write_text(text)
    return target


def play(stack: Stack) -> Night:
    began = time.monotonic()
    for name in ("postgres", "redis", "s3"):
        stack.start(name)
    stack.wait("postgres", "redis", "s3")
    stack.run("init")
    stack.run("sample", extra=["--days", str(DAYS), "--tickets", str(TICKETS), "--people", str(PEOPLE)])
    for name in ("ldap", "api-server", "scheduler", "dag-processor", "triggerer"):
        stack.start(name)
    for instance in ("worker-1", "worker-2"):
        stack.start("worker", instance)
    stack.wait("ldap", "api-server", "scheduler", "dag-processor", "triggerer", "worker-1", "worker-2")
    password = json.loads(stack.secret("airflow_passwords.json"))["admin"]
    airflow = AirflowApi(f"http://127.0.0.1:{stack.ports['api-server']}", "admin", password)
    until(lambda: airflow.dags() >= {REFRESH, NIGHTLY})
    airflow.trigger(REFRESH)
    assert until(lambda: airflow.ended(REFRESH)) == "success"
    stack.start("serve")
    stack.wait("serve")
    environment = stack.environment("worker", "worker-2") | credentials(stack, "platform")
    subprocess.run([sys.executable, APPROVE], env=environment, cwd=stack.folder, check=True)
    keys = credentials(stack, "platform")
    settings = Settings.load(environment)
    s3 = s3_client(
        endpoint_url=settings.s3_endpoint_url,
        aws_access_key_id=keys["AWS_ACCESS_KEY_ID"],
        aws_secret_access_key=keys["AWS_SECRET_ACCESS_KEY"],
        region_name="us-east-1",
    )
    platform = Platform.open(settings, s3=s3)

    triggered = time.monotonic()
    airflow.trigger(NIGHTLY)

    def going_on() -> bool:
        if state := airflow.ended(NIGHTLY):
            tasks = Counter((task["task_id"], task["state"]) for task in airflow.tasks(NIGHTLY))
            pytest.fail(f"the night ended ({state}) before a worker was killed: {dict(tasks)}")
        return True

    until(lambda: going_on() and published(platform) >= DAYS // 2)
    killed = until(lambda: going_on() and at_work(stack, airflow, "worker-1"))
    stack.kill("worker-1")
    out = published(platform)
    stack.start("worker", "worker-3")  # as the restart policy would
    state = until(lambda: airflow.ended(NIGHTLY))
    ended = time.monotonic()
    return Night(stack, platform, airflow.tasks(NIGHTLY), killed, out, state, ended - began, ended - triggered)


def test_every_partition_is_published_once(night: Night) -> None:
    assert night.state == "success", Counter((task["task_id"], task["state"]) for task in night.tasks)
    runs = night.runs()
    assert len(runs) == DAYS
    assert {run.state for run in runs} == {"published"}
    for run in runs:
        assert generations(night.platform.published, DATASET, run.partition) == [1], run.partition
    manifests = [info.key for info in night.platform.published.list() if "/_manifest" in info.key]
    assert len([key for key in manifests if re.search(r"/0*1\.json$", key)]) == DAYS


def test_what_the_killed_worker_was_at_was_done_by_another(night: Night) -> None:
    again = {(task["task_id"], task["map_index"]) for task in night.tasks if task["try_number"] > 1}
    assert DAYS // 2 <= night.published < DAYS
    assert night.killed & again, (night.killed, again)
    assert {task["state"] for task in night.tasks if task["task_id"].startswith("partition.")} == {"success"}


def test_the_counts_add_up(night: Night) -> None:
    runs = night.runs()
    source = {row["record_id"] for row in lines((night.sample / "tickets.jsonl").read_bytes())}
    assert sum(run.rows_in for run in runs) == TICKETS
    found: list[str] = []
    for run in runs:
        assert run.rows_in == run.rows_out + run.rows_dead
        manifest = read_manifest(night.platform.published, DATASET, run.partition)
        assert manifest is not None
        assert sum(entry.rows for entry in manifest.objects) == run.rows_out
        for entry in manifest.objects:
            with night.platform.published.open(entry.key) as stream:
                data = stream.read()
            found += [row["record_id"] for row in lines(gzip.decompress(data) if entry.key.endswith(".gz") else data)]
    assert len(found) == len(set(found)) == sum(run.rows_out for run in runs)
    assert set(found) <= source


def test_nothing_unredacted_is_in_any_readable_place(night: Night) -> None:
    """Published objects, encrypted stores, every database, the queue, every log, what workers left behind.

    Published is searched for the whole directory, everything else for all that the sample's key names besides: whom no
    directory lists, a model has to find, and this night has none.
    """
    values, listed = personal_values(night.sample), directory_values(night.sample)
    assert len(values) > len(listed) > 200
    pattern, published = search(values), search(listed)
    clean_staging(night.platform)
    assert list(night.platform.staging.list()) == []
    found: dict[str, int] = {}
    searched: Counter[str] = Counter()
    for place, text in readable(night):
        searched[place.split("/")[0]] += len(text)
        hits = len((published if place.startswith("published/") else pattern).findall(text))
        if hits:
            found[place] = hits
    assert found == {}  # places and numbers, never the values
    for place in ("published", "identity", "output", "logs", "airflow", "celery", "redactory", "redis"):
        assert searched[place] > 0, place
    everything = (night.sample / "tickets.jsonl").read_text()
    assert len(published.findall(everything)) > TICKETS  # the search would find them


def test_workers_hold_no_key_to_airflows_database(night: Night) -> None:
    secrets = {file.name for file in (night.stack.folder / "services" / "worker-2" / "secrets").iterdir()}
    assert {"airflow_db_url", "fernet_key", "jwt_secret"}.isdisjoint(secrets)
    celery = {"PGUSER": "celery", "PGPASSWORD": night.stack.secret("celery_db_password")}
    with pytest.raises(RuntimeError, match="permission denied"):
        night.stack.postgres.psql("-d", "airflow", "-c", "SELECT 1", environ=celery)


def test_a_readers_key_opens_published_alone(night: Night) -> None:
    keys = credentials(night.stack, "reader")
    reader = boto3.client(
        "s3", endpoint_url=f"http://127.0.0.1:{night.stack.ports['s3']}", region_name="us-east-1",
        aws_access_key_id=keys["AWS_ACCESS_KEY_ID"], aws_secret_access_key=keys["AWS_SECRET_ACCESS_KEY"],
    )  # fmt: skip
    assert reader.list_objects_v2(Bucket="published")["KeyCount"] > 0
    for bucket in ("landing", "staging", "identity"):
        with pytest.raises(reader.exceptions.ClientError, match="AccessDenied"):
            reader.list_objects_v2(Bucket=bucket)


def test_the_service_of_the_round_trip_knows_the_directory(night: Night) -> None:
    url = f"http://127.0.0.1:{night.stack.ports['serve']}/v1/sessions"
    assert httpx.post(url, json={}, trust_env=False).status_code == 401
    headers = {"Authorization": f"Bearer {night.stack.secret('serve_token')}"}
    person = json.loads((night.sample / "directory.json").read_text())["users"][0]
    with httpx.Client(headers=headers, trust_env=False, timeout=60) as app:
        session = f"{url}/{app.post(url, json={}).raise_for_status().json()['session']}"
        text = f"{person['display_name']} ({person['email']}) cannot log in"
        (sent,) = app.post(f"{session}/pseudonymise", json={"texts": [text]}).raise_for_status().json()["texts"]
        assert sent == "[PERSON_1] ([EMAIL_1]) cannot log in"
        back = app.post(f"{session}/rehydrate", json={"text": "Dear [PERSON_1]"}).raise_for_status().json()["text"]
    assert back == f"Dear {person['display_name']}"


def readable(night: Night) -> Iterator[tuple[str, str]]:
    """(place, text) of everything the night left where somebody might read it."""
    for name in (*PLAIN_STORES[1:], *ENCRYPTED_STORES):
        store = open_store(getattr(night.platform.settings, name), s3=night.platform.s3)
        for info in store.list():
            with store.open(info.key) as stream:
                data = stream.read()
            text = gzip.decompress(data) if info.key.endswith(".gz") and name == "published" else data
            yield f"{name}/{info.key}", info.key + "\n" + text.decode(errors="replace")
    for place, folder in (
        ("output", night.stack.folder / "output"),
        ("logs", night.stack.volume("logs")),
        ("scratch", night.stack.volume("scratch")),
        ("redis", night.stack.volume("redis")),
    ):
        for file in folder.rglob("*"):
            if file.is_file():
                yield f"{place}/{file.relative_to(folder)}", file.read_text(errors="replace")
    for database in ("airflow", "celery", "redactory", "vault"):
        dump = night.stack.postgres.dump(database)
        yield f"{database}/dump", dump
        hexed = re.findall(r"\\\\x([0-9a-f]{2,})", dump)  # binary columns
        yield f"{database}/binary", "\n".join(bytes.fromhex(h).decode(errors="replace") for h in hexed)


def at_work(stack: Stack, airflow: AirflowApi, instance: str) -> set[tuple[str, int]]:
    """Task and map index of the tasks whose processes are the worker's."""
    worker = next(running.process for running in stack.running if running.name == instance)
    own = {process.pid for process in worker.children(recursive=True) if process.status() != psutil.STATUS_ZOMBIE}
    return {(task["task_id"], task["map_index"]) for task in airflow.tasks(NIGHTLY, "running") if task["pid"] in own}


def published(platform: Platform) -> int:
    with platform.ledger.session(readonly=True) as session:
        return len(session.scalars(select(PartitionRun.id).where(PartitionRun.state == "published")).all())


def until[T](look: Callable[[], T]) -> T:
    """What `look` returns once it is something."""
    deadline = time.monotonic() + SECONDS
    while not (found := look()):
        if time.monotonic() > deadline:
            pytest.fail(f"nothing came of it within {SECONDS:.0f} s")
        time.sleep(0.3)
    return found


def credentials(stack: Stack, identity: str) -> dict[str, str]:
    return {
        "AWS_ACCESS_KEY_ID": stack.secret(f"s3_{identity}_id"),
        "AWS_SECRET_ACCESS_KEY": stack.secret(f"s3_{identity}_secret"),
        "AWS_DEFAULT_REGION": "us-east-1",
    }


def lines(data: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in data.splitlines()]
