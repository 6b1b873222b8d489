"""One partition run in the hands of several processes at once, as when a worker that was given up comes back.

The ledger is on PostgreSQL: what is held to here is what workers on several machines rely on.
"""

from __future__ import annotations

import json
import multiprocessing
import random
import secrets
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from redactory.config import Settings
from redactory.errors import RedactoryError
from redactory.ledger.models import GateResultRow, TokenCount
from redactory.partitions import nightly, state
from redactory.partitions.manifest import generations, read_manifest
from redactory.platform import Platform
from redactory.storage import KeyRing

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "servers"))
from postgres import PostgresServer

pytestmark = [pytest.mark.integration, pytest.mark.timeout(240)]
FORK = multiprocessing.get_context("fork")
DATE = "2026-11-29"
ROWS = [{"id": n, "note": f"case {n}: Zofia Kowalquist (zkowalq) wrote to botan@example.org"} for n in range(20)]
TRIES = 8  # of a task; each is another run of the same steps


@pytest.fixture(scope="module")
def server() -> Iterator[PostgresServer]:
    with PostgresServer() as running:
        yield running


@pytest.fixture
def bare_platform(server: PostgresServer, tmp_path: Path) -> Platform:
    name = f"ledger_{secrets.token_hex(6)}"
    server.psql("-c", f"CREATE DATABASE {name}")
    settings = Settings.load({"REDACTORY_HOME": str(tmp_path / "var"), "REDACTORY_LEDGER_URL": server.url(name)})
    KeyRing.write_new(settings.key_file)
    platform = Platform.open(settings)
    platform.ledger.migrate()
    return platform


def test_a_step_done_twice_changes_nothing(platform: Platform, put: Callable[..., str]) -> None:
    put(DATE, "a.jsonl", ROWS)
    (number,) = nightly.plan_run(platform, run_id="night")
    for step in (nightly.redact_partition, nightly.check_partition, nightly.publish_partition):
        assert step(platform, number) == step(Platform.open(platform.settings), number)
    assert generations(platform.published, "notes", f"dt={DATE}") == [1]
    assert state.load(platform.ledger, number).rows_out == len(ROWS)


def _work(settings: Settings, number: int, start: Any, answers: Any) -> None:
    start.wait(60)
    for attempt in range(TRIES):
        try:
            answers.put(nightly.run_partition(Platform.open(settings), number))
            return
        except RedactoryError as error:
            words = str(error)
            time.sleep(random.uniform(0.05, 0.1) * 2**attempt)  # a scheduler waits too, longer each time
    answers.put(words)


def test_it_is_published_once_and_counted_once(platform: Platform, put: Callable[..., str]) -> None:
    put(DATE, "a.jsonl", ROWS)
    put(DATE, "b.jsonl", ROWS[:7])
    (number,) = nightly.plan_run(platform, run_id="night")
    start, answers = FORK.Barrier(3), FORK.Queue()
    workers = [FORK.Process(target=_work, args=(platform.settings, number, start, answers)) for _ in range(3)]
    for worker in workers:
        worker.start()
    found = [answers.get(timeout=200) for _ in workers]
    for worker in workers:
        worker.join(60)
    assert found == ["published"] * len(workers)

    manifest = read_manifest(platform.published, "notes", f"dt={DATE}")
    assert manifest is not None
    assert generations(platform.published, "notes", f"dt={DATE}") == [1]
    for entry in manifest.objects:
        with platform.published.open(entry.key) as stream:
            written = [json.loads(line)["id"] for line in stream.read().splitlines()]
        assert written == list(range(len(written)))
        assert len(written) == entry.rows
    run = state.load(platform.ledger, number)
    assert (run.state, run.rows_in, run.rows_out) == ("published", 27, 27)
    with platform.ledger.session(readonly=True) as session:
        counts = session.scalars(select(TokenCount).where(TokenCount.partition_run_id == number)).all()
        gates = session.scalars(select(GateResultRow).where(GateResultRow.partition_run_id == number)).all()
    assert {count.entity: count.count for count in counts} == {"PERSON": 27, "USER": 27, "EMAIL": 27}
    assert len({(gate.object_run_id, gate.gate) for gate in gates}) == len(gates)
