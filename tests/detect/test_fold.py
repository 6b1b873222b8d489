"""Folding: what no longer counts, and that offsets lead back to the original."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redactory.detect.fold import fold, folded, is_boundary, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Priya Nair", "priya nair"),
        ("JOSÉ RUIZ", "jose ruiz"),
        ("Jose\u0301 Ruiz", "jose ruiz"),
        ("Sm\u200bith", "smith"),
        ("so\u00adft", "soft"),
        ("Mary  Ann\r\nCole", "mary ann cole"),
        ("a\u00a0 b", "a b"),
        ("O\u2019Brien O`Brien O'Brien", "o'brien o'brien o'brien"),
        ("Anne\u2011Marie p.nair p_nair", "anne marie p nair p nair"),
        ("Straße ﬁle Ærø", "strasse file aero"),
        ("Łukasz Đorđe", "lukasz dorde"),
        ("Ｐｒｉｙａ", "priya"),
        ("王伟", "王伟"),
        ("\ud800x", "\x01x"),
    ],
)
def test_folded_text(text: str, expected: str) -> None:
    assert fold(text).data.decode() == expected


def test_ascii_text_without_runs_needs_no_offsets() -> None:
    assert fold("Priya Nair\tcalled").at == ()
    assert fold("Priya  Nair").at != ()


def test_offsets_take_in_accents_and_dropped_characters() -> None:
    text = "x José\u0301 Sm\u200bith ﬁn"
    source = fold(text)
    data = source.data.decode()
    for word, original in (("jose", "José\u0301"), ("smith", "Sm\u200bith"), ("fin", "ﬁn")):
        at = data.index(word)
        assert text[source.start(at) : source.end(at + len(word))] == original


def test_name_words_and_single_spaces() -> None:
    assert words("Müller-Lüdenscheidt,  O'Brien") == ("muller", "ludenscheidt", "o'brien")
    assert folded("  Nair,  Priya ") == "nair priya"


@pytest.mark.parametrize(
    ("text", "position", "expected"),
    [
        ("a_b", 1, True), ("a_b", 2, True), ("ab", 1, False), ("a1", 1, False), ("王伟来", 2, True),
        ("来Priya", 1, True), ("e\u0301x", 2, False), ("x\u0301", 1, False), ("", 0, True), ("a", 1, True),
    ],
)  # fmt: skip
def test_boundaries(text: str, position: int, expected: bool) -> None:
    assert is_boundary(text, position) is expected


@settings(derandomize=True, deadline=None)
@given(st.text(max_size=200))
def test_any_text_folds_and_every_byte_has_its_place(text: str) -> None:
    source = fold(text)
    last = 0
    for position in range(len(source.data)):
        start, end = source.start(position), source.end(position + 1)
        assert 0 <= last <= start <= len(text)
        assert start <= end <= len(text)
        last = start


@settings(derandomize=True, deadline=None)
@given(st.text(alphabet=st.characters(codec="ascii"), max_size=80), st.text(max_size=40))
def test_a_fold_is_the_fold_of_its_parts(head: str, tail: str) -> None:
    joined = fold(head + "\x00" + tail).data
    assert joined == fold(head).data + b"\x00" + fold(tail).data
