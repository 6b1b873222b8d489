"""The Dag files: they import fast, know no heavy library, are documented and wired as the README says."""

from __future__ import annotations

import ast
import json
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "dags").glob("*.py"))
# boto3 is no part of the list: naming an Asset makes Airflow itself import it.
HEAVY = ("spacy", "great_expectations", "presidio_analyzer", "pyarrow", "pandas", "redactory.detect")
PARSE_SECONDS = 1.0  # beyond Airflow's own import
PROBE = """
import json, runpy, sys, time
import airflow.sdk
began = time.process_time()
runpy.run_path(sys.argv[1], run_name="parsed")
print(json.dumps({"seconds": time.process_time() - began, "modules": sorted(sys.modules)}))
"""
STRUCTURE = """
import json, sys
from airflow.dag_processing.dagbag import DagBag
bag = DagBag(sys.argv[1])
print(json.dumps({"errors": {k: v[-400:] for k, v in bag.import_errors.items()}, "dags": {
    name: {
        "doc": dag.doc_md or "", "catchup": dag.catchup, "active": dag.max_active_runs, "params": sorted(dag.params),
        "schedule": str(dag.schedule),
        "tasks": {t.task_id: {
            "up": sorted(t.upstream_task_ids), "pool": t.pool, "retries": t.retries, "rule": t.trigger_rule.value,
            "backoff": bool(t.retry_exponential_backoff), "mapped": t.is_mapped or t.get_closest_mapped_task_group()
                is not None,
            "timeout": t.execution_timeout is not None, "callback": bool(t.on_failure_callback),
            "outlets": [o.uri.rstrip("/") for o in t.outlets],
        } for t in dag.tasks}}
    for name, dag in bag.dags.items()}}))
"""


@pytest.fixture(scope="module")
def dags(airflow: Any) -> dict[str, Any]:
    printed = airflow.run(sys.executable, "-c", STRUCTURE, str(ROOT / "dags"))
    found = json.loads(printed.strip().splitlines()[-1])
    assert found["errors"] == {}
    return dict(found["dags"])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_parses_in_under_a_second(airflow: Any, path: Path) -> None:
    command = (sys.executable, "-c", PROBE, str(path))
    environment = {"PYTHONPATH": str(ROOT / "plugins")}
    found = [json.loads(airflow.run(*command, extra=environment).strip().splitlines()[-1]) for _ in range(2)]
    assert min(run["seconds"] for run in found) < PARSE_SECONDS
    loaded = set(found[0]["modules"])
    assert [name for name in HEAVY if name in loaded] == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_dag_files_only_wire(path: Path) -> None:
    """No loop, no class, no data handling: what is decided stands in the engine."""
    tree = ast.parse(path.read_text())
    forbidden = (ast.For, ast.While, ast.ClassDef, ast.With, ast.Try)
    assert [f"{path.name}:{node.lineno}" for node in ast.walk(tree) if isinstance(node, forbidden)] == []


def test_all_four_are_there_and_documented(dags: dict[str, Any]) -> None:
    assert set(dags) == {"directory_refresh", "nightly_redaction", "policy_review", "sanitise_cases"}
    for dag in dags.values():
        assert len(dag["doc"]) > 200
        assert dag["catchup"] is False


def test_every_task_reports_its_failure_and_none_may_be_killed_while_it_waits(dags: dict[str, Any]) -> None:
    for dag in dags.values():
        for name, task in dag["tasks"].items():
            assert task["callback"], name
            assert not task["timeout"], name


def test_directory_refresh_emits_the_asset(dags: dict[str, Any]) -> None:
    tasks = dags["directory_refresh"]["tasks"]
    assert tasks["refresh"]["outlets"] == ["redactory://directory"]
    assert tasks["refresh"]["retries"] > 0
    assert tasks["refresh"]["backoff"]


def test_nightly_begins_with_the_policy_and_has_a_cron_of_its_own(dags: dict[str, Any]) -> None:
    nightly = dags["nightly_redaction"]
    assert [name for name, task in nightly["tasks"].items() if not task["up"]] == ["policy_versioning"]
    assert nightly["schedule"] == "30 1 * * *"
    assert nightly["active"] == 1
    assert nightly["params"] == ["dataset", "date", "first", "last", "rerun"]


def test_partitions_are_mapped_pooled_and_retried(dags: dict[str, Any]) -> None:
    tasks = dags["nightly_redaction"]["tasks"]
    steps = ("redact", "check", "settle")
    for name in ("redact_ranges", *(f"partition.{step}" for step in steps)):
        task = tasks[name]
        assert task["mapped"], name
        assert task["pool"] == "redaction", name
        assert task["retries"] >= 2, name
        assert task["backoff"], name


def test_the_verdict_waits_for_every_partition_whatever_became_of_it(dags: dict[str, Any]) -> None:
    tasks = dags["nightly_redaction"]["tasks"]
    for name in ("monitor", "verdict"):
        assert tasks[name]["up"] == ["partition.settle"], name
        assert tasks[name]["rule"] == "all_done", name
