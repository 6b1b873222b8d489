"""What RE2 is asked before Python's `re` is never narrower than the expression itself."""

from __future__ import annotations

import importlib
import pkgutil
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import redactory.detect
from redactory.detect.prefilter import Sieved, sieved, widened
from redactory.errors import PolicyError
from redactory.policy.patterns import Pattern

_MODULES = [m.name for m in pkgutil.walk_packages(redactory.detect.__path__, "redactory.detect.")]
_USED = {
    f"{name}.{key}": value
    for name in _MODULES
    for key, value in vars(importlib.import_module(name)).items()
    if isinstance(value, Sieved)
}
_PIECES = (
    "phone", "tel", "call", "her", "on", "ext", ".", ":", " ", "  ", "\n", "\t", "\x0b", "\x1c", "(", ")", "[", "=",
    "user", "login", "logged in", "from", "by", "run", "laptop", "pc", "is", "renamed", "locked", "ticket", "#",
    "sip:", "id", "emp", "4", "10115", "a", "S", "K", "-", "_", "/", "\\", "'", '"', "@", "1:2a:", "host", "to", "my",
    "Ann", "Lee", ",",
)  # fmt: skip
_texts = st.lists(st.sampled_from(_PIECES), max_size=14).map("".join)


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        (r"(?<=a)b$", "ab\n"), (r"a(?!b(?:c|[)]))c", "ac"), (r"[^\s]x", "\x01x"), (r"\sx", "\x1cx"),
        (r"[\s:]x", "\x0bx"),
        (r"a++b", "aab"), (r"a{1,3}+b", "aab"), (r"\++b", "++b"), (r"(?P<n>a)(b)", "ab"), (r"[]x]y", "]y"),
        (r"[^]x]y", "ay"),
        (r"[[(]y", "[y"), (r"(?>ab|a)c", "abc"), (r"a\Z", "a"), (r"a$|b", "cb"), (r"\u2019|x", "x"), (r"a+?b", "aab"),
    ],
)  # fmt: skip
def test_is_wider(expression: str, text: str) -> None:
    assert re.search(expression, text)
    assert Pattern(widened(expression)).is_in(text)


def test_is_a_sieve_and_no_more_than_that() -> None:
    ends = sieved(r"(?<!not )called $")
    assert not Pattern(widened(r"(?<!not )called $")).is_in("called off")
    assert ends.search("is called ")
    assert ends.search("is not called ") is None
    assert [match.span() for match in sieved(r"\d+", re.I).finditer("a 1, 23")] == [(2, 3), (5, 7)]
    assert sieved(r"\w+é").search("café")  # what is not ASCII goes to `re` at once


def test_a_part_of_a_text_is_searched_as_re_does() -> None:
    for expression in (r"\bab$", r"^b", r"\Bb", r"(?<=a)b"):
        for start in range(4):
            for end in range(5):
                mine = sieved(expression).search("aab b", start, end)
                own = re.compile(expression).search("aab b", start, end)
                assert (mine and mine.span()) == (own and own.span())


@pytest.mark.parametrize("expression", ["(?s:a)ı", "ſ"])
def test_letters_that_fold_into_ascii_are_refused(expression: str) -> None:
    with pytest.raises(PolicyError):
        widened(expression, re.IGNORECASE)


@pytest.mark.parametrize("name", sorted(_USED))
@given(text=_texts)
def test_what_is_used_finds_all_that_re_finds(name: str, text: str) -> None:
    one = _USED[name]
    found = one._expression.search(text)
    assert (one.search(text) is None) == (found is None)


def test_some_are_used() -> None:
    assert len(_USED) > 5
