"""The policy of cases that comes with the project, and the example of its documentation."""

from __future__ import annotations

import json
import re
from pathlib import Path

from case_objects import ORIGINALS, POLICY, sanitised

from redactory.detect.recognisers.registry import NAMES
from redactory.evals.sanitiser import CaseRedactor
from redactory.policy import load_policy
from redactory.policy.load import policy_files
from redactory.policy.pins import check_pins, unpinned

ROOT = Path(__file__).parents[2]


def test_the_example_policy_is_good_and_pinned_and_waits_to_be_copied() -> None:
    policy = load_policy(POLICY, recognisers=NAMES)
    check_pins(policy)
    assert unpinned(policy) == []
    assert {rule.transform for rule in policy.entities.values()} == {"pseudonym"}
    assert POLICY not in policy_files(POLICY.parents[1])


def test_the_documented_example_can_be_kept(redactor: CaseRedactor) -> None:
    text = (ROOT / "docs" / "eval-cases.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```json\n(.*?)```", text, re.DOTALL)
    case = sanitised(redactor, json.loads(blocks[0])).case
    assert [value for value in ORIGINALS if value in json.dumps(case, ensure_ascii=False)] == []
    shown = json.loads(blocks[1])  # what the documentation says came out: the same shape, other fakes
    for now, then in zip(case["criteria"], shown["criteria"], strict=True):
        assert re.sub(r"[A-Z]\w+", "X", now) == re.sub(r"[A-Z]\w+", "X", then)
