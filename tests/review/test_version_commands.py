"""`redactory policy activate` and `rollback`: one command each, for stewards alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from typer.testing import CliRunner

from redactory.errors import NotAStewardError
from redactory.ledger import get_policy_version
from redactory.ledger.models import AuditEvent
from redactory.platform import Platform
from redactory.policy import commands
from redactory.review import approve


@pytest.fixture
def run(installation: Platform, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    monkeypatch.setattr(commands, "_platform", lambda: installation)
    return lambda *arguments: CliRunner().invoke(commands.app, list(arguments))


def test_an_approved_version_goes_into_force_and_back_by_one_command_each(
    installation: Platform, opened: Callable[..., str], read_all: Callable[..., None], run: Callable[..., Any]
) -> None:
    rules = {"rows": 3, "stewards": ["ada"], "activation": "by_hand"}
    versions = []
    for description in ("first", "second"):
        version = opened(description=description, review=rules)
        read_all(version)
        approve(installation, version, by="ada")
        refused = run("activate", version[:12], "--by", "eve")
        assert isinstance(refused.exception, NotAStewardError)
        assert run("activate", version[:12], "--by", "ada").exit_code == 0
        versions.append(version)

    def states() -> list[str]:
        found = [get_policy_version(installation.ledger, version) for version in versions]
        return [version.state for version in found if version is not None]

    assert states() == ["retired", "active"]
    refused = run("rollback", "notes", "--by", "eve", "--reason", "x")
    assert isinstance(refused.exception, NotAStewardError)
    done = run("rollback", "notes", "--by", "ada", "--reason", "the new one misses a nickname")
    assert done.exit_code == 0, done.output
    assert states() == ["active", "retired"]
    with installation.ledger.session(readonly=True) as session:
        (event,) = [e for e in session.query(AuditEvent) if e.event == "policy_rolled_back"]
    assert (event.actor, event.detail["to"]) == ("ada", versions[0])
