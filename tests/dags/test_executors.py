"""On executors that spread tasks over machines, nothing may lie on one of them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from redactory.config import ENCRYPTED_STORES, PLAIN_STORES, Settings
from redactory.errors import ConfigError

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "plugins"))
from redactory_airflow.connections import require_reachable  # noqa: E402

BUCKETS = {f"REDACTORY_{name.upper()}": f"s3://{name}" for name in PLAIN_STORES + ENCRYPTED_STORES}
LEDGER = {"REDACTORY_LEDGER_URL": "postgresql://ledger:hidden-word@db/ledger"}
OPEN = "from redactory_airflow.connections import open_platform; open_platform(); print('opened')"


@pytest.mark.parametrize(
    "executor",
    ["CeleryExecutor", "KubernetesExecutor", "airflow.providers.celery.executors.celery_executor.CeleryExecutor"],
)
def test_stores_and_ledger_of_one_machine_are_refused_where_tasks_run_on_several(executor: str) -> None:
    with pytest.raises(ConfigError, match="REDACTORY_STAGING.*and REDACTORY_LEDGER_URL.*PostgreSQL"):
        require_reachable(Settings.load({}), [executor])
    with pytest.raises(ConfigError, match="set REDACTORY_REVIEW to s3:// URLs"):
        require_reachable(Settings.load({**BUCKETS, **LEDGER, "REDACTORY_REVIEW": "/data/review"}), [executor])
    with pytest.raises(ConfigError, match="set REDACTORY_LEDGER_URL"):
        require_reachable(Settings.load({"REDACTORY_SHARED_FOLDERS": "true"}), [executor])
    require_reachable(Settings.load({**BUCKETS, **LEDGER}), [executor])
    require_reachable(Settings.load({**LEDGER, "REDACTORY_SHARED_FOLDERS": "true"}), [executor])


@pytest.mark.parametrize("executor", ["LocalExecutor", "local:LocalExecutor", "team=LocalExecutor"])
def test_on_one_machine_folders_are_fine(executor: str) -> None:
    require_reachable(Settings.load({}), [executor])


@pytest.mark.integration
def test_a_task_says_it_before_it_reads_anything(airflow: Any, tmp_path: Path) -> None:
    home = {"REDACTORY_HOME": str(tmp_path), "PYTHONPATH": str(ROOT / "plugins")}
    spread = {**home, "AIRFLOW__CORE__EXECUTOR": "LocalExecutor,CeleryExecutor"}
    refused = airflow.run(sys.executable, "-c", OPEN, extra=spread, check=False)
    assert "tasks of CeleryExecutor run on several machines" in refused
    assert list(tmp_path.iterdir()) == []
    assert "opened" in airflow.run(sys.executable, "-c", OPEN, extra=home)


def test_the_ledgers_url_may_come_from_a_file_and_is_not_shown(tmp_path: Path) -> None:
    file = tmp_path / "url"
    file.write_text(LEDGER["REDACTORY_LEDGER_URL"] + "\n")
    settings = Settings.load({"REDACTORY_LEDGER_URL_FILE": str(file)})
    assert settings.ledger_url == LEDGER["REDACTORY_LEDGER_URL"]
    assert "hidden-word" not in repr(settings)
    with pytest.raises(ConfigError, match="cannot be read"):
        Settings.load({"REDACTORY_LEDGER_URL_FILE": str(tmp_path / "missing")})
