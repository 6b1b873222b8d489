"""Layer 3: sentences read once, only where something is left; recognisers combined as the policy says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from redactory.detect.namelist import FirstNameRecognizer
from redactory.detect.ner import NerLayer
from redactory.detect.sentences import LONGEST, sentences
from redactory.detect.spans import NER
from redactory.errors import DetectionError, PolicyError
from redactory.policy.model import EntityRule, NerRules, Policy

SHIPPED = Path(__file__).parent.parent.parent / "policies" / "it-tickets.yaml"


def policy(**rules: Any) -> Policy:
    return Policy(
        name="p", dataset="d", entities={"PERSON": EntityRule(), "LOCATION": EntityRule(combine="agreement")},
        ner=NerRules(**{"recognisers": ["spacy", "first-names", "gazetteer"], **rules}),
    )  # fmt: skip


@pytest.fixture(scope="module")
def layer() -> NerLayer:
    return NerLayer(policy())


def cut(text: str) -> list[str]:
    return [text[start:end] for start, end in sentences(text)]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("One. Two!  Three", ["One.", "Two!", "Three"]),
        ("a line\r\n\r\n  another", ["a line", "another"]),
        ("Ask Dr. Weiss. He knows v1.2.3.", ["Ask Dr. Weiss.", "He knows v1.2.3."]),
        ("J. Doe called.", ["J. Doe called."]),
        ("   ", []),
        ("", []),
    ],
)
def test_sentences(text: str, parts: list[str]) -> None:
    assert cut(text) == parts


def test_a_text_without_breaks_is_cut_at_spaces() -> None:
    text = "word " * 1000
    parts = cut(text)
    assert max(map(len, parts)) <= LONGEST
    assert "".join(parts).replace(" ", "") == text.replace(" ", "")


def test_finds_people_and_gives_offsets_in_the_whole_text(layer: NerLayer) -> None:
    text = "The queue is empty.\nIngrid Halvorsen cleared it."
    (spans,) = layer.find([text])
    people = [s for s in spans if s.entity == "PERSON"]
    assert {text[s.start : s.end] for s in people} == {"Ingrid Halvorsen"}
    assert {s.layer for s in people} == {NER}
    assert all(0.5 <= s.score <= 1.0 for s in people)


def test_a_sentence_is_read_once(layer: NerLayer, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    whole = layer._read

    def counting(batch: list[tuple[str, bool]]) -> Any:
        read.extend(sentence for sentence, _ in batch)
        return whole(batch)

    monkeypatch.setattr(layer, "_read", counting)
    text = "Tevita Moala reported it. Nothing else happened."
    first = layer.find([text, text, text])
    assert read == ["Tevita Moala reported it."]
    assert layer.find([text]) == first[:1]
    assert len(read) == 1


def test_what_is_explained_is_not_read(layer: NerLayer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layer, "_read", lambda batch: pytest.fail("read") if batch else {})
    assert layer.find(["Oyelaran Babatunde reported it."], [[(0, 18)]]) == [[]]


@pytest.fixture
def asked(layer: NerLayer, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The sentences the model is asked about."""
    asked: list[str] = []
    process = layer._engine.process_batch

    def noting(batch: list[str], **settings: Any) -> Any:
        asked.extend(batch)
        return process(batch, **settings)

    monkeypatch.setattr(layer._engine, "process_batch", noting)
    return asked


@pytest.mark.parametrize(
    "text",
    [
        "Rebooted and verified the spooler.",
        "The DHCP lease expired; Certificate Authority answered.",
        "Zolwethu confirmed it.",  # a single word no list knows would not be believed
        "",
    ],
)
def test_the_model_is_not_asked_where_its_answer_would_not_count(layer: NerLayer, asked: list[str], text: str) -> None:
    assert layer.find([text]) == [[]]
    assert asked == []


@pytest.mark.parametrize(
    "text",
    [
        "Zolwethu Mkhabelax confirmed it.",  # two of them might be a person
        "I met J. Okafor yesterday.",
        "Rebooted after Fionnuala called.",
        "She is back in Cork.",
    ],
)
def test_the_model_is_asked_where_something_may_count(layer: NerLayer, asked: list[str], text: str) -> None:
    layer.find([text])
    assert asked == [text]


def test_a_town_may_stand_where_no_person_does(layer: NerLayer, asked: list[str]) -> None:
    text = "Then it was Reiko, last seen in Nice."
    layer.find([text], [[(12, 17), (32, 36)]])
    assert asked == []
    layer.find([text], [[(12, 17), (32, 36)]], [[(32, 36)]])
    assert asked == []  # nothing name-like is left
    layer.find(["Kudzai left, then was seen in Nice."], [[(30, 34)]], [[(30, 34)]])
    assert asked == ["Kudzai left, then was seen in Nice."]


def test_a_policy_may_have_every_sentence_read() -> None:
    layer = NerLayer(policy(options={"read": "everything"}))
    layer._first_names = None
    asked: list[str] = []
    process = layer._engine.process_batch
    layer._engine.process_batch = lambda batch, **settings: asked.extend(batch) or process(batch, **settings)
    try:
        layer.find(["Rebooted the Bunkerplan."])
    finally:
        del layer._engine.process_batch
    assert asked == ["Rebooted the Bunkerplan."]
    with pytest.raises(PolicyError, match="ner.options.read"):
        NerLayer(policy(options={"read": "some"}))


def test_a_lower_threshold_has_more_read(asked: list[str]) -> None:
    rules = policy()
    entities = {**rules.entities, "PERSON": EntityRule(threshold=0.2)}
    NerLayer(rules.model_copy(update={"entities": entities})).find(["Zolwethu confirmed it."])
    assert asked == ["Zolwethu confirmed it."]


def test_places_need_the_gazetteer(layer: NerLayer) -> None:
    text = "She flew from Germany to Rotterdam."
    (spans,) = layer.find([text])
    assert {text[s.start : s.end] for s in spans if s.entity == "LOCATION"} == {"Rotterdam"}


def test_first_names_alone() -> None:
    layer = NerLayer(policy(recognisers=["first-names"]))
    text = "Then Priyanka Iyer and Ingrid left."
    (spans,) = layer.find([text])
    assert {text[s.start : s.end] for s in spans} == {"Priyanka Iyer", "Ingrid"}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("mail from ingrid halvorsen today", ["ingrid halvorsen"]),
        ("J.R. Okafor and D. Whitfield", ["J.R. Okafor", "D. Whitfield"]),
        ("Pieter van der Meer's phone", ["Pieter van der Meer"]),
        ("Manifest Hub and Luna Portal are down", []),
        ("Will this grant access in May?", []),
        ("host ingrid-01, /srv/ingrid, ingrid@x", []),
    ],
)
def test_the_list_of_first_names(text: str, names: list[str]) -> None:
    assert [text[start:end] for start, end, _ in FirstNameRecognizer().names(text)] == names


def test_an_unknown_recogniser_is_a_policy_error() -> None:
    with pytest.raises(PolicyError, match="no recogniser 'flair'"):
        NerLayer(policy(recognisers=["flair"]))


def test_a_missing_model_is_a_detection_error() -> None:
    with pytest.raises(DetectionError, match="switch NER off"):
        NerLayer(policy(model="no-such-model"))


def test_nothing_is_fetched(monkeypatch: pytest.MonkeyPatch) -> None:
    import socket

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("the network was asked")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    text = "Ingrid Halvorsen, https://portal.halvor.example, ih@halvor.example"
    assert NerLayer(policy()).find([text])[0]
