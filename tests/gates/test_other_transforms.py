"""The gates over surrogates, ordinals, accounts and formats of fields: each is seen failing on what was planted."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from gate_objects import PEOPLE, Gates, Told, policy_with, redacted, snapshot_of

from redactory.directory.model import Account, Snapshot
from redactory.gates import GateResult
from redactory.gates.vocabulary import NOT_RECORDED, NOT_THE_POLICYS
from redactory.policy.model import Policy

ACCOUNTS = (
    Account("a", "Quillfeather Traders", ("Quillfeather", "QT"), ("quillfeather.example",)),
    Account("b", "Braid"),
)


def entities(**changes: dict[str, Any]) -> dict[str, Any]:
    names = ("PERSON", "USER", "PHONE", "EMP_ID", "LOCATION", "IP", "HOSTNAME", "EMAIL")
    return {name: {} for name in names} | changes


ORDINALS = policy_with(entities=entities(USER={"transform": "ordinal"}, EMAIL={"transform": "remove"}))
FIXED = policy_with(entities=entities(USER={"transform": "ordinal", "ordinal": {"width": 3}}))
SURROGATES = policy_with(entities=entities(USER={"transform": "surrogate"}, ORG={"transform": "surrogate"}))


def faults(result: GateResult) -> list[tuple[str, str]]:
    return [(failure.entity, failure.list_name) for failure in result.failures]


@pytest.mark.parametrize(
    ("policy", "planted"),
    [
        (ORDINALS, "[USER_1"), (ORDINALS, "[USER_01]"), (ORDINALS, "[EMP_ID_1]"), (ORDINALS, "<USER>"),
        (FIXED, "USER_000"), (FIXED, "USER_01"),
    ],
)  # fmt: skip
def test_a_malformed_ordinal_is_seen(gates: Gates, policy: Policy, planted: str) -> None:
    token = "USER_001" if policy is FIXED else "[USER_1]"
    one = redacted([{"note": "the account mdelgado is locked"}], [{"note": [("mdelgado", "USER")]}], policy)
    assert gates(one, policy=policy)["vocabulary"].success
    grown = len(planted) - len(token)
    places = [replace(place, out_end=place.out_end + grown) for place in one.places]
    wrong = replace(one.changed(token, planted), places=places)
    found = gates(wrong, policy=policy)["vocabulary"]
    assert not found.success
    assert ("USER", NOT_THE_POLICYS) in faults(found)


@pytest.mark.parametrize(
    ("policy", "token", "planted"),
    [(ORDINALS, "[USER_1]", "[USER_2]"), (ORDINALS, "[USER_1]", "[ORG_0123456789]"), (FIXED, "USER_001", "USER_002")],
)
def test_a_token_nobody_recorded_is_seen_and_the_authors_own_is_not(
    gates: Gates, policy: Policy, token: str, planted: str
) -> None:
    row = {"note": f"mdelgado wrote {planted} and [ERROR_404] himself"}
    one = redacted([row], [{"note": [("mdelgado", "USER")]}], policy)
    assert gates(one, policy=policy)["vocabulary"].success
    injected = one.changed("himself", f"himself {planted}")
    assert faults(gates(injected, policy=policy)["vocabulary"]) == [("", NOT_RECORDED)]


def test_a_token_may_stand_in_the_authors_brackets(gates: Gates) -> None:
    one = redacted([{"note": "INFO [mdelgado] logged in"}], [{"note": [("mdelgado", "USER")]}], FIXED)
    assert b"[USER_001]" in one.staged
    assert gates(one, policy=FIXED)["vocabulary"].success


@pytest.mark.parametrize(
    ("policy", "token"),
    [(policy_with(), "<USER>"), (ORDINALS, "[USER_1]"), (FIXED, "USER_001"), (SURROGATES, "[USER_0123456789]")],
)
def test_a_token_in_an_account_field_is_no_value(gates: Gates, policy: Policy, token: str) -> None:
    """A record that was redacted before: its account field says `<USER>`, and its text speaks of a user."""
    one = redacted([{"requester": token, "kept": f"the user 001 1 of {token}, 0123456789"}], policy=policy)
    assert gates(one, policy=policy, snapshot=None)["absence"].success
    other = redacted([{"requester": "zkq77", "kept": "the user zkq77"}], [{"requester": [("zkq77", "USER")]}], FIXED)
    assert not gates(other, policy=FIXED, snapshot=None)["absence"].success


def listed() -> Snapshot:
    return replace(snapshot_of(*PEOPLE), accounts=ACCOUNTS, hash="")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Quillfeather Traders is down", True), ("quillfeather is down", True), ("see quillfeather.example", True),
        ("https://x.QUILLFEATHER.example/y", True), ("Braid is down", True), ("they braid cables", False),
        ("the QT library", False), ("Quillfeathers", False), ("nothing", False),
    ],
)  # fmt: skip
def test_an_account_that_is_left_is_seen(gates: Gates, text: str, found: bool) -> None:
    results = gates(redacted([{"kept": text}], policy=SURROGATES), policy=SURROGATES, snapshot=listed())
    assert results["absence"].success is not found
    assert faults(results["absence"]) == ([("ORG", "account list")] if found else [])
    assert "account list (2 accounts)" in results["absence"].lists


def test_accounts_are_kept_where_the_policy_keeps_organisations(gates: Gates) -> None:
    results = gates(redacted([{"kept": "Quillfeather Traders"}]), snapshot=listed())
    assert results["absence"].success
    assert not any("account list" in name for name in results["absence"].lists)


def test_the_gates_own_report_holds_no_account(gates: Gates) -> None:
    results = gates(redacted([{"kept": "Quillfeather"}], policy=SURROGATES), policy=SURROGATES, snapshot=listed())
    assert "quillfeather" not in repr(results).lower()


FORMATS = policy_with(
    entities=entities(USER={"transform": "remove"}, IP={"transform": "generalise", "generalise": {"ip": "network"}}),
    fields={
        "text": ["note"], "keep": ["kept"], "entities": {"address": "IP", "requester": "USER"},
        "formats": {
            "address": {"kind": "ip"}, "note": {"pattern": r"ORD-\d+( .*)?"}, "requester": {"pattern": "[a-z]+"},
        },
    },
)  # fmt: skip


def test_a_replacement_passes_the_validator_of_its_field(gates: Gates) -> None:
    told: list[Told] = [
        {"address": [("203.0.113.77", "IP")], "requester": [("mdelgado", "USER")], "note": [("10.1.2.3", "IP")]}
    ]
    row = {"address": "203.0.113.77", "requester": "mdelgado", "note": "ORD-77 from 10.1.2.3", "kept": "x"}
    one = redacted([row], told, FORMATS)
    results = gates(one, policy=FORMATS)
    assert {gate: result.success for gate, result in results.items()} == {
        "absence": True, "vocabulary": True, "integrity": True, "rows": True, "format": True,
    }  # fmt: skip
    wrong = gates(one.changed("203.0.0.0/16", "203.0.0.0/99"), policy=FORMATS)
    assert [(f.path, f.entity) for f in wrong["format"].failures] == [("address", "IP")]
    other = gates(one.changed("ORD-77", "ORDER7"), policy=FORMATS)
    assert [(f.row, f.path) for f in other["format"].failures] == [(1, "note")]
    assert "203.0" not in repr(wrong)


def test_what_was_not_valid_before_need_not_be_valid_after(gates: Gates) -> None:
    row = {"address": "unknown", "requester": "", "note": "no order; 10.1.2.3", "kept": ""}
    one = redacted([row], [{"address": [("unknown", "IP")], "note": [("10.1.2.3", "IP")]}], FORMATS)
    assert gates(one, policy=FORMATS)["format"].success


def test_without_formats_there_is_no_such_gate(gates: Gates) -> None:
    assert set(gates(redacted([{"note": "x"}]))) == {"absence", "vocabulary", "integrity", "rows"}
