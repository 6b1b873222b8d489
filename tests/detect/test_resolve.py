"""Resolution: one span a place, nothing of a loser in clear, keep-rules above the lower layers."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redactory.detect.resolve import REPEAT, SECOND_REFERENCE, Loss, is_shielded, resolve
from redactory.detect.spans import DECLARED, FORMATS, IDENTITY, NER, KeepSpan, Span


def at(text: str, value: str, entity: str, layer: int, *, rule: str = "r", score: float = 0.9) -> Span:
    start = text.index(value)
    return Span(start, start + len(value), entity, layer, rule, score)


def held(text: str, value: str) -> KeepSpan:
    start = text.index(value)
    return KeepSpan(start, start + len(value), "term")


def values(text: str, spans: list[Span]) -> list[tuple[str, str]]:
    return [(text[span.start : span.end], span.entity) for span in spans]


def test_longest_first() -> None:
    text = "mdelgado@corplabs.com"
    spans = [at(text, "mdelgado", "USER", IDENTITY), at(text, text, "EMAIL", FORMATS)]
    assert values(text, resolve(text, spans)) == [(text, "EMAIL")]


def test_then_layer_then_score() -> None:
    text = "x 4471 y"
    by_layer = [at(text, "4471", "PHONE", FORMATS, score=1.0), at(text, "4471", "EMP_ID", IDENTITY, score=0.1)]
    by_score = [at(text, "4471", "PHONE", FORMATS, score=0.6), at(text, "4471", "EMP_ID", FORMATS, score=0.7)]
    assert values(text, resolve(text, by_layer)) == [("4471", "EMP_ID")]
    assert values(text, resolve(text, by_score)) == [("4471", "EMP_ID")]


def test_what_a_loser_leaves_uncovered_goes_too() -> None:
    text = "Ana Marek Nowak, Kraków 4"
    spans = [at(text, "Marek Nowak", "PERSON", IDENTITY), at(text, "Nowak, Kraków 4", "LOCATION", NER)]
    assert values(text, resolve(text, spans)) == [("Marek", "PERSON"), ("Nowak, Kraków 4", "LOCATION")]


def test_the_rest_of_a_loser_stays_where_a_keep_rule_holds_it() -> None:
    text = "Marek Nowak Okta Lisboa end"
    spans = [at(text, "Marek Nowak", "PERSON", IDENTITY), at(text, "Nowak Okta", "PERSON", NER)]
    assert values(text, resolve(text, spans, [held(text, "Okta")])) == [("Marek Nowak", "PERSON")]


@pytest.mark.parametrize(
    ("layer", "rule", "kept"),
    [
        (DECLARED, "declared", False), (IDENTITY, "user", False), (IDENTITY, SECOND_REFERENCE, True),
        (IDENTITY, REPEAT, True), (FORMATS, "city", True), (NER, "spacy", True),
    ],
)  # fmt: skip
def test_keep_rules_hold_what_is_below_layer_1(layer: int, rule: str, kept: bool) -> None:
    text = "ask Julia now"
    span = at(text, "Julia", "PERSON", layer, rule=rule)
    assert is_shielded(span) is kept
    assert bool(resolve(text, [span], [held(text, "Julia")])) is not kept


def test_a_keep_rule_inside_an_address_does_not_cut_it() -> None:
    text = "to pnair@okta.com."
    spans = [at(text, "pnair@okta.com", "EMAIL", FORMATS)]
    assert values(text, resolve(text, spans, [held(text, "okta.com")])) == [("pnair@okta.com", "EMAIL")]


def test_names_lose_their_possessive_and_punctuation() -> None:
    text = "(Jules's laptop, “Marek”)"
    spans = [at(text, "(Jules's", "PERSON", NER), at(text, " “Marek”)", "PERSON", NER)]
    assert values(text, resolve(text, spans)) == [("Jules", "PERSON"), ("Marek", "PERSON")]


def test_pieces_of_one_name_become_one() -> None:
    text = "Marek P. Nowak"
    spans = [at(text, "Marek P", "PERSON", NER), at(text, "Nowak", "PERSON", IDENTITY, rule=SECOND_REFERENCE)]
    assert values(text, resolve(text, spans)) == [(text, "PERSON")]


def test_two_people_of_the_directory_stay_two() -> None:
    text = "Marek Nowak Ana Sousa"
    spans = [at(text, "Marek Nowak", "PERSON", IDENTITY), at(text, "Ana Sousa", "PERSON", IDENTITY)]
    assert len(resolve(text, spans)) == 2


def test_nothing_reaches_into_a_wall() -> None:
    text = "<USER> Marek <USER>"
    spans = [Span(0, len(text), "PERSON", IDENTITY, "r", 1.0), at(text, "USER", "USER", IDENTITY)]
    assert values(text, resolve(text, spans, (), [(0, 6), (13, 19)])) == [("Marek", "PERSON")]


def test_losses_are_explained() -> None:
    text = "pnair@corplabs.com okta"
    spans = [
        at(text, "pnair", "USER", IDENTITY),
        at(text, "pnair@corplabs.com", "EMAIL", FORMATS),
        at(text, "okta", "PERSON", NER),
    ]
    lost: list[Loss] = []
    resolve(text, spans, [held(text, "okta")], (), lost)
    assert [(loss.loser.entity, loss.why) for loss in lost] == [
        ("PERSON", "a keep-rule holds it"),
        ("USER", "the other is longer"),
    ]


@st.composite
def _layered(draw: Any) -> tuple[str, list[Span], list[KeepSpan]]:
    text = draw(st.text(alphabet="ab1 .-'", min_size=1, max_size=40))
    edges = st.tuples(st.integers(0, len(text)), st.integers(0, len(text))).map(sorted).filter(lambda e: e[0] < e[1])
    spans = [
        Span(*draw(edges), draw(st.sampled_from(["PERSON", "EMAIL", "USER"])), draw(st.integers(0, 3)), "r",
             draw(st.sampled_from([0.5, 0.9])))
        for _ in range(draw(st.integers(0, 6)))
    ]  # fmt: skip
    keeps = [KeepSpan(*draw(edges), "k") for _ in range(draw(st.integers(0, 2)))]
    return text, spans, keeps


@settings(derandomize=True, deadline=None)
@given(_layered())
def test_no_letter_or_digit_of_a_span_stays_outside_keep_rules(case: tuple[str, list[Span], list[KeepSpan]]) -> None:
    text, spans, keeps = case
    resolved = resolve(text, spans, keeps)
    covered = {i for span in resolved for i in range(span.start, span.end)}
    kept = {i for keep in keeps for i in range(keep.start, keep.end)}
    for span in spans:
        possessive = span.entity == "PERSON" and span.layer
        for i in range(span.start, span.end):
            if text[i].isalnum() and i not in kept and not (possessive and text[i - 1 : i + 1].lower() == "'s"):
                assert i in covered
    assert all(a.end <= b.start for a, b in zip(resolved, resolved[1:], strict=False))
    assert all(0 <= span.start < span.end <= len(text) for span in resolved)


@settings(derandomize=True, deadline=None)
@given(_layered(), st.randoms())
def test_the_order_of_the_input_does_not_matter(case: tuple[str, list[Span], list[KeepSpan]], random: Any) -> None:
    text, spans, keeps = case
    mixed = list(spans)
    random.shuffle(mixed)
    assert resolve(text, mixed, keeps[::-1]) == resolve(text, spans, keeps)


def test_no_span_ends_inside_a_letter() -> None:
    text = "Kuusik\u0301tkuusik called, Ruiz\u0301 too"
    spans = [at(text, "Kuusik", "PERSON", FORMATS), at(text, "Ruiz", "PERSON", NER)]
    assert values(text, resolve(text, spans)) == [("Kuusik\u0301tkuusik", "PERSON"), ("Ruiz\u0301", "PERSON")]


def test_a_full_name_of_the_record_goes_from_technical_text_too() -> None:
    text = "renewed cred-Priya Shah-ext-2025 for Julia"
    spans = [
        at(text, "Priya Shah", "PERSON", IDENTITY, rule=REPEAT),
        at(text, "Julia", "PERSON", IDENTITY, rule=SECOND_REFERENCE),
    ]
    keeps = [held(text, "cred-Priya Shah-ext-2025"), held(text, "Julia")]
    assert values(text, resolve(text, spans, keeps)) == [("Priya Shah", "PERSON")]
    assert resolve(text, spans[:1], [held(text, "Priya Shah")]) == []  # a vendor of the same name
