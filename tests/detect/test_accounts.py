"""Organisations of the account list: cases as data, and whose they are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from redactory.detect.accounts import AccountLayer
from redactory.detect.detector import Detector
from redactory.directory.model import Account
from redactory.policy.model import Policy
from redactory.records.model import TextField

DATA = yaml.safe_load((Path(__file__).parent.parent / "cases" / "accounts.yaml").read_text("utf-8"))
ACCOUNTS = [
    Account(one["name"], one["name"], tuple(one.get("short_names", ())), tuple(one.get("domains", ())))
    for one in DATA["accounts"]
]


def policy(**changes: object) -> Policy:
    entities = {name: {} for name in ("PERSON", "USER", "EMAIL", "PHONE", "EMP_ID", "LOCATION", "ORG")}
    data = {"name": "t", "dataset": "t", "entities": entities, "ner": {"enabled": False}}
    return Policy.model_validate(data | changes)


@pytest.fixture(scope="module")
def detector() -> Detector:
    return Detector(policy(), [], accounts=ACCOUNTS)


@pytest.mark.parametrize("case", DATA["cases"])
def test_case(detector: Detector, case: str) -> None:
    text = re.sub(r"[\[\]]", "", case)
    found = detector.detect([[TextField("f", text, "text")]])[0][0]
    out, at = "", 0
    for span in found:
        out, at = f"{out}{text[at : span.start]}[{text[span.start : span.end]}]", span.end
        assert span.entity == "ORG"
    assert out + text[at:] == case


def test_names_short_names_and_domains_are_one_account(detector: Detector) -> None:
    text = "Northwind Traders, NW, northwind.example; Braid"
    found = detector.detect([[TextField("f", text, "text"), TextField("g", "NORTHWIND", "entity", "ORG")]])[0]
    assert [span.subject for span in found[0]] == ["Northwind Traders"] * 3 + ["Braid"]
    assert found[1][0].subject == "Northwind Traders"


def test_what_two_accounts_are_called_is_a_value() -> None:
    shared = [Account("a", "Acme Berlin", ("Acme",)), Account("b", "Acme Oslo", ("Acme",))]
    found = Detector(policy(), [], accounts=shared).detect([[TextField("f", "Acme, Acme Oslo", "text")]])[0][0]
    assert [span.subject for span in found] == [None, "b"]


def test_accounts_are_searched_where_the_policy_redacts_organisations() -> None:
    for decision in ({}, {"ORG": {"decision": "keep"}}):
        entities = {name: {} for name in ("PERSON", "USER", "EMAIL", "PHONE", "EMP_ID", "LOCATION")} | decision
        other = Detector(policy(entities=entities), [], accounts=ACCOUNTS)
        assert other.detect([[TextField("f", "Northwind Traders", "text")]])[0][0] == []


def test_an_account_ranks_above_keep_rules() -> None:
    keep = {"vendors": [{"name": "Northwind", "domains": ["northwind.example"]}]}
    found = Detector(policy(keep=keep), [], accounts=ACCOUNTS).detect([[TextField("f", "Northwind", "text")]])[0][0]
    assert [span.entity for span in found] == ["ORG"]


def test_no_text_breaks_the_matcher() -> None:
    layer = AccountLayer(ACCOUNTS)
    assert layer.find(["", "\x00", "Nor\u0301thwind\u200b Traders", "\ud800Braid"])[0] == []
    assert len(layer.find(["No\u0301rthwind\u200b Traders"])[0]) == 2
