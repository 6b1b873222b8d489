"""Which operator a policy sets for which field, what it needs, and what it refuses."""

from __future__ import annotations

import pytest

from redactory.errors import PolicyError
from redactory.policy.model import Policy
from redactory.policy.transforms import TransformRule, own_tokens
from redactory.transform import Operator, Operators, Scope, needs_key, operator_for
from redactory.transform.keys import SurrogateKey, SurrogateKeys
from redactory.transform.token import Token

KEYS = SurrogateKeys((SurrogateKey("s1", bytes(32)),))


def policy(entities: dict[str, object], **fields: object) -> Policy:
    return Policy.model_validate({"name": "t", "dataset": "t", "entities": entities, "fields": fields})


def test_the_most_specific_path_decides_and_otherwise_the_entity() -> None:
    rules = policy(
        {"PERSON": {"transform": "ordinal"}, "PHONE": {}},
        transforms={
            "**": {"transform": "mask"}, "notes[*].**": {"transform": "remove"},
            "notes[*].by": {"transform": "surrogate", "surrogate": {"length": 12}},
        },
    )  # fmt: skip
    operators = Operators(rules, keys=KEYS)
    assert operators.of("PERSON", "notes[3].by").operate("Bem", Scope()).startswith("[PERSON_")
    assert operators.of("PHONE", "notes[0].by").operate("1", Scope()).startswith("[PHONE_")
    assert operators.of("PERSON", "notes[11].text").operate("Bem", Scope()) == ""
    assert operators.of("PERSON", "body").operate("Bem", Scope()) == "*****"
    assert operator_for(rules, "PERSON").operate("Bem", Scope()) == "[PERSON_1]"
    with pytest.raises(KeyError):
        operators.of("CARD", "body")


def test_a_key_is_needed_where_a_surrogate_is_written_and_only_there() -> None:
    assert not needs_key(policy({"PERSON": {"transform": "ordinal"}}))
    assert not needs_key(policy({"PERSON": {"transform": "surrogate", "decision": "keep"}}))
    assert needs_key(policy({"PERSON": {"transform": "surrogate"}}))
    assert needs_key(policy({"PERSON": {}}, transforms={"by": {"transform": "surrogate"}}))


@pytest.mark.parametrize("by_field", [False, True])
def test_pseudonyms_are_refused_outside_a_case(by_field: bool) -> None:
    rule = {"transform": "pseudonym"}
    rules = policy({"PERSON": {}}, transforms={"by": rule}) if by_field else policy({"PERSON": rule})
    with pytest.raises(PolicyError, match="evaluation case"):
        Operators(rules)

    class Fake(Token):
        def operate(self, value: str, scope: Scope, subject: str | None = None) -> str:
            return "Adrien Fabre"

    made: list[str] = []

    def pseudonyms(entity: str, token: str, rule: TransformRule) -> Operator:
        made.append(entity)
        return Fake(entity, token)

    assert Operators(rules, pseudonyms=pseudonyms).of("PERSON", "by").operate("x", Scope()) == "Adrien Fabre"
    assert set(made) == {"PERSON"}


def test_own_tokens_are_those_of_every_entity_and_field() -> None:
    rules = policy(
        {"PERSON": {"transform": "ordinal"}, "CITY": {"token": "<PLACE>", "transform": "surrogate"}, "CARD": {}},
        transforms={"by": {"transform": "ordinal", "ordinal": {"width": 3}}},
    )
    own = own_tokens(rules)
    assert own is not None
    text = "[PERSON_1] [PLACE_0123456789] CARD_001 PERSON_002 [CARD_1] [PLACE_0123] [CITY_0123456789] XCARD_003"
    assert own.findall(text) == ["[PERSON_1]", "[PLACE_0123456789]", "CARD_001", "PERSON_002"]
    assert own_tokens(policy({"PERSON": {}, "CARD": {"transform": "mask"}})) is None
