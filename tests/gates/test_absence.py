"""Absence-anywhere: planted values of every kind are found, and look-alikes are not."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml
from gate_objects import PEOPLE, policy_with, redacted, snapshot_of

from redactory.directory.model import Person
from redactory.gates import AnswerKey

CASES = yaml.safe_load((Path(__file__).parents[1] / "cases" / "gates.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: dict[str, Any], gates: Any) -> None:
    told = {"note": [(text, entity) for text, entity in case.get("told", ())]}
    result = gates(redacted([{"record_id": "R1", "note": case["text"]}], [told]))["absence"]
    assert Counter(failure.entity for failure in result.failures) == Counter(case.get("fails", []))
    assert result.guarded == case.get("guarded", {})
    assert result.success is not bool(case.get("fails"))
    assert all(failure.path == "note" and failure.row == 1 for failure in result.failures)


@pytest.mark.parametrize(
    ("text", "value", "entity", "elsewhere", "fails"),
    [
        ("client 10.0.0.5 failed", "10.0.0.5", "IP", "proxy 10.0.0.5:443", True),
        ("client 10.0.0.5 failed", "10.0.0.5", "IP", "[10.0.0.5], 10.0.0.5.", True),
        ("client 10.0.0.5 failed", "10.0.0.5", "IP", "10.0.0.50, 110.0.0.5, 10.0.0.5.7, 3.10.0.0.5, 10-0-0-5", False),
        ("from fe80::1%eth0", "fe80::1", "IP", "route fe80::1/64", True),
        ("from fe80::1%eth0", "fe80::1", "IP", "fe80::1:2, 2001:fe80::1, fe80::15", False),
        ("Mark said so", "Mark", "PERSON", "mark the mail; Mark all as read", False),
        ("Mark said so", "Mark", "PERSON", "From: Mark", True),
        ("moved to Reading", "Reading", "LOCATION", "Reading the log; reading it", False),
        ("call 4085", "4085", "PHONE", "port 4085", False),
        ("call 4085", "4085", "PHONE", "Ext. 4085", True),
        ("Priya Nair said", "Priya Nair", "PERSON", "PRIYA  NAIR", True),
        ("Priya Nair said", "Priya Nair", "PERSON", "Priya. Nair", False),
        ("J. Nair said", "J. Nair", "PERSON", "J Nair or J.Nair", True),
        ("on WORKSTATION-PNAIR", "WORKSTATION-PNAIR", "HOSTNAME", "workstation-pnair.local", True),
        ("on print-server", "print-server", "HOSTNAME", "the print-server role", False),
        ("(020) 7946 0958 rang", "(020) 7946 0958", "PHONE", "+44 20 7946 0958", True),
        ("(020) 7946 0958 rang", "(020) 7946 0958", "PHONE", "tel:+442079460958", True),
        ("+44 (0)20 7946 0958", "+44 (0)20 7946 0958", "PHONE", "02079460958", True),
        ("212-555-0147 rang", "212-555-0147", "PHONE", "12125550147", True),
        ("1 212 555 0147 rang", "1 212 555 0147", "PHONE", "(212) 555-0147", True),
        ("at 14 Kestrel Lane", "14 Kestrel Lane", "LOCATION", "14 kestrel lane", True),
        ("card 4111 1111 1111 1111", "4111 1111 1111 1111", "CARD", "4111-1111-1111-1111", True),
        ("user pnair2 in", "pnair2", "USER", "home of pnair2", True),
        ("name [at] corp [dot] com", "name [at] corp [dot] com", "EMAIL", "name [at] corp [dot] com", True),
    ],
)  # fmt: skip
def test_detected_values_are_searched_in_kept_fields(
    gates: Any, text: str, value: str, entity: str, elsewhere: str, fails: bool
) -> None:
    policy = policy_with()
    policy = policy_with(entities={**{name: {} for name in policy.entities}, "CARD": {"tier": 1}})
    staged = redacted([{"note": text, "kept": elsewhere}], [{"note": [(value, entity)]}], policy)
    result = gates(staged, snapshot=None, policy=policy)["absence"]
    assert result.success is not fails
    found = {(f.path, f.entity, f.list_name) for f in result.failures}
    assert found == ({("kept", entity, "detected")} if fails else set())


def test_values_belong_to_their_record(gates: Any) -> None:
    staged = redacted(
        [{"note": "Priya Nair said"}, {"kept": "Priya Nair"}], [{"note": [("Priya Nair", "PERSON")]}, {}]
    )
    assert gates(staged)["absence"].success


def test_account_fields_are_searched(gates: Any) -> None:
    row = {"requester": "pnair77", "note": "seen on host-pnair77"}
    result = gates(redacted([row], [{"requester": [("pnair77", "USER")]}]))["absence"]
    assert [(f.path, f.list_name) for f in result.failures] == [("note", "account fields"), ("note", "detected")]


def test_a_detected_word_that_is_also_a_kept_product_is_guarded(gates: Any) -> None:
    told = {"note": [("grafana", "USER")]}
    staged = redacted([{"note": "user grafana", "kept": "Grafana 9"}], [told])
    product = policy_with(keep={"vendors": [{"name": "Labs", "aliases": ["Grafana"]}]})
    assert not gates(staged)["absence"].success
    assert gates(staged, policy=product)["absence"].guarded == {"USER": 2}
    in_context = redacted([{"note": "user grafana", "kept": "login: grafana"}], [told])
    assert not gates(in_context, policy=product)["absence"].success
    people = snapshot_of(Person("a", usernames=("grafana",)))
    assert not gates(staged, policy=product, snapshot=people)["absence"].success


def test_keys_and_nested_kept_values_are_searched(gates: Any) -> None:
    rows = [{"meta": {"a": {"mdelgado": "x"}}}, {"meta": {"owner": ["x", "Miguel Delgado"]}}]
    failures = gates(redacted(rows))["absence"].failures
    assert [(f.row, f.path, f.entity) for f in failures] == [(1, "(a key)", "USER"), (2, "meta.owner[1]", "PERSON")]


def test_a_path_with_a_personal_key_is_not_told(gates: Any) -> None:
    failures = gates(redacted([{"meta": {"mdelgado": "Miguel Delgado"}}]))["absence"].failures
    assert {f.path for f in failures} == {"(a key)"}


def test_usernames_follow_the_policy(gates: Any) -> None:
    text = redacted([{"note": "it will restart"}])
    always = policy_with(identity={"usernames": {"ambiguous": "always"}})
    never = policy_with(identity={"usernames": {"ambiguous": "never"}})
    context = redacted([{"note": "login: will"}])
    assert not gates(text, policy=always)["absence"].success
    assert gates(context, policy=never)["absence"].guarded == {"USER": 1}
    assert gates(context, policy=never)["absence"].success
    assert not gates(context)["absence"].success


def test_a_guarded_value_alone_in_its_field_is_read_with_its_key(gates: Any) -> None:
    assert not gates(redacted([{"meta": {"uid": "will"}}]))["absence"].success
    assert gates(redacted([{"meta": {"verb": "will"}}]))["absence"].success


def test_directory_entries_with_accounts_as_addresses(gates: Any) -> None:
    people = snapshot_of(Person("a", usernames=(r"CORP\pnair", "rosei@corplabs.com")))
    rows = [{"note": "pnair"}, {"note": "rosei"}, {"note": "rosei@corplabs.com"}, {"note": "corp"}]
    failures = gates(redacted(rows), snapshot=people)["absence"].failures
    assert {(f.row, f.entity) for f in failures} == {(1, "USER"), (2, "USER"), (3, "EMAIL"), (3, "USER")}


def test_answer_key(gates: Any, tmp_path: Path) -> None:
    path = tmp_path / "pii.json"
    path.write_text('[{"ticket_id": "R1", "pii_instances": [{"value": "Priya Nair", "type": "person"}]}]')
    staged = redacted([{"record_id": "R1", "note": "priya nair"}, {"record_id": "R2", "note": "Priya Nair"}])
    assert gates(staged)["absence"].success
    result = gates(staged, answer_key=AnswerKey.load(path))["absence"]
    assert [(f.row, f.list_name) for f in result.failures] == [(1, "answer key")]
    assert "answer key" in result.lists


def test_the_result_says_what_was_searched(gates: Any) -> None:
    lists = gates(redacted([{"note": "x"}]))["absence"].lists
    assert lists[0].startswith("directory (7 people, ")
    assert lists[1:] == ("detected", "account fields")
    assert gates(redacted([{"note": "x"}]), snapshot=None)["absence"].lists == ("detected", "account fields")


def test_failures_are_capped_and_counted(gates: Any) -> None:
    result = gates(redacted([{"note": "mdelgado"}] * 500), policy=policy_with())["absence"]
    assert result.failed == 500
    assert len(result.failures) == 200


def test_people_are_those_of_the_snapshot_given(gates: Any) -> None:
    staged = redacted([{"note": "mdelgado"}])
    assert gates(staged, snapshot=snapshot_of(*PEOPLE[1:]))["absence"].success
    assert not gates(staged)["absence"].success
