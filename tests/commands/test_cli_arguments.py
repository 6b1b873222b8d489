"""The command line's own parsing, and how it ends where something is wrong."""

from __future__ import annotations

import pytest

from redactory import cli
from redactory.cli import main, spread_fields
from redactory.errors import ConfigError


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("redact in out --fields a b --no-ner", "redact in out --fields a --fields b --no-ner"),
        ("redact --fields ** in out", "redact --fields ** in out"),
        ("redact in --policy p out --fields a", "redact in --policy p out --fields a"),
        ("redact in out --fields a --fields b c", "redact in out --fields a --fields b --fields c"),
        ("redact --fields a in out", "redact --fields a in out"),
        ("score x --remove a b", "score x --remove a b"),
    ],
)
def test_fields_take_several_paths(given: str, meant: str) -> None:
    assert spread_fields(given.split()) == meant.split()


def ended(monkeypatch: pytest.MonkeyPatch, error: Exception) -> int:
    def app(arguments: list[str]) -> None:
        raise error

    monkeypatch.setattr(cli, "app", app)
    with pytest.raises(SystemExit) as ending:
        main([])
    return int(ending.value.code or 0)


def test_an_error_of_ours_is_one_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    long = "/somewhere/" + "folder/" * 20 + "keys: others may read it"
    assert ended(monkeypatch, ConfigError(long)) == 2
    assert capsys.readouterr().err == f"error: {long}\n"  # not cut where a terminal would end


def test_of_another_error_its_text_is_withheld(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ended(monkeypatch, ValueError("could not convert 'Xenia Torvund'")) == 3
    said = capsys.readouterr().err
    assert "ValueError in cli.py:" in said
    assert "test_cli_arguments.py:" in said
    assert "Xenia" not in said


def test_a_file_that_cannot_be_opened_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ended(monkeypatch, PermissionError(13, "what a library says", "/srv/report.json")) == 2
    assert capsys.readouterr().err == "error: /srv/report.json: PermissionError (Permission denied)\n"
