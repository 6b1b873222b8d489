"""`redactory policy ...`."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from redactory.policy import commands


@pytest.fixture
def run(monkeypatch):
    monkeypatch.setattr(commands, "_recognisers", lambda: {"phone", "ip", "email"})
    return lambda *arguments: CliRunner().invoke(commands.app, [str(argument) for argument in arguments])


def test_check_folder(run, tmp_path, policy_text):
    (tmp_path / "a.yaml").write_text(policy_text(name="a", dataset="a"))
    (tmp_path / "b.yaml").write_text(policy_text(name="b", dataset="b"))
    result = run("check", tmp_path)
    assert result.exit_code == 0, result.output
    assert "a.yaml: good, version" in result.output
    assert "b.yaml: good, version" in result.output


def test_check_prints_every_fault_of_every_file(run, tmp_path, policy_text):
    (tmp_path / "a.yaml").write_text(policy_text(dataset="not a name", format=[]))
    (tmp_path / "b.yaml").write_text(policy_text(pins={"packages": {"spacy": "0.1"}}))
    result = run("check", tmp_path / "a.yaml", tmp_path / "b.yaml")
    assert result.exit_code == 2
    assert "dataset: must match" in result.stderr
    assert "format: no such setting" in result.stderr
    assert "spacy: pinned at 0.1" in result.stderr


def test_show_diff_schema_pins(run, tmp_path, policy_text):
    old, new = tmp_path / "old.yaml", tmp_path / "new.yaml"
    old.write_text(policy_text())
    new.write_text(policy_text(entities={"PHONE": {"threshold": 0.4}}))
    assert "threshold: 0.4" in run("show", new).output
    assert json.loads(run("show", new, "--json").output)["name"] == "it-tickets"
    assert "- PHONE: threshold 0.5 -> 0.4" in run("diff", old, new).output
    assert "the same version" in run("diff", old, old).output
    schema = json.loads(run("schema").output)
    assert schema["additionalProperties"] is False
    assert {"name", "dataset", "entities"} <= set(schema["required"])
    assert "model_sha256:" in run("pins", old).output
