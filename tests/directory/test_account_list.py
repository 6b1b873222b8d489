"""The account list: read whole or refused by row, and part of the snapshot from then on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from redactory.directory.accounts import WithAccounts, read_accounts, with_accounts
from redactory.directory.checks import shrinkage
from redactory.directory.commands import app
from redactory.directory.export import FileSource
from redactory.directory.model import Account, Snapshot, content_hash
from redactory.directory.stored import object_key, read_snapshot, to_bytes
from redactory.errors import DirectoryError
from redactory.policy.model import IdentityRules
from redactory.storage import KeyRing, open_store

Write = Callable[[str, "str | bytes"], Path]
LIST = (
    'name,short_names,domains\nNorthwind Traders,Northwind;NW,northwind.example\n"Braid, Inc.",Braid,\n\nOnly Name,,\n'
)


def test_names_short_names_and_domains(write: Write) -> None:
    northwind, braid, only = read_accounts(write("a.csv", LIST))
    assert (northwind.name, northwind.short_names, northwind.domains) == (
        "Northwind Traders", ("Northwind", "NW"), ("northwind.example",),
    )  # fmt: skip
    assert (braid.name, braid.short_names, braid.domains) == ("Braid, Inc.", ("Braid",), ())
    assert only.key != braid.key
    assert "Northwind" not in northwind.key


@pytest.mark.parametrize(
    "content",
    [
        "\ufeffName;Short Name;Domain\r\nNorthwind Traders;Northwind|NW;northwind.example\r\n",
        "Domains\tnotes\tNAME\taliases\nnorthwind.example\tignored\t Northwind Traders \tNorthwind; NW\n",
    ],
)
def test_other_ways_of_writing_the_same(write: Write, content: str) -> None:
    assert read_accounts(write("b.csv", content)) == read_accounts(write("a.csv", LIST))[:1]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("", "header"),
        ("company,domains\nQuillfeather,q.example\n", "header"),
        ("name,domains\n", "no account"),
        ("name,domains\nQuillfeather\n", "row 1 after the header has 1 values"),
        ("name,domains\n,q.example\n", "row 1 after the header has no name"),
        ("name,domains\n-,q.example\n", "without a letter"),
        ("name,domains\nOther,\nQuillfeather,not a domain\n", "row 2 .* domain"),
        ("name\nQuillfeather\nQUILLFEATHER \n", "row 2 .* already"),
        ('name\n"Quillfeather\n', "quoted value"),
        (b"name\nQuillf\xe9ather\n", "UTF-8"),
    ],
)
def test_a_list_that_is_not_whole_is_refused_without_a_value(write: Write, content: str | bytes, reason: str) -> None:
    with pytest.raises(DirectoryError, match=reason) as refused:
        read_accounts(write("a.csv", content))
    assert "quillf" not in str(refused.value).lower()
    assert "a.csv" in str(refused.value)


def test_a_missing_list_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DirectoryError, match="cannot be read"):
        read_accounts(tmp_path / "none.csv")


def test_the_snapshots_hash_covers_the_accounts(snapshot_of: Callable[..., Snapshot], write: Write) -> None:
    people = snapshot_of(3)
    listed = with_accounts(people, write("a.csv", LIST))
    assert listed.hash not in ("", people.hash)
    assert replace(listed, accounts=listed.accounts[::-1], hash="").hash == listed.hash
    assert replace(listed, accounts=listed.accounts[:1], hash="").hash != listed.hash
    assert replace(listed, accounts=(), hash="").hash == people.hash == content_hash(people.people)


def test_a_snapshot_is_stored_with_its_accounts(
    snapshot_of: Callable[..., Snapshot], write: Write, tmp_path: Path
) -> None:
    listed = with_accounts(snapshot_of(2), write("a.csv", LIST))
    store = open_store(str(tmp_path / "identity"))
    store.put(object_key(listed.hash), to_bytes(listed))
    read = read_snapshot(store, listed.hash)
    assert read.hash == listed.hash
    assert set(read.accounts) == set(listed.accounts)


def test_a_source_brings_the_list_along(write: Write, rules: IdentityRules) -> None:
    source = WithAccounts(FileSource(write("p.csv", "uid,cn\nzk,Zofia K\n")), write("a.csv", LIST))
    snapshot = source.read(rules)
    assert (len(snapshot.people), len(snapshot.accounts)) == (1, 3)


@pytest.mark.parametrize("by_setting", [False, True])
def test_pull_puts_the_list_into_the_snapshot_in_force(
    write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, by_setting: bool
) -> None:
    monkeypatch.setenv("REDACTORY_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("REDACTORY_POLICIES", str(tmp_path / "none"))
    KeyRing.write_new(tmp_path / "home" / "keys")
    people, accounts = str(write("p.csv", "uid,cn\nzk,Zofia K\n")), str(write("a.csv", LIST))
    if by_setting:
        monkeypatch.setenv("REDACTORY_ACCOUNTS_FILE", accounts)
    option = () if by_setting else ("--accounts", accounts)
    pulled = CliRunner().invoke(app, ("pull", "--file", people, *option))
    assert (pulled.exit_code, "1 people, 1 joined, 0 left, 3 accounts" in pulled.output) == (0, True)
    assert CliRunner().invoke(app, ("diff", people, *option)).exit_code == 0
    monkeypatch.delenv("REDACTORY_ACCOUNTS_FILE", raising=False)
    without = CliRunner().invoke(app, ("pull", "--file", people))
    assert (without.exit_code, "fewer accounts" in without.output) == (1, True)  # held


def test_a_list_that_has_shrunk_or_gone_holds_the_snapshot(
    snapshot_of: Callable[..., Snapshot], rules: IdentityRules
) -> None:
    ten = tuple(Account(f"{n}", f"Company {n}") for n in range(10))
    before = replace(snapshot_of(30), accounts=ten, hash="")
    assert shrinkage(replace(before, accounts=ten[:9], hash=""), before, rules) == ""
    assert "fewer accounts" in shrinkage(replace(before, accounts=ten[:5], hash=""), before, rules)
    assert "fewer accounts" in shrinkage(replace(before, accounts=(), hash=""), before, rules)
    assert shrinkage(before, replace(before, accounts=(), hash=""), rules) == ""
