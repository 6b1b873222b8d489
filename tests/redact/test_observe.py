"""A first pass over a file: the same output however it is cut, for names that only another row explains."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from redactory.policy.model import Policy
from redactory.policy.paths import FieldMatcher
from redactory.records import shape_of
from redactory.redact import Redactor, objects
from redactory.redact.files import FileResult, pairs, redact_pair
from redactory.redact.observe import observed

SERIALS = ("4HB2K", "R9XTV", "61CDM", "W3ZQP", "80257", "J7LNC")
ROWS = [{"note": f"Nothing new about QWN{serial} since Monday."} for serial in SERIALS] + [
    {"note": f"My laptop QWN{serial} does not wake up."} for serial in SERIALS[:5]
]
GONE = b'"Nothing new about <HOSTNAME> since Monday."'


def policy_of(*, observe: bool) -> Policy:
    rule = {"id": "device", "entity": "HOSTNAME", "recogniser": "device", "options": {"observe": observe}}
    return Policy.model_validate(
        {
            "name": "p", "dataset": "d", "entities": {"HOSTNAME": {}}, "fields": {"text": ["note"]},
            "formats": [rule], "ner": {"enabled": False},
        }
    )  # fmt: skip


def lines() -> bytes:
    return b"".join(json.dumps(row).encode() + b"\n" for row in ROWS)


def redacted(folder: Path, data: bytes, name: str = "a.jsonl", *, observe: bool = True, workers: int = 1) -> FileResult:
    (folder / name).write_bytes(data)
    policy = policy_of(observe=observe)
    (pair,) = pairs(str(folder / name), str(folder / f"out-{name}"))
    return redact_pair(pair, policy, Redactor(policy), workers=workers)


def test_a_name_is_found_by_what_other_rows_show(tmp_path: Path) -> None:
    result = redacted(tmp_path, lines())
    assert (result.refused, result.schemes) == ((), 1)
    assert (tmp_path / "out-a.jsonl").read_bytes().count(GONE) == len(SERIALS)


def test_without_the_setting_it_stays(tmp_path: Path) -> None:
    result = redacted(tmp_path, lines(), observe=False)
    assert result.schemes == 0
    assert GONE not in (tmp_path / "out-a.jsonl").read_bytes()


@pytest.mark.parametrize(("rows", "workers"), [(1, 1), (3, 1), (2, 2)])
def test_batches_and_workers_change_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rows: int, workers: int
) -> None:
    redacted(tmp_path, lines())
    expected = (tmp_path / "out-a.jsonl").read_bytes()
    monkeypatch.setattr(objects, "BATCH_ROWS", rows)
    redacted(tmp_path, lines(), "b.jsonl", workers=workers)
    assert (tmp_path / "out-b.jsonl").read_bytes() == expected


def test_compressed_objects_are_looked_at_too(tmp_path: Path) -> None:
    assert redacted(tmp_path, gzip.compress(lines()), "a.jsonl.gz").schemes == 1
    assert gzip.decompress((tmp_path / "out-a.jsonl.gz").read_bytes()).count(GONE) == len(SERIALS)


def test_each_file_has_schemes_of_its_own(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.jsonl").write_bytes(lines())
    (folder / "b.jsonl").write_bytes(json.dumps(ROWS[0]).encode() + b"\n")
    policy = policy_of(observe=True)
    redactor = Redactor(policy)
    done = [redact_pair(pair, policy, redactor) for pair in pairs(str(folder), str(tmp_path / "out"))]
    assert [result.schemes for result in done] == [1, 0]
    assert b"QWN4HB2K" in (tmp_path / "out" / "b.jsonl").read_bytes()


def test_an_object_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    result = redacted(tmp_path, gzip.compress(lines())[:-20], "a.jsonl.gz")
    assert result.refused
    assert not (tmp_path / "out-a.jsonl.gz").exists()


def test_only_so_much_of_a_large_object_is_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    policy = policy_of(observe=True)
    source = tmp_path / "a.jsonl"
    source.write_bytes(lines())
    found = []
    for enough in (1, 10_000):
        monkeypatch.setattr("redactory.redact.observe.ENOUGH", enough)
        with source.open("rb") as stream:
            found.append(observed(stream, shape_of(source.name), policy, FieldMatcher(policy.fields)).patterns)
    assert found == [(), (r"QWN[A-Z\d]{5}",)]
