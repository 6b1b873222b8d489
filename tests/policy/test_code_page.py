"""An expression over the code page finds what it finds in UTF-8, and every built-in one can be written in it."""

from __future__ import annotations

import gc
import importlib
import pkgutil

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import redactory.detect
from redactory.policy.code_page import PAGE, encoded, translated
from redactory.policy.patterns import Pattern, look_ahead, together

for _module in pkgutil.walk_packages(redactory.detect.__path__, "redactory.detect."):
    importlib.import_module(_module.name)
_BUILT_IN = [one for one in gc.get_objects() if isinstance(one, Pattern)]
_PIECES = (
    "Ann", "Lee", "van der", "Øst", "Ümit", "é", "ß", "ÿ", "µ", "ª", "½", "K", "s", "x", "A", "7", "10.4.7.19", "0x1f",
    "-", "_", "/", "\\", "@", ":", "=", ".", ",", " ", "  ", "\n", "\t", "\xa0", "(", ")", "[", '"', "'", "’", "“", "–",
    "—", "→", "…", "€", "phone", "ext", "user", "login", "from", "to", "room", "building", "Street", "straße", "rue",
    "Mr.", "Dear", "PC", "laptop", "desk", "by", "called", "is", "assigned to", "password", "server", "the", "in",
    "Haus", "GmbH", "id",
)  # fmt: skip
_texts = st.lists(st.sampled_from(_PIECES), max_size=12).map("".join) | st.text(st.sampled_from(PAGE), max_size=20)


def _in_utf8(pattern: Pattern) -> Pattern:
    """The same pattern, which searches every text as UTF-8."""
    other = Pattern(pattern.pattern, ignore_case=pattern.ignore_case)
    other.compile()
    other._narrow = None
    return other


def _spans(pattern: Pattern, text: str) -> list[list[tuple[int, int]]]:
    return [[match.span(group) for group in range(pattern.groups + 1)] for match in pattern.finditer(text)]


_TWINS = [(Pattern(one.pattern, ignore_case=one.ignore_case), _in_utf8(one)) for one in _BUILT_IN]


def test_a_character_is_a_byte() -> None:
    assert encoded(PAGE) == bytes(range(256))
    assert encoded("Łódź") is None
    assert encoded("\x85") is None  # its place is taken


def test_every_built_in_pattern_can_be_written_in_it() -> None:
    assert len(_BUILT_IN) > 200
    refused = [one.pattern for one in _BUILT_IN if translated(one.pattern, ignore_case=one.ignore_case) is None]
    assert refused == []


@settings(max_examples=60, deadline=None)
@given(text=_texts)
def test_built_in_patterns_find_the_same_in_both(text: str) -> None:
    for page, utf8 in _TWINS:
        assert _spans(page, text) == _spans(utf8, text), page.pattern


@pytest.mark.parametrize("ignore_case", [False, True])
@pytest.mark.parametrize(
    "expression",
    [
        r"\pL", r"\PL", r"\p{Lu}", r"\p{Ll}", r"\p{^Lu}", r"[\pL\pM\d_]", r"[^\pL]", r"\pN", r"\p{P}", r"\p{Zs}",
        r"\p{Cc}", r"\p{Greek}", r".", r"\s", r"\S", r"[^\s\x{2019}]", r"[\x{2010}-\x{2015}]", r"[\x{80}-\x{9f}]",
        r"[^\x00-\x7f]", r"[\x{100}-\x{24f}]", r"[^\x{100}-\x{24f}]", r"[à-þ]", r"Ÿ", r"ſ", r"[Å-ſ]", r"μ", r"\x{1e9e}",
        r"k|\x{212a}", r"[]x]", r"[^]x]", r"[a\-c]", r"[+--]", r"\xe9", r"é|–", r"(?i:\p{Lu})", r"(?i)é",
        r"a|(?-i:\p{Lu})|\p{Ll}", r"(?i:(x)|É)|Ö", r"(?s).", r"\.|\ ", r"[\t\n]", r"[\w.-]", r"(?P<name>[Łé])",
        r"x?\x{142}*é", r"\bs", r"((?i)a|É)|Ü",
    ],
)  # fmt: skip
def test_finds_the_same_characters(expression: str, ignore_case: bool) -> None:
    pattern = Pattern(expression, ignore_case=ignore_case)
    assert translated(expression, ignore_case=ignore_case) is not None
    assert _spans(pattern, PAGE) == _spans(_in_utf8(pattern), PAGE)
    for char in PAGE:
        assert _spans(pattern, char + "s") == _spans(_in_utf8(pattern), char + "s")


@pytest.mark.parametrize("expression", [r"\Qa.\E", r"[[:alpha:]]", r"[x[^y]", r"\07"])
def test_what_cannot_be_told_is_searched_in_utf8(expression: str) -> None:
    assert translated(expression) is None
    pattern, group = Pattern(expression), together(Pattern(expression), Pattern("zz"))
    for text in ("a.é", "a", "\x07", "[y"):
        found = [match.span() for match in pattern.finditer(text)]
        assert found == [match.span() for match in _in_utf8(pattern).finditer(text)]
        assert len(group.matching(text)) == bool(found)


@settings(max_examples=60, deadline=None)
@given(text=_texts | st.text(max_size=20, alphabet=st.characters(exclude_categories=["Cs"])))
def test_what_is_searched_for_together_matches_alone(text: str) -> None:
    alone = [(one, one.group) for one, (_, utf8) in zip(_BUILT_IN, _TWINS, strict=True) if utf8.is_in(text)]
    for group in {one.group for one in _BUILT_IN if one.group is not None}:
        assert group.matching(text) == {one for one, own in alone if own is group}
        look_ahead([text, text + "."])
        assert text in group.ahead or not text  # it was asked
        group.last = ("", b"", True, frozenset())
        assert group.matching(text) == {one for one, own in alone if own is group}
