"""The account list: the organisations that are customers, each with its names, short names and domains.

CSV with a header: `name`, and where there are any `short_names` and `domains`, several in a cell apart by `;` or `|`.
The accounts travel in the directory snapshot, so one hash stamps both, and redactor and gates read the same list.
"""

from __future__ import annotations

import csv
import hashlib
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from redactory.directory.model import Account, Snapshot
from redactory.errors import DirectoryError
from redactory.policy.model import IdentityRules

if TYPE_CHECKING:
    from redactory.directory.refresh import Source

_COLUMNS = {"name": "name", "short_names": "short_names", "short_name": "short_names", "aliases": "short_names",
            "domains": "domains", "domain": "domains"}  # fmt: skip
_SEVERAL = re.compile(r"[;|]")
_DOMAIN = re.compile(r"^(?:[^\W_](?:[\w-]{0,61}[^\W_])?\.)+[^\W\d_][\w-]{0,61}[^\W_]$")


@dataclass(frozen=True, slots=True)
class WithAccounts:
    """A directory source with an account list beside it."""

    source: Source
    path: Path

    def read(self, rules: IdentityRules) -> Snapshot:
        """The source's snapshot with the accounts in it."""
        return with_accounts(self.source.read(rules), self.path)


def with_accounts(snapshot: Snapshot, path: Path) -> Snapshot:
    """`snapshot` with the accounts of `path`; its hash covers them. Raises as `read_accounts`."""
    return replace(snapshot, accounts=read_accounts(path), hash="")


def read_accounts(path: Path) -> tuple[Account, ...]:
    """The accounts of a CSV file.

    Raises DirectoryError with file and row for a file that cannot be read, has no `name` column or no account, names
    one twice, or holds a domain that is none. No message quotes a value.
    """
    try:
        text = path.read_text("utf-8-sig")
    except OSError as error:
        raise DirectoryError(f"{path}: the account list cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise DirectoryError(f"{path}: the account list is not UTF-8; save it as UTF-8") from None
    lines = text.splitlines()
    delimiter = max(",;\t", key=lines[0].count) if lines else ","
    try:
        rows = list(csv.reader(lines, delimiter=delimiter, strict=True))
    except csv.Error:
        raise DirectoryError(f"{path}: not whole CSV: a quoted value does not end") from None
    header = [_COLUMNS.get(cell.strip().lower().replace(" ", "_"), "") for cell in rows[0]] if rows else []
    if header.count("name") != 1:
        raise DirectoryError(f"{path}: the header must name a column `name`, and may `short_names` and `domains`")
    accounts: dict[str, Account] = {}
    for number, row in enumerate(rows[1:], start=1):
        if not any(cell.strip() for cell in row):
            continue
        where = f"{path}: row {number} after the header"
        if len(row) != len(header):
            raise DirectoryError(f"{where} has {len(row)} values for {len(header)} columns")
        account = _account(dict(_values(header, row)), where)
        if account.key in accounts:
            raise DirectoryError(f"{where} names an account that stands above already; put its names into one row")
        accounts[account.key] = account
    if not accounts:
        raise DirectoryError(f"{path}: the account list holds no account")
    return tuple(accounts.values())


def _values(header: list[str], row: list[str]) -> list[tuple[str, tuple[str, ...]]]:
    values: dict[str, list[str]] = {}
    for column, cell in zip(header, row, strict=True):
        pieces = [cell] if column == "name" else _SEVERAL.split(cell)
        values.setdefault(column, []).extend(piece.strip() for piece in pieces if piece.strip())
    return [(column, tuple(dict.fromkeys(found))) for column, found in values.items()]


def _account(values: dict[str, tuple[str, ...]], where: str) -> Account:
    names, domains = values.get("name", ()), values.get("domains", ())
    if not names:
        raise DirectoryError(f"{where} has no name")
    if not all(any(map(str.isalnum, name)) for name in (*names, *values.get("short_names", ()))):
        raise DirectoryError(f"{where} has a name without a letter or digit")
    if not all(map(_DOMAIN.match, domains)):
        raise DirectoryError(f"{where} has a domain that is none; write it like example.com")
    key = hashlib.sha256(" ".join(names[0].casefold().split()).encode("utf-8", "surrogatepass")).hexdigest()
    return Account(key, names[0], values.get("short_names", ()), domains)
