"""Values made coarser: cases as data, and what holds for every value."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from redactory.policy.transforms import GeneraliseOptions, TransformRule
from redactory.transform import Scope
from redactory.transform.generalise import Generalise

CASES = yaml.load(  # every key and value as it is written: YAML would make dates and numbers of some
    (Path(__file__).parent.parent / "cases" / "generalise.yaml").read_text("utf-8"), yaml.BaseLoader
)
TOKEN = "<VALUE>"


def operator(options: dict[str, Any]) -> Generalise:
    given = GeneraliseOptions.model_validate(
        {name: {"true": True, "false": False}.get(value, int(value) if value.isdecimal() else value)
         for name, value in options.items()}
    )  # fmt: skip
    return Generalise("VALUE", TOKEN, TransformRule(transform="generalise", generalise=given))


def _cases() -> Iterator[Any]:
    for group in CASES:
        for value, wanted in group["cases"].items():
            yield pytest.param(group["options"], value, wanted, id=f"{group['options']}-{value}")


@pytest.mark.parametrize(("options", "value", "wanted"), _cases())
def test_case(options: dict[str, Any], value: str, wanted: str) -> None:
    made = operator(options).operate(value, Scope())
    assert made == (TOKEN if wanted == "token" else wanted)
    assert operator(options).validate(made)


@pytest.mark.parametrize("options", [group["options"] for group in CASES], ids=str)
def test_what_is_made_of_any_text_is_coarse_and_stays_as_it_is(options: dict[str, Any]) -> None:
    made_by = operator(options)

    @settings(max_examples=150, deadline=None, derandomize=True)
    @given(st.one_of(
        st.text(max_size=30), st.integers(-10**6, 10**6).map(str), st.dates().map(str), st.ip_addresses().map(str),
        st.dates().map(lambda d: d.strftime("%d/%m/%Y")), st.floats(0, 1e6).map(lambda f: f"{f:.2f}"),
    ))  # fmt: skip
    def check(value: str) -> None:
        made = made_by.operate(value, Scope())
        assert made_by.validate(made.strip())
        if made != TOKEN:
            assert made_by.operate(made, Scope()) == made

    check()


@pytest.mark.parametrize(
    ("options", "finer"),
    [
        ({"date": "month"}, "2026-03-14"), ({"date": "quarter"}, "2026-03"), ({"date": "year"}, "2026-Q1"),
        ({"age": "10"}, "34"), ({"age": "10"}, "31-40"), ({"postcode": "area"}, "SW1A"),
        ({"ip": "network"}, "203.0.113.0/24"), ({"ip": "network"}, "203.0.113.7"),
        ({"number": "1000"}, "1234"), ({"number": "1000"}, "1100-1199"),
    ],
)  # fmt: skip
def test_the_gate_takes_nothing_finer(options: dict[str, Any], finer: str) -> None:
    assert not operator(options).validate(finer)


@pytest.mark.parametrize(
    ("options", "text", "value", "stands"),
    [
        ({"ip": "network"}, "src=203.0.0.0/16:8443", "203.0.0.0", True),
        ({"ip": "network"}, "[2001:db8:1::/48]", "2001:db8:1::", True),
        ({"ip": "network"}, "203.0.0.0/24", "203.0.0.0", False),
        ({"ip": "network"}, "203.0.0.0", "203.0.0.0", False),
        ({"age": "10"}, "aged 30-39, well", "30", True),
        ({"age": "10"}, "aged 30-39, well", "39", True),
        ({"age": "10"}, "aged 30-35", "30", False),
        ({"age": "10"}, "aged 134-1390", "34", False),
        ({"number": "1000"}, "between -2000 to -1001", "-2000", True),
        ({"number": "1000"}, "paid 1000-1999 EUR", "1000", True),
    ],
)
def test_a_part_of_what_is_coarse_already_is_left(
    options: dict[str, Any], text: str, value: str, stands: bool
) -> None:
    start = text.index(value)
    assert operator(options).stands_at(text, start, start + len(value)) is stands
