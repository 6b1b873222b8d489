"""LDIF as programs write it, and every way in which it may stop early."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest

from redactory.directory import Person, read_export
from redactory.directory.entry import dn_key
from redactory.errors import DirectoryError
from redactory.policy.model import IdentityRules

HEADER = """\
# extended LDIF
#
# LDAPv3
# base <dc=example,dc=org> with scope subtree
# filter: (objectClass=person)
# requesting: ALL
#

"""
TRAILER = """\
# search result
search: 2
result: 0 Success

# numResponses: {responses}
# numEntries: {entries}
"""


def entry(number: int, *, comment: bool = False) -> str:
    lines = [f"# user{number:03}, example.org"] if comment else []
    lines += [
        f"dn: uid=user{number:03},dc=example,dc=org",
        "objectClass: inetOrgPerson",
        f"uid: user{number:03}",
        f"displayName: Given{number} Family{number}",
        f"mail: user{number:03}@example.org",
    ]
    return "\n".join(lines) + "\n\n"


def ldapsearch(count: int, *, claimed: int | None = None) -> str:
    claimed = count if claimed is None else claimed
    body = "".join(entry(n, comment=True) for n in range(count))
    return HEADER + body + TRAILER.format(responses=claimed + 1, entries=claimed)


def by_username(path: Path, rules: IdentityRules) -> dict[str, Person]:
    return {person.usernames[0]: person for person in read_export(path, rules).people}


def test_ldapsearch_output_is_read_whole(write, rules) -> None:
    snapshot = read_export(write("people.ldif", ldapsearch(12)), rules)
    assert (len(snapshot.people), snapshot.source, snapshot.warnings) == (12, "ldif", ())


def test_base64_folding_and_everything_at_once(write, rules) -> None:
    """cases: base64-and-folding."""
    name, long_name = "Zoë Ångström", "Wolfeschlegel " + "x" * 61 + " of the Long Name"
    assert len(long_name) >= 90
    dn = "uid=zoe,ou=Fölk,dc=example,dc=org"
    lines = [
        "version: 1",
        "# a comment that is",
        "  folded, with a colon: in it",
        "",
        f"dn:: {base64.b64encode(dn.encode()).decode()}",
        "uid: zoe",
        f"displayName:: {base64.b64encode(name.encode()).decode()}",
        "dn: uid=wolfe,dc=example,dc=org",  # no blank line before it
        "uid: wolfe",
        f"cn: {long_name[:40]}",
        f" {long_name[40:]}",
        "MAIL: Wolfe@Example.org",
        "",
    ]
    content = b"\xef\xbb\xbf" + "\r\n".join([*lines, ""]).encode()
    people = by_username(write("people.txt", content), rules)
    assert set(people) == {"zoe", "wolfe"}
    assert people["zoe"].display_names == (name,)
    assert people["zoe"].key == dn_key(dn)
    assert people["wolfe"].display_names == (long_name,)
    assert people["wolfe"].emails == ("Wolfe@Example.org",)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-8-sig"])
def test_encodings(write, rules, encoding: str) -> None:
    text = "dn: uid=zoe,dc=example,dc=org\r\nuid: zoe\r\ndisplayName: Zoë Ångström\r\n\r\n"
    assert by_username(write("people.ldif", text.encode(encoding)), rules)["zoe"].display_names == ("Zoë Ångström",)


def test_one_base64_dn_and_the_plain_one_are_one_key() -> None:
    assert dn_key("UID=Zoe, DC=Example,dc=org") == dn_key("uid=zoe,dc=example,dc=org")
    assert dn_key(r"cn=Doe\, Zoe,dc=org") != dn_key("cn=Doe,Zoe,dc=org")


def test_every_cut_of_an_ldapsearch_export_is_refused(write, rules) -> None:
    """cases: truncated-export. Whichever byte the file stops at, it is refused."""
    whole = ldapsearch(2)
    for stop in range(1, len(whole) - 1):
        cut = whole[:stop]
        if cut.rstrip("\n") == whole.rstrip("\n"):
            continue
        with pytest.raises(DirectoryError):
            read_export(write("cut.ldif", cut), rules)


def test_every_cut_without_comments_within_an_entry_is_refused(write, rules) -> None:
    """`ldapsearch -LLL` writes no count: a cut between entries cannot be seen, every other one is."""
    whole = "".join(entry(n) for n in range(4))
    third = sum(len(entry(n)) for n in range(3))
    for stop in range(third + 1, len(whole) - 2):
        with pytest.raises(DirectoryError) as refused:
            read_export(write("cut.ldif", whole[:stop]), rules)
        assert "cut.ldif" in str(refused.value)
        assert "the last whole entry is number 3" in str(refused.value)
        assert dn_key("uid=user002,dc=example,dc=org") in str(refused.value)
        assert "user002" not in str(refused.value)


def test_a_count_higher_than_the_entries_is_refused(write, rules) -> None:
    """cases: truncated-export, cut between two entries."""
    with pytest.raises(DirectoryError, match=r"counts 9 entries, and 7 were read .*number 7"):
        read_export(write("people.ldif", ldapsearch(7, claimed=9)), rules)
    bare = "".join(entry(n) for n in range(3)) + "# numEntries: 4\n"
    with pytest.raises(DirectoryError, match="counts 4 entries, and 3 were read"):
        read_export(write("people.ldif", bare), rules)


def test_several_exports_in_one_file(write, rules) -> None:
    second = ldapsearch(3).replace("user0", "other0")
    assert len(read_export(write("people.ldif", ldapsearch(2) + second), rules).people) == 5


@pytest.mark.parametrize(
    ("ending", "says"),
    [
        ("search: 2\nresult: 4 Size limit exceeded\n", "sizeLimitExceeded"),
        ("# search result\nsearch: 2\nresult: 3 Time limit exceeded\n", "timeLimitExceeded"),
        ("result: 11 Administrative limit exceeded\n", "adminLimitExceeded"),
        ("Size limit exceeded (4)\n", "sizeLimitExceeded"),
        ("ldap_result: Can't contact LDAP server (-1)\n", "belongs to no entry"),
        ("# pagedresults: cookie=BAAAAAAAAAA=\n", "another page"),
        ("pagedresults: cookie=BAAAAAAAAAA=\n", "another page"),
    ],
)
def test_a_search_that_ended_early_is_refused_naming_why(write, rules, ending: str, says: str) -> None:
    content = "".join(entry(n) for n in range(5)) + ending
    with pytest.raises(DirectoryError, match=says):
        read_export(write("people.ldif", content), rules)


def test_a_base_that_is_a_referral_is_refused(write, rules) -> None:
    ending = "search: 2\nresult: 10 Referral\nmatchedDN: ou=far\nref: ldap://far.example.org/ou=far??sub\n"
    with pytest.raises(DirectoryError, match="referral"):
        read_export(write("people.ldif", HEADER + "# search result\n" + ending + "\n# numResponses: 1\n"), rules)


def test_pages_of_ldapsearch(write, rules) -> None:
    paged = "search: 2\nresult: 0 Success\ncontrol: 1.2.840.113556.1.4.319 false MA0=\npagedresults: cookie={}\n"
    content = HEADER + entry(1) + "# search result\n" + paged.format("BAAA=")
    content += HEADER + entry(2) + "# search reference\nref: ldap://far.example.org:389/ou=far,dc=example??sub\n\n"
    content += "# search result\n" + paged.format("") + "\n# numResponses: 5\n# numEntries: 2\n# numReferences: 1\n"
    snapshot = read_export(write("people.ldif", content), rules)
    assert len(snapshot.people) == 2
    assert snapshot.warnings == ("1 references to other servers were not followed: ldap://far.example.org:389",)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("dn: uid=a,dc=x\nuid: a\nno colon here\n\n", "line 3"),
        ("dn: uid=a,dc=x\nuid:: ***\n\n", "line 2 is not valid base64"),
        ("dn: uid=a,dc=x\nchangetype: modify\nreplace: mail\nmail: x@y.z\n-\n\n", "line 2 is a change"),
        ("version: 1\nuid: a\n\n", "line 2 belongs to no entry"),
        (b"dn: uid=a,dc=x\nuid: a\ndisplayName: Zo\xeb\n\n", "line 3 is not UTF-8"),
        (" folded: first\n\n", "people.ldif"),
    ],
)
def test_what_is_no_entry_is_refused_with_its_line(write, rules, content: str | bytes, says: str) -> None:
    with pytest.raises(DirectoryError, match=says) as refused:
        read_export(write("people.ldif", content), rules)
    assert refused.value.__cause__ is None
    assert refused.value.__suppress_context__ or refused.value.__context__ is None


def test_ldifde_and_values_that_are_no_text(write, rules) -> None:
    content = (
        "dn: CN=Zoe,DC=example,DC=org\nchangetype: add\nobjectClass: user\nsAMAccountName: zoe\n"
        "jpegPhoto:< file:///etc/hostname\nthumbnailPhoto:: /9j/4AAQ\ncn:: /9j/4AAQ\nname;lang-de: Zoe Doe\n"
        "mail:< file:///etc/hostname\n\n"
    )
    snapshot = read_export(write("people.ldif", content), rules)
    assert snapshot.people[0].display_names == ("Zoe Doe",)
    assert snapshot.people[0].emails == ()
    assert "1 base64 values are no UTF-8 text and were left out" in snapshot.warnings
    assert "1 values are given by URL and were not fetched" in snapshot.warnings
