"""The detector: listings, declared entities, thresholds, the record's own values, and what holds for any text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from redactory.detect.detector import Detector
from redactory.detect.spans import DECLARED, IDENTITY
from redactory.errors import ConfigError
from redactory.policy.model import EntityRule, FormatRule, NerRules, Policy
from redactory.records.model import TextField

PEOPLE: list[dict[str, Any]] = [
    {"username": "pnair", "display_name": "Priya Nair", "email": "pnair@corplabs.com", "phone": "+49 170 5529841"},
    {"username": "jruiz", "display_name": "José Ruiz", "email": "jruiz@corplabs.com", "location": "Ljubljana"},
    {"username": "kobrien", "display_name": "Kate O'Brien", "employee_id": "40821"},
    {"username": "will", "display_name": "Will Grant"},
    {"display_name": "王伟"},
]


@pytest.fixture(scope="module")
def detector(plain_policy: Policy, person: Callable[..., Any]) -> Detector:
    return Detector(plain_policy, [person(**attributes) for attributes in PEOPLE], ner=False)


def text(value: str, **listing: Any) -> TextField:
    return TextField("f", value, **{"listing": "text", **listing})


def marked(detector: Detector, render: Any, *fields: TextField) -> list[str]:
    spans = detector.detect([fields])[0]
    return [render(field.text, found) for field, found in zip(fields, spans, strict=True)]


@pytest.mark.parametrize("listing", ["keep", "drop", "unlisted"])
def test_only_text_and_entities_are_looked_at(detector: Detector, listing: Any) -> None:
    assert detector.detect([[text("pnair", listing=listing), text("pnair")]])[0][0] == []


def test_a_declared_field_goes_whole(detector: Detector, render: Any) -> None:
    field = text("Zofia, née W.", listing="entity", entity="PERSON")
    spans = detector.detect([[field]])[0][0]
    assert [(span.start, span.end, span.layer) for span in spans] == [(0, len(field.text), DECLARED)]
    assert marked(detector, render, text("", listing="entity", entity="PERSON")) == [""]
    assert marked(detector, render, text("<PERSON>", listing="entity", entity="PERSON")) == ["<PERSON>"]


def test_declared_and_account_values_are_searched_for_in_the_record(detector: Detector, render: Any) -> None:
    out = marked(
        detector,
        render,
        text("Zofia Wrona", listing="entity", entity="PERSON"),
        text("zw-ext7", listing="entity", entity="USER"),
        text("zofia.wrona@partner.example", listing="keep", account=True),
        text("Zofia Wrona (zw-ext7, zofia.wrona@partner.example) called. Wrona, Zofia again; Zofia agreed."),
    )
    assert out[3] == "<PERSON> (<USER>, <EMAIL>) called. <PERSON> again; <PERSON> agreed."


def test_a_declared_account_that_is_a_word_strikes_in_context_only(detector: Detector, render: Any) -> None:
    out = marked(
        detector, render, text("mark", listing="entity", entity="USER"), text("mark it as done; user: mark")
    )
    assert out == ["<USER>", "mark it as done; user: <USER>"]


@pytest.mark.parametrize("empty", ["N/A", "unknown", "-", "", " "])
def test_placeholders_of_declared_fields_are_no_values(detector: Detector, render: Any, empty: str) -> None:
    sentence = "N/A unknown - nothing"
    assert marked(detector, render, text(empty, listing="entity", entity="PERSON"), text(sentence))[1] == sentence


def test_records_do_not_share_their_people(detector: Detector) -> None:
    spans = detector.detect([[text("Will Grant, then Grant came")], [text("then Grant came")]])
    assert len(spans[0][0]) == 2
    assert spans[1][0] == []


def test_second_references(detector: Detector, render: Any) -> None:
    out = marked(detector, render, text("Kate O'Brien"), text("Katherine said; O’Brien's desk; KATE-2; kate"))
    assert out[1] == "<PERSON> said; <PERSON>'s desk; KATE-2; <PERSON>"


def test_policy_decides_what_goes(person: Callable[..., Any]) -> None:
    entities = {"PERSON": EntityRule(decision="keep"), "USER": EntityRule()}
    policy = Policy(name="p", dataset="p", entities=entities, ner=NerRules(enabled=False))
    spans = Detector(policy, [person(**PEOPLE[0])]).detect([[text("Priya Nair pnair")]])[0][0]
    assert [span.entity for span in spans] == ["USER"]


@pytest.mark.parametrize(
    ("path", "value", "output"),
    [
        ("login", "rosewood", "<USER>"),
        ("f", '{"ext": "7-1401", "office": "Hull"}', '{"ext": "<PHONE>", "office": "<LOCATION>"}'),
        ("f", "name,city\nAda Quill,Ghent", "name,city\n<PERSON>,<LOCATION>"),
    ],
)
def test_keys_speak_where_the_policy_has_them_read(render: Any, path: str, value: str, output: str) -> None:
    rule = FormatRule(id="keys", recogniser="field-key", score=0.6)
    entities = {name: EntityRule(threshold=0.5) for name in ("USER", "PHONE", "LOCATION", "PERSON")}
    for formats, threshold, expected in (([], 0.5, value), ([rule], 0.5, output), ([rule], 0.7, value)):
        rules = {name: entity.model_copy(update={"threshold": threshold}) for name, entity in entities.items()}
        policy = Policy(name="p", dataset="p", entities=rules, formats=formats, ner=NerRules(enabled=False))
        spans = Detector(policy, []).detect([[TextField(path, value, "text")]])[0][0]
        assert render(value, spans) == expected
        assert {span.rule for span in spans} <= {"keys"}


def test_thresholds_are_per_entity(person: Callable[..., Any]) -> None:
    badge = FormatRule(id="badge", entity="EMP_ID", pattern="Z[0-9]{4}", score=0.6)
    for threshold, found in ((0.5, 1), (0.7, 0)):
        entities = {"EMP_ID": EntityRule(threshold=threshold)}
        policy = Policy(name="p", dataset="p", entities=entities, formats=[badge], ner=NerRules(enabled=False))
        assert len(Detector(policy, []).detect([[text("badge Z1234")]])[0][0]) == found


def test_the_same_layers_under_other_thresholds(person: Callable[..., Any]) -> None:
    formats = [
        FormatRule(id="badge", entity="EMP_ID", pattern="Z[0-9]{4}", score=0.6),
        FormatRule(id="site", entity="LOCATION", pattern="Q[0-9]{4}", score=0.6),
    ]
    entities = {"EMP_ID": EntityRule(threshold=0.5), "LOCATION": EntityRule(threshold=0.5)}
    policy = Policy(name="p", dataset="p", entities=entities, formats=formats, ner=NerRules(enabled=False))
    base, seen = Detector(policy, [person(employee_id="40821")]), list[tuple[str, float]]()
    moved = base.with_thresholds({"EMP_ID": 0.7}, lambda span: seen.append((span.entity, span.score)))
    field = text("badge Z1234 of 40821 at Q1234")
    assert [span.start for span in moved.detect([[field]])[0][0]] == [15, 24]
    assert sorted(seen) == [("EMP_ID", 0.6), ("EMP_ID", 1.0), ("LOCATION", 0.6)]
    assert len(base.detect([[field]])[0][0]) == 3
    assert len(seen) == 3
    assert len(moved.with_thresholds({"EMP_ID": 0.5}).detect([[field]])[0][0]) == 3


@pytest.mark.parametrize(("entity", "threshold"), [("PERSON", 0.4), ("CARD", 0.9)])
def test_no_threshold_below_what_the_layers_were_made_for(entity: str, threshold: float) -> None:
    policy = Policy(name="p", dataset="p", entities={"PERSON": EntityRule(threshold=0.5)})
    with pytest.raises(ConfigError, match=entity):
        Detector(policy, [], ner=False).with_thresholds({entity: threshold})


def test_explain_names_what_lost(detector: Detector) -> None:
    explanation = detector.explain("pnair@corplabs.com")
    assert [span.entity for span in explanation.kept] == ["EMAIL"]
    assert ("USER", "EMAIL", "the other is longer") in [
        (loser.entity, getattr(winner, "entity", None), why) for loser, winner, why in explanation.lost
    ]


def test_another_directory_under_the_same_policy(detector: Detector, person: Callable[..., Any]) -> None:
    other = detector.with_people([person(username="zwrona")])
    assert other.detect([[text("pnair zwrona")]])[0][0][0].start == 6
    assert len(detector.detect([[text("pnair zwrona")]])[0][0]) == 1


# identities, and pieces that could break their edges
_PIECES = st.sampled_from(
    ["pnair", "Priya Nair", "Priya", "NAIR", "José", "Jose\u0301  Ruiz", "Ruiz", "O’Brien", "王伟",
     "pnair@corplabs.com", "will", "Will Grant", "40821", "0170 5529841", "<PERSON>", "<DIV>", "<", ">", "'s", "-",
     "_", ".", ", ", " ", "\n",
     "\u200b", "\u0301", "x", "Z", "\\", "/", "@", "%40", "+t", "=", "\x00", "😀", "Ljubljana"]
)  # fmt: skip
_TEXTS = st.one_of(st.lists(_PIECES, max_size=14).map("".join), st.text(max_size=60))


@settings(max_examples=300, suppress_health_check=[HealthCheck.too_slow], deadline=None, derandomize=True)
@given(st.lists(_TEXTS, min_size=1, max_size=3))
def test_any_text_goes_through_and_spans_cut_where_they_say(detector: Detector, texts: list[str]) -> None:
    for value, spans in zip(texts, detector.detect([[text(t) for t in texts]])[0], strict=True):
        last = 0
        for span in spans:
            assert last <= span.start < span.end <= len(value)
            assert any(map(str.isalnum, value[span.start : span.end]))
            last = span.end


@settings(max_examples=300, suppress_health_check=[HealthCheck.too_slow], deadline=None, derandomize=True)
@given(st.lists(_TEXTS, min_size=1, max_size=3))
def test_redaction_is_idempotent_on_its_own_output(detector: Detector, render: Any, texts: list[str]) -> None:
    once = marked(detector, render, *map(text, texts))
    assert marked(detector, render, *map(text, once)) == once


@settings(max_examples=200, suppress_health_check=[HealthCheck.too_slow], deadline=None, derandomize=True)
@given(st.text(alphabet=st.sampled_from("abc xyz\n.,-()0123é王\u0301"), max_size=80))
def test_text_with_nothing_to_remove_stays(detector: Detector, render: Any, value: str) -> None:
    assert marked(detector, render, text(value)) == [value]


@settings(max_examples=200, suppress_health_check=[HealthCheck.too_slow], deadline=None, derandomize=True)
@given(st.lists(_PIECES, max_size=10).map(" ".join))
def test_no_strong_identity_is_left(detector: Detector, render: Any, value: str) -> None:
    out = marked(detector, render, text(value))[0]
    assert not any(span.layer == IDENTITY and span.score == 1.0 for span in detector.detect([[text(out)]])[0][0])


def test_the_batch_does_not_change_the_result(detector: Detector) -> None:
    records = [[text("Priya Nair called")], [text("x"), text("pnair  José Ruiz")], [], [text("")]]
    assert detector.detect(records) == [detector.detect([record])[0] for record in records]
