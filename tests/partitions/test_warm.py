"""What a worker loads before it forks its tasks."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
from pathlib import Path

import pytest

from redactory.config import Settings
from redactory.partitions.warm import warm

ROOT = Path(__file__).parents[2]
PROGRAM = """
import json, os, sys, threading, time
from redactory.config import Settings
from redactory.partitions.warm import warm
warm(Settings.load({"REDACTORY_POLICIES": sys.argv[1]}))
from redactory.detect.models import engine
wanted = ("great_expectations", "spacy", "sqlalchemy", "redactory.gates.expectations", "redactory.partitions.nightly")
print(json.dumps({"models": engine.cache_info().currsize, "threads": threading.active_count(),
    "missing": [name for name in wanted if name not in sys.modules], "files": os.listdir(".")}))
"""


@pytest.mark.timeout(120)
def test_libraries_and_models_are_loaded_and_nothing_else_is_left(tmp_path: Path) -> None:
    command = [sys.executable, "-c", PROGRAM, str(ROOT / "policies")]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path)
    assert json.loads(done.stdout) == {"models": 1, "threads": 1, "missing": [], "files": []}


def test_what_is_wrong_is_passed_over_and_said(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "broken.yaml").write_text("version: 1\nname: broken\ncolour: red\n")
    with caplog.at_level(logging.WARNING, logger="redactory.partitions.warm"):
        warm(Settings.load({"REDACTORY_POLICIES": str(tmp_path)}))
    assert "nothing is loaded ahead" in caplog.text
    assert "broken.yaml" in caplog.text
