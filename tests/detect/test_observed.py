"""Device schemes that an object shows by itself: what is observed, what is found by it, and what is not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from redactory.detect.detector import Detector
from redactory.detect.observed import Schemes
from redactory.detect.observing import observer_for
from redactory.errors import PolicyError
from redactory.policy.model import Policy
from redactory.records.model import TextField

CASES = yaml.safe_load((Path(__file__).parents[1] / "cases" / "device_schemes.yaml").read_text())
DEVICE: dict[str, Any] = {"id": "device", "entity": "HOSTNAME", "recogniser": "device"}
POLICY: dict[str, Any] = {
    "name": "p", "dataset": "d", "entities": {"HOSTNAME": {}}, "fields": {"text": ["**"]}, "ner": {"enabled": False},
    "formats": [{**DEVICE, "options": {"observe": True}}],
    "keep": {"patterns": [{"id": "orbx", "pattern": r"ORBX-\d+"}]},
}  # fmt: skip
OBSERVING = Policy.model_validate(POLICY)


def fields_of(case: dict[str, Any]) -> list[TextField]:
    path = case.get("fields", "note")
    declared = path == "device"
    said = [case["says"].replace("{}", name) for name in case["names"]]
    fields = [
        TextField(path, text, "entity", "HOSTNAME") if declared else TextField(path, text, "text") for text in said
    ]
    others = (f"PLQ-{70000 + n}" for n in range(case.get("others", 0)))
    return fields + [TextField("note", case["besides"].replace("{}", name), "text") for name in others]


def observed(fields: list[TextField], policy: Policy = OBSERVING) -> Schemes:
    observer = observer_for(policy)
    assert observer is not None
    for field in fields:
        observer.look([field])
    return observer.schemes()


def found(detector: Detector, text: str) -> list[str]:
    (((spans,),),) = (detector.detect([[TextField("note", text, "text")]]),)
    return [text[span.start : span.end] for span in spans]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_what_an_object_shows(case: dict[str, Any]) -> None:
    schemes = observed(fields_of(case))
    assert list(schemes.patterns) == case.get("schemes", [])
    knowing = Detector(OBSERVING, ()).with_schemes(schemes)
    for name in case.get("gone", []):
        text = f"Nothing new about {name} since Monday."
        assert found(knowing, text) == [name]
        assert found(knowing, f"See {name}.corp.example or //files/{name}/x")[0] == f"{name}.corp.example"
    for name in case.get("kept", []):
        assert found(knowing, f"Nothing new about {name} since Monday.") == []


@pytest.mark.parametrize("name", ["QWNJ7LNC", "grv8815", "hj-5127-bod"])
def test_names_that_say_nothing_by_themselves(name: str) -> None:
    assert found(Detector(OBSERVING, ()), f"Nothing new about {name} since Monday.") == []


@pytest.mark.parametrize("case", [case for case in CASES if "schemes" in case], ids=lambda case: case["id"])
def test_a_scheme_holds_no_name(case: dict[str, Any]) -> None:
    (scheme,) = observed(fields_of(case)).patterns
    for name in case["names"]:
        own = {part for part in name.upper().split("-") if sum(part in other.upper() for other in case["names"]) == 1}
        assert own
        assert not any(part in scheme for part in own)


def test_the_order_of_the_texts_changes_nothing() -> None:
    fields = [field for case in CASES for field in fields_of(case)]
    assert observed(fields) == observed(fields[::-1])


def test_a_keep_rule_of_the_policy_stands_against_a_scheme() -> None:
    detector = Detector(OBSERVING, ()).with_schemes(Schemes((r"ORBX-\d{5}",)))
    assert found(detector, "ORBX-44710 came") == []


def test_without_the_setting_nothing_is_observed() -> None:
    off = Policy.model_validate({**POLICY, "formats": [DEVICE]})
    assert observer_for(off) is None
    assert found(Detector(off, ()).with_schemes(Schemes((r"VRK-\d{5}",))), "at VRK-44710 now") == []
    kept = Policy.model_validate({**POLICY, "entities": {"HOSTNAME": {"decision": "keep"}}})
    assert observer_for(kept) is None


def test_more_names_than_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("redactory.detect.observing._MOST_NAMES", 3)
    assert observed(fields_of(CASES[0])) == Schemes()


def test_the_setting_is_true_or_false() -> None:
    wrong = Policy.model_validate({**POLICY, "formats": [{**DEVICE, "options": {"observe": "yes"}}]})
    with pytest.raises(PolicyError, match="option observe: expected true or false"):
        Detector(wrong, ())
