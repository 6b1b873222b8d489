"""What tests of detection share: a policy of every entity, people in one line, and replacing spans in a text."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from redactory.detect.spans import Span
from redactory.directory.model import Person
from redactory.policy.model import EntityRule, Policy

ENTITIES = ("PERSON", "USER", "EMAIL", "PHONE", "EMP_ID", "LOCATION", "IP", "HOSTNAME")


def make_person(**attributes: object) -> Person:
    """A person from the attribute names of a JSON export; a value may be one string or a list."""
    named = {
        "username": "usernames", "display_name": "display_names", "given_name": "given_names", "surname": "surnames",
        "email": "emails", "employee_id": "employee_ids", "phone": "phones", "location": "locations",
    }  # fmt: skip
    values = {
        named[key]: (value,) if isinstance(value, str) else tuple(value)  # type: ignore[arg-type]
        for key, value in attributes.items()
    }
    return Person(key=repr(sorted(values.items())), **values)  # type: ignore[arg-type]


def replace_spans(text: str, spans: Sequence[Span]) -> str:
    """`text` with every span as its default token."""
    out, position = [], 0
    for span in spans:
        assert position <= span.start < span.end <= len(text)
        out += [text[position : span.start], f"<{span.entity}>"]
        position = span.end
    return "".join([*out, text[position:]])


@pytest.fixture(scope="session")
def person() -> Callable[..., Person]:
    return make_person


@pytest.fixture(scope="session")
def render() -> Callable[[str, Sequence[Span]], str]:
    return replace_spans


@pytest.fixture(scope="session")
def plain_policy() -> Policy:
    """Every entity redacted, no formats, no keep-rules, no NER."""
    return Policy(
        name="plain",
        dataset="plain",
        entities={name: EntityRule() for name in ENTITIES},
        ner={"enabled": False},  # type: ignore[arg-type]
    )
