"""`redactory partitions` and `redactory ledger` on the command line."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from typer.testing import CliRunner, Result

from redactory.errors import PartitionError
from redactory.ledger.commands import app as ledger_app
from redactory.ledger.ledger import SCHEMA
from redactory.partitions import nightly
from redactory.partitions.commands import app
from redactory.platform import Platform

DATE = "2026-11-29"
ROWS = [{"id": 1, "note": "Zofia Kowalquist cannot print"}]
LEAK = [{"id": 1, "note": "see the label", "label": "botan@example.org"}]
Put = Callable[..., str]


@pytest.fixture
def cli(platform: Platform, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """`cli("list")`: exit code and output. Errors of ours come out as they are; the main command prints them."""
    monkeypatch.setattr("redactory.config.Settings.load", lambda environ=None: platform.settings)
    monkeypatch.setenv("COLUMNS", "200")

    def call(*arguments: str, of: object = app) -> Result:
        result = CliRunner().invoke(of, list(arguments))  # type: ignore[arg-type]
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return call


@pytest.fixture
def done(platform: Platform, put: Put) -> None:
    """One partition published, one in quarantine."""
    put(DATE, "a.jsonl", ROWS)
    put("2026-11-30", "a.jsonl", LEAK)
    for number in nightly.plan_run(platform, run_id="run-1"):
        nightly.run_partition(platform, number)
    nightly.summarise(platform, "run-1")


def test_list_says_the_state_of_every_partition(cli: Callable[..., Result], done: None) -> None:
    found = [json.loads(line) for line in cli("list", "--json").stdout.splitlines()]
    assert [(row["partition"], row["state"]) for row in found] == [
        ("dt=2026-11-29", "published"),
        ("dt=2026-11-30", "quarantined"),
    ]
    assert "dt=2026-11-30" not in cli("list", "notes", "--state", "published").stdout
    assert "no partitions" in cli("list", "elsewhere").stdout


def test_files_prints_the_current_objects(cli: Callable[..., Result], done: None) -> None:
    result = cli("files", "notes", DATE)
    assert result.exit_code == 0
    assert result.stdout.startswith("file://")
    assert result.stdout.endswith("/a.jsonl\n")
    assert cli("files", "notes", "2026-11-30").exit_code == 1


def test_report_names_places_and_no_value(cli: Callable[..., Result], done: None) -> None:
    result = cli("report", "2")
    assert '"label"' in result.stdout
    assert "botan" not in result.stdout


def test_release_and_discard_ask_for_a_reason(cli: Callable[..., Result], done: None) -> None:
    assert cli("release", "2").exit_code == 2
    assert cli("release", "2", "--reason", "a test mailbox", "--by", "ada").exit_code == 0
    with pytest.raises(PartitionError):
        cli("release", "2", "--reason", "again", "--by", "ada")
    assert "published" in cli("release", "2", "--reason", "agreed", "--by", "bob").stdout


def test_rerun_marks_or_runs(cli: Callable[..., Result], done: None, platform: Platform, put: Put) -> None:
    assert cli("rerun", "notes", DATE, "--by", "ada").exit_code == 0
    put("2026-12-05", "a.jsonl", ROWS)
    shown = cli("rerun", "notes", DATE, "--by", "ada", "--now").stdout
    assert shown.count("published") == 1  # what is new besides is the nightly run's
    assert cli("rerun", "notes", "2026-11-30", "--by", "ada", "--now").exit_code == 1  # it is quarantined again
    assert len(nightly.plan_run(platform, run_id="later")) == 1
    with pytest.raises(PartitionError, match="nothing was run"):
        cli("rerun", "notes", "2030-01-01", "--by", "ada", "--now")


def test_the_ledger_shows_runs_and_their_parts(cli: Callable[..., Result], done: None) -> None:
    assert "run-1" in cli("runs", of=ledger_app).stdout
    shown = cli("show", "run-1", of=ledger_app).stdout
    assert "PERSON: identity 1" in shown
    assert "gate absence: FAILED" in shown
    data = json.loads(cli("show", "2", "--json", of=ledger_app).stdout)
    assert data["partitions"][0]["state"] == "quarantined"
    assert "partition_published" in cli("audit", of=ledger_app).stdout
    assert SCHEMA in cli("migrate", of=ledger_app).stdout
