"""A new policy version: its first rows, a steward's word, and the ledger's entry."""

from __future__ import annotations

import os
from datetime import datetime
from typing import Any

from airflow.sdk import Param, dag, get_current_context, task

from redactory_airflow.decision import APPROVE, StewardDecision
from redactory_airflow.tasks import RETRIES, notify_failure, quiet

UNATTENDED = os.environ.get("REDACTORY_UNATTENDED", "").split()  # users that are programs: the ledger says so

DOC = """
### Policy review

Started by `nightly_redaction` for every policy version it has not seen. `sample` redacts the first rows with the new
version into the encrypted review store; `decide` waits for a steward under *Required Actions*; `record` writes the
decision into the ledger. Until a version is approved the nightly run goes on with the newest approved one.

The rows themselves are read with `redactory review rows VERSION`: they may hold what the version missed, and so are
not shown here. In the reason, name no person and quote no row: Airflow keeps it in clear.

**Nobody answered in time?** `decide` fails; the version stays unapproved. Clear the task to ask again.
"""
BODY = """
Policy version `{{ params.version_id[:12] }}` wants to publish. Its first rows are in the review store
({{ ti.xcom_pull(task_ids="sample")["rows"] }} rows). Read them with

    redactory review rows {{ params.version_id[:12] }}

and what changed with `redactory policy diff`. Approve only where no personal value is left standing and the technical
detail is.
"""


@dag(
    schedule=None,
    start_date=datetime(2026, 1, 1),
    catchup=False,
    params={"version_id": Param("", type="string", description="id of the policy version (64 hex digits)")},
    default_args={"on_failure_callback": notify_failure},
    doc_md=DOC,
    tags=["redactory"],
)
def policy_review() -> None:
    @task(multiple_outputs=False, **RETRIES)
    @quiet
    def sample() -> dict[str, Any]:
        """Redacts the first rows into the review store."""
        from redactory.review import write_sample
        from redactory_airflow.connections import open_platform

        version_id = get_current_context()["params"]["version_id"]
        return {"version_id": version_id, "rows": write_sample(open_platform(), version_id)}

    decide = StewardDecision(
        task_id="decide",
        version_id="{{ params.version_id }}",
        subject="Policy version {{ params.version_id[:12] }}: approve or reject",
        body=BODY,
    )

    @task(**RETRIES)
    @quiet
    def record(decision: dict[str, Any]) -> str:
        """Writes the decision into the ledger, with who took it."""
        from redactory.review import approve, reject
        from redactory_airflow.connections import open_platform

        version_id = get_current_context()["params"]["version_id"]
        by = (decision.get("responded_by_user") or {}).get("name") or "unknown"
        reason = (decision.get("params_input") or {}).get("reason", "")
        if decision["chosen_options"] == [APPROVE]:
            how = "approved unattended" if by in UNATTENDED else "reviewed in Airflow"
            approve(open_platform(), version_id, by=by, how=how, reason=reason)
            return "approved"
        reject(open_platform(), version_id, by=by, reason=reason)
        return "rejected"

    sample() >> decide
    record(decide.output)


policy_review()
