"""A whole run of `sanitise_cases` through `dag.test()`: what is published, what is dropped, and what the log tells."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from redactory.config import Settings
from redactory.ledger.models import AuditEvent
from redactory.partitions.manifest import read_manifest
from redactory.platform import Platform
from redactory.storage import KeyRing

pytestmark = [pytest.mark.integration, pytest.mark.slow, pytest.mark.timeout(400)]
POLICY = Path(__file__).parents[2] / "policies" / "examples" / "eval-cases.yaml"
APPROVE = str(Path(__file__).parents[1] / "servers" / "approving.py")
VALUES = ("Marigold", "Fennimore", "123 45 67")


def _case(number: int, **more: Any) -> str:
    content = "Marigold Fennimore here, ring +46 70 123 45 67"
    messages = [{"role": "user", "content": content}]
    account = {"name": "Marigold Fennimore", "phone": "+46 70 123 45 67"}
    return json.dumps({"id": f"c{number}", "messages": messages, "account": account, **more}) + "\n"


def test_cases_are_published_once_their_policy_is_approved(airflow: Any, tmp_path: Path) -> None:
    (tmp_path / "policies").mkdir()
    (tmp_path / "people.csv").write_text("username,display_name,email\novance,Oriel Vance,o.v@tallgrass.example\n")
    data = {**yaml.safe_load(POLICY.read_text()), "ner": {"enabled": False}, "description": tmp_path.name}
    (tmp_path / "policies" / "eval-cases.yaml").write_text(yaml.safe_dump(data))
    environment = {
        "REDACTORY_HOME": str(tmp_path / "home"),
        "REDACTORY_POLICIES": str(tmp_path / "policies"),
        "REDACTORY_DIRECTORY_FILE": str(tmp_path / "people.csv"),
    }
    settings = Settings.load(environment)
    KeyRing.write_new(settings.key_file)
    KeyRing.write_new(settings.surrogate_key_file, "s1")
    platform = Platform.open(settings)
    leaking = _case(2, tools=[{"name": "t", "arguments": {"n": 46701234567}, "response": ""}])
    platform.landing.put("eval-cases/dt=2026-11-29/a.jsonl", (_case(1) + leaking + _case(3)).encode())
    refreshed = airflow.test_dag("directory_refresh", extra=environment)
    assert refreshed.state == "success", refreshed.log[-3000:]

    early = airflow.test_dag("sanitise_cases", extra=environment)
    assert early.tasks["sanitise"] == ["skipped"]
    assert read_manifest(platform.published, "eval-cases", "dt=2026-11-29") is None

    airflow.run(sys.executable, APPROVE, extra=environment)
    ran = airflow.test_dag("sanitise_cases", extra=environment)
    assert ran.state == "success", ran.log[-6000:]
    manifest = read_manifest(platform.published, "eval-cases", "dt=2026-11-29")
    assert manifest is not None
    (entry,) = manifest.objects
    assert (entry.rows, entry.dead) == (2, 1)
    with platform.published.open(entry.key) as stream:
        text = stream.read().decode()
    said = text + ran.log + json.dumps(ran.xcoms)
    assert [value for value in VALUES if value in said] == []
    with platform.ledger.session(readonly=True) as session:
        (dropped,) = session.query(AuditEvent).filter_by(event="case_dropped")
    assert dropped.detail["row"] == 2
