"""A new policy version: its first rows, a steward's word, the ledger's entry, and the version in force."""

from __future__ import annotations

import os
from datetime import datetime
from typing import Any

from airflow.providers.standard.operators.trigger_dagrun import TriggerDagRunOperator
from airflow.sdk import Param, TriggerRule, dag, get_current_context, task

from redactory_airflow.decision import APPROVE, UNATTENDED, StewardDecision
from redactory_airflow.tasks import RETRIES, notify_failure, quiet

SCHEDULE = os.environ.get("REDACTORY_REVIEW_CRON", "15 * * * *")

DOC = """
### Policy review

**On its schedule** (and without a `version_id`) it notes changed policy files and engines, starts one run of itself for
each version that waits for a decision and has none, reminds stewards, and deletes samples and cases past their time.

**For one version:** `sample` redacts the first rows with it into the encrypted review store and runs every earlier case
of the policy; `decide` waits for a steward; `record` holds the answer against the ledger; `activate` puts an approved
version in force. Until then the nightly run goes on with the version in use.

Rows are read under **Steward** in the menu, or the tab *Review* of this run. An approval given under *Required
Actions* without having read them counts for nothing: this run ends with the reason, and a new one asks again; what was
read stays read. In a reason, name no person and quote no row: Airflow keeps it in clear.

**Decided on the command line?** `decide` looks every quarter of an hour whether the ledger holds a decision already,
and then ends: `REDACTORY_LOOK_SECONDS` says how often.

**Read again:** where another release of the engine writes something else for the policy's cases than the one that a
version in use was approved with, that version comes here again, and publishes nothing until it is approved.

**Nobody answered in time?** `decide` fails, the version stays in review, and the next scheduled run asks again.
"""
BODY = """
Policy version `{{ params.version_id[:12] }}` wants to publish. Its first rows
({{ ti.xcom_pull(task_ids="sample")["rows"] }}) are read under **Steward** in the menu, which gives the answer
here too. Without the rows read, *Approve* counts for nothing.
"""


@dag(
    schedule=SCHEDULE if SCHEDULE != "none" else None,
    start_date=datetime(2026, 1, 1),
    catchup=False,
    max_active_runs=64,  # one for every review that waits
    params={"version_id": Param("", type="string", description="id of the policy version (64 hex digits)")},
    default_args={"on_failure_callback": notify_failure},
    doc_md=DOC,
    tags=["redactory"],
)
def policy_review() -> None:
    @task.branch(**RETRIES)
    @quiet
    def which() -> str:
        """One version's review, or a look at what waits."""
        return "sample" if get_current_context()["params"]["version_id"] else "notice"

    @task(**RETRIES)
    @quiet
    def notice() -> list[dict[str, Any]]:
        """Notes changed files, reminds, deletes what is past its time; returns the reviews to start."""
        from redactory_airflow.connections import open_platform
        from redactory_airflow.reviews import look_after

        return look_after(open_platform(), get_current_context())

    @task(multiple_outputs=False, **RETRIES)
    @quiet
    def sample() -> dict[str, Any]:
        """Redacts the first rows into the review store; runs earlier cases."""
        from redactory.review import write_sample
        from redactory.review.register import note_run
        from redactory_airflow.connections import open_platform

        context = get_current_context()
        version_id, platform = context["params"]["version_id"], open_platform()
        rows = write_sample(platform, version_id)
        note_run(platform.ledger, version_id, context["run_id"])
        return {"version_id": version_id, "rows": rows}

    decide = StewardDecision(
        task_id="decide",
        version_id="{{ params.version_id }}",
        subject="Policy version {{ params.version_id[:12] }}: approve or reject",
        body=BODY,
    )

    @task(multiple_outputs=False, **RETRIES)
    @quiet
    def record(decision: dict[str, Any]) -> dict[str, str]:
        """Holds the answer against the ledger; returns what it amounts to."""
        from redactory.review import weigh
        from redactory_airflow.connections import open_platform

        context = get_current_context()
        weighed = weigh(
            open_platform(),
            context["params"]["version_id"],
            approved=decision["chosen_options"] == [APPROVE],
            by=(decision.get("responded_by_user") or {}).get("name") or "",
            reason=(decision.get("params_input") or {}).get("reason", ""),
            run_id=context["run_id"],
            unattended=UNATTENDED,
        )
        return {"outcome": weighed.outcome, "reason": weighed.reason, "run_id": weighed.run_id}

    @task(**RETRIES)
    @quiet
    def activate(recorded: dict[str, str]) -> str:
        """Puts an approved version in force, unless the policy leaves that to a person."""
        from redactory_airflow.connections import open_platform
        from redactory_airflow.reviews import put_in_force

        return put_in_force(open_platform(), get_current_context()["params"]["version_id"], recorded["outcome"])

    @task(**RETRIES)
    @quiet
    def again(recorded: dict[str, str]) -> list[dict[str, Any]]:
        """The run that asks again, where the answer did not end the review."""
        version_id = get_current_context()["params"]["version_id"]
        if not recorded["run_id"]:
            return []
        return [{"conf": {"version_id": version_id}, "trigger_run_id": recorded["run_id"]}]

    @task(trigger_rule=TriggerRule.NONE_FAILED_MIN_ONE_SUCCESS, **RETRIES)
    @quiet
    def close(recorded: dict[str, str]) -> str:
        """Fails with the reason where the answer counted for nothing."""
        from redactory_airflow.tasks import AirflowFailException

        if recorded["outcome"] == "ask_again":
            raise AirflowFailException(f"{recorded['reason']}. Run {recorded['run_id']} asks again")
        return recorded["reason"] or recorded["outcome"]

    @task(trigger_rule=TriggerRule.ONE_FAILED, **RETRIES)
    @quiet
    def unanswered() -> None:
        """Notes that nobody waits for an answer any more, so that the next scheduled run asks again."""
        from redactory_airflow.connections import open_platform
        from redactory_airflow.reviews import gave_up

        gave_up(open_platform(), get_current_context())

    def start(task_id: str) -> Any:
        return TriggerDagRunOperator.partial(
            task_id=task_id, trigger_dag_id="policy_review", skip_when_already_exists=True, **RETRIES
        )

    laid_out, looked = sample(), notice()
    which() >> [laid_out, looked]
    start("start_reviews").expand_kwargs(looked)
    laid_out >> decide
    recorded = record(decide.output)
    activate(recorded)
    start("ask_again").expand_kwargs(again(recorded)) >> close(recorded)
    [laid_out, decide, recorded] >> unanswered()


policy_review()
