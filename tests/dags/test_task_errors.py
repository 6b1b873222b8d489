"""What tasks do alike: batches, dates, a batch that goes on, and errors that quote nothing."""

from __future__ import annotations

import logging
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

sys.path.append(str(Path(__file__).parents[2] / "plugins"))

from redactory.errors import ConfigError, StorageError
from redactory_airflow import tasks

SECRET = "Marisol Quintero"


def context(number: int, tries: int = 3) -> dict[str, Any]:
    return {"ti": SimpleNamespace(try_number=number, max_tries=tries, task_id="redact", dag_id="nightly_redaction")}


@pytest.mark.parametrize(("count", "size"), [(0, 0), (1, 1), (1000, 1), (1001, 2), (2000, 2), (2001, 3), (70_000, 70)])
def test_batches_hold_every_id_once_and_stay_under_the_limit(count: int, size: int) -> None:
    made = tasks.batches(list(range(count)))
    assert [n for batch in made for n in batch] == list(range(count))
    assert len(made) <= 1000
    assert max(map(len, made), default=0) == size


def test_dates() -> None:
    assert tasks.chosen_dates(None, None, None) is None
    assert tasks.chosen_dates("2026-11-29", None, None) == ["2026-11-29"]
    assert tasks.chosen_dates(None, "2026-02-27", "2026-03-01") == ["2026-02-27", "2026-02-28", "2026-03-01"]


@pytest.mark.parametrize(
    ("date", "first", "last"),
    [("2026-11-29", "2026-11-01", None), (None, None, "2026-11-29"), (None, "2026-11-29", "2026-11-28"),
     (None, "yesterday", None)],
)  # fmt: skip
def test_wrong_dates_are_refused(date: str | None, first: str | None, last: str | None) -> None:
    with pytest.raises(ConfigError):
        tasks.chosen_dates(date, first, last)


def test_one_failure_does_not_stop_the_batch_and_is_tried_again(caplog: pytest.LogCaptureFixture) -> None:
    seen: list[int] = []

    def step(number: int) -> str:
        seen.append(number)
        if number == 2:
            raise StorageError("the store is away")
        return "redacted"

    with pytest.raises(tasks.TaskFailed, match="partition run 2: the store is away"):
        tasks.each([1, 2, 3], step, context(1))
    assert seen == [1, 2, 3]
    assert tasks.each([1, 2, 3], step, context(4)) == {"1": "redacted", "3": "redacted"}
    with pytest.raises(tasks.TaskFailed):
        tasks.each([2], step, context(4))


def test_foreign_errors_lose_their_text(caplog: pytest.LogCaptureFixture) -> None:
    def step(number: int) -> None:
        raise ValueError(f"cannot parse {SECRET!r}")

    with caplog.at_level(logging.DEBUG):
        with pytest.raises(tasks.TaskFailed) as batch:
            tasks.each([7], step, context(1))
        with pytest.raises(tasks.TaskFailed) as single:
            tasks.quiet(step)(7)
    for error in (batch.value, single.value):
        assert "ValueError" in str(error)
        assert SECRET not in str(error)
        assert error.__cause__ is None
        assert error.__suppress_context__ or error.__context__ is None
    assert SECRET not in caplog.text


def test_what_a_retry_cannot_mend_ends_the_task() -> None:
    @tasks.quiet
    def refused() -> None:
        raise ConfigError("no key file; write one with `redactory keys new`")

    with pytest.raises(tasks.AirflowFailException, match="redactory keys new"):
        refused()


def test_the_notifier_is_called_and_may_fail(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    calls: list[Any] = []
    monkeypatch.setattr(tasks, "heard", calls.append, raising=False)
    monkeypatch.setenv(tasks.NOTIFIER, "redactory_airflow.tasks:heard")
    tasks.notify_failure(context(4))
    assert len(calls) == 1
    monkeypatch.setenv(tasks.NOTIFIER, "redactory_airflow.tasks:absent")
    tasks.notify_failure(context(4))
    assert "the notifier of REDACTORY_NOTIFIER failed too: AttributeError" in caplog.text
