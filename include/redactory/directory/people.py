"""Entries in, people out: which value means what, what is merged, and what cannot be matched.

A user principal name is an address (people are mailed by it) and its local part a username (people log in
with it). Entries of disabled and of service accounts are kept: their names stand in old tickets too. Groups,
computers and folders of the directory are not people: a computer's `cn` would otherwise be redacted as a name.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from redactory.directory.attributes import CLASS_NAME, DN_NAMES, UPN_NAMES, AttributeMap
from redactory.directory.entry import Entry, Findings, dn_key, value_key
from redactory.directory.model import Person

FIELD_OF_KIND = {
    "username": "usernames",
    "display_name": "display_names",
    "given_name": "given_names",
    "surname": "surnames",
    "email": "emails",
    "employee_id": "employee_ids",
    "phone": "phones",
    "location": "locations",
}
_NAME_KINDS = frozenset({"display_name", "given_name", "surname", "location"})
_MACHINES = frozenset({"computer", "device", "iphost"})
_FOLDERS = frozenset(
    {
        *("organizationalunit", "container", "domain", "dcobject", "domaindns", "organization", "locality", "country"),
        *("builtindomain", "referral", "alias", "group", "groupofnames", "groupofuniquenames", "groupofurls"),
        *("posixgroup", "printqueue", "volume", "grouppolicycontainer", "applicationprocess", "organizationalrole"),
    }
)
_PERSONS = frozenset(
    {
        *("person", "organizationalperson", "inetorgperson", "residentialperson", "user", "contact"),
        *("account", "posixaccount", "shadowaccount"),
    }
)
_MANAGED = frozenset({"msds-managedserviceaccount", "msds-groupmanagedserviceaccount"})

_PREFIX = re.compile(r"([A-Za-z][A-Za-z0-9]{0,15}):\s*")
_ADDRESS_PREFIXES = frozenset({"smtp", "mailto", "sip", "tel"})
_ADDRESS = re.compile(r"[^\s@<>]+@[^\s@<>]+\Z")
TYPE_NAME = re.compile(r"(?:System|Microsoft)\.[A-Za-z_][\w.+]*(?:`\d+)?(?:\[.*\])?\Z")
_JSON_DATE = re.compile(r"\\?/Date\(-?\d+(?:[+-]\d{4})?\)\\?/\Z")
_DAMAGE = re.compile(r"[^\W\d_]\?|\?[^\W\d_]|^\?+$|\ufffd")


@dataclass(frozen=True, slots=True)
class People:
    """The people of one export by ascending key, and the keys of those nothing can be matched by."""

    people: tuple[Person, ...]
    unmatchable: tuple[str, ...]


def people_of(entries: Iterable[Entry], names: AttributeMap, findings: Findings) -> People:
    """Map `entries` by the policy's attributes. What was merged or dropped is counted in `findings`."""
    merged: dict[str, Person] = {}
    unmatchable: set[str] = set()
    owners: Counter[str] = Counter()
    for position, entry in enumerate(entries, start=1):
        if not _is_person(entry):
            findings.counts["not_people"] += 1
            continue
        person = _person(entry, position, names, findings)
        if person.key in merged:
            findings.counts["merged"] += 1
            person = _merge(merged[person.key], person)
        merged[person.key] = person
    for key, person in merged.items():
        owners.update(fold(username) for username in person.usernames)
        if not _matchable(person):
            unmatchable.add(key)
    findings.counts["shared_usernames"] += sum(1 for count in owners.values() if count > 1)
    return People(tuple(merged[key] for key in sorted(merged)), tuple(sorted(unmatchable)))


def fold(value: str) -> str:
    """`value` as duplicates are found by: NFC, no case."""
    return unicodedata.normalize("NFC", value).casefold()


def _is_person(entry: Entry) -> bool:
    classes = {value.strip().casefold() for name, value in entry.values if name == CLASS_NAME}
    if not classes or classes & _MANAGED:
        return True
    if classes & _MACHINES:
        return False
    return bool(classes & _PERSONS) or not classes & _FOLDERS


def _person(entry: Entry, position: int, names: AttributeMap, findings: Findings) -> Person:
    found: dict[str, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
    dn = entry.dn
    for name, raw in entry.values:
        value = raw.strip().strip("\ufeff\u200b\x00")
        if not value or TYPE_NAME.match(value) or _JSON_DATE.match(value):
            continue
        if name in DN_NAMES:
            dn = dn or value
        for meaning in names.meanings(name):
            for kind, ready in _values(meaning.kind, name, value, findings):
                found[kind][meaning.rank].add(ready)
    ordered = {kind: _ordered(ranks) for kind, ranks in found.items()}
    usernames = {fold(username) for username in ordered.get("username", ())}
    # A name that only repeats the account (cn: jdoe) is no name of a person.
    given = ordered.get("display_name", ())
    ordered["display_name"] = tuple(name for name in given if fold(name) not in usernames)
    if given and not ordered["display_name"] and not ordered.get("given_name"):
        ordered["surname"] = tuple(name for name in ordered.get("surname", ()) if fold(name) not in usernames)
    if not ordered["display_name"] and ordered.get("given_name") and ordered.get("surname"):
        ordered["display_name"] = (f"{ordered['given_name'][0]} {ordered['surname'][0]}",)
    return Person(key=_key(dn, ordered, position), **{FIELD_OF_KIND[k]: v for k, v in ordered.items()})


def _key(dn: str, ordered: dict[str, tuple[str, ...]], position: int) -> str:
    if dn:
        return dn_key(dn)
    for kind in ("username", "email", "employee_id", "display_name"):
        if ordered.get(kind):
            return value_key(kind, ordered[kind][0])
    return value_key("entry", str(position))


def _values(kind: str, name: str, value: str, findings: Findings) -> Iterator[tuple[str, str]]:
    """One value of one attribute as (kind, value) pairs: an address may name an account too, and the other way."""
    if kind in _NAME_KINDS:
        if _DAMAGE.search(value):
            findings.counts["damaged"] += 1
        else:
            yield kind, _lines(value) if kind == "location" else value
    elif kind == "email":
        yield from _address(name, value, findings)
    elif kind == "username":
        account = value.rsplit("\\", 1)[-1]
        if "@" in account:
            yield from _address("userprincipalname", account, findings)
        elif account:
            yield kind, account
            if account.endswith("$") and len(account) > 1:
                yield kind, account[:-1]
    elif kind == "phone":
        yield kind, re.sub(r"\Atel:\s*", "", value, flags=re.IGNORECASE)
    else:
        yield kind, value


def _lines(value: str) -> str:
    """A postal address as people write it: LDAP puts `$` between its lines (RFC 4517, section 3.3.28)."""
    if "$" not in value:
        return value
    lines = [re.sub(r"\\(24|5[cC])", lambda m: chr(int(m[1], 16)), line).strip() for line in value.split("$")]
    return ", ".join(line for line in lines if line)


def _address(name: str, value: str, findings: Findings) -> Iterator[tuple[str, str]]:
    prefix = _PREFIX.match(value)
    if prefix:
        if prefix[1].casefold() not in _ADDRESS_PREFIXES:
            return  # X500:, EUM: and their like are routes, not addresses
        value = value[prefix.end() :]
    if not _ADDRESS.match(value):
        findings.counts["not_addresses"] += 1
        return
    yield "email", value
    if name in UPN_NAMES and "#" not in value:  # guests: jane_example.com#EXT#@tenant
        yield "username", value.split("@", 1)[0]


def _ordered(ranks: dict[int, set[str]]) -> tuple[str, ...]:
    """Values by the policy's order of attributes, then by text (LDAP keeps no order); other cases dropped."""
    seen: dict[str, str] = {}
    for rank in sorted(ranks):
        for value in sorted(ranks[rank]):
            seen.setdefault(fold(value), value)
    return tuple(seen.values())


def _merge(first: Person, second: Person) -> Person:
    fields = {}
    for name in FIELD_OF_KIND.values():
        seen = {fold(value): value for value in reversed((*getattr(first, name), *getattr(second, name)))}
        fields[name] = tuple(reversed(seen.values()))
    return Person(key=first.key, **fields)


def _matchable(person: Person) -> bool:
    return any(getattr(person, name) for name in FIELD_OF_KIND.values() if name != "locations")
