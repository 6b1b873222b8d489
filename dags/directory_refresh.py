"""Reads the directory into a snapshot, and says so to whoever waits for the Asset."""

from __future__ import annotations

import os
from datetime import datetime
from typing import Any

from airflow.sdk import Asset, dag, task

from redactory_airflow.tasks import RETRIES, notify_failure, quiet

DIRECTORY = Asset(name="redactory_directory", uri="redactory://directory")
SCHEDULE = os.environ.get("REDACTORY_DIRECTORY_CRON", "0 0 * * *")

DOC = """
### Directory refresh

Reads every person of the directory (connection `ldap_default`, or the export `REDACTORY_DIRECTORY_FILE` names) into
an immutable, encrypted snapshot, and with them the account list that `REDACTORY_ACCOUNTS_FILE` names, if there is one.
The snapshot becomes current only after its checks: complete, not shrunk beyond the policy's share, required attributes
present. Then the Asset `redactory://directory` is updated, with the number of joiners and leavers.

**Red?** The message of `refresh` says why. The last good snapshot stays in force, and the nightly run uses it until it
is older than the policy allows. A snapshot that is *held* was read whole but looks wrong (far fewer people): compare
it by its hash with `redactory directory diff`, then `redactory directory approve`.
"""


@dag(
    schedule=SCHEDULE if SCHEDULE != "none" else None,
    start_date=datetime(2026, 1, 1),
    catchup=False,
    max_active_runs=1,
    default_args={**RETRIES, "on_failure_callback": notify_failure},
    doc_md=DOC,
    tags=["redactory"],
)
def directory_refresh() -> None:
    @task(outlets=[DIRECTORY], multiple_outputs=False)
    @quiet
    def refresh(outlet_events: Any = None) -> dict[str, Any]:
        """Source -> snapshot -> current. Returns counts and the snapshot's hash."""
        from redactory.directory.refresh import refresh as refresh_directory
        from redactory_airflow.connections import directory_source, identity_rules, open_platform
        from redactory_airflow.tasks import AirflowFailException

        platform = open_platform()
        outcome = refresh_directory(platform, directory_source(platform.settings), identity_rules(platform))
        if outcome.state == "held":
            raise AirflowFailException(
                f"snapshot {outcome.hash[:12]} is held: {outcome.reason}. The last good one stays in force. "
                f"Compare with `redactory directory diff {outcome.hash[:12]}`, then `redactory directory approve` it"
            )
        counts = {
            "snapshot": outcome.hash,
            "state": outcome.state,
            "people": outcome.people,
            "joiners": outcome.joiners,
            "leavers": outcome.leavers,
            "accounts": outcome.accounts,
        }
        outlet_events[DIRECTORY].extra = counts
        return counts

    @task
    @quiet
    def index(refreshed: dict[str, Any]) -> int:
        """What workers ask of a large directory, built once; without it each builds its own. Returns how many."""
        from redactory.partitions.inputs import keep_indexes
        from redactory_airflow.connections import open_platform

        return keep_indexes(open_platform())

    index(refresh())


directory_refresh()
