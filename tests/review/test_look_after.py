"""What the review's own schedule does: starts what waits, reminds, deletes what is past its time."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from redactory.platform import Platform

sys.path.append(str(Path(__file__).parents[2] / "plugins"))

from redactory_airflow import reviews


def test_a_look_starts_one_run_and_reminds_through_the_notifier(
    installation: Platform, opened: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[Any] = []
    monkeypatch.setattr(reviews, "notify", heard.append)
    version = opened(review={"rows": 3, "stewards": ["ada"], "reminder_hours": 1e-9})
    started = reviews.look_after(installation, {"dag_id": "policy_review"})
    assert started == [{"conf": {"version_id": version}, "trigger_run_id": f"review__{version[:12]}__1"}]
    assert len(heard) == 1
    assert "0 of 3 rows are read; ada may decide" in heard[0]["reminder"]


def test_an_approved_version_is_put_in_force_unless_a_person_does_so(
    installation: Platform, opened: Callable[..., str], read_all: Callable[..., None]
) -> None:
    from redactory.review import approve

    first = opened()
    assert reviews.put_in_force(installation, first, "ask_again") == "nothing to activate"
    read_all(first)
    approve(installation, first, by="ada")
    assert reviews.put_in_force(installation, first, "approved") == "active"
    second = opened(review={"rows": 3, "stewards": ["ada"], "activation": "by_hand"})
    read_all(second)
    approve(installation, second, by="ada")
    assert reviews.put_in_force(installation, second, "approved") == "approved; a steward activates it"


def test_a_run_that_ends_without_an_answer_is_noted(installation: Platform, opened: Callable[..., str]) -> None:
    from redactory.review.register import load

    version = opened()
    reviews.gave_up(installation, {"params": {"version_id": version}, "run_id": f"review__{version[:12]}__1"})
    review = load(installation.ledger, version)
    assert (review.asked, review.problem) == (2, "nobody answered in time")
    reviews.gave_up(installation, {"params": {"version_id": ""}, "run_id": "look"})
