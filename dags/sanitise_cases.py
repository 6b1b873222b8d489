"""New evaluation cases: sanitised, checked case by case, and published by the gates."""

from __future__ import annotations

import os
from datetime import datetime

from airflow.sdk import Param, TriggerRule, dag, get_current_context, task

from redactory_airflow.tasks import RETRIES, notify_failure, quiet

SCHEDULE = os.environ.get("REDACTORY_CASES_CRON", "45 1 * * *")
POOL = "redaction"

DOC = """
### Sanitise evaluation cases

Takes the datasets whose policy writes pseudonyms (`policies/examples/eval-cases.yaml` is one to begin with): JSON lines
in the landing store, one case a line, with messages, documents, tool calls, criteria and the joined account record.

1. `plan` finds objects that were never published, for **approved** policy versions alone. A new version's first rows
   are read under *Steward* in the menu, as everywhere: `policy_review` asks for it.
2. `sanitise`, for each partition: every string of a case is written under one mapping of its own, then checked: no
   value of the original anywhere, every fake valid, every declared relation kept. A case that fails is dropped. What
   is left passes the gates and is published, or the partition is quarantined.
3. `dropped` notes the dropped cases in the ledger, with object, row and reason (`redactory ledger audit`).
4. `verdict` is red when a partition was not published, and says which and why.

**To run again:** trigger with `dataset`, `date` and `rerun`. A failed task may be cleared at any time.

**Red?** Quarantined: `redactory partitions release|discard`. More cases dropped than the policy's
`gates.max_dead_letter_share`: read the reasons, mend the cases or the policy.
"""
PARAMS = {
    "dataset": Param(None, type=["null", "string"], description="only this dataset"),
    "date": Param(None, type=["null", "string"], description="only this partition, as 2026-11-29"),
    "rerun": Param(False, type="boolean", description="publish again what was published before"),
}


def _run_id() -> str:
    """This run as the ledger knows it: Airflow may give a run of another Dag the same id."""
    return f"cases__{get_current_context()['run_id']}"


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
def sanitise_cases() -> None:
    @task(**RETRIES)
    @quiet
    def plan() -> list[list[int]]:
        """Finds new cases; returns batches of partition-run ids."""
        from redactory.partitions.nightly import plan_run
        from redactory_airflow.connections import open_platform
        from redactory_airflow.tasks import batches, chosen_dates

        params = get_current_context()["params"]
        ids = plan_run(
            open_platform(),
            run_id=_run_id(),
            dataset=params["dataset"],
            dates=chosen_dates(params["date"], None, None),
            rerun=params["rerun"],
            cases=True,
        )
        return batches(ids)

    @task(pool=POOL, multiple_outputs=False, **RETRIES)
    @quiet
    def sanitise(batch: list[int]) -> dict[str, str]:
        """Sanitises, checks and publishes (or quarantines) each partition of the batch; returns their states."""
        from redactory.partitions.nightly import run_partition
        from redactory_airflow.connections import open_platform
        from redactory_airflow.tasks import each

        platform = open_platform()
        return each(batch, lambda number: run_partition(platform, number), get_current_context())

    @task(trigger_rule=TriggerRule.ALL_DONE, multiple_outputs=False, **RETRIES)
    @quiet
    def dropped() -> dict[str, int]:
        """Notes dropped cases in the ledger; returns how many for which reason."""
        from redactory.partitions.dropped import note_dropped
        from redactory_airflow.connections import open_platform

        return note_dropped(open_platform(), _run_id())

    @task(trigger_rule=TriggerRule.ALL_DONE, multiple_outputs=False)
    @quiet
    def verdict() -> dict[str, int]:
        """Ends the run in the ledger; fails where a partition was not published, and says which and why."""
        from redactory.partitions.nightly import summarise
        from redactory_airflow.connections import open_platform
        from redactory_airflow.tasks import AirflowFailException

        summary = summarise(open_platform(), _run_id())
        if not summary.ok:
            failures = [line for p in summary.partitions for line in p.failures]
            raise AirflowFailException("\n".join(("not all is well:", *summary.problems, *failures)))
        return {"partitions": len(summary.partitions), "cases": sum(p.rows_out for p in summary.partitions)}

    sanitise.expand(batch=plan()) >> dropped() >> verdict()


sanitise_cases()
