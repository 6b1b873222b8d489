"""What a field's declared format takes for valid."""

from __future__ import annotations

from typing import Any

import pytest

from redactory.policy.transforms import FieldFormat
from redactory.transform.validators import validator_of

CASES: list[tuple[dict[str, Any], list[str], list[str]]] = [
    ({"kind": "email"}, ["a.b+c@corp.example"], ["[EMAIL_1f4b9c72a0]", "a@b", "a b@corp.example", "a@corp..example"]),
    ({"kind": "phone"}, ["+44 20 7946 0958", "0044 20 7946 0958", "415-555-0132"], ["[PHONE_1]", "+44 1", "12"]),
    ({"kind": "ip"}, ["10.0.0.1", "2001:db8::1", "203.0.0.0/16"], ["10.0.0.256", "<IP>", "10.0.0"]),
    ({"kind": "iban"}, ["DE89 3704 0044 0532 0130 00"], ["DE89 3704 0044 0532 0130 01", "<IBAN>"]),
    ({"kind": "card"}, ["4111 1111 1111 1111"], ["4111 1111 1111 1112", "0", "*****"]),
    ({"kind": "postcode"}, ["SW1A 1AA", "94107", "1012 AB"], ["London", "<LOCATION>", "SW"]),
    ({"kind": "date"}, ["2026-03-14", "14/03/2026", "03/2026", "2026-Q1", "2026"], ["2026-13-01", "<DATE>", "soon"]),
    ({"kind": "number"}, ["1500", "-3.5", "1,234.50"], ["[N_1]", "1000-1999", "12a"]),
    ({"pattern": r"ORD-\d{4}", "checksum": "luhn"}, ["ORD-0018", "ORD-0026"], ["ORD-0019", "0018", "ORD-0018x"]),
    ({"checksum": "damm"}, ["5724"], ["5723"]),
    ({"checksum": "verhoeff"}, ["2363"], ["2364"]),
    ({"checksum": "mod97"}, ["79 55"], ["79 56"]),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "good", "wrong"), CASES, ids=[str(rule) for rule, _, _ in CASES])
def test_case(rule: dict[str, Any], good: list[str], wrong: list[str]) -> None:
    valid = validator_of(FieldFormat.model_validate(rule))
    assert [value for value in good if not valid(value)] == []
    assert [value for value in wrong if valid(value)] == []
