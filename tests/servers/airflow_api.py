"""Airflow's REST API, as far as a test that runs Dags needs it."""

from __future__ import annotations

from typing import Any

import httpx

RUN = "night"  # the id of the one run of each Dag
ENDED = ("success", "failed")


class AirflowApi:
    """A client that acts as `user`."""

    def __init__(self, url: str, user: str, password: str) -> None:
        login = {"username": user, "password": password}
        answer = httpx.post(f"{url}/auth/token", json=login, timeout=60, trust_env=False).raise_for_status()
        headers = {"Authorization": f"Bearer {answer.json()['access_token']}"}
        self._client = httpx.Client(base_url=f"{url}/api/v2", headers=headers, timeout=60, trust_env=False)

    def dags(self) -> set[str]:
        """The Dags it has parsed."""
        return {dag["dag_id"] for dag in self._get("/dags")["dags"]}

    def trigger(self, dag: str) -> None:
        """Starts the run."""
        self._client.post(f"/dags/{dag}/dagRuns", json={"dag_run_id": RUN, "logical_date": None}).raise_for_status()

    def ended(self, dag: str) -> str:
        """The state the run ended in; empty until it has."""
        state = str(self._get(f"/dags/{dag}/dagRuns/{RUN}")["state"])
        return state if state in ENDED else ""

    def tasks(self, dag: str, state: str = "") -> list[dict[str, Any]]:
        """The run's task instances, those of one state where it is named."""
        found: list[dict[str, Any]] = []
        while True:
            page = {"limit": "100", "offset": str(len(found))} | ({"state": state} if state else {})
            answer = self._get(f"/dags/{dag}/dagRuns/{RUN}/taskInstances", **page)
            found += answer["task_instances"]
            if not answer["task_instances"] or len(found) >= answer["total_entries"]:
                return found

    def _get(self, path: str, **parameters: str) -> Any:
        return self._client.get(path, params=parameters).raise_for_status().json()
