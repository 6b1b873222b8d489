"""One normal form for every spelling of a thing: cases as data."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from redactory.transform.normal import normalise

CASES = yaml.safe_load((Path(__file__).parent.parent / "cases" / "normal.yaml").read_text("utf-8"))
ENTITIES = [*CASES, "HOSTNAME", "LOCATION", "ANYTHING_ELSE"]


@pytest.mark.parametrize(
    ("entity", "spellings"), [(entity, group) for entity, case in CASES.items() for group in case["same"]]
)
def test_spellings_of_one_thing_agree(entity: str, spellings: list[str]) -> None:
    assert len({normalise(entity, spelling) for spelling in spellings}) == 1


@pytest.mark.parametrize("entity", [entity for entity, case in CASES.items() if case.get("apart")])
def test_other_things_stay_apart(entity: str) -> None:
    for one, other in combinations(CASES[entity]["apart"], 2):
        assert normalise(entity, one) != normalise(entity, other), (one, other)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.sampled_from(ENTITIES), st.text(min_size=1, max_size=40))
def test_a_normal_form_is_there_for_whatever_text(entity: str, value: str) -> None:
    assert normalise(entity, value) or not value.strip()
