"""Parquet: text found in every kind of string column, the schema, row groups and other values kept."""

from __future__ import annotations

import datetime as dt
import io
import json
import pickle
from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from redactory.errors import RecordError
from redactory.policy.model import FieldRules
from redactory.policy.paths import FieldMatcher
from redactory.records import Edit, Row, Shape, open_reader, open_writer, parquet
from redactory.records.reasons import BINARY, NOT_UTF8, TOO_MANY

PARQUET = Shape("parquet")
NESTED = pa.struct([("m", pa.string()), ("n", pa.int32())])


def table() -> pa.Table:
    return pa.table(
        {
            "id": pa.array([1, 2, 3, 4], pa.int64()),
            "note": pa.array(["hi Ann", None, "Ann", ""]),
            "big": pa.array(["Ann", "é", None, "😀 Ann"], pa.large_string()),
            "cat": pa.array(["Ann", "b", "Ann", None]).dictionary_encode().cast(pa.dictionary(pa.int8(), pa.string())),
            "tags": pa.array([["Ann", None], [], None, ["q", "Ann"]], pa.list_(pa.string())),
            "pair": pa.array([["Ann", "b"], None, ["c", "d"], ["e", "Ann"]], pa.list_(pa.string(), 2)),
            "corr": pa.array(
                [
                    [{"m": "Ann", "n": 1}, None],
                    [{"m": None, "n": 2}],
                    None,
                    [{"m": "x", "n": None}, {"m": "Ann", "n": 4}],
                ],
                pa.list_(NESTED),
            ),
            "deep": pa.array([{"a": [[{"m": "Ann", "n": 1}]]}, None, {"a": None}, {"a": [[], [{"m": "y", "n": 2}]]}]),
            "map": pa.array([[("k", "Ann"), ("l", "m")], None, [], [("k", "z")]], pa.map_(pa.string(), pa.string())),
            "when": pa.array([1, None, 3, 4], pa.timestamp("ns", tz="UTC")),
            "price": pa.array([Decimal("1.10"), None, Decimal("2.00"), Decimal("3.33")], pa.decimal128(10, 2)),
        }
    ).replace_schema_metadata({"owner": "itsm"})


def stored(data: pa.Table, **options: Any) -> bytes:
    out = io.BytesIO()
    pq.write_table(data, out, **options)
    return out.getvalue()


def opened(data: bytes) -> pq.ParquetFile:
    return pq.ParquetFile(io.BytesIO(data))


def replaced(value: Any) -> Any:
    if isinstance(value, str):
        return value.replace("Ann", "<P>")
    if isinstance(value, list | tuple):
        return type(value)(replaced(one) for one in value)
    return {key: replaced(one) for key, one in value.items()} if isinstance(value, dict) else value


def test_texts_and_keys_of_a_row(passage: Callable[..., Any]) -> None:
    done = passage(stored(table()), PARQUET)
    assert done.texts[0] == {
        "note": "hi Ann",
        "big": "Ann",
        "cat": "Ann",
        "tags[0]": "Ann",
        "pair[0]": "Ann",
        "pair[1]": "b",
        "corr[0].m": "Ann",
        "deep.a[0][0].m": "Ann",
        "map.k": "Ann",
        "map.l": "m",
    }
    assert set(done.rows[0].keys) == {*table().column_names, "m", "n", "a", "k", "l"}
    assert [row.number for row in done.rows] == [1, 2, 3, 4]


@pytest.mark.parametrize("row_group_size", [1, 3, 4])
def test_edits_reach_every_kind_of_column_and_nothing_else(
    row_group_size: int, passage: Callable[..., Any], edits: Any
) -> None:
    data = stored(table(), row_group_size=row_group_size)
    done = passage(data, PARQUET, edits.word("Ann", "<P>"))
    output = opened(done.output)
    assert output.schema_arrow.equals(opened(data).schema_arrow, check_metadata=True)
    assert output.read().to_pylist() == [replaced(row) for row in table().to_pylist()]
    sizes = [output.metadata.row_group(n).num_rows for n in range(output.num_row_groups)]
    assert sizes == [opened(data).metadata.row_group(n).num_rows for n in range(opened(data).num_row_groups)]
    assert passage(data, PARQUET, edits.word("Ann", "<P>")).output == done.output


def test_without_edits_the_table_is_the_same(passage: Callable[..., Any]) -> None:
    output = opened(passage(stored(table(), row_group_size=3), PARQUET).output)
    output.read().validate(full=True)
    assert output.read().equals(table().cast(output.schema_arrow))


def test_codecs_and_dictionaries_are_kept(passage: Callable[..., Any]) -> None:
    codecs = {name: "ZSTD" if name == "note" else "GZIP" for name in ("note", "id")}
    data = stored(table().select(["id", "note"]), compression=codecs, use_dictionary=["note"], version="1.0")
    for source in (data, passage(data, PARQUET).output):
        group = opened(source).metadata.row_group(0)
        about = {group.column(n).path_in_schema: group.column(n) for n in range(2)}
        assert {name: column.compression for name, column in about.items()} == codecs
        assert [about[name].has_dictionary_page for name in ("id", "note")] == [False, True]
        assert opened(source).metadata.format_version == "1.0"


def test_numbers_dates_and_booleans_declared_an_entity_become_strings(passage: Callable[..., Any], edits: Any) -> None:
    data = pa.table(
        {
            "phone": pa.array([5551234, None], pa.int64()),
            "born": pa.array([dt.date(1990, 5, 17), None]),
            "seen": pa.array([dt.datetime(2026, 1, 2, 3, 4, 5), None], pa.timestamp("ms")),
            "pay": pa.array([Decimal("10.50"), None]),
            "rate": pa.array([1.5, None]),
            "vip": pa.array([True, None]),
            "who": pa.array([{"age": 41, "kids": [3, 5]}, None]),
            "kept": pa.array([7, None]),
        }
    )
    names = ["phone", "born", "seen", "pay", "rate", "vip", "who.age", "who.kids[*]"]
    rules = {"entities": dict.fromkeys(names, "SECRET")}
    done = passage(stored(data), PARQUET, edits.whole("<S>", "phone", "who.age", "who.kids[1]"), **rules)
    assert done.texts[0] == {
        "phone": "5551234",
        "born": "1990-05-17",
        "seen": "2026-01-02 03:04:05.000",
        "pay": "10.50",
        "rate": "1.5",
        "vip": "true",
        "who.age": "41",
        "who.kids[0]": "3",
        "who.kids[1]": "5",
    }
    first, second = opened(done.output).read().to_pylist()
    expected = {**done.texts[0], "phone": "<S>", "who": {"age": "<S>", "kids": ["3", "<S>"]}, "kept": 7}
    assert first == {name: expected[name] for name in data.column_names}
    assert set(second.values()) == {None}


@pytest.mark.parametrize(
    "kind", [pa.binary(), pa.large_binary(), pa.binary(2), pa.dictionary(pa.int32(), pa.binary())], ids=str
)
def test_bytes_hold_their_row_unless_dropped(kind: pa.DataType, passage: Callable[..., Any]) -> None:
    plain = kind.value_type if pa.types.is_dictionary(kind) else kind
    blob = pa.array([None, b"ab", None], plain)
    blob = blob.dictionary_encode() if plain is not kind else blob
    data = stored(pa.table({"a": ["x", "y", "z"], "blob": blob}))
    done = passage(data, PARQUET)
    assert [(row.number, row.reason) for row in done.dead] == [(2, BINARY)]
    assert json.loads(done.dead[0].raw) == {"a": "y", "blob": "YWI="}
    assert opened(done.output).read().to_pylist() == [{"a": "x", "blob": None}, {"a": "z", "blob": None}]
    dropped = passage(data, PARQUET, text=["a"], drop=["blob"])
    emptied = b"\x00\x00" if pa.types.is_fixed_size_binary(plain) else b""
    assert [row["blob"] for row in opened(dropped.output).read().to_pylist()] == [None, emptied, None]


def test_dead_rows_are_left_out_wherever_they_stand(passage: Callable[..., Any], edits: Any) -> None:
    names = [f"Ann {n}" for n in range(20)]
    dead = {0, 5, 6, 7, 8, 9, 13, 19}
    blobs = [b"x" if n in dead else None for n in range(20)]
    data = stored(pa.table({"a": names, "l": [[name] for name in names], "b": blobs}), row_group_size=5)
    done = passage(data, PARQUET, edits.word("Ann", "<P>"))
    assert {row.number - 1 for row in done.dead} == dead
    rows = opened(done.output).read().to_pylist()
    assert [row["a"] for row in rows] == [f"<P> {n}" for n in range(20) if n not in dead]
    assert [row["l"] for row in rows] == [[row["a"]] for row in rows]


def test_invalid_utf8_holds_its_row_alone(passage: Callable[..., Any], edits: Any) -> None:
    raw = pa.array([b"Ann", b"\xff\xfe", b"Ann"], pa.binary())
    bad = pa.StringArray.from_buffers(3, raw.buffers()[1], raw.buffers()[2])
    done = passage(
        stored(pa.table({"a": bad, "l": pa.ListArray.from_arrays([0, 1, 2, 3], bad)})), PARQUET, edits.word("Ann", "P")
    )
    assert [(row.number, row.reason) for row in done.dead] == [(2, NOT_UTF8)]
    assert opened(done.output).read().to_pylist() == [{"a": "P", "l": ["P"]}] * 2


def test_raw_gives_the_whole_row(passage: Callable[..., Any]) -> None:
    data = stored(table(), row_group_size=3)
    reader = open_reader(io.BytesIO(data), PARQUET, FieldMatcher(FieldRules(text=["**"])))
    rows = [row for row in reader if isinstance(row, Row)]
    raw = json.loads(reader.raw(rows[3]))
    assert raw["id"] == 4
    assert raw["corr"][1] == {"m": "Ann", "n": 4}
    assert json.loads(reader.raw(rows[0]))["id"] == 1
    assert pickle.loads(pickle.dumps(rows)) == rows


def test_a_stream_that_cannot_seek_and_a_sink_that_only_writes() -> None:
    class Pipe(io.RawIOBase):
        def __init__(self, data: bytes) -> None:
            self._data = io.BytesIO(data)

        def read(self, size: int = -1) -> bytes:
            return self._data.read(size)

        def seekable(self) -> bool:
            return False

    class Sink(io.RawIOBase):
        def __init__(self) -> None:
            self.parts: list[bytes] = []

        def writable(self) -> bool:
            return True

        def write(self, data: Any) -> int:
            self.parts.append(bytes(data))
            return len(data)

    source: Any = Pipe(stored(table()))
    sink: Any = Sink()
    reader = open_reader(source, PARQUET, FieldMatcher(FieldRules(text=["**"])))
    writer = open_writer(sink, PARQUET, reader)
    for row in reader:
        assert isinstance(row, Row)
        writer.write(row, {})
    writer.close()
    assert opened(b"".join(sink.parts)).read().equals(opened(stored(table())).read())


def test_large_row_groups_are_split(passage: Callable[..., Any], edits: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet, "GROUP_BYTES", 50_000)
    rows = [
        {"a": f"Ann {n}", "l": [{"m": f"Ann {n}"}, None][: n % 3], "s": {"m": f"Ann {n}"} if n % 5 else None}
        for n in range(6_000)
    ]
    monkeypatch.setattr(parquet, "_batches", shorter(parquet._batches))
    done = passage(stored(pa.Table.from_pylist(rows)), PARQUET, edits.word("Ann", "<P>"))
    output = opened(done.output)
    assert output.num_row_groups > 3
    assert output.read().to_pylist() == [replaced(row) for row in rows]


def shorter(batches: Callable[..., Iterator[pa.RecordBatch]]) -> Callable[..., Iterator[pa.RecordBatch]]:
    """Batches that come in other sizes than asked for, as pyarrow may give them."""

    def cut(*args: Any) -> Iterator[pa.RecordBatch]:
        for batch in batches(*args):
            yield batch.slice(0, 7)
            yield batch.slice(7)

    return cut


@pytest.mark.parametrize("end", [0, 3, 40, -20, -1])
def test_a_cut_object_is_refused(end: int, passage: Callable[..., Any]) -> None:
    with pytest.raises(RecordError, match="cut or not Parquet"):
        passage(stored(table())[:end], PARQUET)


def test_a_damaged_row_group_is_refused(passage: Callable[..., Any]) -> None:
    data = bytearray(stored(pa.table({"a": [f"{n}" * 50 for n in range(999)]}), compression="zstd"))
    data[200:600] = bytes(400)
    with pytest.raises(RecordError, match="row group 0 .* is damaged"):
        passage(bytes(data), PARQUET)


def test_an_object_of_no_rows(passage: Callable[..., Any]) -> None:
    output = opened(passage(stored(table().slice(0, 0)), PARQUET).output)
    assert output.schema_arrow.equals(opened(stored(table())).schema_arrow, check_metadata=True)
    assert output.metadata.num_rows == 0


def test_numbers_declared_inside_a_map_are_refused(passage: Callable[..., Any]) -> None:
    data = stored(pa.table({"m": pa.array([[("k", 5)]], pa.map_(pa.string(), pa.int64()))}))
    assert not passage(data, PARQUET).dead
    with pytest.raises(RecordError, match="inside a Parquet map"):
        passage(data, PARQUET, entities={"m.k": "PHONE"})


def test_count_of_values_is_bounded(passage: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("redactory.records.parquet_columns.MAX_ROW_VALUES", 5)
    done = passage(stored(pa.table({"l": [["x"] * 5, ["x"] * 6]})), PARQUET)
    assert [(row.number, row.reason) for row in done.dead] == [(2, TOO_MANY)]


def test_edits_that_do_not_fit_are_refused(passage: Callable[..., Any]) -> None:
    with pytest.raises(RecordError, match="must ascend"):
        passage(stored(pa.table({"a": ["abc"]})), PARQUET, lambda row: {0: [Edit(2, 9, "x")]})
