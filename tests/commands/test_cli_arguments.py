"""The command line's own parsing."""

from __future__ import annotations

import pytest

from redactory.cli import spread_fields


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
