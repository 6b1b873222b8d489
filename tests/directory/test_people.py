"""What the attributes of an entry make of a person."""

from __future__ import annotations

from typing import Any

import pytest

from redactory.directory.attributes import AttributeMap, plain_name
from redactory.directory.entry import Entry, Findings, dn_key, value_key
from redactory.directory.model import Person
from redactory.directory.people import People, people_of
from redactory.directory.rules import rules_of
from redactory.directory.warnings import warning_lines
from redactory.policy.model import EntityRule, IdentityRules, Policy


def mapped(*entries: Entry, rules: IdentityRules | None = None) -> tuple[People, tuple[str, ...]]:
    names, findings = AttributeMap(rules or IdentityRules()), Findings()
    found = people_of(entries, names, findings)
    return found, warning_lines(findings, found)


def entry(dn: str = "", **attributes: str | list[str]) -> Entry:
    values: list[tuple[str, str]] = []
    for name, given in attributes.items():
        values += [(plain_name(name), value) for value in (given if isinstance(given, list) else [given])]
    return Entry(dn=dn, values=values)


def one(**attributes: Any) -> Person:
    return mapped(entry("uid=x,dc=org", **attributes))[0].people[0]


def test_empty_and_missing_values() -> None:
    """cases: empty-values."""
    found, warnings = mapped(
        entry("uid=nomail,dc=org", uid="nomail", displayName="  "),
        entry("uid=two,dc=org", uid="two", mail=["a@example.org", " B@example.org "]),
        entry("uid=JRoe,ou=a,dc=org", uid="JRoe"),
        entry("uid=jroe,ou=b,dc=org", uid="jroe"),
        entry("cn=nothing,dc=org", l="Town", displayName=""),
        entry("cn=nobody,dc=org", cn=" "),
    )
    assert len(found.people) == 6
    people = {p.key: p for p in found.people}
    assert people[dn_key("uid=nomail,dc=org")].display_names == ()
    assert people[dn_key("uid=two,dc=org")].emails == ("B@example.org", "a@example.org")
    nothing = tuple(sorted((dn_key("cn=nothing,dc=org"), dn_key("cn=nobody,dc=org"))))
    assert found.unmatchable == nothing
    assert warnings == (
        "1 usernames belong to more than one entry",
        f"2 entries have nothing to match by, DN hashes: {nothing[0]}, {nothing[1]}",
    )


def test_one_username_in_two_cases_without_dn_is_one_person() -> None:
    found, warnings = mapped(entry(uid="JRoe", mail="jo@example.org"), entry(uid="jroe", mail="JO@example.org"))
    assert [(p.usernames, p.emails, p.key) for p in found.people] == [
        (("JRoe",), ("jo@example.org",), value_key("username", "jroe"))
    ]
    assert "1 entries repeat another one" in warnings[0]


def test_addresses() -> None:
    person = one(
        proxyAddresses=[
            *("SMTP:Zoe.Doe@example.org", "smtp:zoe@example.org", "X500:/o=Ex/cn=zoe@x", "sip:zoe@chat.example")
        ],
        mail="zoe.doe@example.org",
        userPrincipalName="z.doe@corp.example",
    )
    assert person.emails == ("zoe.doe@example.org", "z.doe@corp.example", "zoe@chat.example", "zoe@example.org")
    assert person.usernames == ("z.doe",)


def test_a_postal_address_is_written_as_people_write_it() -> None:
    assert one(postalAddress="1 High St$Kirkwall $ KW15 1AA").locations == ("1 High St, Kirkwall, KW15 1AA",)
    assert one(l=["Kirkwall"], postalAddress=r"Shop \2499").locations == ("Kirkwall", r"Shop \2499")


def test_a_guests_principal_name_gives_no_username() -> None:
    person = one(userPrincipalName="zoe_example.com#EXT#@tenant.example")
    assert (person.usernames, person.emails) == ((), ("zoe_example.com#EXT#@tenant.example",))


@pytest.mark.parametrize(
    ("written", "usernames", "emails"),
    [
        ("CORP\\zdoe", ("zdoe",), ()),
        ("zdoe@corp.example", ("zdoe",), ("zdoe@corp.example",)),
        ("svc-sql$", ("svc-sql", "svc-sql$"), ()),
    ],
)
def test_usernames_as_they_are_written(written: str, usernames: tuple[str, ...], emails: tuple[str, ...]) -> None:
    person = one(sAMAccountName=written)
    assert (person.usernames, person.emails) == (usernames, emails)


def test_values_go_by_the_policys_order_and_not_by_the_servers() -> None:
    first = one(cn=["B", "A"], displayName="Zoe Doe", uid=["y", "x"])
    second = one(uid=["x", "y"], displayName="Zoe Doe", cn=["A", "B"])
    assert first == second
    assert first.display_names == ("Zoe Doe", "A", "B")


def test_a_name_that_repeats_the_account_is_no_name() -> None:
    person = one(uid="backup01", cn="Backup01", sn="Backup01", displayName="BACKUP01")
    assert (person.usernames, person.display_names, person.surnames) == (("backup01",), (), ())
    kept = one(uid="holt", cn="Ann Holt", sn="Holt")
    assert kept.surnames == ("Holt",), "a surname may well be the account"


@pytest.mark.parametrize(
    ("classes", "kept"),
    [
        (["top", "inetOrgPerson"], True),
        (["top", "person", "organizationalPerson", "user"], True),
        (["account", "simpleSecurityObject"], True),
        (["top", "person", "organizationalPerson", "user", "computer"], False),
        (["computer", "msDS-GroupManagedServiceAccount"], True),
        (["organizationalUnit"], False),
        (["groupOfNames", "top"], False),
        (["referral", "extensibleObject"], False),
        (["somethingOfOurOwn"], True),
        ([], True),
    ],
)
def test_machines_groups_and_folders_are_left_out(classes: list[str], kept: bool) -> None:
    found, warnings = mapped(entry("cn=x,dc=org", objectClass=classes, cn="DC-NORTH-01", uid="x"))
    assert bool(found.people) is kept
    assert any("not people" in w for w in warnings) is not kept


def test_policies_name_attributes_in_their_own_way() -> None:
    rules = IdentityRules(attributes={"username": ["Login Name"], "email": ["mail"]})
    found, _ = mapped(entry(login_name="zdoe", EmailAddress="z@example.org", uid="other"), rules=rules)
    assert (found.people[0].usernames, found.people[0].emails) == (("zdoe",), ("z@example.org",))


def test_ldap_is_asked_for_names_that_can_be_attributes() -> None:
    asked = AttributeMap(IdentityRules()).ldap_names()
    assert "sAMAccountName" in asked
    assert "objectClass" in asked
    assert not [name for name in asked if "_" in name]


def test_several_policies_share_one_directory() -> None:
    def policy(name: str, **identity: Any) -> Policy:
        rules = IdentityRules(**identity)
        return Policy(name=name, dataset=name, entities={"PERSON": EntityRule()}, identity=rules)

    first = policy("a", attributes={"username": ["uid"]}, max_shrink=0.3, max_age_hours=24, required=["username"])
    second = policy("b", attributes={"username": ["login"], "email": ["mail"]}, max_shrink=0.1, required=["email"])
    joined = rules_of([first, second])
    assert joined.attributes == {"username": ["uid", "login"], "email": ["mail"]}
    assert (joined.max_shrink, joined.max_age_hours, joined.required) == (0.1, 24, ["username", "email"])
    assert rules_of([first]) == first.identity
    assert rules_of([]) == IdentityRules()
