"""The version `make up` leaves for review: made of the shipped policy, different in two things a steward can read."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from redactory.demo.stage import POLICY, Stage
from redactory.errors import PolicyError
from redactory.policy import describe_diff, load_policy

ROOT = Path(__file__).parents[2]


def test_the_shipped_policy_has_a_second_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(tmp_path)
    stage.policies.mkdir(parents=True)
    shutil.copy(ROOT / "policies" / POLICY, stage.policies / POLICY)
    monkeypatch.setattr(Stage, "new_policy_versions", lambda self: (load_policy(self.policies / POLICY).id,))
    version = stage.change_policy()
    first, second = load_policy(ROOT / "policies" / POLICY), load_policy(stage.policies / POLICY)
    assert version == second.id != first.id
    assert describe_diff(first, second) == ["PHONE: threshold 0.5 -> 0.4", "new keep-rule vendor Meridian"]


def test_a_policy_it_cannot_be_made_of_is_said(tmp_path: Path) -> None:
    stage = Stage(tmp_path)
    stage.policies.mkdir(parents=True)
    (stage.policies / POLICY).write_text("name: other\n")
    with pytest.raises(PolicyError, match="second version"):
        stage.change_policy()
