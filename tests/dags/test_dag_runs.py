"""Whole Dag runs through `dag.test()`, over folders as stores and a small sample."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from redactory.config import Settings
from redactory.ledger import list_policy_versions
from redactory.ledger.models import PartitionRun
from redactory.ledger.review_models import EngineCheck
from redactory.partitions.manifest import read_manifest
from redactory.platform import Platform
from redactory.policy import load_policy
from redactory.review.engines import FOLDER
from redactory.sample import Sample, generate
from redactory.storage import KeyRing

pytestmark = [pytest.mark.integration, pytest.mark.timeout(400)]
ROOT = Path(__file__).parents[2]
POLICY = ROOT / "policies" / "it-tickets.yaml"
APPROVE = str(ROOT / "tests" / "servers" / "approving.py")


@dataclass(frozen=True)
class Installation:
    """One installation over folders: its platform, its sample, the environment its Dags see."""

    platform: Platform
    sample: Sample
    dataset: str
    environment: dict[str, str]

    def land(self, name: str, data: bytes) -> None:
        self.platform.landing.put(f"{self.dataset}/{name}", data)

    def states(self) -> dict[str, str]:
        with self.platform.ledger.session(readonly=True) as session:
            return {run.partition: run.state for run in session.query(PartitionRun).order_by(PartitionRun.id)}


@pytest.fixture
def installation(tmp_path: Path) -> Installation:
    sample = generate(tmp_path / "sample", tickets=12, people=40)
    environment = {
        "REDACTORY_HOME": str(tmp_path / "home"),
        "REDACTORY_POLICIES": str(tmp_path / "policies"),
        "REDACTORY_DIRECTORY_FILE": str(sample.directory_ldif),
    }
    (tmp_path / "policies").mkdir()
    # a version of this test's own: the tests share one Airflow, which knows each review by its version
    own = POLICY.read_text().replace("\ndescription: ", f"\ndescription: {tmp_path.name} ")
    (tmp_path / "policies" / "it-tickets.yaml").write_text(own)
    settings = Settings.load(environment)
    KeyRing.write_new(settings.key_file)
    made = Installation(Platform.open(settings), sample, load_policy(POLICY).dataset, environment)
    for name in sample.objects:
        made.land(name, (sample.partitions / name).read_bytes())
    return made


@pytest.fixture
def run(airflow: Any, installation: Installation) -> Callable[..., Any]:
    def call(dag: str, **conf: Any) -> Any:
        return airflow.test_dag(dag, conf, extra=installation.environment)

    return call


def people_values(sample: Sample) -> list[str]:
    """Display names and addresses of the directory: what no log and no XCom may hold."""
    users = json.loads(sample.directory_json.read_text())["users"]
    return [user[key] for user in users for key in ("display_name", "email") if user.get(key)]


def test_refresh_then_nightly_publishes_every_partition(
    run: Callable[..., Any], installation: Installation, airflow: Any
) -> None:
    refreshed = run("directory_refresh")
    assert refreshed.state == "success", refreshed.log[-3000:]
    returned = {task: v for task, key, v in refreshed.xcoms if key == "return_value"}
    counts = json.loads(returned["refresh"]) if isinstance(returned["refresh"], str) else returned["refresh"]
    assert counts["people"] == installation.sample.people
    assert counts["joiners"] == installation.sample.people

    airflow.run(sys.executable, APPROVE, extra=installation.environment)
    nightly = run("nightly_redaction")
    assert nightly.state == "success", nightly.log[-6000:]
    assert nightly.tasks["partition.redact"] == ["success", "success"]
    assert set(installation.states().values()) == {"published"}
    for partition in installation.states():
        manifest = read_manifest(installation.platform.published, installation.dataset, partition)
        assert manifest is not None
        assert sum(entry.rows for entry in manifest.objects) == 6
    log = refreshed.log + nightly.log + json.dumps([refreshed.xcoms, nightly.xcoms])
    assert [value for value in people_values(installation.sample) if value in log] == []

    again = run("nightly_redaction")
    assert again.state == "success", again.log[-3000:]
    assert again.tasks["verdict"] == ["success"]
    assert len(installation.states()) == 2


def test_large_objects_are_redacted_in_ranges_by_tasks_of_their_own(
    run: Callable[..., Any], installation: Installation, airflow: Any
) -> None:
    sizes = sorted((installation.sample.partitions / name).stat().st_size for name in installation.sample.objects)
    installation.environment["REDACTORY_SPLIT_BYTES"] = str(sizes[-1] - 1)  # the largest is split, the other is not
    run("directory_refresh")
    airflow.run(sys.executable, APPROVE, extra=installation.environment)
    nightly = run("nightly_redaction")
    assert nightly.state == "success", nightly.log[-6000:]
    assert nightly.tasks["redact_ranges"] == ["success", "success"]
    assert nightly.tasks["partition.settle"] == ["success", "success"]
    assert set(installation.states().values()) == {"published"}
    said = json.dumps(nightly.xcoms)
    assert [name for name in installation.sample.objects if Path(name).name in said] == []


def test_without_an_approved_policy_nothing_is_published_and_a_review_is_started(
    run: Callable[..., Any], installation: Installation
) -> None:
    run("directory_refresh")
    ran = run("nightly_redaction")
    assert ran.state == "failed"
    assert ran.tasks["start_review"] == ["success"], ran.log[-3000:]
    assert ran.tasks["plan"] == ["failed"]
    assert "under Steward in the menu" in ran.log
    assert installation.states() == {}
    assert [version.state for version in list_policy_versions(installation.platform.ledger)] == ["draft"]


@pytest.mark.slow
def test_an_engine_that_writes_something_else_publishes_nothing_and_a_review_is_started(
    run: Callable[..., Any], installation: Installation, airflow: Any
) -> None:
    """As a ledger looks after an upgrade: the version was approved with an engine of another stamp and output."""
    run("directory_refresh")
    airflow.run(sys.executable, APPROVE, extra=installation.environment)
    ledger, store = installation.platform.ledger, installation.platform.review
    with ledger.session() as session:
        check = session.scalars(select(EngineCheck)).one()
        version, old = check.policy_version, f"{FOLDER}/{check.policy_version}/{check.stamp}.json"
        check.stamp, check.engine = "f" * 64, {**check.engine, "release": "0.0.9"}
    with store.open(old) as stream:
        kept = json.loads(stream.read())
    kept["outputs"]["probe 1"] = "0" * 64
    store.put(f"{FOLDER}/{version}/{'f' * 64}.json", json.dumps(kept).encode())
    store.delete(old)
    ran = run("nightly_redaction")
    assert ran.state == "failed"
    assert ran.tasks["start_review"] == ["success"], ran.log[-3000:]
    assert "nothing is published: the engine changed since this version was approved (Redactory 0.0.9" in ran.log
    assert "its output differs on 1 of the project's own sentences" in ran.log
    assert installation.states() == {}
    assert [v.state for v in list_policy_versions(ledger)] == ["approved"]


@pytest.mark.slow
def test_one_bad_partition_fails_the_run_and_the_others_are_published(
    run: Callable[..., Any], installation: Installation, airflow: Any
) -> None:
    run("directory_refresh")
    airflow.run(sys.executable, APPROVE, extra=installation.environment)
    unlisted = {"record_id": "INC-1", "nobody_listed_this": "free text that no policy knows"}
    installation.land("dt=2026-11-27/tickets.jsonl", json.dumps(unlisted).encode() + b"\n")
    ran = run("nightly_redaction")
    assert ran.state == "failed"
    assert ran.tasks["verdict"] == ["failed"]
    states = installation.states()
    assert states.pop("dt=2026-11-27") != "published"
    assert set(states.values()) == {"published"}
    assert "dt=2026-11-27" in ran.log
    assert "nobody_listed_this" in ran.log  # the field is named, its text is not
    assert "free text that no policy knows" not in ran.log


@pytest.mark.slow
def test_a_wrong_policy_file_hinders_nobody_and_is_not_passed_over(
    run: Callable[..., Any], installation: Installation, airflow: Any
) -> None:
    run("directory_refresh")
    airflow.run(sys.executable, APPROVE, extra=installation.environment)
    broken = installation.platform.settings.policies / "broken.yaml"
    broken.write_text("version: 1\nname: broken\ncolour: red\n")
    ran = run("nightly_redaction", date="2026-11-28")
    assert ran.state == "failed"
    assert "broken.yaml" in ran.log
    assert installation.states() == {"dt=2026-11-28": "published"}


def test_refresh_without_a_directory_says_what_to_do(airflow: Any, installation: Installation) -> None:
    environment = {**installation.environment, "REDACTORY_DIRECTORY_FILE": ""}
    ran = airflow.test_dag("directory_refresh", extra=environment)
    assert ran.state == "failed"
    assert "add the connection ldap_default, or name an export in REDACTORY_DIRECTORY_FILE" in ran.log


def test_a_look_at_what_waits_starts_one_review_and_ends_well(
    run: Callable[..., Any], installation: Installation
) -> None:
    run("directory_refresh")
    looked = run("policy_review", version_id="")
    assert looked.state == "success", looked.log[-3000:]
    assert looked.tasks["start_reviews"] == ["success"]
    assert looked.tasks["close"] == ["skipped"]
    assert looked.tasks["sample"] == ["skipped"]
