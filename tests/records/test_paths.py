"""Path texts are read back by the policy's own grammar as the parts they came from."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redactory.errors import RecordError
from redactory.policy.paths import parse_concrete
from redactory.records import Shape, path_text, shape_of


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        ((), "$"),
        (("ticket", "summary"), "ticket.summary"),
        (("correspondence", 0, "message"), "correspondence[0].message"),
        ((0, "a"), "[0].a"),
        (("a.b", "c"), "['a.b'].c"),
        (("x", "it's", 12), "x['it''s'][12]"),
        (("",), "['']"),
        (("a b",), "a b"),
        ((" a",), "[' a']"),
        (("$",), "['$']"),
        (("**",), "['**']"),
    ],
)
def test_text_of_a_path(parts: tuple[str | int, ...], text: str) -> None:
    assert path_text(parts) == text


@given(st.lists(st.text(max_size=6) | st.sampled_from(list(".[]*'\"\\$ \n")) | st.integers(0, 99), max_size=5))
def test_parts_come_back(parts: list[str | int]) -> None:
    assert parse_concrete(path_text(tuple(parts))) == tuple(parts)


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        ("tickets.jsonl", Shape("jsonl")),
        ("s3://b/dt=2026-11-29/Part-0.JSONL.GZ", Shape("jsonl", "gzip")),
        ("a.b.ndjson.zst", Shape("jsonl", "zstd")),
        ("x.csv", Shape("csv")),
        ("x.tsv.gz", Shape("csv", "gzip")),
        ("v1.2/x.parquet", Shape("parquet")),
        ("part-0.snappy.parquet", Shape("parquet")),
        ("x.log", Shape("text")),
        ("x.txt.zst", Shape("text", "zstd")),
    ],
)
def test_shape_of_a_name(name: str, shape: Any) -> None:
    assert shape_of(name) == shape


@pytest.mark.parametrize("name", ["x", "x.gz", "x.parquet.gz", "a.csv/part-0", "x.xlsx", "x.docx", "jsonl", ""])
def test_a_name_without_a_format_is_refused(name: str) -> None:
    with pytest.raises(RecordError, match="must end in"):
        shape_of(name)
