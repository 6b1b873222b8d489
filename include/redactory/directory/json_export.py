"""Reads JSON exports: a list of users, one user, or an object that holds the list (`users`, Graph's `value`, SCIM).

`ConvertTo-Json` of one user is an object and not a list; its dates are `/Date(...)/`; a list inside may be
`{"value": [...], "Count": n}`. JSON lines are read too. One page of several, or a list shorter than the count
beside it, is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import orjson

from redactory.directory.attributes import DN_NAMES, AttributeMap, plain_name
from redactory.directory.entry import Entry, Findings
from redactory.directory.people import TYPE_NAME
from redactory.errors import DirectoryError

_LISTS = ("users", "value", "entries", "people", "results", "resources", "items", "data", "members")
_NEXT_PAGE = ("@odata.nextlink", "odata.nextlink", "nextlink", "nextpagetoken", "next_page", "next")
_TOTALS = ("@odata.count", "total_records", "totalresults", "total")
_VALUE_NAMES = ("value", "address", "#text")
# Objects inside a user that hold more of that user; others (a manager, a department) are not the user.
_PARTS = frozenset({"attributes", "properties", "profile", "name", "address", "addresses", "contact", "location"})


def read_json(data: bytes, where: str, names: AttributeMap, findings: Findings) -> Iterator[Entry]:
    """Entries of one JSON text (UTF-8, no BOM). `where` names the file in messages.

    Raises DirectoryError for text that is not whole JSON, holds no users, or is one page of several.
    """
    for record in _records(_parsed(data, where), where, names):
        values: list[tuple[str, str]] = []
        dn = _flatten(record, values, names, findings)
        yield Entry(dn=dn, values=values)


def _parsed(data: bytes, where: str) -> Any:
    try:
        return orjson.loads(data)
    except orjson.JSONDecodeError as error:
        line, column = error.lineno, error.colno
    lines = [line for line in data.splitlines() if line.strip()]
    if len(lines) > 1 and all(line.lstrip()[:1] == b"{" for line in lines):
        try:
            return [orjson.loads(each) for each in lines]
        except orjson.JSONDecodeError:
            pass
    raise DirectoryError(
        f"{where}: not whole JSON (line {line}, column {column}): the export was cut or damaged. Export it again"
    ) from None


def _records(parsed: Any, where: str, names: AttributeMap) -> list[dict[str, Any]]:
    if isinstance(parsed, dict):
        listed = _list_of(parsed)
        if listed is None:
            if not names.wants_any(parsed) and not _attributes_of(parsed):
                raise DirectoryError(
                    f"{where}: the JSON object is no user and holds no list of users: give a list, an object with "
                    "`users` or `value`, or one user with the attributes the policy names"
                )
            listed = [parsed]
        else:
            _check_whole(parsed, len(listed), where)
        parsed = listed
    if not isinstance(parsed, list):
        raise DirectoryError(f"{where}: the JSON text holds no user: give a list of users or one user")
    for number, record in enumerate(parsed, start=1):
        if not isinstance(record, dict):
            raise DirectoryError(f"{where}: item {number} of the list is no user (an object was expected)")
    if parsed and not any(names.wants_any(r) or _attributes_of(r) for r in parsed):
        raise DirectoryError(
            f"{where}: no user has an attribute the policy names (identity.attributes of the policy lists them)"
        )
    return parsed


def _list_of(parsed: dict[str, Any]) -> list[Any] | None:
    lowered = {key.casefold(): value for key, value in parsed.items()}
    for name in _LISTS:
        if isinstance(lowered.get(name), list):
            return list(lowered[name])
    return None


def _check_whole(parsed: dict[str, Any], read: int, where: str) -> None:
    lowered = {key.casefold(): value for key, value in parsed.items()}
    if any(lowered.get(name) for name in _NEXT_PAGE):
        raise DirectoryError(f"{where}: one page of several: follow the link to the next page and export them all")
    beside = lowered.get("metadata")
    for place in (lowered, {k.casefold(): v for k, v in beside.items()} if isinstance(beside, dict) else {}):
        for name in _TOTALS:
            total = place.get(name)
            if isinstance(total, int) and not isinstance(total, bool) and total != read:
                raise DirectoryError(f"{where}: not whole: {total} users are counted, and {read} were read")


def _attributes_of(record: dict[str, Any]) -> dict[str, Any] | None:
    """The inner `attributes` of an entry as LDAP libraries write it: {"dn": ..., "attributes": {...}}."""
    inner = record.get("attributes")
    return inner if isinstance(inner, dict) else None


def _flatten(record: dict[str, Any], values: list[tuple[str, str]], names: AttributeMap, findings: Findings) -> str:
    """Fill `values` from one user, nested objects and lists included; the DN, where there is one."""
    dn = ""
    for key, value in record.items():
        plain = plain_name(key)
        if plain in DN_NAMES and isinstance(value, str):
            dn = dn or value
        else:
            _collect(key, plain, value, values, names, findings)
    return dn


def _collect(
    key: str, plain: str, value: Any, values: list[tuple[str, str]], names: AttributeMap, findings: Findings
) -> None:
    if isinstance(value, str):
        if names.wants(plain):
            if TYPE_NAME.match(value):
                findings.columns.add(key)
            elif value:
                values.append((plain, value))
    elif isinstance(value, list):
        for item in value:
            _collect(key, plain, item, values, names, findings)
    elif isinstance(value, dict):
        for inner, item in value.items():
            if inner.casefold() in _VALUE_NAMES and names.wants(plain):
                _collect(key, plain, item, values, names, findings)
            elif plain in _PARTS:
                _collect(inner, plain_name(inner), item, values, names, findings)
    elif isinstance(value, int | float) and not isinstance(value, bool) and names.wants(plain):
        values.append((plain, str(value)))
