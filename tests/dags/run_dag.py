"""Runs one Dag through `dag.test()` and writes what became of it: DAG CONF ANSWER_FILE."""

from __future__ import annotations

import json
import runpy
import sys
from pathlib import Path

from airflow import settings
from airflow.models.xcom import XComModel
from airflow.sdk import DAG
from sqlalchemy import select

DAGS = Path(__file__).parents[2] / "dags"


def main(name: str, conf: str, answer: str) -> None:
    found = runpy.run_path(str(DAGS / f"{name}.py"), run_name=f"dag_{name}")
    made = next((value for value in found.values() if isinstance(value, DAG)), None) or found[name]()
    run = made.test(run_conf=json.loads(conf))
    session = settings.Session()
    tasks: dict[str, list[str]] = {}
    for ti in run.get_task_instances(session=session):
        tasks.setdefault(ti.task_id, []).append(str(ti.state))
    rows = session.scalars(select(XComModel).where(XComModel.run_id == run.run_id, XComModel.dag_id == run.dag_id))
    xcoms = [(row.task_id, row.key, row.value) for row in rows]
    data = {"state": str(run.state), "tasks": tasks, "xcoms": xcoms}
    Path(answer).write_text(json.dumps(data, default=str))


if __name__ == "__main__":
    main(*sys.argv[1:])
