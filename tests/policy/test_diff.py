"""Differences in words."""

from __future__ import annotations

import pytest

from redactory.policy import describe_diff, parse_policy


@pytest.mark.parametrize(
    ("add", "lines"),
    [
        ({}, []),
        ({"entities": {"PHONE": {"threshold": 0.4}}}, ["PHONE: threshold 0.5 -> 0.4"]),
        ({"entities": {"IP": {}}}, ["new entity IP: redact, tier 2, threshold 0.5"]),
        ({"keep": {"vendors": [{"name": "Meridian"}]}}, ["new keep-rule vendor Meridian"]),
        ({"keep": {"terms": ["Vault"]}}, ["new keep-rule term Vault"]),
        (
            {"formats": [{"id": "tel", "entity": "PHONE", "recogniser": "phone"}]},
            ["new format rule tel"],
        ),
        (
            {"fields": {"text": [], "keep": ["ticket.summary"], "unlisted": "drop"}},
            ["field ticket.summary: text -> keep", "unlisted fields: hold -> drop"],
        ),
        ({"fields": {"account": ["who"]}}, ["new account field who"]),
        ({"ner": {"enabled": False}}, ["ner.enabled True -> False"]),
        ({"ner": {"recognisers": ["spacy", "rampart"]}}, ["new ner.recognisers entry rampart"]),
        ({"pins": {"packages": {"spacy": "3.8.1"}}}, ["pins.packages.spacy none -> 3.8.1"]),
    ],
)
def test_lines(policy_text, base_text, add, lines):
    old, new = parse_policy(base_text), parse_policy(policy_text(**add))
    assert describe_diff(old, new) == lines
    assert bool(lines) == (old.id != new.id)


def test_changes_inside_a_rule_and_removals(policy_text):
    rule = {"id": "tel", "entity": "PHONE", "pattern": "x"}
    old = parse_policy(policy_text(formats=[rule, {**rule, "id": "old"}], keep={"vendors": [{"name": "A"}]}))
    new = parse_policy(
        policy_text(formats=[{**rule, "score": 0.6}], keep={"vendors": [{"name": "A", "domains": ["a.example"]}]})
    )
    assert describe_diff(old, new) == [
        "format rule tel: score 0.85 -> 0.6",
        "format rule old removed",
        "keep-rule vendor A: new domains entry a.example",
    ]
