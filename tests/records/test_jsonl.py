"""JSON lines: what is not replaced is written back byte for byte; rows that cannot go on are told apart."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from redactory.errors import RecordError
from redactory.records import Edit, Row, Shape, jsonl
from redactory.records.limits import MAX_DEPTH
from redactory.records.reasons import NOT_JSON, NOT_UTF8, TOO_DEEP, TOO_LARGE, TOO_MANY

CASES = yaml.safe_load((Path(__file__).parents[1] / "cases" / "records_jsonl.yaml").read_text(encoding="utf-8"))
JSONL = Shape("jsonl")


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: dict[str, Any], passage: Callable[..., Any]) -> None:
    data = case["data"].encode()
    done = passage(data, JSONL)
    dead = {row.number: row.reason for row in done.dead}
    if "dead_all" in case:
        assert set(dead.values()) == {case["dead_all"]}
        assert len(dead) == case["rows"]
        return
    assert dead == case.get("dead", {})
    if "rows" in case:
        assert len(done.all) == case["rows"]
    if "texts" in case:
        assert done.texts[0] == case["texts"]
    lines = data.splitlines(keepends=True)
    if dead:
        lines = [line for number, line in enumerate(data.split(b"\n"), 1) if number not in dead and line]
        assert done.output.split(b"\n")[:-1] == lines
    else:
        assert done.output == data


def test_edits_keep_everything_around_them(passage: Callable[..., Any], edits: Any) -> None:
    data = b'{"n":1e5,  "a":"\\u0041nn \\/ \\ud83d\\ude00Ann\\n","b":"Ann"}\r\n'
    done = passage(data, JSONL, edits.word("Ann", '<"P">'))
    assert done.output == b'{"n":1e5,  "a":"<\\"P\\"> \\/ \\ud83d\\ude00<\\"P\\">\\n","b":"<\\"P\\">"}\r\n'


def test_declared_numbers_become_strings(passage: Callable[..., Any], edits: Any) -> None:
    data = b'{"phone": 5551234, "vip": true, "none": null, "other": 7, "list": [1, 2]}\n'
    rules = {"entities": {"phone": "PHONE", "vip": "PERSON", "none": "PERSON", "list[*]": "ID"}}
    done = passage(data, JSONL, edits.whole("<X>"), **rules)
    assert done.texts == [{"phone": "5551234", "vip": "true", "list[0]": "1", "list[1]": "2"}]
    assert {field.entity for field in done.rows[0].fields} == {"PHONE", "PERSON", "ID"}
    assert done.output == b'{"phone": "<X>", "vip": "<X>", "none": null, "other": 7, "list": ["<X>", "<X>"]}\n'
    assert passage(data, JSONL, **rules).output == data


def test_declared_bare_value(passage: Callable[..., Any], edits: Any) -> None:
    done = passage(b' 42 \n"x"\n', JSONL, edits.whole("<X>"), entities={"$": "ID"})
    assert done.output == b' "<X>" \n"<X>"\n'


def test_listing_and_account_come_from_the_policy(passage: Callable[..., Any]) -> None:
    data = b'{"a":"1","b":"2","c":"3","d":{"e":"4"},"f":["5"]}\n'
    done = passage(data, JSONL, text=["a", "f[*]"], keep=["b"], drop=["d.e"], account=["a"])
    found = [(field.path, field.listing, field.account) for field in done.rows[0].fields]
    assert found == [
        ("a", "text", True),
        ("b", "keep", False),
        ("c", "unlisted", False),
        ("d.e", "drop", False),
        ("f[0]", "text", False),
    ]


def test_keys_are_distinct_and_decoded(passage: Callable[..., Any]) -> None:
    done = passage(b'{"a":[{"b":1},{"b":2,"\\u0063":{}}],"d":{"a":0}}\n', JSONL)
    assert sorted(done.rows[0].keys) == ["a", "b", "c", "d"]


def test_rows_survive_pickling(passage: Callable[..., Any], edits: Any) -> None:
    data = b'\n{"a": "Ann \\u00e9"}\n'
    rows: list[Row] = []

    def thawed(row: Row) -> Any:
        rows.append(pickle.loads(pickle.dumps(row)))
        return edits.word("Ann", "<P>")(rows[-1])

    done = passage(data, JSONL, thawed)
    assert rows == done.rows
    assert done.output == b'\n{"a": "<P> \\u00e9"}\n'


def test_invalid_utf8_and_utf16(passage: Callable[..., Any]) -> None:
    done = passage(b'{"a":"\xff"}\n{"a":"1"}\n', JSONL)
    assert [(row.number, row.reason, row.raw) for row in done.dead] == [(1, NOT_UTF8, b'{"a":"\xff"}\n')]
    assert done.output == b'{"a":"1"}\n'
    for encoding in ("utf-16", "utf-32"):
        with pytest.raises(RecordError, match="convert it to UTF-8"):
            passage('{"a":"1"}'.encode(encoding), JSONL)


@pytest.mark.parametrize("value", [[{"a": "1"}], {"a": "1"}])
def test_a_document_over_many_lines_is_refused(value: Any, passage: Callable[..., Any]) -> None:
    with pytest.raises(RecordError, match="one record a line"):
        passage(json.dumps(value, indent=2).encode(), JSONL)
    assert len(passage(json.dumps(value).encode(), JSONL).rows) == 1


def test_nesting_is_bounded(passage: Callable[..., Any]) -> None:
    fits = "[" * MAX_DEPTH + '"x"' + "]" * MAX_DEPTH
    done = passage(f"{fits}\n[{fits}]\n".encode(), JSONL)
    assert [row.reason for row in done.dead] == [TOO_DEEP]
    assert done.rows[0].fields[0].path == "[0]" * MAX_DEPTH
    assert passage(b"[" * 1_000_000, JSONL).dead[0].reason == TOO_DEEP


def test_size_is_bounded_and_reading_goes_on(passage: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    lines = jsonl.bounded_lines
    monkeypatch.setattr(jsonl, "bounded_lines", lambda stream: lines(stream, 100))
    exactly = b'{"a":"' + b"x" * 91 + b'"}\n'
    assert len(exactly) == 100
    over = b'{"a":"' + b"x" * 3_000_000 + b'"}\n'
    done = passage(exactly + over + b'{"a":"1"}\n', JSONL)
    assert [(row.number, row.reason) for row in done.dead] == [(2, TOO_LARGE)]
    assert over.startswith(done.dead[0].raw)
    assert done.output == exactly + b'{"a":"1"}\n'


def test_count_of_values_is_bounded(passage: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("redactory.records.json_scan.MAX_ROW_VALUES", 10)
    monkeypatch.setattr("redactory.records.fields.MAX_NODES", 5)
    many = json.dumps(["x"] * 12).encode()
    keys = json.dumps({str(n): n for n in range(12)}).encode()
    done = passage(b"\n".join([many, keys, b'{"a":"1"}']), JSONL)
    assert [row.reason for row in done.dead] == [TOO_MANY, TOO_MANY]
    assert len(done.rows) == 1


@pytest.mark.parametrize("bad", [[(2, 1)], [(0, 9)], [(0, 2), (1, 3)], [(-1, 1)]])
def test_edits_that_do_not_fit_are_refused(bad: list[tuple[int, int]], passage: Callable[..., Any]) -> None:
    with pytest.raises(RecordError, match="must ascend"):
        passage(b'{"a":"abcd"}\n', JSONL, lambda row: {0: [Edit(s, e, "x") for s, e in bad]})


def test_replacement_with_half_a_surrogate_pair_is_refused(passage: Callable[..., Any], edits: Any) -> None:
    with pytest.raises(RecordError, match="row 1: a replacement"):
        passage(b'{"a":"abcd"}\n', JSONL, edits.whole("\ud800"))


_text = st.text(
    st.characters(exclude_categories=("Cs", "Cc"), include_characters="\n\t\x1b", exclude_characters="\ufffd"),
    max_size=40,
)
_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | _text,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_text, inner, max_size=4),
    max_leaves=20,
)
_style = st.fixed_dictionaries(
    {"ensure_ascii": st.booleans(), "separators": st.sampled_from([None, (",", ":"), (" , ", " :  ")])}
)


@settings(max_examples=150, deadline=None)
@given(rows=st.lists(st.tuples(_values, _style), max_size=4), end=st.sampled_from(["\n", "\r\n"]), final=st.booleans())
def test_any_json_comes_back_byte_for_byte(passage: Callable[..., Any], rows: list[Any], end: str, final: bool) -> None:
    data = end.join(json.dumps(value, **style) for value, style in rows) + (end if final else "")
    done = passage(data.encode(), JSONL)
    assert not done.dead
    assert len(done.rows) == len(rows)
    assert done.output == data.encode()
    assert [[f.text for f in row.fields] for row in done.rows] == [_strings(value) for value, _ in rows]


@settings(max_examples=150, deadline=None)
@given(value=_values, style=_style, draw=st.data())
def test_edits_show_in_the_decoded_value_alone(
    passage: Callable[..., Any], value: Any, style: Any, draw: st.DataObject
) -> None:
    expected: list[str] = []

    def editing(row: Row) -> dict[int, list[Edit]]:
        chosen: dict[int, list[Edit]] = {}
        for index, field in enumerate(row.fields):
            size = len(field.text)
            cuts = sorted(draw.draw(st.lists(st.integers(0, size), max_size=4)))
            chosen[index] = [Edit(a, b, draw.draw(_text)) for a, b in zip(cuts[::2], cuts[1::2], strict=False)]
            text = field.text
            for edit in reversed(chosen[index]):
                text = text[: edit.start] + edit.replacement + text[edit.end :]
            expected.append(text)
        return chosen

    done = passage(json.dumps(value, **style).encode() + b"\n", JSONL, editing)
    replaced = iter(expected)
    assert json.loads(done.output) == _with_strings(value, replaced)
    assert next(replaced, None) is None


@st.composite
def _broken(draw: st.DrawFn) -> str:
    """A line of JSON with some characters taken out, put in or exchanged."""
    line = json.dumps(draw(_values), **draw(_style))
    for _ in range(draw(st.integers(0, 2))):
        at = draw(st.integers(0, len(line)))
        sign = draw(st.sampled_from(list('{}[]",:\\/u0d8e1-.+E tn\t')) | st.just(""))
        line = line[:at] + sign + line[at + draw(st.integers(0, 1)) :]
    return line


@settings(max_examples=400, deadline=None)
@given(line=_broken())
def test_what_it_takes_is_json_and_what_it_refuses_is_not(passage: Callable[..., Any], line: str) -> None:
    """Against the standard library's reader, which is strict but for NaN, Infinity and duplicate keys."""
    if line.strip() in ("", "[", "{"):  # blank, or the beginning of a document over many lines
        return
    done = passage(line.encode(), JSONL)

    def refuse(name: str) -> None:
        raise ValueError(name)

    try:
        json.loads(line, parse_constant=refuse)
        valid = True
    except ValueError:
        valid = False
    reasons = [row.reason for row in done.dead]
    assert reasons != [NOT_JSON] if valid else reasons


def _strings(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for one in inner for text in _strings(one)]


def _with_strings(value: Any, texts: Any) -> Any:
    if isinstance(value, str):
        return next(texts)
    if isinstance(value, list):
        return [_with_strings(one, texts) for one in value]
    if isinstance(value, dict):
        return {key: _with_strings(one, texts) for key, one in value.items()}
    return value
