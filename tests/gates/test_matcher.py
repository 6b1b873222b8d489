"""The matcher finds every value under whatever damage folding undoes, and nothing inside longer words."""

from __future__ import annotations

import unicodedata

from gate_objects import policy_with, snapshot_of
from hypothesis import given, settings
from hypothesis import strategies as st

from redactory.directory.model import Person
from redactory.gates.folding import BOUNDARY, fold, fold_with_origins
from redactory.gates.matcher import find_values
from redactory.gates.record_text import RecordText, cut
from redactory.gates.values import DETECTED, DIRECTORY, ValueLists

NAMES = (
    "Zofia Wiśniewska", "José Ángel Ruíz", "Kate O'Brien", "Anne-Marie Kovač", "Łukasz Żak", "Ümit Çelik",
    "김민수아", "李小伟",
)  # fmt: skip
ACCOUNTS = ("zwisniewska", "j.ruiz7", "svc_kovac9", "lzak-adm")
LISTS = ValueLists(policy_with())
INDEX = LISTS.directory(
    snapshot_of(
        *(Person(str(n), display_names=(name,)) for n, name in enumerate(NAMES)),
        *(Person(f"u{n}", (name,), emails=(f"{name}@corp-labs.org",)) for n, name in enumerate(ACCOUNTS)),
    )
)


@st.composite
def damaged(draw: st.DrawFn, value: str) -> str:
    """`value` with its case, its accents' form, its spaces and apostrophes changed, and zero-width signs put in."""
    text = draw(st.sampled_from([str.upper, str.lower, str, str.title, str.swapcase]))(value)
    text = unicodedata.normalize(draw(st.sampled_from(["NFC", "NFD"])), text)
    if draw(st.booleans()):
        text = text.replace("'", draw(st.sampled_from(["\u2019", "\u02bc", "`", "\uff07"])))
    if draw(st.booleans()):
        text = text.replace("-", draw(st.sampled_from(["\u2010", "\u2011"])))
    text = text.replace(" ", draw(st.sampled_from([" ", "  ", "\n", " \r\n\t", "\u00a0"])))
    for at in sorted(draw(st.lists(st.integers(1, len(text) - 1), max_size=3)), reverse=True):
        text = text[:at] + draw(st.sampled_from(["\u200b", "\u200d", "\ufeff", "\u00ad"])) + text[at:]
    return text


around = st.sampled_from(["", " ", "_", "(", "\"", "/", "=", ": ", "\n", "<", "]", BOUNDARY, "🙂", "中"])
values = st.sampled_from([("PERSON", name) for name in NAMES] + [("USER", name) for name in ACCOUNTS])


@settings(max_examples=300, deadline=None)
@given(st.data(), values, around, around)
def test_planted_values_are_found_at_their_place(
    data: st.DataObject, planted: tuple[str, str], before: str, after: str
) -> None:
    entity, value = planted
    text = data.draw(damaged(value))
    record = RecordText(["first", f"x {before}{text}{after} y", "last"])
    start = len("first") + 3 + len(before)
    for hits in (INDEX.find(record), find_values(record, LISTS.of(entity, value, DETECTED))):
        places = {(hit.start, hit.end) for hit in hits if hit.kind.entity == entity}
        assert len(places) == 1
        found = places.pop()
        assert found[0] == start
        assert fold(record.text[found[0] : found[1]]) == fold(text)


@settings(max_examples=200, deadline=None)
@given(values, st.sampled_from("abz09é"), st.booleans())
def test_nothing_is_found_inside_longer_words(planted: tuple[str, str], letter: str, front: bool) -> None:
    entity, value = planted
    if not value.isascii():
        return
    text = f"{letter}{value}" if front else f"{value}{letter}"
    record = RecordText([f"x {text} y"])
    assert [hit for hit in INDEX.find(record) if hit.kind.entity == entity] == []
    assert list(find_values(record, LISTS.of(entity, value, DETECTED))) == []


@settings(max_examples=500, deadline=None)
@given(st.text(max_size=60))
def test_any_text_folds_the_same_with_and_without_offsets(text: str) -> None:
    folded, origins = fold_with_origins(text)
    assert folded == fold(text)
    assert len(origins) == len(folded) + 1
    assert origins == sorted(origins)
    assert fold(folded) == folded


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=80), st.text(max_size=80))
def test_any_text_is_searched_without_error(one: str, two: str) -> None:
    record = RecordText([one, two])
    own = [value for entity in ("PERSON", "IP", "PHONE", "EMAIL", "OTHER") for value in LISTS.of(entity, one, DETECTED)]
    for hit in [*INDEX.find(record), *find_values(record, own)]:
        assert 0 <= hit.start < hit.end <= len(record.text)


def test_cut_leaves_a_boundary() -> None:
    assert cut("a <X> b<Y>", [(2, 5), (7, 10)]) == f"a {BOUNDARY} b{BOUNDARY}"
    assert cut("ab", [(1, 1)]) == f"a{BOUNDARY}b"


def test_many_forms_of_a_name() -> None:
    people = snapshot_of(
        Person("1", display_names=("Berg, Jan van der (Vendor)",), given_names=("Jan",), surnames=("van der Berg",)),
        Person("2", display_names=("Maria Luisa Ortega Vidal",), surnames=("Ortega Vidal",)),
    )
    index = ValueLists(policy_with()).directory(people)
    for text in ("Jan van der Berg", "van der Berg, Jan", "BERG, JAN VAN DER", "Ortega Vidal, Maria Luisa"):
        hits = list(index.find(RecordText([f"by {text}."])))
        assert [hit.kind.list_name for hit in hits] == [DIRECTORY], text


def test_reprs_show_no_value() -> None:
    record = RecordText(["Zofia Wiśniewska"])
    shown = repr((record, LISTS, INDEX, LISTS.of("PERSON", "Zofia Wiśniewska", DETECTED), list(INDEX.find(record))))
    assert "ofia" not in shown
    assert "isniewska" not in shown
