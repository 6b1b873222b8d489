"""Cases sanitised: one mapping over trace, fixtures and criteria; relations and kept values stay."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from case_objects import KEYS, ORIGINALS, policy_without_model, redactor_over, sanitised
from hypothesis import given, settings
from hypothesis import strategies as st

from redactory.detect.fold import folded
from redactory.directory.model import Person
from redactory.evals.checks import Checks
from redactory.evals.sanitiser import CaseRedactor
from redactory.policy.transforms import FieldFormat
from redactory.records.model import TextField
from redactory.transform import Operators
from redactory.transform.keys import SurrogateKey, SurrogateKeys
from redactory.transform.pseudonym import CaseScope, Pseudonym, are_near
from redactory.transform.validators import validator_of


def test_every_string_of_a_case_is_written_under_one_mapping(redactor: CaseRedactor, case: dict[str, Any]) -> None:
    new = sanitised(redactor, case).case
    line = json.dumps(new, ensure_ascii=False)
    assert [text for text in ORIGINALS if text.casefold() in line.casefold()] == []
    julien, juliette = new["relations"][0]["of"]
    given, surname = julien.split()
    other = juliette.removesuffix(f" {surname}")
    user, assistant = (message["content"] for message in new["messages"])
    assert f"my name is {julien}." in user
    assert f"went to {juliette} at" in user
    assert assistant == f"Hello {given}, {given[0]}. {surname} is on file. Did {surname.upper()} {other} sign?"
    account = new["account"]
    assert new["documents"][0]["text"] == (
        f"Customer {account['username']} ({surname}, {given}). Same address: {other}."
    )
    assert account["name"] == julien
    assert account["username"] == folded(f"{given[0]}{surname}")
    assert account["email"] in user
    assert account["order_id"] in user
    assert new["tools"][0]["arguments"]["order"] == account["order_id"]
    assert new["tools"][0]["response"]["customer"] == julien
    assert folded(new["tools"][0]["response"]["email"]) == folded(account["email"])
    assert new["tools"][0]["arguments"]["phone"].replace(" ", "") == account["phone"]
    assert account["address"] in user
    assert new["criteria"][0] == f"Speaks to {given}, not to {other}"
    assert are_near(given, other)


def test_formats_pass_their_validators_and_what_bears_on_the_outcome_stays(
    redactor: CaseRedactor, case: dict[str, Any]
) -> None:
    new = sanitised(redactor, case).case
    account = new["account"]
    for name, rule in (("order_id", {"checksum": "luhn"}), ("email", {"kind": "email"}), ("phone", {"kind": "phone"})):
        assert validator_of(FieldFormat.model_validate(rule))(account[name]), name
    assert re.fullmatch(r".*@[a-z]+\.fr\.example\.com", account["email"])
    assert account["postcode"] == case["account"]["postcode"] == "75011"
    assert ", 75011 " in account["address"]
    assert account["address"] != case["account"]["address"]
    assert new["criteria"][1] == "Ships to 75011"


def test_the_same_case_gives_the_same_fakes_and_another_key_or_case_others(case: dict[str, Any]) -> None:
    once = sanitised(redactor_over(), case).lines
    assert sanitised(redactor_over(), case).lines == once
    other_key = SurrogateKeys((SurrogateKey("k2", b"z" * 32),))
    assert sanitised(redactor_over(keys=other_key), case).lines != once
    changed = {**case, "criteria": ["Speaks to Julien", "Ships to 75011"]}
    assert sanitised(redactor_over(), changed).case["account"] != json.loads(once[0])["account"]


def test_a_number_that_is_a_phone_of_the_case_drops_it(redactor: CaseRedactor, case: dict[str, Any]) -> None:
    case["tools"][0]["response"]["callback"] = 33612345678
    done = sanitised(redactor, case)
    assert done.lines == []
    assert done.reasons == ["a value of the case would still stand in it: PHONE"]


def test_a_number_that_the_policy_declares_is_replaced(case: dict[str, Any]) -> None:
    fields = policy_without_model().fields
    entities = {**fields.entities, "tools[*].response.callback": "PHONE"}
    policy = policy_without_model(fields=fields.model_copy(update={"entities": entities}).model_dump())
    case["tools"][0]["response"]["callback"] = 33612345678
    new = sanitised(redactor_over(policy=policy), case).case
    assert re.fullmatch(r"\d{11}", new["tools"][0]["response"]["callback"])


def test_what_is_declared_the_same_is_written_as_one(redactor: CaseRedactor) -> None:
    text = "Zazou Moreau called. Julien Moreau did, that is."
    made = {
        "id": "1", "messages": [{"role": "user", "content": text}], "account": {"name": "Julien Moreau"},
        "relations": [{"kind": "same", "of": ["Julien Moreau", "Zazou Moreau"]}],
    }  # fmt: skip
    new = sanitised(redactor, made).case
    name = new["account"]["name"]
    assert new["messages"][0]["content"] == f"{name} called. {name} did, that is."


def test_a_planted_leak_is_seen_and_the_case_not_written(
    redactor: CaseRedactor, case: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An operator that forgets one spelling: the check, which shares nothing with it, does not."""
    real = CaseScope.fake

    def forgetful(self: CaseScope, entity: str, options: Any, value: str) -> str:
        return value if value == "MOREAU Juliette" else real(self, entity, options, value)

    monkeypatch.setattr(CaseScope, "fake", forgetful)
    done = sanitised(redactor, case)
    assert done.lines == []
    assert done.reasons == ["a value of the case would still stand in it: PERSON"]


def test_a_fake_that_fails_its_check_drops_the_case(
    redactor: CaseRedactor, case: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = CaseScope.fake

    def careless(self: CaseScope, entity: str, options: Any, value: str) -> str:
        made = real(self, entity, options, value)
        return made[:-1] + str((int(made[-1]) + 1) % 10) if entity == "ORDER_ID" else made

    monkeypatch.setattr(CaseScope, "fake", careless)
    done = sanitised(redactor, case)
    assert done.lines == []
    assert done.reasons == ["a fake would not pass its field's check: ORDER_ID"]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"keep": ["account.name"]}, "a class that is never kept"),
        ({"keep": ["account.none"]}, "a field that it does not have"),
        ({"locale": "tlh"}, "locale: not one of"),
        ({"relations": [{"kind": "friends", "of": ["Julien Moreau", "Ada Marr"]}]}, "relation 0: `kind` is one of"),
        ({"account": {"birth_date": "31.02.1984"}}, "a date does not exist"),
        ({"Julien Moreau": {}}, "personal value in a key"),
    ],
)
def test_what_cannot_be_kept_is_dropped_with_its_reason(change: dict[str, Any], reason: str) -> None:
    people = (Person("p", display_names=("Julien Moreau",), given_names=("Julien",), surnames=("Moreau",)),)
    account = {"name": "Julien Moreau", "postcode": "75011"}
    done = sanitised(redactor_over(*people), {"id": "1", "account": account, "criteria": ["Be brief"], **change})
    assert done.lines == []
    assert len(done.reasons) == 1
    assert reason in done.reasons[0]
    assert "Moreau" not in done.reasons[0]


def test_other_cases_of_the_file_go_on_when_one_is_dropped(redactor: CaseRedactor, case: dict[str, Any]) -> None:
    done = sanitised(redactor, {**case, "locale": "tlh"}, case)
    assert len(done.lines) == len(done.reasons) == 1


def test_the_directory_names_whose_account_it_is_and_nobody_of_it_is_a_fake(case: dict[str, Any]) -> None:
    ada = Person("p", ("u48121",), ("Ada Brackley",), ("Ada",), ("Brackley",), ("ada.brackley@acme.example",))
    by = redactor_over(ada)
    text = "ada.brackley@acme.example asked; Brackley answered."
    new = sanitised(by, {"id": "1", "messages": [{"role": "user", "content": text}]}).case
    address, answer = new["messages"][0]["content"].split(" asked; ")
    given, surname = address.partition("@")[0].split(".")
    assert answer.lower() == f"{surname} answered."
    assert given != "ada"


def test_json_inside_a_string_is_read_and_written_as_such(redactor: CaseRedactor) -> None:
    arguments = json.dumps({"name": "Sølvi Ærø", "note": "Say\n\"Ærø, Sølvi\"\ta\\\\b"})
    assert "\\u00" in arguments
    tools = [{"name": "t", "arguments": arguments, "response": ""}]
    made = {"id": "1", "account": {"name": "Sølvi Ærø"}, "tools": tools}
    new = sanitised(redactor, made).case
    inside = json.loads(new["tools"][0]["arguments"])
    given, surname = new["account"]["name"].split()
    assert inside == {"name": f"{given} {surname}", "note": f'Say\n"{surname}, {given}"\ta\\\\b'}


def test_a_date_is_found_in_another_spelling(redactor: CaseRedactor) -> None:
    made = {
        "id": "1", "account": {"birth_date": "12/05/1984"},
        "tools": [{"name": "t", "arguments": "", "response": {"born": "1984-05-12", "said": "12 May 1984, a day"}}],
    }  # fmt: skip
    new = sanitised(redactor, made).case
    day, month, year = new["account"]["birth_date"].split("/")
    assert new["tools"][0]["response"]["born"] == f"{year}-{month}-{day}" != "1984-05-12"
    assert re.fullmatch(rf"{int(day)} \w+ {year}, a day", new["tools"][0]["response"]["said"])


def test_no_fake_account_is_somebodys(redactor: CaseRedactor, case: dict[str, Any]) -> None:
    first = sanitised(redactor, case).case["account"]["username"]
    taken = Person("p", usernames=(first.upper(),), display_names=("Zelda Zimmern",))
    assert sanitised(redactor_over(taken), case).case["account"]["username"] == f"{first}2"


def test_a_policy_may_keep_a_field_of_every_case(case: dict[str, Any]) -> None:
    policy = policy_without_model(cases={"keep": ["account.postcode"]})
    new = sanitised(redactor_over(policy=policy), {**case, "keep": []}).case
    assert new["account"]["postcode"] == "75011"


def test_a_relation_that_would_break_drops_the_case(
    redactor: CaseRedactor, case: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = CaseScope.fake
    monkeypatch.setattr(
        CaseScope, "fake",
        lambda self, entity, options, value: "Solène Huet" if value == "Juliette Moreau" else real(
            self, entity, options, value
        ),
    )  # fmt: skip
    done = sanitised(redactor, case)
    assert done.lines == []
    assert done.reasons == ["a declared relation would not hold: household, near"]


def test_the_leak_check_reads_what_the_redactor_wrote_and_keys_and_numbers() -> None:
    policy = policy_without_model()
    checks = Checks(policy, Operators(policy, keys=KEYS, pseudonyms=Pseudonym))
    fields = [TextField("criteria[0]", "", "text")]
    values = [("PERSON", "Ylva Qvarnholt"), ("PHONE", "+46 70 123 45 67")]
    for after, keys, numbers, found in (
        (["Speak to Qvarnholt"], (), (), {"PERSON"}),
        (["qvarnholt, ylva"], (), (), {"PERSON"}),
        (["Call 070-123 45 67"], (), (), {"PHONE"}),
        (["Nobody"], ("Ylva Qvarnholt",), (), {"PERSON"}),
        (["Nobody"], (), ("46701234567",), {"PHONE"}),
        (["Nobody"], (), (), set()),
    ):
        assert checks.leaks(fields, after, keys, values, (), numbers) == found


WORDS = st.sampled_from(["The", "order", "was", "late", "and", "the", "parcel", "never", "came", "to", "this", "place"])
PEOPLE = st.tuples(
    st.sampled_from(["Zdenka", "Ottilia", "Aurelio", "Ruaridh", "Maelys", "Torbjorn", "Juliette", "Julien", "Anke"]),
    st.sampled_from(["Qvarnholt", "Moreau", "Moreaux", "Brackley", "Etxeberria", "Haugland", "O'Hanlon", "Bachmeier"]),
)


@st.composite
def cases(draw: st.DrawFn) -> tuple[dict[str, Any], list[str]]:
    """A made-up case, and the values it is seeded with."""
    given, family = draw(PEOPLE)
    name = f"{given} {family}"
    digits = draw(st.integers(10**7, 10**8 - 1))
    seeds = [name, f"{folded(given)}.{''.join(filter(str.isalnum, folded(family)))}@shop.example.net"]
    seeds += [f"+4670{digits % 10**7:07}", f"EX-{digits}"]
    spellings = [*seeds, f"{family}, {given}", name.upper(), f"{given[0]}. {family}"]
    pieces = st.lists(st.one_of(WORDS, st.sampled_from(spellings)), min_size=1, max_size=8).map(" ".join)
    texts = draw(st.lists(pieces, min_size=4, max_size=4))
    return {
        "id": "1",
        "messages": [{"role": "user", "content": texts[0]}],
        "documents": [{"id": "d", "text": texts[1]}],
        "tools": [{"name": "t", "arguments": {"a": texts[2]}, "response": texts[3]}],
        "account": {"name": name, "email": seeds[1], "phone": seeds[2], "employee_id": seeds[3]},
    }, [name, *seeds[1:], family]


@settings(max_examples=40)
@given(cases())
def test_no_seeded_value_is_left_in_whatever_case(made: tuple[dict[str, Any], list[str]]) -> None:
    case, seeds = made
    done = sanitised(_without_directory(), case)
    line = folded("".join(done.lines))
    assert [seed for seed in seeds if folded(seed) in line] == []
    assert done.lines or done.reasons


_built: list[CaseRedactor] = []


def _without_directory() -> CaseRedactor:
    if not _built:
        _built.append(redactor_over())
    return _built[0]
