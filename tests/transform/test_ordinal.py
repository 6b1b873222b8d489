"""Ordinals: stable in their scope, and no token the beginning of another."""

from __future__ import annotations

from itertools import permutations

import pytest

from redactory.policy.transforms import OrdinalOptions, TransformRule
from redactory.transform import Scope
from redactory.transform.ordinal import Ordinal


def ordinal(entity: str = "PERSON", width: int | None = None, *, linked: bool = False) -> Ordinal:
    rule = TransformRule(transform="ordinal", ordinal=OrdinalOptions(width=width))
    return Ordinal(entity, f"<{entity}>", rule, linked=linked)


def test_a_value_keeps_its_number_in_a_scope_and_not_beyond() -> None:
    scope, other, people = Scope(), Scope(), ordinal()
    assert [people.operate(name, scope) for name in ("Julien Moreau", "Juliette Moreau", "MOREAU, JULIEN")] == [
        "[PERSON_1]", "[PERSON_2]", "[PERSON_1]",
    ]  # fmt: skip
    assert people.operate("Juliette Moreau", other) == "[PERSON_1]"


@pytest.mark.parametrize("width", [None, 4])
def test_no_token_is_the_beginning_of_another(width: int | None) -> None:
    """The mistake this is built against: `PERSON_1` replaced inside `PERSON_10`."""
    scope, people = Scope(), ordinal(width=width)
    tokens = [people.operate(f"person {n}", scope) for n in range(1, 121)]
    assert len(set(tokens)) == 120
    assert {"[PERSON_1]", "[PERSON_10]"} <= set(tokens) or {"PERSON_0001", "PERSON_0010"} <= set(tokens)
    assert not any(one in other for one, other in permutations(tokens, 2))


@pytest.mark.parametrize(
    ("width", "good", "wrong"),
    [
        (
            None, ["[PERSON_1]", "[PERSON_10]"],
            ["PERSON_1", "[PERSON_0]", "[PERSON_01]", "[PERSON_1", "[USER_1]", "<PERSON>"],
        ),
        (4, ["PERSON_0001", "PERSON_9999", "<PERSON>"], ["PERSON_0000", "PERSON_1", "PERSON_00010", "[PERSON_1]"]),
    ],
)  # fmt: skip
def test_the_shape_is_validated(width: int | None, good: list[str], wrong: list[str]) -> None:
    people = ordinal(width=width)
    assert all(map(people.validate, good))
    assert not any(map(people.validate, wrong))


def test_more_values_than_a_fixed_width_counts_become_the_typed_token() -> None:
    scope, people = Scope(), ordinal(width=2)
    tokens = [people.operate(f"person {n}", scope) for n in range(101)]
    assert tokens[98:] == ["PERSON_99", "<PERSON>", "<PERSON>"]


@pytest.mark.parametrize("width", [None, 4])
def test_a_number_that_stands_in_the_text_is_not_given(width: int | None) -> None:
    scope, people = Scope(), ordinal(width=width)
    people.reserve("the author wrote [PERSON_1] and PERSON_0001, [PERSON_3] and PERSON_0003", scope)
    made = [people.operate(name, scope) for name in ("a", "b", "c")]
    assert [int("".join(filter(str.isdigit, token))) for token in made] == [2, 4, 5]


def test_aliases_of_one_subject_share_a_number_where_they_are_linked() -> None:
    scope = Scope()
    people, mails = ordinal(linked=True), ordinal("EMAIL", linked=True)
    assert people.operate("Zofia Kowalquist", scope, "p1") == "[PERSON_1]"
    assert mails.operate("zofia@example.org", scope, "p1") == "[EMAIL_1]"
    assert mails.operate("somebody@example.org", scope) == "[EMAIL_2]"
    assert people.operate("Bem Okafor", scope, "p2") == "[PERSON_3]"


def test_unlinked_subjects_are_values() -> None:
    scope, people = Scope(), ordinal()
    assert people.operate("Zofia Kowalquist", scope, "p1") == "[PERSON_1]"
    assert people.operate("Zofia", scope, "p1") == "[PERSON_2]"
    organisations = ordinal("ORG")
    assert organisations.operate("Northwind", scope, "a1") == organisations.operate("northwind.com", scope, "a1")


def test_a_scope_shows_no_value() -> None:
    scope = Scope()
    ordinal().operate("Zofia Kowalquist", scope)
    assert repr(scope) == "Scope(1 values)"
