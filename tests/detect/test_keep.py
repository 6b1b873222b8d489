"""Keep-rules on cases as data (tests/cases/keep.yaml): what keep spans must cover, and what they must leave open."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from redactory.detect.keep import KeepLayer
from redactory.errors import PolicyError
from redactory.policy.load import load_policy
from redactory.policy.model import KeepPattern, KeepRules, Policy, Vendor

ROOT = Path(__file__).parent.parent
CASES = yaml.safe_load((ROOT / "cases" / "keep.yaml").read_text("utf-8"))


@pytest.fixture(scope="module")
def shipped() -> KeepLayer:
    return KeepLayer(load_policy(ROOT.parent / "policies" / "it-tickets.yaml"))


def layer(**rules: Any) -> KeepLayer:
    return KeepLayer(Policy(name="p", dataset="d", entities={}, keep=KeepRules(**rules)))


def covered(keep: KeepLayer, text: str) -> set[int]:
    return {at for span in keep.find([text])[0] for at in range(span.start, span.end)}


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(shipped: KeepLayer, case: dict[str, Any]) -> None:
    held = covered(shipped, case["text"])
    for part in case.get("held", []):
        start = case["text"].index(part)
        assert set(range(start, start + len(part))) <= held, part
    for part in case.get("open", []):
        start = case["text"].index(part)
        assert not set(range(start, start + len(part))) & held, part


def test_kinds_can_be_narrowed() -> None:
    text = "0xC0000234 at 10:22:01"
    assert covered(layer(technical=["hex-code"]), text) == set(range(10))
    assert covered(layer(technical=[]), text) == set()


def test_a_pattern_of_the_policy_holds_whatever_it_matches() -> None:
    keep = layer(patterns=[KeepPattern(id="mailbox", pattern=r"ops@x\.example")], technical=[])
    assert covered(keep, "to ops@x.example") == set(range(3, 16))


def test_a_vendor_is_one_thing_in_name_domain_and_url() -> None:
    keep = layer(
        vendors=[
            Vendor(name="Halvor Print", aliases=["HPrint"], domains=["halvorprint.example"], urls=["https://h.pr/x"])
        ],
        technical=[],
    )
    text = (
        "Halvor  Print, HPRINT, api.halvorprint.example/v2, https://h.pr/x/1, Halvor Printing, me@halvorprint.example"
    )
    spans = {text[s.start : s.end] for s in keep.find([text])[0]}
    assert spans == {"Halvor  Print", "HPRINT", "api.halvorprint.example/v2", "https://h.pr/x/1"}


def test_a_wrong_pattern_is_a_policy_error() -> None:
    with pytest.raises(PolicyError):
        layer(patterns=[KeepPattern(id="bad", pattern="(?<=x)y")])
