"""Patterns on RE2."""

from __future__ import annotations

import time

import pytest

from redactory.errors import PolicyError
from redactory.policy.patterns import compile_re2


def test_finds_with_offsets_in_characters():
    pattern = compile_re2(r"badge (?P<value>E-\d+)")
    assert pattern.search("é😀 badge E-77").span(pattern.groupindex["value"]) == (9, 13)


def test_case():
    assert compile_re2("abc").search("ABC") is None
    assert compile_re2("abc", ignore_case=True).search("ABC")


@pytest.mark.parametrize("pattern", ["(", "a(?=b)", r"(a)\1", "[z-a]", "a{5000}"])
def test_refusal_names_the_rule(pattern):
    with pytest.raises(PolicyError, match="^rule 'x': RE2 refuses the pattern: ") as caught:
        compile_re2(pattern, where="rule 'x'")
    assert "b'" not in str(caught.value)


def test_refusal_is_silent_on_stderr(capfd):
    with pytest.raises(PolicyError):
        compile_re2("(")
    assert capfd.readouterr().err == ""


def test_linear_time():
    begin = time.perf_counter()
    assert compile_re2(r"(a|aa)+$").search("a" * 50_000 + "b") is None
    assert time.perf_counter() - begin < 2
