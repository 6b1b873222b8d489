"""Every route, on a real server: without a log-in, as a viewer, as a steward of another policy; and forged forms."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

sys.path.append(str(Path(__file__).parents[2] / "plugins"))

from redactory.ledger import get_policy_version
from redactory.ledger.models import AuditEvent
from redactory.review import register, write_sample
from redactory.review.register import load
from steward import actions, pages

pytestmark = [pytest.mark.integration, pytest.mark.timeout(300)]
ROUTES = [
    (method, route.path)  # type: ignore[attr-defined]
    for router in (pages.router, actions.router)
    for route in router.routes
    for method in sorted(route.methods)  # type: ignore[attr-defined]
]
OF_A_POLICY = [(m, p) for m, p in ROUTES if "{version}" in p or "{name}" in p and "static" not in p]


def fill(path: str, version: str, policy: str) -> str:
    values = {
        "version": version, "number": "1", "name": policy, "kind": "quarantined", "key": "1", "decision": "release"
    }  # fmt: skip
    if "static" in path:
        values["name"] = "steward.css"
    return re.sub(r"\{(\w+)\}", lambda found: values[found.group(1)], path)


def policy_of(site: Any, version: str) -> str:
    found = get_policy_version(site.platform.ledger, version)
    assert found is not None
    return found.name


def test_there_are_routes_to_guard() -> None:
    assert len(ROUTES) >= 20
    assert len(OF_A_POLICY) >= 14


@pytest.mark.parametrize(("method", "path"), ROUTES, ids=[f"{m} {p}" for m, p in ROUTES])
def test_nobody_gets_in_without_a_log_in_nor_as_a_viewer(
    site: Any, shared: tuple[str, str], method: str, path: str
) -> None:
    address = fill(path, *shared)
    stranger = httpx.request(method, f"{site.url}/steward{address}", timeout=60, trust_env=False)
    assert stranger.status_code == 401
    assert stranger.headers["cache-control"] == "no-store"
    assert "Qvarnholt" not in stranger.text
    viewer = site.as_("vic").request(method, address)
    assert viewer.status_code == 403
    assert "Qvarnholt" not in viewer.text


@pytest.mark.parametrize(("method", "path"), OF_A_POLICY, ids=[f"{m} {p}" for m, p in OF_A_POLICY])
def test_a_steward_of_another_policy_is_refused(site: Any, shared: tuple[str, str], method: str, path: str) -> None:
    address = fill(path, *shared)
    headers = {"X-Form-Token": site.token("bob")}
    answer = site.as_("bob").request(
        method, address, headers=headers, data={"reason": "x"} if method == "POST" else None
    )
    assert answer.status_code == 403, answer.text[:300]
    assert "no steward of policy" in answer.text
    assert "Qvarnholt" not in answer.text


@pytest.fixture(scope="module")
def shared(site: Any) -> tuple[str, str]:
    """One review of ada's and grace's, for tests that change nothing; id and policy."""
    version = site.open_review("ada", "grace")
    return version, policy_of(site, version)


def test_the_queue_shows_ones_own_policies_alone(site: Any, shared: tuple[str, str]) -> None:
    assert shared[1] in site.as_("ada").get("/").text
    assert shared[1] not in site.as_("bob").get("/").text


def test_answers_are_not_stored_and_their_policy_is_strict(site: Any, shared: tuple[str, str]) -> None:
    page = site.as_("ada").get(f"/reviews/{shared[0]}/rows/1")
    assert page.status_code == 200
    assert page.headers["cache-control"] == "no-store"
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert re.search(r"<script(?![^>]*\ssrc=)", page.text) is None
    assert re.search(r"\sstyle=|\son\w+=|<style", page.text) is None
    assert re.findall(r"(?:src|href)=\"(?!/steward/|#)([^\"]*)\"", page.text) == []


def test_row_text_is_escaped_and_hidden_characters_are_seen(site: Any, shared: tuple[str, str]) -> None:
    page = site.as_("ada").get(f"/reviews/{shared[0]}/rows/2").text
    assert "document.title" not in re.sub(r"<[^>]*>", "", page) or "<script>document" not in page
    assert "&lt;" in page
    assert re.search(r"<b>Yllebylle", page) is None
    bidi = site.as_("ada").get(f"/reviews/{shared[0]}/rows/3").text
    assert not set(bidi) & set("\u202e\u202c\u200b")
    for name in ("RLO", "PDF", "ZWSP"):
        assert f">{name}</span>" in bidi


def test_each_view_of_an_original_is_an_audit_row(site: Any, shared: tuple[str, str]) -> None:
    def views() -> int:
        with site.platform.ledger.session(readonly=True) as session:
            return sum(e.event == "original_shown" and e.actor == "grace" for e in session.query(AuditEvent))

    before = views()
    site.as_("grace").get(f"/reviews/{shared[0]}/rows/1").raise_for_status()
    assert views() == before + 1
    site.as_("grace").get(f"/reviews/{shared[0]}/sign-off").raise_for_status()  # shows no original
    assert views() == before + 1


def test_forms_of_other_sites_change_nothing(site: Any, shared: tuple[str, str]) -> None:
    version, _ = shared
    path = f"/reviews/{version}/send-back"
    ada, token = site.as_("ada"), site.token("ada")
    forged = [
        ada.post(path, data={"reason": "x"}),
        ada.post(path, data={"reason": "x", "form_token": "0" * 64}),
        ada.post(path, data={"reason": "x", "form_token": site.token("grace")}),
        ada.post(path, data={"reason": "x", "form_token": token}, headers={"Sec-Fetch-Site": "cross-site"}),
    ]
    assert [answer.status_code for answer in forged] == [403] * 4
    assert load(site.platform.ledger, version).state == "open"


def test_what_is_not_there_is_not_found(site: Any, shared: tuple[str, str]) -> None:
    ada = site.as_("ada")
    assert ada.get(f"/reviews/{'0' * 64}").status_code == 404
    assert ada.get(f"/reviews/{shared[0]}/rows/99").status_code == 409
    assert ada.get("/static/app.py").status_code == 404
    assert ada.get("/run?dag=nightly_redaction&run=x").status_code == 200
    assert site.post("ada", f"/reviews/{shared[0]}/rows/1/missed", field="x", start=0, end=1).status_code == 422


def test_a_steward_reads_marks_is_refused_and_sends_back(site: Any, opened: Callable[..., str]) -> None:
    version = opened()
    at = f"/reviews/{version}"
    for number in (1, 2):
        site.as_("ada").get(f"{at}/rows/{number}").raise_for_status()
        site.post("ada", f"{at}/rows/{number}/read").raise_for_status()
    text = site.platform.landing.open(f"{policy_of(site, version)}/dt=2026-11-29/a.jsonl").read().decode()
    assert "Yllebylle" in text
    from redactory.review.sample import load_rows

    note = load_rows(site.platform, version)[1].fields[1].before
    start = note.index("Yllebylle")
    marked = site.post("ada", f"{at}/rows/2/missed", field=1, start=start, end=start + 9, entity="PERSON")
    assert marked.json()["words"] == "Marked as missed PERSON."
    seen = site.as_("grace").get(f"{at}/rows/2").text  # two stewards see each other's
    assert "read by ada" in seen
    assert "Missed" in seen

    refused = site.post("ada", f"{at}/approve", reason="")
    assert refused.status_code == 409
    assert "1 row is unread: 3" in refused.json()["error"]
    assert "1 missed PERSON is open" in refused.json()["error"]
    page = site.as_("ada").get(f"{at}/sign-off").text
    assert "exact binomial" in page
    assert "Approval is not possible yet" in page

    assert site.post("ada", f"{at}/send-back", reason="").status_code == 409
    assert site.post("ada", f"{at}/send-back", reason="a nickname stands").status_code == 200
    found = get_policy_version(site.platform.ledger, version)
    assert found is not None
    assert found.state == "rejected"
    assert site.post("grace", f"{at}/rows/3/read").status_code == 409
    assert "Yllebylle" in site.as_("grace").get(f"/policies/{found.name}/cases/{_case(site, found.name)}").text
    assert "Yllebylle" not in site.as_("grace").get(f"/policies/{found.name}/cases").text


def test_a_version_that_is_read_again_says_why_and_that_it_publishes_nothing(
    site: Any, opened: Callable[..., str]
) -> None:
    version = opened()
    for number in (1, 2, 3):
        site.as_("ada").get(f"/reviews/{version}/rows/{number}").raise_for_status()
        site.post("ada", f"/reviews/{version}/rows/{number}/read").raise_for_status()
    site.post("ada", f"/reviews/{version}/approve", reason="").raise_for_status()
    register.reopen(site.platform.ledger, version, "the engine changed (Redactory 1 -> 2)")
    queue = site.as_("ada").get("/").text
    assert "Read again: the engine changed (Redactory 1 → 2)." in queue
    assert "publishes nothing with the new one" in queue
    assert write_sample(site.platform, version) == 3
    page = site.as_("grace").get(f"/reviews/{version}").text
    assert "Until this version is approved with that engine, nothing is published with it" in page
    assert "0/3" in page
    refused = site.post("ada", f"/reviews/{version}/approve", reason="")  # what was read of the old rows counts no more
    assert "3 rows are unread" in refused.json()["error"]


def _case(site: Any, policy: str) -> int:
    from redactory.review.cases import open_cases

    return open_cases(site.platform, policy)[0].id


def test_notes_and_undo_survive_a_reload(site: Any, opened: Callable[..., str]) -> None:
    version = opened()
    at = f"/reviews/{version}/rows/1"
    site.as_("ada").get(at).raise_for_status()
    site.post("ada", f"{at}/note", note="look <i>here</i>").raise_for_status()
    site.post("ada", f"{at}/read").raise_for_status()
    page = site.as_("ada").get(at).text
    assert "look &lt;i&gt;here&lt;/i&gt;" in page
    assert "read by ada" in page
    assert site.post("ada", f"{at}/undo").json()["words"] == "Undone: read."
    assert "read by ada" not in site.as_("ada").get(at).text


def test_a_plain_form_works_without_a_script(site: Any, opened: Callable[..., str]) -> None:
    version = opened()
    at = f"/reviews/{version}/rows/1"
    site.as_("ada").get(at).raise_for_status()
    answer = site.as_("ada").post(f"{at}/read", data={"form_token": site.token("ada")})
    assert answer.status_code == 303
    assert answer.headers["location"] == f"/steward/reviews/{version}/rows/2"


def test_airflow_lists_the_plugin_and_its_views(site: Any) -> None:
    token = site.as_("ada").cookies["_token"]
    answer = httpx.get(
        f"{site.url}/api/v2/plugins", headers={"Authorization": f"Bearer {token}"}, timeout=60, trust_env=False
    )
    answer.raise_for_status()
    (plugin,) = [p for p in answer.json()["plugins"] if p["name"] == "redactory_steward"]
    assert {v["destination"] for v in plugin["external_views"]} == {"nav", "dag_run"}
