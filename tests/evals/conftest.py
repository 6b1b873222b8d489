"""The case, and an engine of cases without a directory and a model."""

from __future__ import annotations

import sys
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from case_objects import CASE, redactor_over

from redactory.evals.sanitiser import CaseRedactor


@pytest.fixture(scope="session")
def redactor() -> CaseRedactor:
    return redactor_over()


@pytest.fixture
def case() -> dict[str, Any]:
    return deepcopy(CASE)
