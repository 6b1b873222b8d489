"""Airflow's API, called as the person who is logged in: within this process, through the same log-in checks."""

from __future__ import annotations

import asyncio
import os
from datetime import UTC, datetime
from typing import Annotated, Any

import httpx
from fastapi import Depends, Request

from steward.access import DAG

SETTLED_SECONDS = 15.0  # an answer that comes before it is taken for the end of a task that died
_TASK = "decide"


class AirflowApi:
    """`headers` carry the person's own cookie or token: Airflow notes the answer as theirs."""

    def __init__(self, headers: dict[str, str]) -> None:
        self._headers = headers

    async def answer(self, run_id: str | None, option: str, reason: str) -> bool:
        """Answers the question of a run; False where that run does not wait (any more)."""
        if run_id is None:
            return False
        path = f"/dags/{DAG}/dagRuns/{run_id}/taskInstances/{_TASK}/-1"
        async with self._client() as client:
            task = await client.get(path)
            if task.is_error or task.json().get("state") != "awaiting_input":
                return False
            await asyncio.sleep(_too_soon(await client.get(f"{path}/hitlDetails")))
            body = {"chosen_options": [option], "params_input": {"reason": reason}}
            return (await client.patch(f"{path}/hitlDetails", json=body)).is_success

    async def waits(self, run_id: str | None) -> bool:
        """Whether a run waits for its answer."""
        if run_id is None:
            return False
        async with self._client() as client:
            task = await client.get(f"/dags/{DAG}/dagRuns/{run_id}/taskInstances/{_TASK}")
            return task.is_success and task.json().get("state") == "awaiting_input"

    async def start(self, run_id: str, version_id: str) -> bool:
        """Starts a run of the review's Dag; True where one of that name runs already."""
        body = {"dag_run_id": run_id, "logical_date": None, "conf": {"version_id": version_id}}
        async with self._client() as client:
            answer = await client.post(f"/dags/{DAG}/dagRuns", json=body)
            return answer.is_success or answer.status_code == httpx.codes.CONFLICT

    async def version_of(self, run_id: str) -> str:
        """The policy version that a run of the review's Dag is about; empty where there is none."""
        async with self._client() as client:
            answer = await client.get(f"/dags/{DAG}/dagRuns/{run_id}")
            return str((answer.json().get("conf") or {}).get("version_id", "")) if answer.is_success else ""

    def _client(self) -> httpx.AsyncClient:
        from airflow.api_fastapi.app import cached_app

        app: Any = cached_app(apps=os.environ.get("AIRFLOW_API_APPS", "all"))  # the one this request came through
        return httpx.AsyncClient(
            transport=httpx.ASGITransport(app=app), base_url="http://airflow/api/v2", headers=self._headers, timeout=30
        )


def _too_soon(detail: httpx.Response) -> float:
    """Seconds until the question is old enough to be answered: the scheduler has to have noted that its task waits."""
    try:
        asked = datetime.fromisoformat(detail.json()["created_at"])
    except (KeyError, TypeError, ValueError):
        return 0.0
    return max(0.0, SETTLED_SECONDS - (datetime.now(UTC) - asked).total_seconds())


def airflow_api(request: Request) -> AirflowApi:
    """The API for the person of this request."""
    passed = ("authorization", "cookie")
    return AirflowApi({name: value for name in passed if (value := request.headers.get(name))})


AirflowDep = Annotated[AirflowApi, Depends(airflow_api)]
