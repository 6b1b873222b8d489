"""How a review can end, through the real scheduler: nobody answers, two must, its partition is deleted."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from review_site import ReviewSite, until

from redactory.review.register import load
from redactory.review.verdicts import mark_read, show_row

pytestmark = [pytest.mark.slow, pytest.mark.integration, pytest.mark.timeout(1500)]
ENTITIES = ("PERSON", "USER", "EMAIL", "EMP_ID", "PHONE", "LOCATION")
STEWARDS = ["steward", "admin"]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ReviewSite]:
    found = ReviewSite(tmp_path_factory.mktemp("ends"), look_seconds=60)
    (found.policies / "it-tickets.yaml").unlink()  # only the small ones below
    try:
        note(found, "asleep", review={"timeout_hours": 0.003})
        found.start()
        assert found.run("directory_refresh", "refresh") == "success"
        yield found
    finally:
        found.end()


def note(site: ReviewSite, name: str, *, land: bool = True, review: dict[str, Any]) -> None:
    """A policy of two notes, and (unless it is left out) a partition of it."""
    policy = {
        "name": name, "dataset": name, "entities": dict.fromkeys(ENTITIES, {}),
        "fields": {"keep": ["id"], "text": ["note"]}, "ner": {"enabled": False},
        "review": {"rows": 2, "stewards": STEWARDS, **review},
    }  # fmt: skip
    site.write(yaml.safe_dump(policy), f"{name}.yaml")
    if land:
        put(site, name)


def put(site: ReviewSite, name: str) -> None:
    rows = [json.dumps({"id": str(n), "note": f"the printer of floor {n} is out"}) for n in range(3)]
    site.platform.landing.put(f"{name}/dt=2026-11-29/a.jsonl", "\n".join(rows).encode() + b"\n")


def look(site: ReviewSite, number: int) -> None:
    """What the review's own schedule does: one look at what waits."""
    assert site.run("policy_review", f"look-{number}", {"version_id": ""}) == "success"


def first_run(site: ReviewSite, name: str, number: int = 1) -> tuple[str, str]:
    version = site.newest(name)
    until(lambda: len(site.review_runs(version)) >= number, "no run asks")
    return version, site.review_runs(version)[number - 1]


def read(site: ReviewSite, version: str, by: str) -> None:
    for number in (1, 2):
        show_row(site.platform, version, number, by=by)
        mark_read(site.platform, version, number, by=by)


def test_nobody_answers_and_the_next_look_asks_again(site: ReviewSite) -> None:
    look(site, 1)
    version, run = first_run(site, "asleep")
    until(lambda: load(site.platform.ledger, version).state == "open", "no rows are laid out")
    show_row(site.platform, version, 1, by="steward")
    mark_read(site.platform, version, 1, by="steward")
    assert site.follow("policy_review", run) == "failed"
    assert site.state(version) == "in_review"
    review = load(site.platform.ledger, version)
    assert (review.state, review.asked, review.problem) == ("open", 2, "nobody answered in time")
    look(site, 2)
    _, again = first_run(site, "asleep", 2)
    assert again != run
    assert [bool(row.verdicts) for row in load(site.platform.ledger, version).rows] == [True, False]
    site.follow("policy_review", again)


def test_the_second_of_two_people_approves(site: ReviewSite) -> None:
    note(site, "pair", review={"approvers": 2})
    look(site, 3)
    version, run = first_run(site, "pair")
    site.waits(run)
    assert "waits for the answer already" in site.post("admin", f"/reviews/{version}/ask").json()["words"]
    assert site.review_runs(version) == [run]
    read(site, version, "steward")
    first = site.post("steward", f"/reviews/{version}/approve", reason="read")
    assert first.status_code == 200, first.text
    assert first.json()["next"].endswith("said=one_more")
    assert site.follow("policy_review", run) == "success"
    assert site.state(version) == "in_review"
    _, second_run = first_run(site, "pair", 2)
    site.waits(second_run)
    assert site.post("steward", f"/reviews/{version}/approve").status_code == 409
    assert site.post("admin", f"/reviews/{version}/approve", reason="seen").status_code == 200
    assert site.follow("policy_review", second_run) == "success"
    assert site.answered(second_run) == (["Approve"], "admin")
    assert site.state(version) == "active"


def test_an_approval_on_the_command_line_ends_the_run_that_waits(site: ReviewSite) -> None:
    note(site, "shell", review={})
    look(site, 10)
    version, run = first_run(site, "shell")
    site.waits(run)
    read(site, version, "steward")

    def redactory(*words: str) -> str:
        command, environment = [str(Path(sys.executable).with_name("redactory")), *words], os.environ | site.environment
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    assert "is approved" in redactory("review", "approve", version[:12], "--by", "steward", "--reason", "read")
    assert site.follow("policy_review", run) == "success"
    assert (site.task(run, "decide"), site.state(version)) == ("success", "active")
    assert "decided past Airflow" in site.log(run, "decide")
    assert site.review_runs(version) == [run]


def test_a_partition_deleted_in_the_middle_hinders_nobody(site: ReviewSite) -> None:
    note(site, "gone", review={})
    look(site, 4)
    version, run = first_run(site, "gone")
    site.waits(run)
    site.platform.landing.delete_prefix("gone/")
    read(site, version, "admin")
    assert site.post("admin", f"/reviews/{version}/approve", reason="").status_code == 200
    assert site.follow("policy_review", run) == "success"
    assert site.state(version) == "active"


def test_a_partition_deleted_before_the_rows_were_laid_out_is_said_and_asked_again(site: ReviewSite) -> None:
    note(site, "early", land=False, review={})
    look(site, 5)
    version, run = first_run(site, "early")
    assert site.follow("policy_review", run) == "failed"
    assert "put a partition there" in site.log(run, "sample")
    assert site.state(version) == "draft"
    assert "could not be laid out" in load(site.platform.ledger, version).problem
    put(site, "early")
    look(site, 6)
    _, again = first_run(site, "early", 2)
    site.waits(again)
    assert site.state(version) == "in_review"
    site.answer(again, "steward", "Reject", "of no use")
    assert site.follow("policy_review", again) == "success"
    assert site.state(version) == "rejected"
