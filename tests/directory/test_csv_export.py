"""CSV of PowerShell and of others."""

from __future__ import annotations

import pytest

from redactory.directory import read_export
from redactory.errors import DirectoryError

COLLECTION = "Microsoft.ActiveDirectory.Management.ADPropertyValueCollection"
POWERSHELL = (
    "#TYPE Selected.Microsoft.ActiveDirectory.Management.ADUser\r\n"
    '"DistinguishedName","Enabled","GivenName","Name","ObjectClass","SamAccountName","Surname",'
    '"UserPrincipalName","proxyAddresses","EmailAddress","OfficePhone","City"\r\n'
    '"CN=Zoe Doe,OU=People,DC=example,DC=org","True","Zoe","Zoe Doe","user","zdoe","Doe",'
    f'"zoe.doe@example.org","{COLLECTION}","zdoe@example.org","+44 20 7946 0000","Kirkwall"\r\n'
    '"CN=Old Hand,OU=Gone,DC=example,DC=org","False","Old","Old Hand","user","ohand","Hand",'
    f'"ohand@example.org","{COLLECTION}","","",""\r\n'
)


def test_powershell_5(write, rules) -> None:
    """cases: powershell-csv."""
    snapshot = read_export(write("users.csv", POWERSHELL.encode("utf-16")), rules)
    assert snapshot.source == "csv"
    zoe = next(p for p in snapshot.people if "zdoe" in p.usernames)
    assert zoe.usernames == ("zdoe", "zoe.doe")
    assert zoe.display_names == ("Zoe Doe",)
    assert zoe.emails == ("zdoe@example.org", "zoe.doe@example.org")
    assert zoe.phones == ("+44 20 7946 0000",)
    assert zoe.locations == ("Kirkwall",)
    assert [w for w in snapshot.warnings if "type name" in w and "proxyAddresses" in w]
    assert len(snapshot.people) == 2, "disabled accounts are people too"


def test_a_name_that_lost_its_letters_is_counted_and_not_used(write, rules) -> None:
    """cases: ascii-damage."""
    rows = "username,display_name,last_name\nzdoe,Zo? D?e,D?e\njroe,Jo Roe,Roe\nq,Why?,\n"
    snapshot = read_export(write("users.csv", rows), rules)
    assert "3 names hold a question mark where a letter was" in snapshot.warnings[0]
    damaged = next(p for p in snapshot.people if p.usernames == ("zdoe",))
    assert (damaged.display_names, damaged.surnames) == ((), ())


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_generic_headers_and_separators(write, rules, delimiter: str) -> None:
    rows = [["User Name", "First Name", "Last-Name", "E-Mail", "Badge"], ["jroe", "Jo", "Roe", "jo@example.org", "7"]]
    snapshot = read_export(write("users.csv", "\n".join(delimiter.join(row) for row in rows) + "\n"), rules)
    person = snapshot.people[0]
    assert (person.usernames, person.emails) == (("jroe",), ("jo@example.org",))
    assert person.display_names == ("Jo Roe",), "made of given name and surname where there is none"


def test_several_values_in_a_cell_and_line_ends_in_a_value(write, rules) -> None:
    rows = 'SamAccountName,proxyAddresses,street\njroe,"SMTP:jo@example.org;smtp:j.roe@example.org;X500:/o=Ex/cn=jroe",'
    snapshot = read_export(write("users.csv", rows + '"1 High St\nTown"\n'), rules)
    assert snapshot.people[0].emails == ("j.roe@example.org", "jo@example.org")


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ('"SamAccountName","Name"\n"a","A B"\n"c","C', "a quoted value does not end"),
        ("SamAccountName,Name,mail\na,A B,a@x.org\nc,C", "row 2 .* row 1 is the last whole one"),
        ("SamAccountName,Name\na,A B\nc,C", "middle of row 2"),
        ("SamAccountName,Name\na,Doe, Zoe\n", "3 values for 2 columns"),
        ("jroe,Jo Roe,jo@example.org\n", "no column is an attribute"),
        (b"SamAccountName,Name\na,Zo\xeb\n", "neither UTF-8"),
        ("", "empty"),
        ("#TYPE Something\r\n", "empty"),
        ("SamAccountName,Name\n", "holds no person"),
    ],
)
def test_what_is_not_whole_is_refused(write, rules, content: str | bytes, says: str) -> None:
    with pytest.raises(DirectoryError, match=says) as refused:
        read_export(write("users.csv", content), rules)
    assert "users.csv" in str(refused.value)
    assert not {"Zoe", "Jo Roe", "jroe"} & set(str(refused.value).split())
