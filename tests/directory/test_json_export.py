"""JSON of PowerShell, of directories on the web, and of LDAP libraries."""

from __future__ import annotations

import json

import pytest

from redactory.directory import read_export
from redactory.errors import DirectoryError

USER = {
    "DistinguishedName": "CN=Zoe Doe,DC=example,DC=org",
    "SamAccountName": "zdoe",
    "DisplayName": "Zoe Doe",
    "whenCreated": "/Date(1732950000000)/",
    "EmployeeNumber": 4711,
    "Enabled": True,
    "Office": None,
    "proxyAddresses": {"value": ["SMTP:zoe@example.org", "smtp:zdoe@example.org"], "Count": 2},
}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_powershell_writes_one_user_as_an_object(write, rules, encoding: str) -> None:
    """cases: powershell-json."""
    snapshot = read_export(write("user.json", json.dumps(USER, indent=4).encode(encoding)), rules)
    assert (len(snapshot.people), snapshot.source) == (1, "json")
    person = snapshot.people[0]
    assert person.usernames == ("zdoe",)
    assert person.emails == ("zdoe@example.org", "zoe@example.org")
    assert person.employee_ids == ("4711",)
    assert person.locations == ()


def test_a_date_is_never_a_value(write, rules) -> None:
    record = {"username": "zdoe", "display_name": "/Date(1732950000000)/", "phone": "\\/Date(1)\\/"}
    person = read_export(write("user.json", json.dumps(record)), rules).people[0]
    assert (person.display_names, person.phones) == ((), ())


@pytest.mark.parametrize(
    "wrapped",
    [
        lambda users: users,
        lambda users: {"metadata": {"total_records": len(users)}, "users": users},
        lambda users: {"@odata.context": "https://example.org", "value": users},
        lambda users: {"value": users, "Count": len(users)},
        lambda users: {"entries": [{"dn": f"uid={u['username']},dc=x", "attributes": u} for u in users]},
    ],
)
def test_lists_of_users(write, rules, wrapped) -> None:
    users = [{"username": "zdoe", "email": "z@example.org"}, {"username": "jroe", "email": ["j@example.org"]}]
    people = read_export(write("users.json", json.dumps(wrapped(users))), rules).people
    assert sorted(p.usernames + p.emails for p in people) == [("jroe", "j@example.org"), ("zdoe", "z@example.org")]


def test_json_lines_and_scim(write, rules) -> None:
    scim = {
        "userName": "zdoe",
        "name": {"givenName": "Zoe", "familyName": "Doe"},
        "emails": [{"value": "zoe@example.org", "type": "work", "primary": True}],
        "phoneNumbers": [{"value": "tel:+44-20-7946-0000", "type": "work"}],
    }
    lines = json.dumps(scim) + "\n" + json.dumps({**scim, "userName": "jroe"}) + "\n"
    person = next(p for p in read_export(write("users.jsonl", lines), rules).people if p.usernames == ("zdoe",))
    assert (person.given_names, person.surnames) == (("Zoe",), ("Doe",))
    assert (person.emails, person.phones) == (("zoe@example.org",), ("+44-20-7946-0000",))


def test_other_people_and_things_inside_a_user_are_not_the_user(write, rules) -> None:
    user = {
        "username": "zdoe",
        "address": {"city": "Kirkwall"},
        "department": {"name": "Finance", "phone": "1"},
        "manager": {"displayName": "Jo Roe", "mail": "jo@example.org"},
        "memberOf": [{"name": "Print Operators"}],
        "raw": {"uid": ["enRvZQ=="]},
    }
    person = read_export(write("users.json", json.dumps([user])), rules).people[0]
    assert (person.usernames, person.locations) == (("zdoe",), ("Kirkwall",))
    assert (person.display_names, person.emails, person.phones) == ((), (), ())


def test_a_list_written_as_its_type_is_reported(write, rules) -> None:
    users = [{"SamAccountName": "zdoe", "proxyAddresses": "System.Object[]"}]
    snapshot = read_export(write("users.json", json.dumps(users)), rules)
    assert snapshot.people[0].emails == ()
    assert "proxyAddresses" in snapshot.warnings[0]


WHOLE = json.dumps([{"username": f"user{n}", "email": f"user{n}@example.org"} for n in range(3)])


def test_every_cut_is_refused(write, rules) -> None:
    for stop in range(1, len(WHOLE)):
        with pytest.raises(DirectoryError):
            read_export(write("cut.json", WHOLE[:stop]), rules)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ({"@odata.nextLink": "https://example.org/2", "value": [{"mail": "a@x.org"}]}, "one page of several"),
        ({"metadata": {"total_records": 9}, "users": [{"username": "a"}]}, "9 users are counted, and 1 were read"),
        ([1, 2], "item 1"),
        ({"settings": {}}, "no user"),
        ([{"colour": "red"}], "no user has an attribute"),
        ([], "holds no person"),
    ],
)
def test_what_cannot_be_a_whole_export_is_refused(write, rules, content: object, says: str) -> None:
    with pytest.raises(DirectoryError, match=says):
        read_export(write("users.json", json.dumps(content)), rules)
