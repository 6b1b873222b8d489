"""The sample's directory as its server would export it: LDIF with base64 and folded lines, and JSON."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Iterator

from redactory.sample.data import Company
from redactory.sample.people import SamplePerson

_LINE = 76  # characters before a line is folded (RFC 2849 suggests 76)
_UNSAFE_START = (" ", ":", "<")


def to_ldif(people: Iterable[SamplePerson], company: Company) -> str:
    """An LDIF file of the people the directory holds, with the count `ldapsearch` writes at the end."""
    listed = [person for person in people if person.listed]
    blocks = ["version: 1\n"]
    for person in listed:
        lines = (_line(name, value) for name, value in _attributes(person, company))
        blocks.append("".join(lines))
    blocks.append(f"# numEntries: {len(listed)}\n")
    return "\n".join(blocks)


def to_json(people: Iterable[SamplePerson]) -> str:
    """The same people as `{metadata, users: [...]}`."""
    users = [
        {
            "username": person.username,
            "display_name": person.full,
            "first_name": person.given,
            "last_name": person.family,
            "email": person.email,
            "employee_id": person.employee_id,
            "phone": person.phone,
            "office": person.office.city,
        }
        for person in people
        if person.listed
    ]
    return json.dumps({"metadata": {"total_records": len(users)}, "users": users}, ensure_ascii=False, indent=1) + "\n"


def _attributes(person: SamplePerson, company: Company) -> Iterator[tuple[str, str]]:
    suffix = company.suffix.lower()
    yield "dn", f"uid={person.username},ou=people,{suffix}"
    yield "objectClass", "inetOrgPerson"
    yield "uid", person.username
    yield "cn", person.full
    yield "sn", person.family
    yield "givenName", person.given
    yield "displayName", person.full
    yield "mail", person.email
    if person.alias:
        yield "proxyAddresses", f"SMTP:{person.email}"
        yield "proxyAddresses", f"smtp:{person.alias}"
    yield "employeeNumber", person.employee_id
    yield "telephoneNumber", person.extension if person.mobile else person.phone
    if person.mobile:
        yield "mobile", person.phone
    yield "l", person.office.city
    yield "street", person.street
    yield "physicalDeliveryOfficeName", f"{person.office.city}, {person.desk}"


def _line(name: str, value: str) -> str:
    safe = value.isascii() and not value.startswith(_UNSAFE_START) and value == value.strip()
    text = f"{name}: {value}" if safe else f"{name}:: {base64.b64encode(value.encode()).decode()}"
    first, rest = text[:_LINE], text[_LINE:]
    folded = [first, *(f" {rest[at : at + _LINE - 1]}" for at in range(0, len(rest), _LINE - 1))]
    return "\n".join(folded) + "\n"
