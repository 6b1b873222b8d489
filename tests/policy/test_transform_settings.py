"""Transforms in a policy: what contradicts is named with its place, what differs is said in words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from redactory.errors import PolicyError
from redactory.policy import describe_diff, json_schema, parse_policy
from redactory.policy.model import Policy

CASES = yaml.safe_load((Path(__file__).parent.parent / "cases" / "transform-settings.yaml").read_text("utf-8"))
NAMES = ("PERSON", "USER", "EMAIL", "PHONE", "EMP_ID", "LOCATION")


def policy(change: dict[str, Any]) -> Policy:
    data: dict[str, Any] = {"name": "t", "dataset": "t", "entities": {name: {} for name in NAMES}}
    data["entities"] |= change.get("entities", {})
    data |= {name: value for name, value in change.items() if name != "entities"}
    return parse_policy(yaml.safe_dump(data, sort_keys=False))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.get("fault", str(case["change"])))
def test_case(case: dict[str, Any]) -> None:
    if "fault" not in case:
        assert policy(case["change"])
        return
    with pytest.raises(PolicyError) as refused:
        policy(case["change"])
    assert any(case["fault"] in line for line in refused.value.problems), refused.value.problems


def test_a_difference_is_said_in_words() -> None:
    before = policy({"entities": {"BORN": {"transform": "generalise", "generalise": {"date": "month"}}}})
    after = policy({
        "entities": {
            "PERSON": {"transform": "surrogate", "reversible": True, "threshold": 0.4},
            "ORG": {"transform": "ordinal", "ordinal": {"width": 4}},
            "BORN": {"transform": "generalise", "generalise": {"date": "year"}},
        },
        "fields": {"transforms": {"by": {"transform": "remove"}}, "formats": {"by": {"kind": "email"}}},
        "identity": {"link": True},
    })  # fmt: skip
    assert describe_diff(before, after) == [
        "PERSON: token -> surrogate of 10 digits, reversible",
        "PERSON: threshold 0.5 -> 0.4",
        "BORN: generalise (date month) -> generalise (date year)",
        "new entity ORG: redact, tier 2, threshold 0.5, ordinal of 4 digits",
        "field by: as its entity -> remove",
        "field by: no format -> kind email",
        "identity.link False -> True",
    ]
    assert describe_diff(after, after) == []
    assert "PERSON: surrogate of 10 digits, reversible -> token" in describe_diff(after, before)


def test_the_schema_knows_the_transforms() -> None:
    parts = json_schema()["$defs"]
    names = parts["EntityRule"]["properties"]["transform"]["enum"]
    assert names == ["token", "mask", "remove", "surrogate", "ordinal", "pseudonym", "generalise"]
    assert {"length"} == set(parts["SurrogateOptions"]["properties"])
    assert {"date", "age", "postcode", "ip", "number"} < set(parts["GeneraliseOptions"]["properties"])
