"""Every transform through the whole engine: stable, linked where asked, nothing left, and nothing done twice."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from redactory.directory.model import Account, Person, Snapshot
from redactory.errors import ConfigError, PolicyError
from redactory.policy.model import Policy
from redactory.policy.paths import FieldMatcher
from redactory.records import TextField, shape_of
from redactory.redact import Redactor, RowInput
from redactory.redact.objects import redact_object
from redactory.redact.runners import runner_for
from redactory.transform import Scope
from redactory.transform.keys import SurrogateKey, SurrogateKeys

KEYS = SurrogateKeys((SurrogateKey("s1", bytes(range(32))), SurrogateKey("s0", bytes(32))))
ACCOUNTS = (
    Account("a" * 64, "Northwind Traders", ("Northwind", "NW"), ("northwind.example",)),
    Account("b" * 64, "Braid", (), ("braid.example",)),
)
TRANSFORMS: dict[str, dict[str, Any]] = {
    "token": {},
    "mask": {"transform": "mask"},
    "remove": {"transform": "remove"},
    "surrogate": {"transform": "surrogate"},
    "long surrogate": {"transform": "surrogate", "surrogate": {"length": 32}},
    "ordinal": {"transform": "ordinal"},
    "fixed ordinal": {"transform": "ordinal", "ordinal": {"width": 4}},
    "generalise": {"transform": "generalise", "generalise": {"ip": "network"}},
}
Make = Callable[..., Redactor]

_VALUES = (
    "tkuusik", "Triinu Kuusik", "Kuusik, Triinu", "triinu.kuusik@tallgrass.example", "TRIINU  KUUSIK", "bokafor",
    "Bem Okafor-Lind", "mrossi", "Mirella", "+44 113 496 0123", "10.20.30.41", "fe80::1c2d", "WORKSTATION-TKUUSIK",
    "ann.lee@partner.example", "EMP-40821", "4111 1111 1111 1111", "Northwind", "northwind.example", "Braid", "braid",
    "[PERSON_1]", "PERSON_0001", "<PERSON>", "10.20.0.0/16", "*****", "[USER_0123456789]", "[EMAIL_2]",
)  # fmt: skip
_PLAIN = ("the printer", "called about", "https://sso.tallgrass.example/u", "0x80070005", "DC-EAST-03", "user:", "at")
_SENTENCE = st.lists(
    st.tuples(st.sampled_from((*_VALUES, *_PLAIN)), st.sampled_from((", ", "; ", "\n", " and ", ". ", " \u2014 "))).map(
        "".join
    ),
    max_size=7,
).map("".join)


@pytest.fixture(scope="module")
def make(project: Path, directory: Snapshot) -> Make:
    """A redactor of the shipped policy with one transform for all entities and organisations besides."""
    shipped = yaml.safe_load((project / "policies" / "it-tickets.yaml").read_text("utf-8"))
    made: dict[str, Redactor] = {}

    def redactor(transform: dict[str, Any], *, link: bool = False, **fields: Any) -> Redactor:
        name = json.dumps([transform, link, fields])
        if name not in made:
            entities = {entity: rule | transform for entity, rule in shipped["entities"].items()} | {"ORG": transform}
            policy = Policy.model_validate(
                shipped
                | {"entities": entities, "fields": shipped["fields"] | fields}
                | {"identity": shipped["identity"] | {"link": link}}
            )
            made[name] = Redactor(policy, replace(directory, accounts=ACCOUNTS, hash=""), ner=False, keys=KEYS)
        return made[name]

    return redactor


def redact(redactor: Redactor, rows: list[dict[str, Any]], workers: int = 1) -> list[dict[str, Any]]:
    data = "".join(json.dumps(row) + "\n" for row in rows).encode()
    out = io.BytesIO()
    summary = redact_object(
        io.BytesIO(data), shape_of("x.jsonl"), out, runner_for(redactor, workers), FieldMatcher(redactor.policy.fields)
    )
    assume(not summary.dead)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def texts(redactor: Redactor, *given: str) -> list[str]:
    rows = redact(redactor, [{"record_id": "T-1", "notes": [{"text": text} for text in given]}])
    return [note["text"] for note in rows[0]["notes"]]


@pytest.mark.parametrize("name", TRANSFORMS)
def test_redacting_its_own_output_changes_nothing(make: Make, name: str) -> None:
    redactor = make(TRANSFORMS[name])

    @settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(st.lists(_SENTENCE, min_size=1, max_size=2))
    def check(given: list[str]) -> None:
        once = texts(redactor, *given)
        assert texts(redactor, *once) == once

    check()


@pytest.mark.parametrize("name", TRANSFORMS)
def test_no_value_of_the_directory_or_the_account_list_is_left(make: Make, name: str) -> None:
    found = " ".join(texts(make(TRANSFORMS[name]), *(f"see {value}, please" for value in _VALUES))).lower()
    for value in ("tkuusik", "triinu", "bokafor", "okafor", "mrossi", "northwind", "Braid", "ann.lee"):
        assert value not in found


@pytest.mark.parametrize("name", ["surrogate", "ordinal", "generalise"])
def test_forked_workers_give_the_same_bytes(make: Make, name: str) -> None:
    rows = [{"record_id": f"T-{n}", "notes": f"{_VALUES[n % 15]} and {_VALUES[(n * 7) % 15]}"} for n in range(300)]
    alone, forked = (redact(make(TRANSFORMS[name]), rows, workers) for workers in (1, 2))
    assert alone == forked


def test_one_customer_has_one_token_in_every_ticket(make: Make) -> None:
    """Names, short names and domains of an account are it; others, and the word, are not."""
    made = texts(
        make(TRANSFORMS["surrogate"]), "Northwind cannot log in", "NORTHWIND  TRADERS called", "NW: down",
        "https://portal.northwind.example/x", "nw is a direction", "Braid is another", "they braid cables",
    )  # fmt: skip
    token = made[0].split(" ")[0]
    assert token.startswith("[ORG_")
    assert made == [
        f"{token} cannot log in", f"{token} called", f"{token}: down", f"https://portal.{token}/x",
        "nw is a direction", f"{made[5].split(' ')[0]} is another", "they braid cables",
    ]  # fmt: skip
    assert made[5].startswith("[ORG_")
    assert not made[5].startswith(token)


def test_spellings_of_a_name_share_a_surrogate(make: Make) -> None:
    redactor = make(TRANSFORMS["surrogate"])
    made = set(texts(redactor, "Triinu Kuusik", "TRIINU  KUUSIK", "Kuusik, Triinu"))
    assert len(made) == 1
    assert made != set(texts(redactor, "Triinu"))


def test_aliases_of_a_person_are_linked_where_the_policy_asks(make: Make) -> None:
    values = ("Triinu Kuusik", "triinu.kuusik@tallgrass.example", "tkuusik", "Kuusik, Triinu", "Triinu said so")
    for name in ("surrogate", "ordinal"):
        linked = [text.split(" ")[0] for text in texts(make(TRANSFORMS[name], link=True), *values)]
        assert [token[1:].split("_")[0] for token in linked] == ["PERSON", "EMAIL", "USER", "PERSON", "PERSON"]
        assert len({token.split("_")[1] for token in linked}) == 1
        plain = [text.split(" ")[0] for text in texts(make(TRANSFORMS[name]), *values)]
        assert plain[0] == plain[3]
        assert name == "ordinal" or len({token.split("_")[1] for token in plain}) == 4


def test_who_is_ambiguous_stays_a_value(make: Make, directory: Snapshot) -> None:
    twin = replace(directory.people[0], key="9" * 64, usernames=("tkuusik2",), emails=("tk2@tallgrass.example",))
    policy = make(TRANSFORMS["surrogate"], link=True).policy
    both = Redactor(
        policy, Snapshot((*directory.people, twin), "x", directory.taken_at, accounts=ACCOUNTS), ner=False, keys=KEYS
    )
    name, one, other = texts(both, "Triinu Kuusik", "tkuusik", "tkuusik2")
    assert len({text.split("_")[1] for text in (name, one, other)}) == 3
    unlinked = make(TRANSFORMS["surrogate"])
    assert name == texts(unlinked, "Triinu Kuusik")[0]


def test_ordinals_are_a_records_own_and_step_round_those_of_its_text(make: Make) -> None:
    redactor = make(TRANSFORMS["ordinal"])
    both, one = texts(redactor, "Triinu Kuusik, Bem Okafor-Lind", "Triinu Kuusik")
    assert (both, one) == ("[PERSON_1], [PERSON_2]", "[PERSON_1]")
    assert texts(redactor, "Bem Okafor-Lind") == ["[PERSON_1]"]
    assert texts(redactor, "the author's [PERSON_1] met Bem Okafor-Lind") == ["the author's [PERSON_1] met [PERSON_2]"]


@pytest.mark.parametrize(("name", "token"), [("ordinal", "[PERSON_1]"), ("surrogate", "[USER_cafe012345]")])
def test_no_layer_looks_into_a_token(make: Make, directory: Snapshot, name: str, token: str) -> None:
    odd = Person("8" * 64, ("person_1", "cafe012345", "user_cafe012345"))
    snapshot = Snapshot((*directory.people, odd), "x", directory.taken_at, accounts=ACCOUNTS)
    redactor = Redactor(make(TRANSFORMS[name]).policy, snapshot, ner=False, keys=KEYS)
    assert texts(redactor, f"see {token} there")[0] == f"see {token} there"
    assert token[1:-1] not in texts(redactor, f"see {token[1:-1]} there")[0]
    row = redact(redactor, [{"record_id": "T-1", "requester": {"username": f" {token}"}, "notes": "x"}])[0]
    assert row["requester"]["username"] == f" {token}"


def test_a_scope_may_span_rows(make: Make) -> None:
    redactor, scope = make(TRANSFORMS["ordinal"]), Scope()

    def turn(text: str) -> list[str]:
        row = RowInput(1, (TextField("body", text, "text"),), ())
        return [edit.replacement for edit in redactor.redact([row], [scope])[0].edits[0]]

    assert turn("Triinu Kuusik met Bem Okafor-Lind") == ["[PERSON_1]", "[PERSON_2]"]
    assert turn("Bem Okafor-Lind agreed") == ["[PERSON_2]"]


def test_what_cannot_be_read_becomes_the_typed_token(make: Make) -> None:
    rule = {"transform": "generalise", "generalise": {"date": "month"}}
    redactor = make({}, transforms={"requester.phone": rule})
    for value, wanted in (("2026-03-14", "2026-03"), ("14 March 2026", "March 2026"), ("soon", "<PHONE>")):
        row = redact(redactor, [{"record_id": "T-1", "requester": {"phone": value}, "notes": "x"}])[0]
        assert row["requester"]["phone"] == wanted


def test_a_field_may_have_a_transform_of_its_own(make: Make) -> None:
    redactor = make(TRANSFORMS["ordinal"], transforms={"notes[*].by": {"transform": "surrogate"}})
    row = redact(redactor, [{"record_id": "T-1", "notes": [{"by": "tkuusik", "text": "tkuusik"}]}])[0]
    assert row["notes"][0]["text"] == "[USER_1]"
    assert row["notes"][0]["by"].startswith("[USER_")
    assert len(row["notes"][0]["by"]) == len("[USER_0123456789]")


def test_reversible_values_come_with_their_tokens_and_show_nothing(make: Make) -> None:
    redactor = make({"transform": "surrogate", "reversible": True})
    row = RowInput(1, (TextField("body", "tkuusik of Northwind; 10.20.30.41", "text"),), ())
    result = redactor.redact([row])[0]
    assert [(one.entity, one.value) for one in result.sealed] == [
        ("USER", "tkuusik"), ("ORG", "Northwind"), ("IP", "10.20.30.41"),
    ]  # fmt: skip
    assert [one.token for one in result.sealed] == [edit.replacement for edit in result.edits[0]]
    assert [one.subject for one in result.sealed] == ["1" * 64, "a" * 64, None]
    assert "tkuusik" not in repr(result)
    assert make(TRANSFORMS["surrogate"]).redact([row])[0].sealed == ()


def test_the_key_is_named_where_it_is_used(make: Make) -> None:
    assert make(TRANSFORMS["surrogate"]).key_id == "s1"
    assert make(TRANSFORMS["token"]).key_id is None


def test_without_a_key_or_an_account_list_there_is_no_redactor(make: Make, directory: Snapshot) -> None:
    policy = make(TRANSFORMS["surrogate"]).policy
    with pytest.raises(ConfigError, match="REDACTORY_SURROGATE_KEY_FILE"):
        Redactor(policy, replace(directory, accounts=ACCOUNTS, hash=""), ner=False)
    with pytest.raises(PolicyError, match="account list"):
        Redactor(policy, directory, ner=False, keys=KEYS)


def test_pseudonyms_hold_within_a_case_only(make: Make, directory: Snapshot) -> None:
    policy = make(TRANSFORMS["token"]).policy
    data = policy.model_dump()
    data["entities"] |= {"PERSON": {"transform": "pseudonym"}, "ORG": {"decision": "keep"}}
    asked = Policy.model_validate(data)
    with pytest.raises(PolicyError, match="evaluation case"):
        Redactor(asked, directory, ner=False, keys=KEYS)
