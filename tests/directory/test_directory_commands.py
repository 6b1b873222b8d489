"""`redactory directory ...` as it is called, with its exit codes, and without anybody's name in what it prints."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from redactory.directory.commands import app
from redactory.errors import ConfigError, DirectoryError
from redactory.storage import KeyRing


def export(count: int, first: int = 0) -> str:
    return "".join(
        f"dn: uid=user{n:03},dc=example,dc=org\nuid: user{n:03}\ndisplayName: Given{n} Family{n}\n\n"
        for n in range(first, first + count)
    )


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("REDACTORY_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("REDACTORY_POLICIES", str(tmp_path / "none"))
    KeyRing.write_new(tmp_path / "home" / "keys")
    return tmp_path


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(app, arguments)
    assert "user0" not in result.output
    assert "Family" not in result.output
    return result


def test_pull_diff_hold_and_approve(home: Path, write) -> None:
    whole, less = str(write("whole.ldif", export(50))), str(write("less.ldif", export(20)))
    first = run("pull", "--file", whole)
    assert (first.exit_code, "current, 50 people, 50 joined, 0 left" in first.output) == (0, True)
    assert "unchanged" in run("pull", "--file", whole).output
    compared = run("diff", less)
    assert (compared.exit_code, "0 joined, 30 left" in compared.output) == (1, True)
    held = run("pull", "--file", less)
    assert (held.exit_code, "stays in force" in held.output) == (1, True)
    snapshot = held.output.split()[1]
    assert run("diff", snapshot).exit_code == 1
    assert run("approve", snapshot, "--by", "steward", "--reason", "a site was sold").exit_code == 0
    assert "unchanged" in run("pull", "--file", less).output
    listed = run("list").output
    assert (snapshot in listed, "approved by steward: a site was sold" in listed) == (True, True)


def test_reject(home: Path, write) -> None:
    run("pull", "--file", str(write("whole.ldif", export(50))))
    snapshot = run("pull", "--file", str(write("less.ldif", export(20)))).output.split()[1]
    assert run("reject", snapshot, "--by", "steward", "--reason", "broken").exit_code == 0
    assert run("pull", "--file", str(write("less.ldif", export(20)))).exit_code == 1


def test_check_says_what_an_export_would_give(home: Path, write) -> None:
    good = run("check", str(write("users.ldif", export(9) + "dn: cn=x,dc=org\nl: Town\n\n")), "--unmatched")
    assert good.exit_code == 0
    assert "ldif export of 10 people" in good.output
    assert "display_name" in good.output
    assert "1 entries have nothing to match by" in good.output
    assert not (home / "home" / "stores").exists()
    cut = run("check", str(write("cut.ldif", export(9)[:-20])))
    assert (cut.exit_code, "refused" in cut.output) == (1, True)
    nameless = run("check", str(write("mails.csv", "mail\na@example.org\n\n")))
    assert (nameless.exit_code, "username" in nameless.output) == (1, True)


def test_wrong_use(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert isinstance(run("pull").exception, ConfigError)
    assert isinstance(run("pull", "--file", "/does/not/exist").exception, ConfigError)
    monkeypatch.delenv("REDACTORY_LDAP_PASSWORD", raising=False)
    missing = run("pull", "--ldap", "ldap://127.0.0.1:1", "--base", "dc=x", "--bind-dn", "cn=reader")
    assert "REDACTORY_LDAP_PASSWORD" in str(missing.exception)
    assert isinstance(run("approve", "0" * 12, "--by", "me", "--reason", "x").exception, DirectoryError)


def test_the_named_directory_file(home: Path, write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDACTORY_DIRECTORY_FILE", str(write("users.ldif", export(4))))
    assert "current, 4 people" in run("pull").output


def test_an_unreachable_server_is_a_refusal(home: Path) -> None:
    result = run("pull", "--ldap", "ldap://127.0.0.1:1", "--base", "dc=example,dc=org")
    assert (result.exit_code, "cannot be reached" in result.output) == (1, True)
