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
LOOK_SECONDS = 60.0  # a waiting task looks now and then whether the review is decided past Airflow; it takes less
_TASK = "decide"
_WAITS = "awaiting_input"
_LOOKS = frozenset({"scheduled", "queued", "running"})


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
            while True:  # a wait may end in a look, after which it has to settle again
                task = await self._waiting(client, run_id)
                if task is None:
                    return False
                detail = await client.get(f"{path}/hitlDetails")
                asked = detail.json().get("created_at") if detail.is_success else None
                seconds = max(_too_soon(asked), _too_soon(task.get("queued_when")))
                if not seconds:
                    break
                await asyncio.sleep(seconds)
            body = {"chosen_options": [option], "params_input": {"reason": reason}}
            return (await client.patch(f"{path}/hitlDetails", json=body)).is_success

    async def waits(self, run_id: str | None) -> bool:
        """Whether a run waits for its answer."""
        if run_id is None:
            return False
        async with self._client() as client:
            return await self._waiting(client, run_id) is not None

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

    async def _waiting(self, client: httpx.AsyncClient, run_id: str) -> dict[str, Any] | None:
        """The task that waits for the answer, once it waits; None where it does not (any more)."""
        deadline = asyncio.get_running_loop().time() + LOOK_SECONDS
        while True:
            answer = await client.get(f"/dags/{DAG}/dagRuns/{run_id}/taskInstances/{_TASK}")
            task: dict[str, Any] = answer.json() if answer.is_success else {}
            if task.get("state") == _WAITS:
                return task
            if task.get("state") not in _LOOKS or asyncio.get_running_loop().time() > deadline:
                return None
            await asyncio.sleep(1)

    def _client(self) -> httpx.AsyncClient:
        from airflow.api_fastapi.app import cached_app

        app: Any = cached_app(apps=os.environ.get("AIRFLOW_API_APPS", "all"))  # the one this request came through
        return httpx.AsyncClient(
            transport=httpx.ASGITransport(app=app), base_url="http://airflow/api/v2", headers=self._headers, timeout=30
        )


def _too_soon(moment: Any) -> float:
    """Seconds until a question of that age may be answered: the scheduler has to have noted that its task waits."""
    try:
        since = datetime.fromisoformat(moment)
    except (TypeError, ValueError):
        return 0.0
    return max(0.0, SETTLED_SECONDS - (datetime.now(UTC) - since).total_seconds())


def airflow_api(request: Request) -> AirflowApi:
    """The API for the person of this request."""
    passed = ("authorization", "cookie")
    return AirflowApi({name: value for name in passed if (value := request.headers.get(name))})


AirflowDep = Annotated[AirflowApi, Depends(airflow_api)]
