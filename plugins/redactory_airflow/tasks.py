"""What every task of this project does alike: errors without values, batches, and word of a failure."""

from __future__ import annotations

import functools
import importlib
import logging
import os
import traceback
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from datetime import date as day
from typing import Any

from airflow.sdk.exceptions import AirflowException, AirflowFailException, AirflowSkipException

from redactory.errors import ConfigError, PolicyError, RedactoryError, kind_of, raised

MAX_MAPPED = 1000  # under Airflow's max_map_length of 1024
NOTIFIER = "REDACTORY_NOTIFIER"
FINAL = (ConfigError, PolicyError)  # a retry does not mend these
# A store or a server that is away comes back: 30 s, 1 min, 2 min, unless an installation says otherwise.
RETRIES: dict[str, Any] = {
    "retries": 3,
    "retry_delay": timedelta(seconds=float(os.environ.get("REDACTORY_RETRY_SECONDS", "30"))),
    "retry_exponential_backoff": True,
    "max_retry_delay": timedelta(minutes=20),
}

log = logging.getLogger(__name__)


class TaskFailed(AirflowException):
    """A task failed; the message quotes no value of a record or of the directory."""


def quiet[**P, R](function: Callable[P, R]) -> Callable[P, R]:
    """Lets no foreign exception text out: a library's message may quote what it could not handle.

    Our own errors pass with their text (they quote no values); of any other one, only its type and where it was
    raised. An error that a retry cannot mend ends the task at once.
    """

    @functools.wraps(function)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return function(*args, **kwargs)
        except AirflowException:
            raise
        except FINAL as error:
            raise AirflowFailException(str(error)) from None
        except RedactoryError as error:
            raise TaskFailed(str(error)) from None
        except Exception as error:
            raise TaskFailed(_where(error)) from None

    return run


def batches[Item](items: Sequence[Item], limit: int = MAX_MAPPED) -> list[list[Item]]:
    """One item a batch, up to `limit`; above it, as many items a batch as keep the number of batches within it."""
    size = max(1, -(-len(items) // limit))
    return [list(items[at : at + size]) for at in range(0, len(items), size)]


def chosen_dates(date: str | None, first: str | None, last: str | None) -> list[str] | None:
    """The partition values a run's parameters name: one date, every day from `first` to `last`, or None for all.

    `first` alone goes up to today (UTC).

    Raises:
        ConfigError: the parameters contradict each other, or are no dates.
    """
    if date and (first or last):
        raise ConfigError("give either `date`, or `first` and `last`")
    if last and not first:
        raise ConfigError("`last` needs `first`: where does the range begin?")
    if not first:
        return [date] if date else None
    try:
        begin = day.fromisoformat(first)
        end = day.fromisoformat(last) if last else datetime.now(UTC).date()
    except ValueError:
        raise ConfigError("`first` and `last` are dates as 2026-11-29") from None
    if end < begin:
        raise ConfigError("`last` is before `first`")
    return [(begin + timedelta(days=n)).isoformat() for n in range((end - begin).days + 1)]


def each(batch: Sequence[int], step: Callable[[int], Any], context: Mapping[str, Any]) -> dict[str, Any]:
    """Runs `step` for every id of a batch, and returns id (as text, for XCom) -> result.

    One that fails does not stop the others. While tries are left, a failure fails the task, which runs again over
    what is not done (steps may be called again). On the last one the batch goes on with the others: the verdict
    names those that did not.
    """
    done: dict[str, Any] = {}
    failed: dict[int, str] = {}
    for number in batch:
        try:
            done[str(number)] = step(number)
        except RedactoryError as error:
            failed[number] = str(error)
        except Exception as error:
            failed[number] = _where(error)
    for number, why in failed.items():
        log.error("partition run %d: %s", number, why)
    last_try = context["ti"].try_number > (context["ti"].max_tries or 0)
    if failed and (not last_try or not done):
        raise TaskFailed("; ".join(f"partition run {number}: {why}" for number, why in failed.items()))
    return done


def notify_failure(context: Mapping[str, Any]) -> None:
    """Callback of every Dag: says in the log what failed, and passes it on.

    REDACTORY_NOTIFIER names an object as `module:name`: an Airflow notifier, or anything that can be called with
    the task's context.
    """
    ti = context.get("ti") or context.get("task_instance")
    log.error("%s failed in %s", getattr(ti, "task_id", "a task"), getattr(ti, "dag_id", "a Dag"))
    notify(context)


def notify(context: Mapping[str, Any]) -> None:
    """Passes word on to what REDACTORY_NOTIFIER names; `context["reminder"]` is set where nothing failed."""
    target = os.environ.get(NOTIFIER)
    if not target:
        return
    module, _, name = target.partition(":")
    try:
        getattr(importlib.import_module(module), name)(context)
    except Exception as error:
        log.error("the notifier of %s failed too: %s", NOTIFIER, _where(error))


def _where(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    place = f" at {os.path.basename(frames[-1].filename)}:{frames[-1].lineno}" if frames else ""
    log.error("%s", raised(error))
    return f"{kind_of(error)}{place} (its text is withheld: it may quote data)"


__all__ = [
    "MAX_MAPPED", "RETRIES", "AirflowFailException", "AirflowSkipException", "TaskFailed", "batches", "chosen_dates",
    "each", "notify", "notify_failure", "quiet",
]  # fmt: skip
