"""What the review's Dag does beside waiting: looks after what is open, puts in force, notes what nobody answered."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from redactory_airflow.tasks import notify

if TYPE_CHECKING:
    from redactory.platform import Platform

log = logging.getLogger(__name__)


def look_after(platform: Platform, context: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Notes changed files and engines, reminds stewards, deletes what is past its time; returns the runs to start.

    Raises:
        PolicyError: the folder of policies is missing or empty.
    """
    from redactory.review import due_reminders, expire_cases, expire_samples, notice_changes

    moment = datetime.now(UTC)
    samples, cases = expire_samples(platform, moment), expire_cases(platform, moment)
    if samples or cases:
        log.info("%d samples and %d cases were past their time and are deleted", samples, cases)
    for waiting in due_reminders(platform):
        log.warning("%s", waiting.words)
        notify({**context, "exception": None, "reminder": waiting.words})
    noticed = notice_changes(platform)
    for problem in noticed.problems:
        log.error("%s", problem)
    return runs_to_start(noticed.runs)


def runs_to_start(runs: Any) -> list[dict[str, Any]]:
    """What TriggerDagRunOperator takes, a run a version."""
    return [{"conf": {"version_id": version}, "trigger_run_id": run} for version, run in runs]


def put_in_force(platform: Platform, version_id: str, outcome: str) -> str:
    """Activates an approved version where its policy says so; returns the state it is left in, in words."""
    from redactory.ledger import get_policy_version
    from redactory.review import activate
    from redactory.review.access import own_rules

    version = get_policy_version(platform.ledger, version_id)
    if outcome != "approved" or version is None or version.state != "approved":
        return "nothing to activate"
    if own_rules(version).activation == "by_hand":
        return "approved; a steward activates it"
    activate(platform, version_id, by="redactory", reason=f"approved by {version.approved_by}")
    return "active"


def gave_up(platform: Platform, context: Mapping[str, Any]) -> None:
    """The run ends without an answer: the review stays as it is, and another run may ask."""
    from redactory.review import register

    version_id, run_id = context["params"]["version_id"], context["run_id"]
    if not version_id:
        return
    review = register.find(platform.ledger, version_id)
    if review is not None and review.state in (register.WAITING, register.OPEN):
        reason = "nobody answered in time" if review.opened_at else "its rows could not be laid out: see the run's log"
        register.ask_again(platform.ledger, version_id, reason, after=run_id)
