"""Layers 2 and 3 on made-up texts of many companies, and Layer 2 by itself.

Cases: tests/cases/formats.yaml, people.yaml, conversations.yaml. `gone` and `kept` are substrings of the output that
must not, must stand in it; `same`: nothing changes. Nobody is in the directory.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from redactory.detect.detector import Detector
from redactory.detect.formats import FormatLayer
from redactory.detect.recognisers.base import Sieve
from redactory.detect.spans import FORMATS
from redactory.errors import PolicyError
from redactory.policy.load import load_policy
from redactory.policy.model import EntityRule, FormatRule, Policy

ROOT = Path(__file__).parent.parent
CASES: list[dict[str, Any]] = [
    case
    for name in ("formats", "people", "conversations")
    for case in yaml.safe_load((ROOT / "cases" / f"{name}.yaml").read_text("utf-8"))
]


@pytest.fixture(scope="module")
def detector() -> Detector:
    return Detector(load_policy(ROOT.parent / "policies" / "it-tickets.yaml"), ())


def layer(*rules: FormatRule, **entities: EntityRule) -> FormatLayer:
    named = {rule.entity: EntityRule() for rule in rules} | entities
    return FormatLayer(Policy(name="p", dataset="d", entities=named, formats=list(rules)))


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(detector: Detector, render: Any, case: dict[str, Any]) -> None:
    text = case["text"]
    output = render(text, detector.explain(text).kept)
    if case.get("same"):
        assert output == text
    assert [part for part in case.get("gone", []) if part in output] == []
    assert [part for part in case.get("kept", []) if part not in output] == []


def test_case_ids_are_unique() -> None:
    assert len({case["id"] for case in CASES}) == len(CASES)


def test_a_batch_finds_what_its_texts_find_alone() -> None:
    rules = [FormatRule(id=name, entity=name.upper(), recogniser=name) for name in ("email", "ip")]
    texts = ["to a@b.example", "", "from 10.4.7.19 to c@d.example", "none", "to a@b.example", "\ud800 10.4.7.20"]
    batch = layer(*rules)
    alone = [layer(*rules).find([text])[0] for text in texts]
    assert batch.find(texts) == batch.find(texts) == alone
    assert [len(spans) for spans in alone] == [1, 0, 2, 0, 1, 1]


def test_spans_carry_rule_layer_and_score() -> None:
    found = layer(FormatRule(id="mail", entity="EMAIL", recogniser="email")).find(["to a@b.example", ""])
    assert [(s.start, s.end, s.entity, s.layer, s.rule) for s in found[0]] == [(3, 14, "EMAIL", FORMATS, "mail")]
    assert 0.9 < found[0][0].score <= 1.0
    assert found[1] == []


def test_a_pattern_of_the_policy_and_its_group() -> None:
    rule = FormatRule(id="badge", entity="EMP_ID", pattern=r"badge (?P<value>[A-Z]{2}\d{4})", score=0.7)
    (spans,) = layer(rule).find(["badge KX1234 and badge KX12345"])
    assert [(s.start, s.end, s.score) for s in spans] == [(6, 12, 0.7)]


def test_a_pattern_ends_at_letters_of_any_script() -> None:
    rule = FormatRule(id="code", entity="EMP_ID", pattern=r"X\d{3}")
    assert layer(rule).find(["éX123", "X123é", "(X123)"]) == [[], [], layer(rule).find(["(X123)"])[0]]
    assert len(layer(rule).find(["(X123)"])[0]) == 1


def test_context_words_stand_before_the_match() -> None:
    rule = FormatRule(id="pin", entity="EMP_ID", pattern=r"\d{4}", context=["locker"], context_window=12)
    texts = ["Locker no. 1234", "1234 is the locker", "locker, and much later on 1234"]
    assert [len(spans) for spans in layer(rule).find(texts)] == [1, 0, 0]


def test_below_the_threshold_and_kept_entities_are_not_found() -> None:
    rule = FormatRule(id="code", entity="EMP_ID", pattern=r"X\d{3}", score=0.4)
    assert layer(rule, EMP_ID=EntityRule(threshold=0.5)).find(["X123"]) == [[]]
    assert layer(rule, EMP_ID=EntityRule(decision="keep", threshold=0.0)).find(["X123"]) == [[]]


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        (FormatRule(id="a", entity="X1", recogniser="fone"), "no recogniser 'fone'"),
        (FormatRule(id="b", entity="X1", recogniser="phone", options={"country": "DE"}), "no option 'country'"),
        (FormatRule(id="c", entity="X1", recogniser="ip", options={"keep": ["10.0.0.0/40"]}), "formats[0] c"),
        (FormatRule(id="d", entity="X1", pattern="(?=x)"), "RE2 refuses"),
        (FormatRule(id="e", entity="X1", recogniser="device", options={"patterns": ["("]}), "RE2 refuses"),
        (FormatRule(id="f", entity="X1", recogniser="city", options={"min_population": "many"}), "expected a number"),
    ],
)
def test_wrong_rules_are_policy_errors(rule: FormatRule, said: str) -> None:
    with pytest.raises(PolicyError) as raised:
        layer(rule)
    assert said in str(raised.value)


def test_a_company_says_what_it_knows() -> None:
    rules = (
        FormatRule(id="emp", entity="EMP_ID", recogniser="employee-id", options={"patterns": [r"Q\d{2}/\d{4}"]}),
        FormatRule(id="dev", entity="HOSTNAME", recogniser="device", options={"prefixes": ["KIT"]}),
        FormatRule(id="user", entity="USER", recogniser="username", options={"shapes": [r"z\d{6}"]}),
        FormatRule(id="ip", entity="IP", recogniser="ip", options={"keep": ["10.9.0.0/16"]}),
        FormatRule(
            id="city", entity="LOCATION", recogniser="city", options={"more": ["Oberdorf"], "ignore": ["Paris"]}
        ),
    )
    text = "Q12/3456 on KIT-ONILSEN, z004411 from 10.9.1.1 and 10.8.1.1, Oberdorf office, Paris office"
    (spans,) = layer(*rules).find([text])
    found = {text[s.start : s.end] for s in spans}
    assert found == {"Q12/3456", "KIT-ONILSEN", "z004411", "10.8.1.1", "Oberdorf"}


def test_any_unicode_goes_through_every_layer(detector: Detector) -> None:
    pieces = [
        "\ud800",
        "\udfff",
        "\x00",
        "\u200b",
        "e\u0301",
        "李小伟",
        "😀",
        "\u2028",
        "İ",
        "ﬁ",
        "²",
        "\u202e",
        " ",
        "\n",
        "Hi ",
        "@",
    ]
    pieces += [
        "Ingrid Halvorsen",
        "10.8.0.14",
        "ih@halvor.example",
        "+49 171 5559988",
        "LAPTOP-IHALVOR",
        "user=",
        "C:\\Users\\",
    ]
    for number in range(300):
        text = "".join(pieces[(number * step + step) % len(pieces)] for step in range(1, 9))
        position = 0
        for span in detector.explain(text).kept:
            assert position <= span.start < span.end <= len(text)
            position = span.end
    assert [(s.start, s.end) for s in detector.explain("\ud800 ih@halvor.example").kept] == [(2, 19)]


def test_a_sieve_asks_about_a_word_once() -> None:
    asked: list[str] = []
    sieve = Sieve(lambda word: bool(asked.append(word)) or word == "dana")
    assert sieve.passing(["ask", "dana", "ask"]) == {"dana"}
    assert sieve.passing(["ask", "dana", "now"]) == {"dana"}
    assert sorted(asked) == ["ask", "dana", "dana", "now"]
