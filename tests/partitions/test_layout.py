"""Keys in landing, and object names that hold an identity."""

from __future__ import annotations

import pytest

from redactory.partitions.layout import LandingKey, is_hidden, object_url, parse_landing
from redactory.partitions.names import WITHHELD, NameCheck
from redactory.policy.model import IdentityRules


@pytest.mark.parametrize(
    ("key", "found"),
    [
        ("notes/dt=2026-11-29/a.jsonl", LandingKey("notes", "dt=2026-11-29", "a.jsonl")),
        ("notes/dt=2026-11-29/hour=03/a.jsonl", LandingKey("notes", "dt=2026-11-29", "hour=03/a.jsonl")),
        ("notes/a.jsonl", None),
        ("notes/day=2026-11-29/a.jsonl", None),
        ("notes/dt=/a.jsonl", None),
        ("notes/dt=2026-11-29/", None),
        ("notes/dt=2026 11 29/a.jsonl", None),
        ("notes/dt=2026-11-29/x/../../a.jsonl", None),
        ("notes/dt=2026-11-29//a.jsonl", None),
    ],
)
def test_landing_keys(key: str, found: LandingKey | None) -> None:
    assert parse_landing(key, "dt") == found


@pytest.mark.parametrize("name", ["_SUCCESS", ".part-0.crc", "_temporary/0/part-0.jsonl", "dt=x/.tmp/a.jsonl"])
def test_markers_are_hidden(name: str) -> None:
    assert is_hidden(name)


def test_urls_name_their_scheme() -> None:
    assert object_url("s3://bucket/p", "a/b") == "s3://bucket/p/a/b"
    assert object_url("/data/published", "a/b") == "file:///data/published/a/b"


@pytest.fixture
def check(people: tuple) -> NameCheck:
    return NameCheck(people, IdentityRules())


@pytest.mark.parametrize(
    "name",
    [
        "zkowalq.jsonl",
        "export_ZKOWALQ_1.csv",
        "zofia-kowalquist.jsonl",
        "Kowalquist,Zofia.txt",
        "Kowalquist_Zofia_final.txt",
        "mail to someone@elsewhere.example.jsonl",
        "someone%40elsewhere.example.jsonl",
        "EX-10442.jsonl",
        "ex_10442/part-0.jsonl",
        "notes/zo%66ia%20kowalquist/a.jsonl",
    ],
)
def test_names_that_hold_an_identity(check: NameCheck, name: str) -> None:
    assert check.holds_identity(name)
    assert check.checked(name) == WITHHELD


@pytest.mark.parametrize(
    "name",
    ["part-00031.jsonl", "tickets.jsonl", "will-call.csv", "2026-11-29.log", "a@b", "zkowalqs.jsonl", "zofia.jsonl"],
)
def test_names_that_hold_none(check: NameCheck, name: str) -> None:
    assert check.checked(name) == name
