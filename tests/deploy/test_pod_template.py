"""KubernetesExecutor's pod: Kubernetes' own model knows every field, Airflow can use it, tasks see what they need."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import yaml
from kubernetes.client import ApiClient

from redactory.config import Settings

ROOT = Path(__file__).parents[2]
MADE = """
import json, sys
from airflow.providers.cncf.kubernetes.pod_generator import PodGenerator
pod = PodGenerator.construct_pod(
    dag_id="nightly_redaction", task_id="plan", pod_id="plan-1", try_number=1, kube_image="redactory:0.1.0", date=None,
    args=["python", "-m", "task"], pod_override_object=None, namespace="redactory", scheduler_job_id="1",
    run_id="night", base_worker_pod=PodGenerator.deserialize_model_file(sys.argv[1]),
)
print("@" + json.dumps(PodGenerator.serialize_pod(pod)))
"""
FILE = ROOT / "deploy" / "kubernetes" / "pod_template.yaml"


@pytest.fixture(scope="module")
def pod() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(FILE.read_text())
    return found


def as_kubernetes_reads(pod: dict[str, Any]) -> Any:
    client = ApiClient()
    read = client.deserialize(SimpleNamespace(data=json.dumps(pod)), "V1Pod")
    return client.sanitize_for_serialization(read)


def test_kubernetes_knows_every_field(pod: dict[str, Any]) -> None:
    assert as_kubernetes_reads(pod) == pod
    pod_with_a_slip = json.loads(json.dumps(pod))
    pod_with_a_slip["spec"]["containers"][0]["volumeMount"] = []
    assert as_kubernetes_reads(pod_with_a_slip) != pod_with_a_slip


def test_airflow_can_put_a_task_into_it(tmp_path: Path) -> None:
    environment = {"AIRFLOW_HOME": str(tmp_path), "PATH": os.environ["PATH"]}
    done = subprocess.run([sys.executable, "-c", MADE, str(FILE)], env=environment, capture_output=True, check=True)
    (container,) = json.loads(done.stdout.rpartition(b"@")[2])["spec"]["containers"]
    assert container["name"] == "base"
    assert "command" not in container  # the image's entry stays before the task
    assert container["args"] == ["python", "-m", "task"]
    assert container["securityContext"]["readOnlyRootFilesystem"] is True


def test_it_is_not_root_and_may_do_nothing_special(pod: dict[str, Any]) -> None:
    spec = pod["spec"]
    (container,) = spec["containers"]
    assert spec["securityContext"]["runAsNonRoot"] is True
    assert spec["automountServiceAccountToken"] is False
    assert container["securityContext"] == {
        "allowPrivilegeEscalation": False, "readOnlyRootFilesystem": True, "capabilities": {"drop": ["ALL"]},
    }  # fmt: skip
    assert container["resources"]["limits"]["memory"]


def test_its_tasks_see_what_a_worker_of_compose_sees(pod: dict[str, Any], compose: dict[str, Any]) -> None:
    environment = {item["name"]: item["value"] for item in pod["spec"]["containers"][0]["env"]}
    worker = compose["services"]["worker"]["environment"]
    different = {name for name in environment.keys() & worker.keys() if environment[name] != worker[name]}
    assert different == {"AIRFLOW__CORE__EXECUTOR"}
    data = {name for name in worker if name.startswith("REDACTORY_") and not name.endswith(("_CRON", "ENDPOINT_URL"))}
    assert data <= environment.keys()
    mine = {name: value for name, value in environment.items() if not name.endswith("_URL_FILE")}
    assert all(url.startswith("s3://") for url in Settings.load(mine).stores)


def test_airflow_knows_every_variable(pod: dict[str, Any], airflow_options: dict[str, Any]) -> None:
    for item in pod["spec"]["containers"][0]["env"]:
        if item["name"].startswith("AIRFLOW__"):
            section, option = (part.lower() for part in item["name"].removeprefix("AIRFLOW__").split("__", 1))
            assert option in airflow_options[section], item["name"]


def test_volumes_and_mounts_say_the_same_and_secrets_are_those_of_the_script(
    pod: dict[str, Any], secrets: Path
) -> None:
    spec = pod["spec"]
    volumes = {volume["name"]: volume for volume in spec["volumes"]}
    assert {mount["name"] for mount in spec["containers"][0]["volumeMounts"]} == set(volumes)
    for item in volumes["secrets"]["secret"]["items"]:
        assert (secrets / item["key"]).exists()
