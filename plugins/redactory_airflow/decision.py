"""The steward's decision: Airflow's human-in-the-loop task, with who may decide and how long taken from the policy."""

from __future__ import annotations

import os
from datetime import datetime, timedelta
from typing import Any

from airflow.providers.standard.operators.hitl import HITLOperator
from airflow.sdk import Param
from airflow.sdk.exceptions import TaskAwaitingInput
from airflow.sdk.timezone import utcnow

from redactory_airflow.tasks import RETRIES, AirflowFailException, notify

APPROVE, REJECT = "Approve", "Reject"
UNATTENDED = os.environ.get("REDACTORY_UNATTENDED", "").split()  # users that are programs: the ledger says so
# How often a waiting task looks whether the review was decided past Airflow, on the command line.
LOOK = timedelta(seconds=float(os.environ.get("REDACTORY_LOOK_SECONDS", "900")))
DECIDED: dict[str, Any] = {"chosen_options": [], "params_input": {}, "responded_by_user": None}


class StewardDecision(HITLOperator):
    """Waits for a steward to approve or reject the version `version_id` (a template).

    Holds no worker while it waits: Airflow wakes it every `LOOK`, it asks the ledger whether the review is decided
    already, and waits on until the policy's time is over. Where it cannot be woken (Airflow's API is away), a retry
    puts the question again. Nothing it shows holds a personal value: Airflow keeps it
    in clear.
    """

    template_fields = (*HITLOperator.template_fields, "version_id")

    def __init__(self, *, version_id: str, **kwargs: Any) -> None:
        kwargs.pop("params", None)  # the Dag's own, which the form does not ask for
        reason = Param("", type="string", title="Reason", description="no names, no values of a row", source="task")
        super().__init__(options=[APPROVE, REJECT], params={"reason": reason}, **RETRIES, **kwargs)
        self.version_id = version_id

    def execute(self, context: Any) -> Any:
        from redactory.ledger import get_policy_version
        from redactory.review.access import rules_of
        from redactory_airflow.connections import open_platform

        platform = open_platform()
        version = get_policy_version(platform.ledger, self.version_id)
        if version is None:
            return super().execute(context)
        if self._decided(platform):
            return DECIDED
        rules = rules_of(platform, version)
        if rules.stewards:
            self.assigned_users = [{"id": name, "name": name} for name in (*rules.stewards, *UNATTENDED)]
        if context["ti"].try_number == 1:
            who = ", ".join(rules.stewards) or "any steward"
            words = f"policy {version.name}, version {version.id[:12]} waits for review; {who} may decide"
            notify({**context, "exception": None, "reminder": words})
        until = utcnow() + timedelta(hours=rules.timeout_hours)
        try:
            return super().execute(context)
        except TaskAwaitingInput:
            raise _waiting(until) from None

    def execute_complete(self, context: Any, event: dict[str, Any], until: str = "") -> Any:
        """After an answer, or after `LOOK`: the answer that Airflow has, else what the ledger says, else waits on."""
        if event.get("error_type") != "timeout":
            return super().execute_complete(context, event)
        from redactory_airflow.connections import open_platform

        if self._decided(open_platform()):
            self.log.info("the review was decided past Airflow; the ledger says by whom")
            return DECIDED
        if not until or utcnow() >= (end := datetime.fromisoformat(until)):
            raise AirflowFailException("nobody answered in time; the next look asks again")
        raise _waiting(end)

    def _decided(self, platform: Any) -> bool:
        from redactory.review import register, settle

        found = register.find(platform.ledger, self.version_id)
        return found is not None and settle(platform, self.version_id) != "ask_again"


def _waiting(until: datetime) -> TaskAwaitingInput:
    """Parks the task until it is answered, `LOOK` is over or the time is up, whichever comes first."""
    left = max(timedelta(seconds=1), until - utcnow())
    kwargs = {"until": until.isoformat()}
    return TaskAwaitingInput(method_name="execute_complete", kwargs=kwargs, timeout=min(LOOK, left))
