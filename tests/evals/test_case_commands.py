"""`redactory case sanitise` and `redactory case replay`."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml
from case_objects import ORIGINALS, POLICY

from redactory.cli import main
from redactory.storage import KeyRing


@pytest.fixture
def cases(tmp_path: Path, case: dict[str, Any]) -> Path:
    """Two cases that can be kept, and one that cannot."""
    leaking = {**case, "id": "c2", "tools": [{"name": "x", "arguments": {"n": 33612345678}, "response": ""}]}
    other = {"id": "c3", "messages": [{"role": "user", "content": "Dear Juliette Moreau, where is it?"}]}
    (tmp_path / "cases.jsonl").write_text("".join(json.dumps(one) + "\n" for one in (case, leaking, other)))
    (tmp_path / "policy.yaml").write_text(
        yaml.safe_dump({**yaml.safe_load(POLICY.read_text()), "ner": {"enabled": False}})
    )
    return tmp_path


@dataclass(frozen=True)
class Done:
    returncode: int
    stdout: str
    stderr: str


@pytest.fixture
def run(cases: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Callable[..., Done]:
    """`redactory case ...` in the folder of the cases."""
    monkeypatch.chdir(cases)
    monkeypatch.setenv("REDACTORY_HOME", str(cases / "var"))
    monkeypatch.setenv("COLUMNS", "300")

    def call(*arguments: str) -> Done:
        code = 0
        try:
            main(["case", *arguments])
        except SystemExit as ended:
            code = int(ended.code or 0)
        return Done(code, *capfd.readouterr())

    return call


def test_kept_cases_are_written_dropped_ones_named_and_verdicts_compared(cases: Path, run: Callable[..., Done]) -> None:
    done = run("sanitise", "cases.jsonl", "-o", "out.jsonl", "-p", "policy.yaml")
    assert done.returncode == 0, done.stderr
    assert "2 of 3 cases written" in done.stderr
    assert "no surrogate key" in done.stderr
    written = (cases / "out.jsonl").read_text()
    ledger = [json.loads(line) for line in (cases / "out.jsonl.dropped.jsonl").read_text().splitlines()]
    assert ledger == [{"line": 2, "reason": "a value of the case would still stand in it: PHONE"}]
    said = written + done.stdout + done.stderr + json.dumps(ledger)
    assert [text for text in ORIGINALS if text in said] == []

    same = run("replay", "cases.jsonl", "out.jsonl", "--command", "grep -q messages")
    assert (same.returncode, same.stdout) == (0, "")
    assert "0 of 2 verdicts changed; 1 cases were dropped" in same.stderr
    by_code = run("replay", "cases.jsonl", "out.jsonl", "--command", "grep -q Bonjour.*Moreau")
    assert (by_code.returncode, by_code.stdout) == (1, "c1\n")
    judge = "import json, sys; case = sys.stdin.read()\n"
    judge += "print('judging', case); print(json.dumps({'verdict': 'Dear Juliette' in case, 'why': case}))"
    (cases / "judge.py").write_text(judge)
    by_json = run("replay", "cases.jsonl", "out.jsonl", "--command", f"{sys.executable} judge.py")
    assert (by_json.returncode, by_json.stdout) == (1, "c3\n")
    assert "Moreau" not in by_json.stderr


def test_a_key_file_gives_the_same_cases_again(
    cases: Path, run: Callable[..., Done], tmp_path_factory: pytest.TempPathFactory
) -> None:
    keys = tmp_path_factory.mktemp("keys") / "keys"
    KeyRing.write_new(keys, "k1")
    for name in ("a.jsonl", "b.jsonl"):
        done = run("sanitise", "cases.jsonl", "-o", name, "-p", "policy.yaml", "--key-file", str(keys))
        assert done.returncode == 0, done.stderr
    assert (cases / "a.jsonl").read_bytes() == (cases / "b.jsonl").read_bytes()


def test_wrong_use_is_said_and_writes_nothing(cases: Path, run: Callable[..., Done]) -> None:
    (cases / "many-lines.jsonl").write_text('{\n "id": "c1"\n}\n')
    tickets = str(POLICY.parents[1] / "it-tickets.yaml")
    for arguments, said in (
        (("sanitise", "cases.jsonl", "-o", "o.jsonl", "-p", tickets), "writes no pseudonyms"),
        (("sanitise", "cases.jsonl", "-o", "cases.jsonl", "-p", "policy.yaml"), "are three files"),
        (("sanitise", "none.jsonl", "-o", "o.jsonl", "-p", "policy.yaml"), "none.jsonl: No such file"),
        (("sanitise", "many-lines.jsonl", "-o", "o.jsonl", "-p", "policy.yaml"), "many-lines.jsonl: the object is one"),
        (("replay", "cases.jsonl", "policy.yaml", "--command", "true"), "policy.yaml, line 1: not JSON"),
        (("replay", "cases.jsonl", "cases.jsonl", "--command", "no-such-program"), "could not be run"),
        (("replay", "cases.jsonl", "cases.jsonl", "--timeout", "0.2", "--command", "sleep 9"), "did not end within"),
    ):
        done = run(*arguments)
        assert done.returncode == 2, done.stderr
        assert said in done.stderr
    assert not (cases / "o.jsonl").exists()


def test_too_many_dropped_cases_refuse_the_file(cases: Path, run: Callable[..., Done]) -> None:
    line = (cases / "cases.jsonl").read_text().splitlines()[1]
    (cases / "bad.jsonl").write_text(f"{line}\n")
    done = run("sanitise", "bad.jsonl", "-o", "out.jsonl", "-p", "policy.yaml")
    assert done.returncode == 1
    assert "0 of 1 cases written" in done.stderr
    assert not (cases / "out.jsonl").exists()
