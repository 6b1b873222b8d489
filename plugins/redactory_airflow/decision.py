"""The steward's decision: Airflow's human-in-the-loop task, with who may decide and how long taken from the policy."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from airflow.providers.standard.operators.hitl import HITLOperator
from airflow.sdk import Param

APPROVE, REJECT = "Approve", "Reject"


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
        from redactory.policy.model import Policy
        from redactory_airflow.connections import open_platform

        version = get_policy_version(open_platform().ledger, self.version_id)
        if version is not None:
            review = Policy.model_validate_json(version.canonical).review
            self.response_timeout = timedelta(hours=review.timeout_hours)
            if review.stewards:
                self.assigned_users = [{"id": name, "name": name} for name in review.stewards]
        return super().execute(context)
