"""Text: blocks between blank lines, whatever is not replaced byte for byte."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redactory.errors import RecordError
from redactory.records import Shape, text
from redactory.records.reasons import BINARY, NOT_UTF8, TOO_LARGE

TEXT = Shape("text")


@pytest.mark.parametrize(
    ("data", "blocks"),
    [
        ("", []),
        ("one\n", ["one"]),
        ("one\ntwo", ["one\ntwo"]),
        ("\n\n one\r\ntwo\r\n\r\n \t\nthree\n\n\n", [" one\r\ntwo", "three"]),
        ("\ufeffcafé\n", ["café"]),
        ("a\n\x0c\nb\n", ["a", "b"]),
    ],
)
def test_blocks(data: str, blocks: list[str], passage: Callable[..., Any], edits: Any) -> None:
    done = passage(data.encode(), TEXT)
    assert done.texts == [{"text": block} for block in blocks]
    assert done.output == data.encode()
    assert [row.keys for row in done.rows] == [()] * len(blocks)
    edited = passage(data.encode(), TEXT, edits.word("one", "1"))
    assert edited.output == data.replace("one", "1").encode()


def test_long_blocks_are_cut_at_the_end_of_a_line(passage: Callable[..., Any]) -> None:
    line = "x" * 999 + "\n"
    data = (line * 100).encode()
    done = passage(data, TEXT)
    assert [len(row.fields[0].text) for row in done.rows] == [31_999, 31_999, 31_999, 3_999]
    assert done.output == data
    whole = "word " * 20_000
    assert passage(f"a\n{whole}\nb".encode(), TEXT).texts == [{"text": "a"}, {"text": whole}, {"text": "b"}]


def test_blocks_that_cannot_go_on(passage: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    lines = text.bounded_lines
    monkeypatch.setattr(text, "bounded_lines", lambda stream: lines(stream, 100))
    data = b"a\nb\xff\nc\n\nnul \x00 here\n\nfine\n" + b"x" * 500 + b"\nafter\n"
    done = passage(data, TEXT)
    assert [(row.number, row.reason) for row in done.dead] == [(1, NOT_UTF8), (2, BINARY), (4, TOO_LARGE)]
    assert done.dead[0].raw == b"a\nb\xff\nc\n"
    assert done.texts == [{"text": "fine"}, {"text": "after"}]
    assert done.output == b"\n\nfine\nafter\n"


def test_utf16_is_refused(passage: Callable[..., Any]) -> None:
    with pytest.raises(RecordError, match="UTF-16"):
        passage("hello".encode("utf-16"), TEXT)


@settings(max_examples=200, deadline=None)
@given(data=st.text(st.sampled_from(list("aé😀 \n\r\t\x0b\x0c\x85\u2028")), max_size=60))
def test_any_text_comes_back_byte_for_byte(passage: Callable[..., Any], data: str) -> None:
    done = passage(data.encode(), TEXT)
    assert done.output == data.encode()
    assert not done.dead
