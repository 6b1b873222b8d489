"""`redactory score`: output, exit codes, and values only where they are asked for."""

from __future__ import annotations

import json

import pytest
import typer
from typer.testing import CliRunner

from redactory.errors import ConfigError, ScoreError
from redactory.score import commands


@pytest.fixture
def run(monkeypatch):
    monkeypatch.setenv("COLUMNS", "160")
    app = typer.Typer(pretty_exceptions_enable=False)
    app.command()(commands.score)
    return lambda *arguments: CliRunner().invoke(app, [str(argument) for argument in arguments])


def test_tables(run, files):
    result = run(files.redacted(), "--remove", files.remove, "--keep", files.keep)
    assert result.exit_code == 0, result.output
    assert "60.00 %" in result.output
    assert "50.00 %" in result.output
    assert "1  person: two words" in result.output
    assert "Orrin" not in result.output


def test_misses_name_record_field_class(run, files):
    arguments = (files.redacted(), "--remove", files.remove, "--keep", files.keep, "--misses", "9")
    result = run(*arguments)
    assert "T-1  ticket.tags[1]  person (two words): still stands" in result.output
    assert "T-2  ticket.text  service_hostname (letters and digits): no longer stands" in result.output
    assert "Orrin" not in result.output
    assert "PRN-9" not in result.output
    assert "'Orrin Vale'" in run(*arguments, "--show-values").output


def test_tokens_of_the_policy_are_no_text(run, files, tmp_path, project):
    shipped = (project / "policies" / "it-tickets.yaml").read_text("utf-8")
    policy = tmp_path / "p.yaml"
    policy.write_text(shipped.replace("USER: {threshold: 0.5}", "USER: {threshold: 0.5, transform: ordinal}"), "utf-8")
    entry = {"value": "USER", "type": "username", "occurrences": ["text"]}
    key = files.key([{"id": 7, "pii_instances": [entry]}], "k.json")
    arguments = (files.redacted([{"id": 7, "text": "asked [USER_1] there"}]), "--remove", key, "--min-recall", "1")
    assert run(*arguments).exit_code == 1
    assert run(*arguments, "--policy", policy).exit_code == 0


def test_json(run, files):
    result = run(files.redacted(), "--remove", files.remove, "--keep", files.keep, "--json", "--misses", "1")
    data = json.loads(result.output)
    assert data["recall"]["share"] == 0.6
    assert data["recall"]["classes"]["person"] == {"total": 2, "met": 1, "share": 0.5, "anywhere": 0.0}
    assert data["retention"]["share"] == 0.5
    assert data["misses"][0]["path"] == "ticket.tags[1]"
    assert "Orrin" not in result.output


@pytest.mark.parametrize(
    ("bars", "code"),
    [
        (("--min-recall", "0.6", "--min-retention", "0.5"), 0),
        (("--min-recall", "0.61"), 1),
        (("--min-retention", "0.51"), 1),
    ],
)
def test_bars(run, files, bars, code):
    assert run(files.redacted(), "--remove", files.remove, "--keep", files.keep, *bars).exit_code == code


def test_usage(run, files):
    assert isinstance(run(files.redacted()).exception, ConfigError)
    assert isinstance(run(files.redacted(), "--keep", files.keep, "--min-recall", "0.5").exception, ConfigError)
    short = files.redacted([{"record_id": "T-1"}])
    assert isinstance(run(short, "--remove", files.remove).exception, ScoreError)
