"""New partitions: redact, check, then publish or quarantine."""

from __future__ import annotations

import os
from datetime import datetime
from typing import Any

from airflow.providers.standard.operators.trigger_dagrun import TriggerDagRunOperator
from airflow.sdk import Param, TriggerRule, dag, get_current_context, task, task_group

from redactory_airflow.tasks import RETRIES, notify_failure, quiet

SCHEDULE = os.environ.get("REDACTORY_NIGHTLY_CRON", "30 1 * * *")
POOL = "redaction"

DOC = """
### Nightly redaction

1. `policy_versioning` notes policy files that changed, and `start_review` starts `policy_review` for each new version.
   The run goes on with the newest **approved** version of the ledger, whatever the files hold.
2. `plan` finds what was never published, partition by partition; evaluation cases are left to `sanitise_cases`. Above
   1,000 partitions they are taken in batches. Objects above REDACTORY_SPLIT_BYTES come first: `redact_ranges` redacts
   lines or row groups of them on as many workers as there are; `redact` joins them in order, and does what is missing.
3. For each: `redact` to staging, `check` by the gates, `settle`: published where every gate passed, else quarantined.
4. `monitor` is red when the share of masked text or the mix of labels jumped: published all the same, look at it.
5. `verdict` is red when any partition was not published, and says which, with rows, fields and classes.

**To run again:** trigger with `date` (one partition) or `first` and `last` (a range), and `rerun` to publish again what
was published before. A failed task may be cleared at any time: every step may be repeated.

**Pool:** `redaction` bounds how many partitions are worked on at once (`airflow pools set redaction 4 "partitions"`).

**Red?** Read `verdict`. Quarantined: `redactory partitions release|discard`, after the policy or the directory was
mended. No approved policy, or the engine writes something else than the one a version was approved with: read its
first rows under *Steward* in the menu, or with `redactory review rows`.
"""
PARAMS = {
    "dataset": Param(None, type=["null", "string"], description="only this dataset"),
    "date": Param(None, type=["null", "string"], description="only this partition, as 2026-11-29"),
    "first": Param(None, type=["null", "string"], description="from this date on"),
    "last": Param(None, type=["null", "string"], description="up to and with this date"),
    "rerun": Param(False, type="boolean", description="publish again what was published before"),
}


@dag(
    schedule=SCHEDULE if SCHEDULE != "none" else None,
    start_date=datetime(2026, 1, 1),
    catchup=False,
    max_active_runs=1,
    params=PARAMS,
    default_args={"on_failure_callback": notify_failure},
    doc_md=DOC,
    tags=["redactory"],
)
def nightly_redaction() -> None:
    @task(**RETRIES)
    @quiet
    def policy_versioning() -> list[dict[str, Any]]:
        """Notes changed policy files; returns the reviews to start."""
        from redactory.review import notice_changes
        from redactory_airflow.connections import open_platform
        from redactory_airflow.reviews import runs_to_start

        context = get_current_context()
        noticed = notice_changes(open_platform())
        context["ti"].xcom_push("problems", list(noticed.problems))  # the verdict's business: they hinder nobody here
        return runs_to_start(noticed.runs)

    @task(trigger_rule=TriggerRule.NONE_FAILED, **RETRIES)
    @quiet
    def plan() -> list[list[int]]:
        """Finds what is new, for the approved policies alone; returns batches of partition-run ids."""
        from redactory.ledger import approved_policies
        from redactory.partitions.nightly import plan_run
        from redactory_airflow.connections import open_platform
        from redactory_airflow.tasks import AirflowFailException, batches, chosen_dates

        context = get_current_context()
        params, platform = context["params"], open_platform()
        if not approved_policies(platform.ledger, params["dataset"]):
            raise AirflowFailException(
                "no policy version is approved yet, so nothing may be published. A review was started: read its rows "
                "under Steward in the menu (or `redactory review rows`), approve it; then run this again"
            )
        ids = plan_run(
            platform,
            run_id=context["run_id"],
            dataset=params["dataset"],
            dates=chosen_dates(params["date"], params["first"], params["last"]),
            rerun=params["rerun"],
            cases=False,
        )
        return batches(ids)

    @task(**RETRIES)
    @quiet
    def ranges(planned: list[list[int]]) -> list[list[dict[str, int]]]:
        """Splits what is large; returns batches of ranges, as ids and numbers."""
        from dataclasses import asdict

        from redactory.partitions.nightly import range_tasks
        from redactory_airflow.connections import open_platform
        from redactory_airflow.tasks import batches

        ids = [number for batch in planned for number in batch]
        return batches([asdict(one) for one in range_tasks(open_platform(), ids)])

    @task(pool=POOL, **RETRIES)
    @quiet
    def redact_ranges(batch: list[dict[str, int]]) -> None:
        """Redacts ranges of large objects to staging."""
        from redactory.partitions import nightly
        from redactory_airflow.connections import open_platform

        nightly.redact_ranges(open_platform(), [nightly.RangeTask(**one) for one in batch])

    @task_group
    def partition(batch: list[int]) -> None:
        @task(pool=POOL, multiple_outputs=False, trigger_rule=TriggerRule.ALL_DONE, **RETRIES)
        @quiet
        def redact(batch: list[int]) -> dict[str, str]:
            """Redacts each partition of the batch to staging; returns their states."""
            from redactory.partitions.nightly import redact_partition
            from redactory_airflow.connections import open_platform
            from redactory_airflow.tasks import each

            platform = open_platform()
            return each(batch, lambda number: redact_partition(platform, number), get_current_context())

        @task(pool=POOL, multiple_outputs=False, **RETRIES)
        @quiet
        def check(states: dict[str, str]) -> dict[str, bool]:
            """Runs the gates over what was staged; returns who passed."""
            from redactory.partitions.nightly import check_partition
            from redactory_airflow.connections import open_platform
            from redactory_airflow.tasks import each

            platform = open_platform()
            staged = [int(number) for number, state in states.items() if state == "redacted"]
            passed = each(staged, lambda number: check_partition(platform, number), get_current_context())
            return {number: False for number, state in states.items() if state != "redacted"} | passed

        @task(pool=POOL, multiple_outputs=False, **RETRIES)
        @quiet
        def settle(passed: dict[str, bool]) -> dict[str, str]:
            """Publishes what passed, quarantines what did not; returns their states."""
            from redactory.partitions.nightly import publish_partition, quarantine_partition
            from redactory_airflow.connections import open_platform
            from redactory_airflow.tasks import each

            platform = open_platform()

            def step(number: int) -> str:
                return (publish_partition if passed[str(number)] else quarantine_partition)(platform, number)

            return each([int(number) for number in passed], step, get_current_context())

        settle(check(redact(batch)))

    @task(trigger_rule=TriggerRule.ALL_DONE)
    @quiet
    def monitor() -> None:
        """Fails where the monitors went off: what was published looks unlike the days before."""
        from redactory.partitions.nightly import alerts_of_run
        from redactory_airflow.connections import open_platform
        from redactory_airflow.tasks import AirflowFailException

        alerts = alerts_of_run(open_platform(), get_current_context()["run_id"])
        if alerts:
            raise AirflowFailException("\n".join(("the monitors went off:", *alerts)))

    @task(trigger_rule=TriggerRule.ALL_DONE, multiple_outputs=False)
    @quiet
    def verdict() -> dict[str, Any]:
        """Ends the run in the ledger; fails where a partition was not published, and says which and why."""
        from redactory.partitions.nightly import summarise
        from redactory_airflow.connections import open_platform
        from redactory_airflow.tasks import AirflowFailException

        context = get_current_context()
        summary = summarise(open_platform(), context["run_id"])
        wrong = context["ti"].xcom_pull(task_ids="policy_versioning", key="problems") or []
        if not summary.ok or wrong:
            failures = [line for p in summary.partitions for line in p.failures]
            raise AirflowFailException("\n".join(("not all is well:", *summary.problems, *failures, *wrong)))
        return {"partitions": len(summary.partitions), "rows": sum(p.rows_out for p in summary.partitions)}

    reviews = policy_versioning()
    start_review = TriggerDagRunOperator.partial(
        task_id="start_review", trigger_dag_id="policy_review", skip_when_already_exists=True
    ).expand_kwargs(reviews)
    batches = plan()
    start_review >> batches
    redacted_ranges = redact_ranges.expand(batch=ranges(batches))
    partitions = partition.expand(batch=batches)
    redacted_ranges >> partitions  # even where a range failed: that partition does it again, or fails alone
    partitions >> [monitor(), verdict()]


nightly_redaction()
