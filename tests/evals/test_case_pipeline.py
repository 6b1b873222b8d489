"""Cases in the nightly steps: reviewed, staged, checked by the gates, published; dropped ones noted in the ledger."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import yaml
from case_objects import ORIGINALS, POLICY, redactor_over
from sqlalchemy import select

from redactory.config import Settings
from redactory.directory.checks import Comparison
from redactory.directory.model import Person, Snapshot
from redactory.directory.snapshots import SnapshotStore
from redactory.errors import ConfigError
from redactory.evals.capture import DROPPED, Capture
from redactory.ledger import set_state
from redactory.ledger.models import AuditEvent
from redactory.partitions.dropped import note_dropped
from redactory.partitions.manifest import read_manifest
from redactory.partitions.nightly import plan_run, run_partition
from redactory.platform import Platform
from redactory.review import approve_unattended, notice_changes, write_sample
from redactory.review.sample import load_rows
from redactory.serve.capturing import open_capture
from redactory.storage import KeyRing
from redactory.transform.keys import SurrogateKeys

PEOPLE = (Person("p1", ("oqvarn",), ("Ottilia Qvarnholt",), ("Ottilia",), ("Qvarnholt",), ("o.q@tallgrass.example",)),)
DAY = "dt=2026-11-29"


@pytest.fixture
def platform(tmp_path: Path, case: dict[str, Any]) -> Platform:
    """An installation with a directory, keys, the policy of cases (not approved), and three cases in landing."""
    (tmp_path / "policies").mkdir()
    environment = {"REDACTORY_HOME": str(tmp_path / "var"), "REDACTORY_POLICIES": str(tmp_path / "policies")}
    settings = Settings.load(environment)
    KeyRing.write_new(settings.key_file)
    KeyRing.write_new(settings.surrogate_key_file, "s1")
    data = {**yaml.safe_load(POLICY.read_text()), "ner": {"enabled": False}}
    (tmp_path / "policies" / "eval-cases.yaml").write_text(yaml.safe_dump(data))
    made = Platform.open(settings)
    made.ledger.migrate()
    snapshots = SnapshotStore(made.identity, made.ledger)
    snapshots.make_current(Snapshot(PEOPLE, "json", datetime.now(UTC)), Comparison(1, 0), instead_of=None)
    leaking = {**case, "id": "c2", "tools": [{"name": "x", "arguments": {"n": 33612345678}, "response": ""}]}
    other = {"id": "c3", "messages": [{"role": "user", "content": "Ottilia Qvarnholt asks again"}]}
    lines = "".join(json.dumps(one) + "\n" for one in (case, leaking, other))
    made.landing.put(f"eval-cases/{DAY}/cases.jsonl", lines.encode())
    return made


@pytest.fixture
def approved(platform: Platform) -> str:
    (version,) = notice_changes(platform).versions
    write_sample(platform, version)
    approve_unattended(platform, version, by="steward", reason="a sample of its own")
    return str(version)


def test_a_version_is_read_before_it_publishes(platform: Platform) -> None:
    assert plan_run(platform, run_id="r0", cases=True) == []
    (version,) = notice_changes(platform).versions
    assert write_sample(platform, version) == 3
    rows = load_rows(platform, version)
    assert rows[2].fields[2].before == "Ottilia Qvarnholt asks again"
    assert rows[2].fields[2].after.endswith(" asks again")
    assert "Qvarnholt" not in rows[2].fields[2].after


def test_cases_are_published_by_the_gates_and_dropped_ones_noted_once(platform: Platform, approved: str) -> None:
    assert plan_run(platform, run_id="r1", cases=False) == []
    (number,) = plan_run(platform, run_id="r2", cases=True)
    assert run_partition(platform, number) == "published"
    manifest = read_manifest(platform.published, "eval-cases", DAY)
    assert manifest is not None
    (entry,) = manifest.objects
    assert (entry.rows, entry.dead) == (2, 1)
    assert manifest.surrogate_key_id == "s1"
    with platform.published.open(entry.key) as stream:
        text = stream.read().decode()
    assert [value for value in (*ORIGINALS, "Ottilia", "Qvarnholt") if value in text] == []
    reason = "a value of the case would still stand in it: PHONE"
    assert note_dropped(platform, "r2") == note_dropped(platform, "r2") == {reason: 1}
    with platform.ledger.session(readonly=True) as session:
        (event,) = session.scalars(select(AuditEvent).where(AuditEvent.event == DROPPED))
    assert event.detail == {"object": "cases.jsonl", "row": 2, "reason": reason}

    again = plan_run(platform, run_id="r3", rerun=True)  # the same bytes again: the key of a case is derived
    assert [run_partition(platform, one) for one in again] == ["published"]
    newer = read_manifest(platform.published, "eval-cases", DAY)
    assert newer is not None
    assert newer.objects[0].sha256 == entry.sha256


def test_capture_writes_the_sanitised_case_alone(platform: Platform, case: dict[str, Any]) -> None:
    capture = Capture(redactor_over(), platform.published, platform.ledger)
    done = capture.take(json.dumps(case, indent=2).encode(), by="app")
    assert done.key is not None
    assert done.key.startswith("eval-cases/dt=")
    with platform.published.open(done.key) as stream:
        text = stream.read().decode()
    assert text.count("\n") == 1
    assert [value for value in ORIGINALS if value in text] == []
    assert json.loads(text)["criteria"][1] == "Ships to 75011"
    for bad, reason in (
        (b"{", "no JSON object"),
        (b"[1,", "JSON"),
        (b"", "empty"),
        (json.dumps({**case, "locale": "tlh"}).encode(), "locale"),
        (json.dumps({"nobody": "listed this"}).encode(), "does not list"),
    ):
        refused = capture.take(bad, by="app")
        assert refused.key is None
        assert reason in refused.reason
    assert len(list(platform.published.list("eval-cases/"))) == 1


def test_nothing_is_captured_under_a_version_nobody_has_read(
    platform: Platform, tmp_path: Path, approve: Callable[[], str]
) -> None:
    policy, keys = tmp_path / "policies" / "eval-cases.yaml", SurrogateKeys.load(platform.settings)
    with pytest.raises(ConfigError, match="is not approved"):
        open_capture(platform, policy, str(tmp_path / "captured"), None, keys, ner=None)
    version = approve()
    open_capture(platform, policy, str(tmp_path / "captured"), None, keys, ner=None)
    set_state(platform.ledger, version, "retired", actor="test")
    with pytest.raises(ConfigError, match="is not approved"):
        open_capture(platform, policy, str(tmp_path / "captured"), None, keys, ner=None)


@pytest.fixture
def approve(platform: Platform, request: pytest.FixtureRequest) -> Callable[[], str]:
    return lambda: str(request.getfixturevalue("approved"))
