"""Whom a span stands for: one directory person, by every kind of their values, or nobody certain."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from redactory.detect.detector import Detector
from redactory.directory.model import Person
from redactory.policy.model import Policy
from redactory.records.model import TextField

PEOPLE: list[dict[str, Any]] = [
    {"username": "pnair", "display_name": "Priya Nair", "email": "pnair@corplabs.com", "employee_id": "EX-40821"},
    {"username": "wgrant", "display_name": "William Grant", "email": "wgrant@corplabs.com", "location": "Ljubljana"},
    {"username": "jmoreau", "display_name": "Julien Moreau"},
    {"username": "jmoreau2", "display_name": "Juliette Moreau"},
    {"username": "asmith1", "display_name": "Ada Smith", "email": "ada.smith@corplabs.com"},
    {"username": "asmith2", "display_name": "Ada Smith"},
]


@pytest.fixture(scope="module")
def people(person: Callable[..., Person]) -> list[Person]:
    return [person(**attributes) for attributes in PEOPLE]


@pytest.fixture(scope="module")
def linked(plain_policy: Policy) -> Policy:
    data = plain_policy.model_dump()
    data["identity"]["link"] = True
    data["entities"]["PERSON"]["transform"] = "surrogate"
    return Policy.model_validate(data)


@pytest.fixture(scope="module")
def detector(linked: Policy, people: list[Person]) -> Detector:
    return Detector(linked, people)


@pytest.fixture
def subjects(detector: Detector, people: list[Person]) -> Callable[..., list[tuple[str, str | None]]]:
    """(text of the span, first username of the subject) of the spans of a record with these texts."""
    names = {person.key: person.usernames[0] for person in people}

    def found(*given: str | TextField) -> list[tuple[str, str | None]]:
        fields = [one if isinstance(one, TextField) else TextField("f", one, "text") for one in given]
        return [
            (field.text[span.start : span.end], names.get(span.subject or ""))
            for field, spans in zip(fields, detector.detect([fields])[0], strict=True)
            for span in spans
        ]

    return found


Subjects = Callable[..., list[tuple[str, "str | None"]]]


@pytest.mark.parametrize(
    "value",
    ["Priya Nair", "NAIR,  PRIYA", "P. Nair", "pnair", "pnair@corplabs.com", "PNAIR+x@corplabs.com", "EX-40821"],
)
def test_every_value_of_a_person_is_theirs(subjects: Subjects, value: str) -> None:
    assert subjects(f"asked {value} again") == [(value, "pnair")]


def test_a_declared_field_is_theirs_too(subjects: Subjects) -> None:
    assert subjects(TextField("name", "Nair, Priya", "entity", "PERSON")) == [("Nair, Priya", "pnair")]


def test_second_references_follow_the_person_of_the_record(subjects: Subjects) -> None:
    assert subjects("William Grant called", "Bill said it was Grant's laptop") == [
        ("William Grant", "wgrant"), ("Bill", "wgrant"), ("Grant", "wgrant"),
    ]  # fmt: skip
    assert subjects(TextField("by", "wgrant", "entity", "USER"), "William wrote")[-1] == ("William", "wgrant")


def test_a_surname_of_two_people_of_the_record_is_nobodys(subjects: Subjects) -> None:
    found = dict(subjects("Julien Moreau and Juliette Moreau; Moreau agreed, Julien too"))
    assert found == {"Julien Moreau": "jmoreau", "Juliette Moreau": "jmoreau2", "Moreau": None, "Julien": "jmoreau"}


def test_a_name_of_two_people_is_nobodys_and_their_accounts_are_theirs(subjects: Subjects) -> None:
    assert subjects("Ada Smith (asmith1, asmith2, ada.smith@corplabs.com)") == [
        ("Ada Smith", None), ("asmith1", "asmith1"), ("asmith2", "asmith2"), ("ada.smith@corplabs.com", "asmith1"),
    ]  # fmt: skip


def test_a_place_is_nobodys(subjects: Subjects) -> None:
    assert subjects("based in Ljubljana") == [("Ljubljana", None)]


def test_without_the_option_nobody_is_named(plain_policy: Policy, people: list[Person]) -> None:
    field = TextField("f", "Priya Nair", "text")
    assert [span.subject for span in Detector(plain_policy, people).detect([[field]])[0][0]] == [None]


def test_another_directory_has_other_subjects(detector: Detector, person: Callable[..., Person]) -> None:
    other = person(username="pnair", display_name="Priya Nair")
    spans = detector.with_people([other]).detect([[TextField("f", "Priya Nair", "text")]])[0][0]
    assert [span.subject for span in spans] == [other.key]
