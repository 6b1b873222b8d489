"""Surrogate keys and the vault's database from Airflow's connections; the engine sees settings only."""

from __future__ import annotations

import base64
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from redactory.config import Settings
from redactory.errors import ConfigError

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "plugins"))
from redactory_airflow.connections import require_reachable  # noqa: E402

KEYS = f"s2:{base64.b64encode(b'b' * 32).decode()},s1:{base64.b64encode(b'a' * 32).decode()}"
SHOW = """
from redactory.config import Settings
from redactory.errors import ConfigError
from redactory.transform.keys import SurrogateKeys
from redactory.vault.database import VaultDatabase
from redactory_airflow.connections import with_connections
try:
    found = with_connections(Settings.load())
    print([key.id for key in SurrogateKeys.load(found).keys], VaultDatabase(found.vault_url), found)
except ConfigError as error:
    print("refused:", error)
"""


def test_a_vault_of_one_machine_is_refused_where_tasks_run_on_several() -> None:
    spread = {"REDACTORY_SHARED_FOLDERS": "true", "REDACTORY_LEDGER_URL": "postgresql://ledger@db/ledger"}
    require_reachable(Settings.load(spread), ["CeleryExecutor"])
    with pytest.raises(ConfigError, match="REDACTORY_VAULT_URL .* to a PostgreSQL URL"):
        require_reachable(Settings.load({**spread, "REDACTORY_VAULT_URL": "sqlite:////srv/v.db"}), ["CeleryExecutor"])


@pytest.mark.integration
def test_connections_become_settings(airflow: Any, tmp_path: Path) -> None:
    named = {
        "PYTHONPATH": str(ROOT / "plugins"),
        "REDACTORY_HOME": str(tmp_path),
        "REDACTORY_SURROGATE_CONNECTION": "our_keys",
        "REDACTORY_VAULT_CONNECTION": "our_vault",
    }
    there = {
        "AIRFLOW_CONN_OUR_KEYS": json.dumps({"conn_type": "generic", "password": KEYS}),
        "AIRFLOW_CONN_OUR_VAULT": "postgres://vault:hidden-word@db.internal:5433/vault",
    }
    said = airflow.run(sys.executable, "-c", SHOW, extra={**named, **there})
    assert "['s2', 's1']" in said
    assert "vault:***@db.internal:5433/vault" in said
    assert "hidden-word" not in said
    assert KEYS[3:20] not in said
    missing = airflow.run(sys.executable, "-c", SHOW, extra=named)
    assert "names the connection our_keys, and there is none" in missing
    empty = {**named, "AIRFLOW_CONN_OUR_KEYS": '{"conn_type": "generic"}'}
    assert "our_keys has no password" in airflow.run(sys.executable, "-c", SHOW, extra=empty)
