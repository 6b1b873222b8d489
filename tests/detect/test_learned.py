"""Shapes of employee IDs and accounts, learned from the people of a snapshot."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from redactory.detect.learned import LearnedShapes, learn


def layer(people: list[Any]) -> LearnedShapes:
    return LearnedShapes(learn({"EMP_ID", "USER"}, people))


def found(people: list[Any], text: str) -> list[tuple[str, str]]:
    (spans,) = layer(people).find([text])
    return [(text[s.start : s.end], s.entity) for s in spans]


def test_an_id_of_the_shape_of_the_others(person: Callable[..., Any]) -> None:
    people = [
        person(employee_id=f"{site}-{100 + n}/7", username=f"u{4410 + n}") for n in range(6) for site in ("KX", "LB")
    ]
    text = "KX-999/7 and u9999, but QQ-999/7, KX-9999/7, xu9999, KX-999/7-2 and u99"
    assert found(people, text) == [("KX-999/7", "EMP_ID"), ("u9999", "USER")]


def test_letters_that_vary_are_free(person: Callable[..., Any]) -> None:
    people = [person(employee_id=f"{chr(65 + n)}{chr(90 - n)}{1000 + n}") for n in range(20)]
    assert found(people, "QQ4711 or Q4711") == [("QQ4711", "EMP_ID")]


def test_few_ids_or_bare_digits_teach_nothing(person: Callable[..., Any]) -> None:
    people = [person(employee_id=str(48_000 + n)) for n in range(50)] + [person(employee_id="KX-1234")]
    assert found(people, "48123 KX-9999") == []
    assert layer([]).find(["KX-1234", ""]) == [[], []]
