"""`redactory redact` and `explain` with surrogates and an account list, as they are called."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from redactory.cli import main
from redactory.storage import KeyRing

POLICY = """
version: 1
name: support
dataset: support
entities:
  PERSON: {transform: surrogate}
  USER: {transform: surrogate}
  EMAIL: {transform: surrogate}
  ORG: {transform: surrogate, surrogate: {length: 12}}
  PHONE: {}
  EMP_ID: {}
  LOCATION: {}
fields: {text: [body], keep: [id]}
identity: {link: true}
ner: {enabled: false}
"""
ROWS = [
    {"id": 1, "body": "Quillfeather cannot log in, says Priya Raman (praman)"},
    {"id": 2, "body": "QUILLFEATHER TRADERS again: praman@corp.example"},
]


@pytest.fixture
def given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with policy, people, accounts and `in/tickets.jsonl`; a key in another one."""
    monkeypatch.setenv("REDACTORY_HOME", str(tmp_path / "var"))
    for name in ("REDACTORY_SURROGATE_KEYS", "REDACTORY_SURROGATE_KEY_FILE"):
        monkeypatch.delenv(name, raising=False)
    work = tmp_path / "work"
    (work / "in").mkdir(parents=True)
    (work / "policy.yaml").write_text(POLICY)
    (work / "people.csv").write_text("uid,cn,givenName,sn,mail\npraman,Priya Raman,Priya,Raman,praman@corp.example\n")
    (work / "accounts.csv").write_text("name,short_names\nQuillfeather Traders,Quillfeather\n")
    (work / "in" / "tickets.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    (tmp_path / "secret").mkdir()
    KeyRing.write_new(tmp_path / "secret" / "surrogates", "s1")
    monkeypatch.chdir(work)
    return tmp_path


OPTIONS = ("-p", "policy.yaml", "-d", "people.csv", "--accounts", "accounts.csv", "--check")


def called(*arguments: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(list(arguments))
    return int(str(ended.value.code or 0))


def bodies(path: Path) -> list[str]:
    return [json.loads(line)["body"] for line in path.read_text().splitlines()]


def test_a_folder_with_a_key_file(given: Path) -> None:
    key = str(given / "secret" / "surrogates")
    assert called("redact", "in", "out", *OPTIONS, "--key-file", key, "--report", "report.json") == 0
    first, second = bodies(Path("out/tickets.jsonl"))
    customer, who = second.split(" ")[0], second[-12:-1]
    assert len(customer) == len("[ORG_1234567890ab]")
    assert first.startswith(f"{customer} cannot log in, says [PERSON_{who[-10:]}] ([USER_{who[-10:]}]")
    assert json.loads(Path("report.json").read_text())["surrogate_key"] == "s1"


def test_without_a_key_nothing_is_written(given: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert called("redact", "in/tickets.jsonl", "out.jsonl", *OPTIONS) == 2
    assert "REDACTORY_SURROGATE_KEYS" in capsys.readouterr().err
    assert not Path("out.jsonl").exists()


def test_a_key_beside_the_data_is_refused(given: Path, capsys: pytest.CaptureFixture[str]) -> None:
    KeyRing.write_new(Path("in/keys"), "s1")
    assert called("redact", "in/tickets.jsonl", "out.jsonl", *OPTIONS, "--key-file", "in/keys") == 2
    assert "beside" in capsys.readouterr().err
    assert not Path("out.jsonl").exists()


def test_without_the_account_list_nothing_is_written(given: Path, capsys: pytest.CaptureFixture[str]) -> None:
    key = str(given / "secret" / "surrogates")
    assert called("redact", "in", "out", "-p", "policy.yaml", "-d", "people.csv", "--key-file", key) == 2
    assert "account list" in capsys.readouterr().err
    assert not Path("out").exists()


def test_explain_writes_what_redact_writes(given: Path, capsys: pytest.CaptureFixture[str]) -> None:
    key = str(given / "secret" / "surrogates")
    assert called("redact", "in", "out", *OPTIONS, "--key-file", key) == 0
    capsys.readouterr()
    assert called("explain", ROWS[0]["body"], *OPTIONS[:-1], "--key-file", key) == 0  # type: ignore[arg-type]
    shown = " ".join(capsys.readouterr().out.split())
    assert bodies(Path("out/tickets.jsonl"))[0] in shown
