"""Keys of objects: which of them hold a personal value. Cases: tests/cases/field_names.yaml."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from redactory.detect.detector import Detector
from redactory.detect.field_names import holds_value
from redactory.policy.load import load_policy
from redactory.records.model import TextField

ROOT = Path(__file__).parent.parent
CASES: list[dict[str, Any]] = yaml.safe_load((ROOT / "cases" / "field_names.yaml").read_text("utf-8"))


@pytest.fixture(scope="module")
def detector(person: Callable[..., Any]) -> Detector:
    known = person(
        username="obrekke", display_name="Oda Brekke", email="oda.brekke@fjelltop.example", location="Bergen"
    )
    return Detector(load_policy(ROOT.parent / "policies" / "it-tickets.yaml"), [known], ner=False)


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(detector: Detector, case: dict[str, Any]) -> None:
    names = [*case.get("goes_on", []), *case.get("held", [])]
    found = detector.detect([[TextField("", name, "text")] for name in names])
    held = [name for name, record in zip(names, found, strict=True) if holds_value(name, record[0])]
    assert held == case.get("held", [])
