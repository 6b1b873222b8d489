"""`redactory redact`: files whole or not at all, the policy's pins held, and s3:// over the server of the settings."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import yaml

from redactory.cli import main
from redactory.demo.seaweed import SeaweedServer

POLICY: dict[str, Any] = {
    "name": "notes",
    "dataset": "notes",
    "entities": dict.fromkeys(("PERSON", "USER", "EMAIL", "EMP_ID", "PHONE", "LOCATION"), {}),
    "fields": {"keep": ["id"], "text": ["note"]},
    "formats": [{"id": "mail", "entity": "EMAIL", "recogniser": "email"}],
    "ner": {"enabled": False},
}
ROW = b'{"id": 1, "note": "ask xenia.torvund@tallgrass.example"}\n'


@pytest.fixture
def write_policy(tmp_path: Path) -> Callable[..., str]:
    def write(**changes: object) -> str:
        path = tmp_path / "notes.yaml"
        path.write_text(yaml.safe_dump(POLICY | changes))
        return str(path)

    return write


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDACTORY_HOME", str(tmp_path / "var"))


def ended(*arguments: str) -> int:
    """The command's exit code."""
    with pytest.raises(SystemExit) as ending:
        main(["redact", *arguments])
    return int(ending.value.code or 0)


def test_a_file_is_redacted(tmp_path: Path, write_policy: Callable[..., str]) -> None:
    (tmp_path / "in.jsonl").write_bytes(ROW)
    assert ended(str(tmp_path / "in.jsonl"), str(tmp_path / "out.jsonl"), "--policy", write_policy(), "--check") == 0
    assert json.loads((tmp_path / "out.jsonl").read_text()) == {"id": 1, "note": "ask <EMAIL>"}


@pytest.mark.parametrize(
    ("pins", "named"),
    [
        ({"packages": {"phonenumbers": "0.1"}}, "phonenumbers: pinned at 0.1"),
        ({"model_sha256": "0" * 64}, "weights of"),
    ],
)
def test_what_the_policy_pins_holds_for_files_too(
    tmp_path: Path, write_policy: Callable[..., str], capsys: pytest.CaptureFixture[str], pins: object, named: str
) -> None:
    (tmp_path / "in.jsonl").write_bytes(ROW)
    policy = write_policy(pins=pins, ner={"enabled": True})
    assert ended(str(tmp_path / "in.jsonl"), str(tmp_path / "out.jsonl"), "--policy", policy) == 2
    assert named in capsys.readouterr().err.replace("\n", " ")
    assert not (tmp_path / "out.jsonl").exists()


def test_without_the_model_its_weights_do_not_count(tmp_path: Path, write_policy: Callable[..., str]) -> None:
    (tmp_path / "in.jsonl").write_bytes(ROW)
    policy = write_policy(pins={"model_sha256": "0" * 64}, ner={"enabled": True})
    assert ended(str(tmp_path / "in.jsonl"), str(tmp_path / "out.jsonl"), "--policy", policy, "--no-ner") == 0


def test_a_row_that_cannot_go_on_is_named_and_a_file_of_them_is_not_written(
    tmp_path: Path, write_policy: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    source, target = str(tmp_path / "in.jsonl"), tmp_path / "out.jsonl"
    (tmp_path / "in.jsonl").write_bytes(ROW + b'{"id": 2, "note": "Xenia To\n' + ROW)
    assert ended(source, str(target), "--policy", write_policy()) == 1
    said = capsys.readouterr().err.splitlines()
    assert f"{source}: left out: row 2: not valid JSON" in said
    assert said[-1].startswith(f"{source}: not written: 1 of 3 rows could not go on, more than the policy's share")
    assert not target.exists()
    assert ended(source, str(target), "--policy", write_policy(gates={"max_dead_letter_share": 0.5})) == 0
    said = capsys.readouterr().err.splitlines()
    assert f"{source}: left out: row 2: not valid JSON" in said
    assert "2 rows written, 2 values replaced" in " ".join(said)
    assert len(target.read_bytes().splitlines()) == 2


def test_many_rows_are_named_by_the_first_few(
    tmp_path: Path, write_policy: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "in.jsonl").write_bytes(b'{"id" 1}\n' * 1_200)
    assert ended(str(tmp_path / "in.jsonl"), str(tmp_path / "out.jsonl"), "--policy", write_policy()) == 1
    assert "left out: rows 1, 2, 3, 4, 5 and 1,195 more: not valid JSON" in capsys.readouterr().err
    (tmp_path / "in.jsonl").write_bytes(b'{"id" 1}\n' * 2)
    assert ended(str(tmp_path / "in.jsonl"), str(tmp_path / "out.jsonl"), "--policy", write_policy()) == 1
    assert "left out: rows 1, 2: not valid JSON" in capsys.readouterr().err


def test_a_name_that_says_no_format_is_named(
    tmp_path: Path, write_policy: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.jsonl").write_bytes(ROW)
    (folder / "b.docx").write_bytes(b"x")
    assert ended(str(folder), str(tmp_path / "out"), "--policy", write_policy()) == 2
    assert "error: b.docx: the name of the object says no format" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.mark.filterwarnings("error::pytest.PytestUnraisableExceptionWarning")  # a writer given up goes silently
def test_an_object_that_cannot_be_read_is_named_and_the_others_go_on(
    tmp_path: Path, write_policy: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.parquet").write_bytes(damaged_parquet())
    (folder / "b.jsonl").write_bytes(ROW)
    assert ended(str(folder), str(tmp_path / "out"), "--policy", write_policy()) == 1
    said = capsys.readouterr().err.replace("\n", " ")
    assert "a.parquet: not written: row group 2 " in said
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["b.jsonl"]
    assert sorted(path.name for path in folder.iterdir()) == ["a.parquet", "b.jsonl"]


def damaged_parquet() -> bytes:
    """Three row groups; the pages of the last one's column are no pages."""
    data = io.BytesIO()
    pq.write_table(pa.table({"note": [f"line {n}" for n in range(30)]}), data, row_group_size=10)
    column = pq.ParquetFile(data).metadata.row_group(2).column(0)
    size = column.total_compressed_size
    whole = data.getvalue()
    start = column.dictionary_page_offset
    return whole[:start] + b"\xff" * size + whole[start + size :]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SeaweedServer]:
    with SeaweedServer(tmp_path_factory.mktemp("seaweed")) as running:
        running.create_buckets("landing", "published")
        yield running


@pytest.mark.integration
@pytest.mark.timeout(180)
def test_s3_objects_are_read_from_the_server_of_the_settings(
    server: SeaweedServer, write_policy: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("AWS_ENDPOINT_URL", "AWS_ENDPOINT_URL_S3", "AWS_PROFILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("REDACTORY_S3_ENDPOINT_URL", server.endpoint_url)
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", server.access_key)
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", server.secret_key)
    monkeypatch.setenv("AWS_DEFAULT_REGION", server.region)
    client = server.client()
    client.put_object(Bucket="landing", Key="notes/in.jsonl", Body=ROW)
    assert ended("s3://landing/notes", "s3://published/notes", "--policy", write_policy()) == 0
    assert ended("s3://landing/notes/in.jsonl", "s3://published/one.jsonl", "--policy", write_policy()) == 0
    for key in ("notes/in.jsonl", "one.jsonl"):
        body = client.get_object(Bucket="published", Key=key)["Body"].read()
        assert json.loads(body)["note"] == "ask <EMAIL>"
