"""Layer 1 on cases as data, and what its guards report."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from redactory.detect.identity import IdentityLayer
from redactory.detect.resolve import resolve
from redactory.policy.model import EntityRule, Policy

ENTITIES = ("PERSON", "USER", "EMAIL", "PHONE", "EMP_ID", "LOCATION", "HOSTNAME")

CASES = yaml.safe_load((Path(__file__).parent.parent / "cases" / "identity.yaml").read_text("utf-8"))


def _cases() -> Iterator[Any]:
    for group in CASES:
        for number, case in enumerate(group["cases"], 1):
            yield pytest.param(group["people"], case, id=f"{group['id']}-{number}")


@pytest.fixture(scope="module")
def policy() -> Policy:
    return Policy(
        name="plain",
        dataset="plain",
        entities={name: EntityRule() for name in ENTITIES},
        identity={"usernames": {"stop": ["admin"]}},  # type: ignore[arg-type]
    )


@pytest.mark.parametrize(("people", "case"), _cases())
def test_case(
    people: list[dict[str, Any]], case: dict[str, Any], policy: Policy, person: Callable[..., Any], render: Any
) -> None:
    layer = IdentityLayer(policy, [person(**attributes) for attributes in people])
    text = case["text"]
    marked = render(text, resolve(text, layer.find([text])[0]))
    if "marked" in case:
        assert marked == case["marked"]
    if case.get("same"):
        assert marked == text
    for value in case.get("gone", ()):
        assert value not in marked


def test_guards_are_counted_by_reason(policy: Policy, person: Callable[..., Any]) -> None:
    people = [
        person(username="admin", display_name="Service Desk"),
        person(username="an", display_name="An Nguyen", location="LON"),
        person(username="mark", display_name="Mark Chase", phone="4471", employee_id="77"),
    ]
    guarded = IdentityLayer(policy, people).guarded
    assert guarded["username-stop"] == 1
    assert guarded["name-generic"] == 1
    assert guarded["username-short"] == 1
    assert guarded["username-word"] == 1
    assert guarded["location-short"] == 1
    assert guarded["employee-id-short"] == 1
    assert guarded["phone-short"] == 1
    assert guarded["name-word"] == 1


def test_an_entity_the_policy_keeps_is_not_searched(person: Callable[..., Any]) -> None:
    policy = Policy(name="p", dataset="p", entities={"PERSON": EntityRule(), "USER": EntityRule(decision="keep")})
    layer = IdentityLayer(policy, [person(username="pnair", display_name="Priya Nair", email="pnair@corplabs.com")])
    text = "Priya Nair pnair pnair@corplabs.com"
    assert {span.entity for span in layer.find([text])[0]} == {"PERSON"}


@pytest.mark.parametrize(("setting", "struck"), [("never", 0), ("always", 1), ("account-context", 0)])
def test_ambiguous_usernames_follow_the_policy(setting: str, struck: int, person: Callable[..., Any]) -> None:
    policy = Policy(
        name="p",
        dataset="p",
        entities={"USER": EntityRule()},
        identity={"usernames": {"ambiguous": setting}},  # type: ignore[arg-type]
    )
    layer = IdentityLayer(policy, [person(username="will")])
    assert len(layer.find(["it will work"])[0]) == struck
    assert len(layer.find(["login: will"])[0]) == (0 if setting == "never" else 1)


def test_many_texts_keep_their_own_offsets(policy: Policy, person: Callable[..., Any]) -> None:
    layer = IdentityLayer(policy, [person(username="pnair", display_name="José Ruiz")])
    texts = ["José  Ruiz", "", "x pnair", "pnair\x00pnair", "Jose\u0301 Ruiz"]
    for text, spans in zip(texts, layer.find(texts), strict=True):
        assert all(0 <= span.start < span.end <= len(text) for span in spans)
    assert [texts[0][s.start : s.end] for s in layer.find(texts)[0] if s.rule == "name"] == [texts[0]]
    assert [texts[4][s.start : s.end] for s in layer.find(texts)[4] if s.rule == "name"] == [texts[4]]
    assert [bool(spans) for spans in layer.find(texts)] == [True, False, True, True, True]


def test_no_directory_finds_nothing(policy: Policy) -> None:
    assert IdentityLayer(policy, []).find(["Priya Nair", ""]) == [[], []]


def test_matches_name_the_people(policy: Policy, person: Callable[..., Any]) -> None:
    people = [person(display_name="Priya Nair"), person(display_name="Pavel Nair")]
    layer = IdentityLayer(policy, people)
    assert (1,) in [match.people for match in layer.matches(["Pavel Nair"])[0]]
    assert sorted(layer.matches(["P. Nair"])[0][0].people) == [0, 1]


def test_one_mailbox_at_two_domains_is_two_peoples(policy: Policy, person: Callable[..., Any]) -> None:
    people = [
        person(username="u1", display_name="Ilse Wrona", email="ilse@kestrel.example"),
        person(username="u2", display_name="Ilse Quandt", email="ilse@kestrel.example.org"),
    ]
    layer = IdentityLayer(policy, people)
    texts = ["ilse@kestrel.example", "Ilse@Kestrel.Example.org", "ilse@kestrel.exam", "ilse%40kestrel.example.org"]
    addresses = [[match.people for match in found if match.span.entity == "EMAIL"] for found in layer.matches(texts)]
    assert addresses == [[(0,)], [(1,)], [], [(1,)]]
