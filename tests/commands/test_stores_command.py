"""`redactory stores create` where there is no server to ask. A real one is asked in tests/integration."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from redactory.commands.stores import app
from redactory.errors import ConfigError


def test_folders_need_no_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDACTORY_HOME", str(tmp_path))
    made = CliRunner().invoke(app, ["create"])
    assert (made.exit_code, made.stdout) == (0, "every store is a folder: it is made when it is first written to\n")


@pytest.mark.parametrize("url", ["ftp://landing", "s3://"])
def test_a_store_that_is_none_is_named_by_its_setting(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDACTORY_LANDING", url)
    with pytest.raises(ConfigError, match=r"^REDACTORY_LANDING: .*s3://"):
        CliRunner().invoke(app, ["create"], catch_exceptions=False)
