"""`redactory roundtrip`: files and pipes, a map that is sealed unless asked for otherwise."""

from __future__ import annotations

import json
import os
import select
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from redactory.cli import main

DIRECTORY = "username,display_name,given_name,surname,email\novance,Oriel Vance,Oriel,Vance,ov@tallgrass.example\n"
POLICY = """\
version: 1
name: plain
dataset: plain
entities: {PERSON: {}, USER: {}, EMAIL: {}, EMP_ID: {}, PHONE: {}, LOCATION: {}}
ner: {enabled: false}
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installation with a key, and the files of one round trip."""
    monkeypatch.setenv("REDACTORY_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    Path("people.csv").write_text(DIRECTORY)
    Path("plain.yaml").write_text(POLICY)
    Path("in.txt").write_text('Oriel Vance (ov@tallgrass.example)\r\nsays "hi"\n', newline="")
    main_returns(0, "keys", "new")
    return tmp_path


def main_returns(code: int, *arguments: str) -> None:
    with pytest.raises(SystemExit) as left:
        main(list(arguments))
    assert left.value.code == code


def pseudonymise(*more: str) -> None:
    known = ("-p", "plain.yaml", "-d", "people.csv")
    main_returns(0, "roundtrip", "pseudonymise", "in.txt", *known, "--map", "map", "-o", "out.txt", *more)


def test_there_and_back(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pseudonymise()
    assert Path("out.txt").read_bytes() == b'[PERSON_1] ([EMAIL_1])\r\nsays "hi"\n'
    main_returns(0, "roundtrip", "rehydrate", "out.txt", "--map", "map", "-o", "back.txt")
    assert Path("back.txt").read_bytes() == Path("in.txt").read_bytes()
    assert "2 tokens came back, 0 did not, 0 were invented" in capsys.readouterr().err


def test_the_map_is_sealed_and_nobody_elses(home: Path) -> None:
    pseudonymise()
    data = Path("map").read_bytes()
    assert stat.S_IMODE(Path("map").stat().st_mode) == 0o600
    assert b"Vance" not in data
    assert b"PERSON_1" not in data
    assert [path.name for path in home.iterdir() if path.name.startswith(".map")] == []
    Path("map").write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    main_returns(2, "roundtrip", "rehydrate", "out.txt", "--map", "map")
    Path("map").write_bytes(data)
    Path("keys").unlink()
    main_returns(2, "roundtrip", "rehydrate", "out.txt", "--map", "map")


def test_no_key_no_map(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("keys").unlink()
    main_returns(2, "roundtrip", "pseudonymise", "in.txt", "-p", "plain.yaml", "-d", "people.csv", "--map", "map")
    assert not Path("map").exists()
    assert capsys.readouterr().out == ""


def test_in_clear_only_where_asked_for(home: Path) -> None:
    Path("keys").unlink()
    pseudonymise("--clear")
    assert stat.S_IMODE(Path("map").stat().st_mode) == 0o600
    assert json.loads(Path("map").read_text())["tokens"][0] == ["[PERSON_1]", "PERSON", "Oriel Vance"]
    main_returns(0, "roundtrip", "rehydrate", "out.txt", "--map", "map", "-o", "back.txt")
    assert "Oriel Vance" in Path("back.txt").read_text()


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"tokens": [1], "labels": [], "written": []}', "\u00e9"])
def test_no_map(home: Path, content: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("map").write_text(content, "utf-8")
    main_returns(2, "roundtrip", "rehydrate", "in.txt", "--map", "map")
    assert "no map" in capsys.readouterr().err


def test_structured(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pseudonymise()
    Path("done.json").write_text('{"[PERSON_1]": "[EMAIL_1]", "x": "[PERSON_7]"}')
    main_returns(0, "roundtrip", "rehydrate", "done.json", "--map", "map", "--json", "--no-keys")
    said = capsys.readouterr()
    assert said.out == '{"[PERSON_1]": "ov@tallgrass.example", "x": "[PERSON_7]"}'
    assert "never sent: [PERSON_7]" in said.err
    Path("done.json").write_text("[PERSON_1]")
    main_returns(2, "roundtrip", "rehydrate", "done.json", "--map", "map", "--json")


def test_a_completion_is_passed_on_while_it_arrives(home: Path) -> None:
    pseudonymise()
    command = [sys.executable, "-c", "from redactory.cli import main; main()", "roundtrip", "rehydrate", "--map", "map"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(b"Dear [PERSON_1], \xc3")
        process.stdin.flush()
        got = b""
        while len(got) < len("Dear Oriel Vance, "):
            readable, _, _ = select.select([process.stdout], [], [], 60)
            assert readable, got
            got += os.read(process.stdout.fileno(), 100)
        assert got == b"Dear Oriel Vance, "
        process.stdin.write(b"\xa9 [EMA")
        process.stdin.close()
        assert process.stdout.read() == b"\xc3\xa9 [EMA"


def test_text_that_is_not_utf8(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pseudonymise()
    Path("out.txt").write_bytes(b"Oriel \xff")
    main_returns(2, "roundtrip", "rehydrate", "out.txt", "--map", "map", "-o", "back.txt")
    assert "not UTF-8" in capsys.readouterr().err
