"""The capture endpoint over HTTP: sanitised cases are written, originals nowhere."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import yaml

from redactory.config import Settings
from redactory.ledger import Ledger, add_policy_version, set_state
from redactory.ledger.models import AuditEvent
from redactory.policy import load_policy

POLICY = Path(__file__).parents[2] / "policies" / "examples" / "eval-cases.yaml"
CASE: dict[str, Any] = {
    "id": "c1",
    "messages": [{"role": "user", "content": "Marigold Fennimore here, ring +46 70 123 45 67. Or ask Oriel Vance."}],
    "tools": [{"name": "find", "arguments": {"who": "FENNIMORE, Marigold"}, "response": "mfennimore is active"}],
    "criteria": ["Answers Marigold Fennimore"],
    "account": {"name": "Marigold Fennimore", "username": "mfennimore"},
}
VALUES = (b"Marigold", b"FENNIMORE", b"mfennimore", b"123 45 67")


def test_only_the_sanitised_case_is_ever_on_a_disk(start: Callable[..., Any], tmp_path: Path) -> None:
    home = tmp_path / "home"
    begun = start(more=("--cases", "cases.yaml", "--captured", str(tmp_path / "captured")))
    data = {**yaml.safe_load(POLICY.read_text()), "ner": {"enabled": False}}
    (home / "cases.yaml").write_text(yaml.safe_dump(data))
    ledger = _approved(home)
    with begun as served, served.as_("app") as client:
        for _ in range(2):
            answer = client.post("/v1/cases", content=json.dumps(CASE, indent=1))
            assert answer.status_code == 201, answer.text
        leaking = {**CASE, "tools": [{"name": "find", "arguments": {"n": 46701234567}, "response": ""}]}
        refused = client.post("/v1/cases", json=leaking)
        assert refused.status_code == 422
        assert refused.json()["detail"] == "the case was dropped: a value of the case would still stand in it: PHONE"
        assert client.post("/v1/cases", content=b"[").status_code == 422
        assert httpx.post(f"{served.url}/v1/cases", json=CASE).status_code == 401
        assert "/v1/cases" in client.get("/openapi.json").json()["paths"]
    written = sorted((tmp_path / "captured").rglob("*.jsonl"))
    assert len(written) == 2
    case = json.loads(written[0].read_text())
    name = case["account"]["name"]
    assert case["messages"][0]["content"].startswith(f"{name} here, ring +46 ")
    assert case["criteria"] == [f"Answers {name}"]
    assert "Vance" not in written[0].read_text()
    left = [f.name for f in tmp_path.rglob("*") if f.is_file() and any(v in f.read_bytes() for v in VALUES)]
    assert left == []
    with ledger.session(readonly=True) as session:
        dropped = [event.detail["reason"] for event in session.query(AuditEvent).filter_by(event="case_dropped")]
    assert dropped == ["a value of the case would still stand in it: PHONE", "it is no JSON object"]


def test_a_service_without_a_policy_of_cases_says_so(served: Any) -> None:
    with served.as_("app") as client:
        assert client.post("/v1/cases", json=CASE).status_code == 409


def _approved(home: Path) -> Ledger:
    ledger = Ledger(Settings.load({"REDACTORY_HOME": str(home)}).ledger_url)
    ledger.migrate()
    policy = load_policy(home / "cases.yaml")
    add_policy_version(
        ledger, version_id=policy.id, name=policy.name, dataset=policy.dataset, canonical=policy.canonical
    )
    for state in ("in_review", "approved"):
        set_state(ledger, policy.id, state, actor="test")
    return ledger
