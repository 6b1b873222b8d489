"""Vocabulary, integrity and row counts: what a staged object may and may not look like beside its source."""

from __future__ import annotations

import gzip
import io
from dataclasses import replace
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import zstandard
from gate_objects import Staged, policy_with, redacted, redacted_bytes

from redactory.errors import GateError
from redactory.policy.paths import FieldMatcher
from redactory.records import Row, open_reader, shape_of

ROWS = [
    {"record_id": f"R{n}", "note": f"{n}: pnair7 opened <DIV> for x@y.org", "kept": "<SPAN>", "secret": ""}
    for n in range(7)
]
TOLD = [{"note": [("pnair7", "USER"), ("x@y.org", "EMAIL")]}] * 7


@pytest.fixture
def staged() -> Staged:
    return redacted(ROWS, TOLD)


def failing(results: dict[str, Any]) -> dict[str, set[tuple[int, str]]]:
    return {
        gate: {(failure.row, failure.path) for failure in result.failures}
        for gate, result in results.items()
        if not result.success
    }


@pytest.mark.parametrize("batch_rows", [1, 2, 7, 100])
def test_source_markup_passes(gates: Any, staged: Staged, batch_rows: int) -> None:
    results = gates(staged, policy=policy_with(gates={"batch_rows": batch_rows}))
    assert list(results) == ["absence", "vocabulary", "integrity", "rows"]
    assert failing(results) == {}
    assert all(result.checked == 7 for result in results.values())


def test_injected_token(gates: Any, staged: Staged) -> None:
    found = failing(gates(staged.changed("2: <USER> opened", "2: <USER> <USER> opened")))
    assert found["vocabulary"] == {(3, "note")}
    assert found["integrity"] == {(3, "note")}


def test_injected_token_in_a_kept_field(gates: Any, staged: Staged) -> None:
    assert failing(gates(staged.changed("<SPAN>", "<SPAM>"))) == {
        "vocabulary": {(1, "kept")}, "integrity": {(1, "kept")},
    }  # fmt: skip


def test_markup_of_the_source_moved_by_replacements_is_still_the_sources(gates: Any) -> None:
    row = {"note": "<USER> <USER> pnair70001 <USER> x@y.example.org <EMAIL>"}
    staged = redacted([row], [{"note": [("pnair70001", "USER"), ("x@y.example.org", "EMAIL")]}])
    assert failing(gates(staged)) == {}


@pytest.mark.parametrize("wrong", ["<USERS>", "<user>", "<PERSON>", "pnair7", "******"])
def test_a_place_must_hold_the_policys_token(gates: Any, staged: Staged, wrong: str) -> None:
    assert (4, "note") in failing(gates(staged.changed("3: <USER>", f"3: {wrong}")))["vocabulary"]


def test_other_transforms_are_checked_by_their_operators(gates: Any) -> None:
    policy = policy_with(entities={"USER": {"transform": "mask"}, "EMAIL": {"transform": "remove"}})
    row = {"note": "pnair7 saw <A x@y.orgB>"}
    staged = redacted([row], [{"note": [("pnair7", "USER"), ("x@y.org", "EMAIL")]}], policy)
    assert b"***** saw <A B>" in staged.staged
    assert failing(gates(staged, policy=policy)) == {}
    assert "vocabulary" in failing(gates(staged.changed("*****", "**R**"), policy=policy))


def test_markup_made_by_removing_a_value_is_the_sources(gates: Any) -> None:
    policy = policy_with(entities={"EMAIL": {"transform": "remove"}})
    staged = redacted([{"note": "<Ax@y.orgB>"}], [{"note": [("x@y.org", "EMAIL")]}], policy)
    assert b"<AB>" in staged.staged
    assert failing(gates(staged, policy=policy)) == {}


def test_text_changed_outside_the_places(gates: Any, staged: Staged) -> None:
    assert failing(gates(staged.changed("5: <USER> opened", "5: <USER> closed"))) == {"integrity": {(6, "note")}}
    assert failing(gates(staged.changed('"R4"', '"R9"'))) == {"integrity": {(5, "record_id")}}


def test_key_added_or_renamed(gates: Any, staged: Staged) -> None:
    assert failing(gates(staged.changed('"record_id": "R2"', '"id": "R2"')))["integrity"] == {
        (3, "(a key)"), (3, "record_id"),
    }  # fmt: skip
    assert (3, "") in failing(gates(staged.changed('"R2"', '"R2", "more": "text"')))["integrity"]


def test_a_dropped_field_must_be_empty(gates: Any) -> None:
    assert failing(gates(redacted([{"secret": "anything"}]))) == {"integrity": {(1, "secret")}}


def test_row_missing_at_the_end(gates: Any, staged: Staged) -> None:
    cut = replace(staged, staged=staged.staged[: staged.staged.rindex(b'{"record_id": "R6"')])
    found = failing(gates(cut))
    assert found == {"rows": {(7, ""), (0, "")}}


def test_row_missing_in_the_middle(gates: Any, staged: Staged) -> None:
    lines = staged.staged.splitlines(keepends=True)
    found = failing(gates(replace(staged, staged=b"".join(lines[:2] + lines[3:]))))
    assert (7, "") in found["rows"]
    assert (3, "record_id") in found["integrity"]


def test_row_added(gates: Any, staged: Staged) -> None:
    found = failing(gates(replace(staged, staged=staged.staged + staged.staged.splitlines(keepends=True)[0])))
    assert found["rows"] == {(0, "")}


def test_staged_row_that_cannot_be_read(gates: Any, staged: Staged) -> None:
    found = failing(gates(replace(staged, staged=staged.staged[:-3] + b"\n")))
    assert found == {"rows": {(7, "")}}


def test_staged_object_cut_off(gates: Any, staged: Staged) -> None:
    packed = gzip.compress(staged.staged * 1)
    arguments = {"shape": shape_of("x.jsonl.gz"), "source": io.BytesIO(gzip.compress(staged.source))}
    assert failing(gates(staged, staged=io.BytesIO(packed), **arguments)) == {}
    arguments["source"].seek(0)
    assert "rows" in failing(gates(staged, staged=io.BytesIO(packed[: len(packed) - 12]), **arguments))


def test_counts_must_be_the_redactors(gates: Any, staged: Staged) -> None:
    for counts in ({"rows_in": 8}, {"rows_out": 6}, {"dead": 1}):
        assert failing(gates(staged, **counts)) == {"rows": {(0, "")}}


def test_dead_rows_are_left_out(gates: Any) -> None:
    rows = [{"note": "one"}, b'{"note": broken', {"note": "pnair7"}, b"[", {"note": "three"}]
    staged = redacted(rows, [{}, {}, {"note": [("pnair7", "USER")]}, {}, {}])
    assert (staged.rows_in, staged.rows_out, staged.dead) == (5, 3, 2)
    assert failing(gates(staged)) == {}
    assert failing(gates(staged, dead=1)) == {"rows": {(0, "")}}


@pytest.mark.parametrize("known", [True, False])
def test_rows_held_by_the_redactor(gates: Any, staged: Staged, known: bool) -> None:
    lines = staged.staged.splitlines(keepends=True)
    held = replace(
        staged, staged=b"".join(lines[:2] + lines[3:6]), dead=2, rows_out=5,
        places=[place for place in staged.places if place.row not in (3, 7)],
    )  # fmt: skip
    numbers = {3, 7} if known else None
    assert failing(gates(held, dead_rows=numbers)) == {}
    assert failing(gates(held.changed("R3", "R8"), dead_rows=numbers))["integrity"] == {(4, "record_id")}
    assert "rows" in failing(gates(replace(held, dead=1), dead_rows=numbers))


def test_places_of_another_object(gates: Any, staged: Staged) -> None:
    moved = replace(staged, places=[replace(place, row=place.row + 20) for place in staged.places])
    with pytest.raises(GateError, match="belong to no row"):
        gates(moved)
    with pytest.raises(GateError, match="out of order"):
        gates(replace(staged, places=staged.places[::-1]))
    elsewhere = replace(staged, places=[replace(place, path="nowhere") for place in staged.places])
    assert {"integrity", "vocabulary"} <= set(failing(gates(elsewhere)))
    outside = replace(staged, places=[replace(staged.places[0], end=5000), *staged.places[1:]])
    assert failing(gates(outside))["integrity"] == {(1, "note")}


def parquet(**columns: list[Any]) -> bytes:
    out = io.BytesIO()
    pq.write_table(pa.table(columns), out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("name", "data", "path"),
    [
        ("x.csv", b'record_id,note,kept\r\nR1,"pnair7, Miguel Delgado",\xc3\xa9\r\nR2,,<SPAN>\r\n', "note"),
        ("x.txt", b"pnair7 and Miguel Delgado\n\nsecond line\n", "text"),
        ("x.parquet", parquet(record_id=["R1", "R2"], note=["pnair7 Miguel Delgado", None], n=[1, 2]), "note"),
        ("x.jsonl.zst", zstandard.compress(b'{"note": "pnair7 Miguel Delgado"}\n{"kept": ""}\n'), "note"),
    ],
)
def test_every_shape(gates: Any, name: str, data: bytes, path: str) -> None:
    policy = policy_with(fields={"text": ["note", "text"], "keep": ["**"]})
    told = {path: [("pnair7", "USER")]}
    leak = redacted_bytes(data, name, [told], policy)
    results = gates(leak, policy=policy, shape=shape_of(name))
    assert failing(results) == {"absence": {(1, path)}}
    assert results["rows"].checked == leak.rows_in
    told = {path: [("pnair7", "USER"), ("Miguel Delgado", "PERSON")]}
    clean = redacted_bytes(data, name, [told], policy)
    assert failing(gates(clean, policy=policy, shape=shape_of(name))) == {}
    swapped = replace(clean, staged=leak.staged)
    assert {"integrity", "vocabulary"} <= set(failing(gates(swapped, policy=policy, shape=shape_of(name))))


def test_text_whose_stretches_end_elsewhere_after_replacement(gates: Any) -> None:
    policy = policy_with(fields={"text": ["text"]})
    lines = [f"{n} pnair7 did it\n" for n in range(6000)]  # cut by size, and elsewhere once tokens are in
    lines[3000] = "\n \n\r\n"
    source = "".join(lines).encode()
    probe = redacted_bytes(source, "x.log", [], policy)
    assert probe.rows_in > 3
    reader = open_reader(io.BytesIO(source), shape_of("x.log"), FieldMatcher(policy.fields))
    rows = [row.fields[0].text for row in reader if isinstance(row, Row)]
    told = [{"text": [("pnair7", "USER")] * text.count("pnair7")} for text in rows]
    staged = redacted_bytes(source, "x.log", told, policy)
    shape = shape_of("x.log")
    assert staged.staged == source.replace(b"pnair7", b"<USER>")
    assert failing(gates(staged, policy=policy, shape=shape)) == {}
    longer = policy_with(fields={"text": ["text"]}, entities={"USER": {"token": "<SOMEBODY_WITH_AN_ACCOUNT>"}})
    staged = redacted_bytes(source, "x.log", told, longer)
    assert failing(gates(staged, policy=longer, shape=shape)) == {}
    gone = policy_with(fields={"text": ["text"]}, entities={"USER": {"transform": "remove"}})
    staged = redacted_bytes(source, "x.log", told, gone)
    assert failing(gates(staged, policy=gone, shape=shape)) == {}
    assert "integrity" in failing(gates(staged.changed("5999", "599"), policy=gone, shape=shape))
    cut = replace(staged, staged=staged.staged[:-2000])
    assert {"integrity"} <= set(failing(gates(cut, policy=gone, shape=shape)))
    more = replace(staged, staged=staged.staged + b"mdelgado\n")
    assert {"absence", "rows"} <= set(failing(gates(more, policy=gone, shape=shape)))
    held = replace(staged, places=[p for p in staged.places if p.row != 2], dead=1, rows_out=staged.rows_out - 1)
    pairs = zip(rows, told, strict=True)
    blocks = [redacted_bytes(text.encode() + b"\n", "x.log", [one], gone).staged for text, one in pairs]
    held = replace(held, staged=b"".join(blocks[:1] + blocks[2:]))
    kept = failing(gates(held, policy=gone, shape=shape, dead_rows={2}))
    assert kept == {}


def test_empty_object(gates: Any) -> None:
    assert failing(gates(redacted([]))) == {}
