"""CSV: cells with their places, dialects found, unchanged cells byte for byte, broken rows told apart."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from redactory.errors import RecordError
from redactory.records import Edit, Row, Shape, csv_rows
from redactory.records.reasons import NOT_UTF8, RAGGED, TOO_LARGE

CASES = yaml.safe_load((Path(__file__).parents[1] / "cases" / "records_csv.yaml").read_text(encoding="utf-8"))
CSV = Shape("csv")


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: dict[str, Any], passage: Callable[..., Any], edits: Any) -> None:
    data = case["data"].encode()
    done = passage(data, CSV)
    assert done.texts == case["rows"]
    assert {row.number: row.reason for row in done.dead} == case.get("dead", {})
    if not done.dead:
        assert done.output == data
    if "edited" in case:
        assert passage(data, CSV, edits.word("Ann", "<P>")).output == case["edited"].encode()
    lost = b"".join(row.raw for row in done.dead)
    assert sorted(done.output + lost) == sorted(data)


@pytest.mark.parametrize(
    ("replacement", "cell"),
    [("x", "x"), ("a,b", '"a,b"'), ('say "x"', 'say "x"'), ('"x"', '"""x"""'), ("a\nb", '"a\nb"'), ("", "")],
)
def test_a_replacement_that_needs_quotes_gets_them(
    replacement: str, cell: str, passage: Callable[..., Any], edits: Any
) -> None:
    output = passage(b"id,note\n1,Ann\n", CSV, edits.whole(replacement, "note")).output.decode()
    assert output == f"id,note\n1,{cell}\n"
    assert list(csv.reader(io.StringIO(output, newline=""))) == [["id", "note"], ["1", replacement]]


def test_listing_by_column(passage: Callable[..., Any]) -> None:
    done = passage(b"id,Full Name,n\n1,Ann,5\n", CSV, keep=["id"], entities={"Full Name": "PERSON"}, account=["n"])
    assert [(f.path, f.listing, f.entity, f.account) for f in done.rows[0].fields] == [
        ("id", "keep", None, False),
        ("Full Name", "entity", "PERSON", False),
        ("n", "unlisted", None, True),
    ]
    assert done.rows[0].keys == ("id", "Full Name", "n")


def test_equal_column_names_are_refused(passage: Callable[..., Any]) -> None:
    with pytest.raises(RecordError, match=r"columns 2 and 3 .* rename one"):
        passage(b"a,Ann,Ann\n1,2,3\n", CSV)


@pytest.mark.parametrize("data", [b'a,"b\n1,2\n', b"a,\xff\n1,2\n", b"a,b\r1,2\r3,4\r"])
def test_a_header_that_cannot_be_read_is_refused(data: bytes, passage: Callable[..., Any]) -> None:
    with pytest.raises(RecordError, match="header cannot be read"):
        passage(data, CSV)


def test_invalid_utf8_inside_a_long_cell(passage: Callable[..., Any]) -> None:
    done = passage(b'a,b\n1,"x\xff\n,\n"\n2,y\n', CSV)
    assert [(row.number, row.reason, row.raw) for row in done.dead] == [(1, NOT_UTF8, b'1,"x\xff\n,\n"\n')]
    assert done.output == b"a,b\n2,y\n"


def test_utf16_is_refused_with_what_to_do(passage: Callable[..., Any]) -> None:
    with pytest.raises(RecordError, match="iconv"):
        passage("a,b\n1,2\n".encode("utf-16"), CSV)


def test_size_is_bounded(passage: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    lines = csv_rows.bounded_lines
    monkeypatch.setattr(csv_rows, "bounded_lines", lambda stream: lines(stream, 100))
    monkeypatch.setattr(csv_rows, "MAX_ROW_BYTES", 100)
    long = b"1," + b"x" * 500_000 + b"\n"
    done = passage(b"a,b\n" + long + b"2,y\n", CSV)
    assert [(row.number, row.reason) for row in done.dead] == [(1, TOO_LARGE)]
    assert done.output == b"a,b\n2,y\n"
    with pytest.raises(RecordError, match="close its quote"):
        passage(b'a,b\n1,"' + b"x\n" * 200 + b"2,y\n", CSV)


def test_rows_behind_the_sample_are_read_the_same(passage: Callable[..., Any]) -> None:
    data = b"a;b\n" + b'1;"x\ny"\n' * 30_000 + b"1,2\n"
    done = passage(data, CSV)
    assert len(done.rows) == 30_000
    assert [(row.number, row.reason) for row in done.dead] == [(30_001, RAGGED)]


_cell = st.text(st.sampled_from(list("aé😀,;\t|\"'\n \r")), max_size=8)


@settings(max_examples=200, deadline=None)
@given(
    rows=st.lists(st.tuples(_cell, _cell, _cell), min_size=1, max_size=5),
    delimiter=st.sampled_from(",;\t|"),
    quoting=st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]),
    draw=st.data(),
)
def test_what_the_standard_library_writes(
    passage: Callable[..., Any], rows: list[tuple[str, ...]], delimiter: str, quoting: Any, draw: st.DataObject
) -> None:
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=delimiter, quoting=quoting, lineterminator="\r\n")
    writer.writerows([("c1", "c2", "c3"), *rows])
    data = out.getvalue().encode()
    done = passage(data, CSV)
    assert [tuple(f.text for f in row.fields) for row in done.rows] == rows
    assert done.output == data

    expected: list[list[str]] = []

    def editing(row: Row) -> dict[int, list[Edit]]:
        chosen: dict[int, list[Edit]] = {}
        expected.append([])
        for index, field in enumerate(row.fields):
            start, end = sorted(
                (draw.draw(st.integers(0, len(field.text))), draw.draw(st.integers(0, len(field.text))))
            )
            new = draw.draw(_cell)
            chosen[index] = [Edit(start, end, new)]
            expected[-1].append(field.text[:start] + new + field.text[end:])
        return chosen

    edited = passage(data, CSV, editing).output.decode()
    assert list(csv.reader(io.StringIO(edited, newline=""), delimiter=delimiter))[1:] == expected
