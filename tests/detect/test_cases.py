"""Detection as a whole, on cases as data: the policy as shipped, every layer on.

`text` (or `text_repeat`) or `record`; `directory`: who is in the snapshot. `output` and `output_record` are exact;
`gone` and `kept` are substrings (NFC) that must not, must stand in the output; `same`: nothing changes; `ner: false`
leaves Layer 3 out. A record is read as `--fields '**'` reads it: every string is free text.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from redactory.detect.detector import Detector
from redactory.policy.load import load_policy
from redactory.policy.model import Policy
from redactory.records.model import TextField

ROOT = Path(__file__).parent.parent
CASES = [
    case
    for name in (
        "detection", "unheard", "transcripts", "settings", "frames", "product_frames", "machines", "places",
        "account_places",
    )  # fmt: skip
    for case in yaml.safe_load((ROOT / "cases" / f"{name}.yaml").read_text("utf-8"))
]


@pytest.fixture(scope="module")
def policy() -> Policy:
    return load_policy(ROOT.parent / "policies" / "it-tickets.yaml")


@pytest.fixture(scope="module")
def detector_of(policy: Policy, person: Callable[..., Any]) -> Callable[[list[dict[str, Any]]], Detector]:
    """A detector of the shipped policy; the model is loaded once, the directory changes."""
    shared = Detector(policy, ())

    def make(people: list[dict[str, Any]]) -> Detector:
        return shared.with_people([person(**attributes) for attributes in people])

    return make


def _strings(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _strings(inner, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _strings(inner, f"{path}[{index}]")


def _filled(value: Any, texts: Iterator[str]) -> Any:
    if isinstance(value, str):
        return next(texts)
    if isinstance(value, dict):
        return {key: _filled(inner, texts) for key, inner in value.items()}
    if isinstance(value, list):
        return [_filled(inner, texts) for inner in value]
    return value


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in CASES])
def test_case(case: dict[str, Any], detector_of: Any, render: Any, policy: Policy) -> None:
    source = case.get("record", case.get("text"))
    if "text_repeat" in case:
        source = case["text_repeat"][0] * case["text_repeat"][1]
    fields = [TextField(path, text, "text") for path, text in _strings(source)]
    ner = None if case.get("ner", True) else False
    spans = detector_of(case.get("directory", [])).detect([fields], ner=ner)[0]
    outputs = [render(field.text, found) for field, found in zip(fields, spans, strict=True)]
    output = _filled(source, iter(outputs))
    if "output" in case:
        assert output == case["output"]
    if "output_record" in case:
        assert output == case["output_record"]
    if case.get("same"):
        assert output == source
    whole = unicodedata.normalize("NFC", "\n".join(outputs))
    for value in case.get("gone", ()):
        assert unicodedata.normalize("NFC", value) not in whole
    for value in case.get("kept", ()):
        assert unicodedata.normalize("NFC", value) in whole


def test_ids_are_unique() -> None:
    ids = [case["id"] for case in CASES]
    assert len(ids) == len(set(ids))
