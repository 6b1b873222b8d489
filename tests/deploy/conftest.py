"""The deployment files, and what Airflow's configuration knows."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "servers"))
ROOT = Path(__file__).parents[2]
OPTIONS = """
import json
from airflow.configuration import retrieve_configuration_description
from airflow.providers.celery.get_provider_info import get_provider_info
found = retrieve_configuration_description(include_providers=False) | get_provider_info()["config"]
print("@" + json.dumps({section: {name: bool(option.get("sensitive")) for name, option in part["options"].items()}
    for section, part in found.items()}))
"""


@pytest.fixture(scope="session")
def airflow_options(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, bool]]:
    """Section -> option -> whether it is sensitive, and may so be given as `_CMD`."""
    home = {"AIRFLOW_HOME": str(tmp_path_factory.mktemp("airflow")), "PATH": os.environ["PATH"]}
    printed = subprocess.run([sys.executable, "-c", OPTIONS], env=home, capture_output=True, text=True, check=True)
    found: dict[str, dict[str, bool]] = json.loads(printed.stdout.rpartition("@")[2])
    return found


@pytest.fixture(scope="session")
def compose() -> dict[str, Any]:
    """docker-compose.yaml as an engine reads it."""
    from compose import load

    return load(ROOT / "docker-compose.yaml")


@pytest.fixture(scope="session")
def secrets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that the project's script writes."""
    folder = tmp_path_factory.mktemp("deploy") / "secrets"
    subprocess.run(["bash", str(ROOT / "scripts" / "compose-secrets.sh"), str(folder)], check=True, capture_output=True)
    return folder
