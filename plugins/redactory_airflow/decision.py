"""The steward's decision: Airflow's human-in-the-loop task, with who may decide and how long taken from the policy."""

from __future__ import annotations

import os
from datetime import timedelta
from typing import Any

from airflow.providers.standard.operators.hitl import HITLOperator
from airflow.sdk import Param

from redactory_airflow.tasks import notify

APPROVE, REJECT = "Approve", "Reject"
UNATTENDED = os.environ.get("REDACTORY_UNATTENDED", "").split()  # users that are programs: the ledger says so


class StewardDecision(HITLOperator):
    """Waits for a steward to approve or reject the version `version_id` (a template).

    Holds no worker while it waits. Nothing it shows holds a personal value: Airflow keeps it in clear.
    """

    template_fields = (*HITLOperator.template_fields, "version_id")

    def __init__(self, *, version_id: str, **kwargs: Any) -> None:
        kwargs.pop("params", None)  # the Dag's own, which the form does not ask for
        reason = Param("", type="string", title="Reason", description="no names, no values of a row", source="task")
        super().__init__(options=[APPROVE, REJECT], params={"reason": reason}, **kwargs)
        self.version_id = version_id

    def execute(self, context: Any) -> Any:
        from redactory.ledger import get_policy_version
        from redactory.review import register, settle
        from redactory.review.access import rules_of
        from redactory_airflow.connections import open_platform

        platform = open_platform()
        version = get_policy_version(platform.ledger, self.version_id)
        if version is not None:
            rules = rules_of(platform, version)
            self.response_timeout = timedelta(hours=rules.timeout_hours)
            if rules.stewards:
                names = [*rules.stewards, *UNATTENDED]
                self.assigned_users = [{"id": name, "name": name} for name in names]
            if register.find(platform.ledger, self.version_id) and settle(platform, self.version_id) != "ask_again":
                return {"chosen_options": [], "params_input": {}, "responded_by_user": None}  # decided already
            who = ", ".join(rules.stewards) or "any steward"
            words = f"policy {version.name}, version {version.id[:12]} waits for review; {who} may decide"
            notify({**context, "exception": None, "reminder": words})
        return super().execute(context)
