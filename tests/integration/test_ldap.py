"""A real slapd: what is read, what is refused, and to whom nothing is sent."""

from __future__ import annotations

import base64
import subprocess
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from socket import create_server, socket

import pytest
from certificates import Certificates, make_certificates
from programs import require_program
from slapd import SlapdServer

from redactory.directory.export import read_export
from redactory.directory.ldap import LdapSource
from redactory.directory.refresh import refresh, snapshot_store
from redactory.errors import DirectoryError
from redactory.ledger import Ledger
from redactory.policy.model import IdentityRules
from redactory.storage import EncryptedStore, KeyRing, open_store

pytestmark = pytest.mark.integration

PEOPLE = 60
CROWD = 2000
LIMIT = 500


def person(number: int) -> str:
    name = base64.b64encode(f"Gíven{number} Fämily{number}".encode()).decode()
    return (
        f"dn: uid=user{number:04},ou=people,dc=example,dc=org\nobjectClass: user\nuid: user{number:04}\n"
        f"cn:: {name}\nsn: F{number}\nsAMAccountName: USER{number:04}\nuserPrincipalName: u.{number}@corp.example\n"
        f"proxyAddresses: SMTP:user{number}@example.org\nproxyAddresses: smtp:alias{number}@example.org\n"
        f"proxyAddresses: X500:/o=Example/cn=user{number}\nemployeeID: E{number:05}\nl: Kirkwall\n"
        f"userAccountControl: 514\nobjectGUID:: {base64.b64encode(bytes(range(240, 256))).decode()}\n"
        "telephoneNumber: +44 20 7946 0000\n\n"
    )


def folder_entry(name: str) -> str:
    return f"dn: ou={name},dc=example,dc=org\nobjectClass: organizationalUnit\nou: {name}\n\n"


def referral_entry(name: str, port: int) -> str:
    return (
        f"dn: ou={name},dc=example,dc=org\nobjectClass: referral\nobjectClass: extensibleObject\nou: {name}\n"
        f"ref: ldap://127.0.0.1:{port}/ou={name},dc=example,dc=org\n\n"
    )


COMPUTER = (
    "dn: cn=HOST-NORTH-01,ou=people,dc=example,dc=org\nobjectClass: computer\ncn: HOST-NORTH-01\nsn: x\n"
    "sAMAccountName: HOST-NORTH-01$\n\n"
)


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    return make_certificates(tmp_path_factory.mktemp("tls"), "127.0.0.1", "localhost")


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[socket]:
    """The server that referrals name: it listens, and nobody may come."""
    with closing(create_server(("127.0.0.1", 0))) as listener:
        listener.setblocking(False)
        yield listener


@pytest.fixture(scope="module")
def server(
    tmp_path_factory: pytest.TempPathFactory, certificates: Certificates, elsewhere: socket
) -> Iterator[SlapdServer]:
    require_program("slapd")
    entries = folder_entry("people") + "".join(person(n) for n in range(PEOPLE)) + COMPUTER
    entries += referral_entry("far", elsewhere.getsockname()[1])
    with SlapdServer(tmp_path_factory.mktemp("slapd"), entries, certificates=certificates) as running:
        yield running


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SlapdServer]:
    require_program("slapd")
    entries = folder_entry("people") + "".join(person(n) for n in range(CROWD))
    with SlapdServer(tmp_path_factory.mktemp("limited"), entries, size_limit=LIMIT) as running:
        yield running


@pytest.fixture
def source(server: SlapdServer) -> LdapSource:
    return LdapSource(
        server.url,
        "ou=people,dc=example,dc=org",
        bind_dn=server.reader_dn,
        password=server.reader_password,
        page_size=7,
        receive_timeout=10,
    )


def test_people_are_read_page_by_page(source: LdapSource) -> None:
    snapshot = source.read(IdentityRules())
    assert (len(snapshot.people), snapshot.source) == (PEOPLE, "ldap")
    one = next(p for p in snapshot.people if "user0007" in p.usernames)
    assert one.usernames == ("user0007", "u.7"), "sAMAccountName is uid in another case; the UPN names an account too"
    assert one.emails == ("u.7@corp.example", "alias7@example.org", "user7@example.org")
    assert one.display_names == ("Gíven7 Fämily7",)
    assert one.employee_ids == ("E00007",)
    assert snapshot.warnings == ("1 entries left out: groups, computers or folders of the directory, not people",)


def test_ldapsearch_gives_the_same_people(source: LdapSource, server: SlapdServer, tmp_path: Path) -> None:
    program = require_program("ldapsearch")
    command = [program, "-x", "-H", server.url, "-b", source.base, source.search_filter]
    paged = ["-E", "pr=9/noprompt"]
    for options in ([], ["-LLL"], ["-L"], paged, ["-LLL", *paged], ["-o", "ldif-wrap=no"]):
        export = tmp_path / "export.ldif"
        export.write_bytes(subprocess.run([*command, *options], capture_output=True, check=True).stdout)
        assert read_export(export, IdentityRules()).hash == source.read(IdentityRules()).hash, options


@pytest.mark.parametrize("page_size", [100, 300, 500, 5000])
def test_a_size_limit_never_makes_a_snapshot(limited: SlapdServer, page_size: int) -> None:
    """cases: size-limit. 300 does not divide the limit, 5000 is beyond all entries."""
    source = LdapSource(limited.url, "ou=people,dc=example,dc=org", page_size=page_size)
    with pytest.raises(DirectoryError, match=r"result 4, sizeLimitExceeded.* 500 entries had been read"):
        source.read(IdentityRules())


@pytest.mark.parametrize("options", [[], ["-L"], ["-E", "pr=100/noprompt"], ["-LLL", "-E", "pr=100/noprompt"]])
def test_ldapsearch_at_a_size_limit(limited: SlapdServer, options: list[str], tmp_path: Path) -> None:
    program, export = require_program("ldapsearch"), tmp_path / "export.ldif"
    command = [program, "-x", "-H", limited.url, "-b", "ou=people,dc=example,dc=org", "(objectClass=person)", *options]
    done = subprocess.run(command, capture_output=True, check=False)
    assert done.returncode == 4
    export.write_bytes(done.stdout if options != ["-L"] else done.stdout + done.stderr)
    with pytest.raises(DirectoryError, match="sizeLimitExceeded|another page"):
        read_export(export, IdentityRules())


def test_the_last_good_snapshot_outlives_a_size_limit(limited: SlapdServer, tmp_path: Path) -> None:
    KeyRing.write_new(tmp_path / "keys")

    class Place:
        identity = EncryptedStore(open_store(str(tmp_path / "identity")), KeyRing.from_file(tmp_path / "keys"))
        ledger = Ledger(f"sqlite:///{tmp_path / 'ledger.db'}")

    Place.ledger.migrate()
    source = LdapSource(limited.url, "ou=people,dc=example,dc=org", limited.admin_dn, limited.admin_password)
    good = refresh(Place(), source, IdentityRules())
    assert good.people == CROWD
    with pytest.raises(DirectoryError):
        refresh(Place(), replace(source, bind_dn=None, password=None), IdentityRules())
    row = snapshot_store(Place()).current_row()
    assert row is not None
    assert row.hash == good.hash
    assert refresh(Place(), source, IdentityRules()).state == "unchanged"


def test_references_are_reported_and_not_followed(server: SlapdServer, source: LdapSource, elsewhere: socket) -> None:
    """cases: referral, a search reference among the results."""
    snapshot = replace(source, base=server.suffix).read(IdentityRules())
    assert len(snapshot.people) == PEOPLE
    port = elsewhere.getsockname()[1]
    assert any(w.endswith(f"were not followed: ldap://127.0.0.1:{port}") for w in snapshot.warnings)
    with pytest.raises(BlockingIOError):
        elsewhere.accept()


def test_a_base_that_is_a_referral_is_refused(server: SlapdServer, source: LdapSource, elsewhere: socket) -> None:
    """cases: referral, the base itself."""
    port = elsewhere.getsockname()[1]
    with pytest.raises(DirectoryError, match=rf"result 10, referral.*referred to ldap://127.0.0.1:{port}\)"):
        replace(source, base="ou=far,dc=example,dc=org").read(IdentityRules())
    with pytest.raises(BlockingIOError):
        elsewhere.accept()


@pytest.mark.parametrize("how", ["ldaps", "start_tls"])
def test_tls_with_the_right_ca(server: SlapdServer, source: LdapSource, certificates: Certificates, how: str) -> None:
    secured = replace(
        source,
        url=server.ldaps_url if how == "ldaps" else server.url,
        start_tls=how == "start_tls",
        ca_file=str(certificates.ca),
    )
    assert secured.read(IdentityRules()).hash == source.read(IdentityRules()).hash
    by_name = replace(secured, url=secured.url.replace("127.0.0.1", "localhost"))
    assert len(by_name.read(IdentityRules()).people) == PEOPLE


@pytest.mark.parametrize("how", ["ldaps", "start_tls"])
@pytest.mark.parametrize("ca", ["another", "none"])
def test_tls_with_a_certificate_that_cannot_be_trusted(
    server: SlapdServer, source: LdapSource, tmp_path: Path, how: str, ca: str
) -> None:
    other = make_certificates(tmp_path / "other", "127.0.0.1")
    secured = replace(
        source,
        url=server.ldaps_url if how == "ldaps" else server.url,
        start_tls=how == "start_tls",
        ca_file=str(other.ca) if ca == "another" else None,
    )
    with pytest.raises(DirectoryError, match="certificate is not trusted"):
        secured.read(IdentityRules())


@pytest.mark.parametrize("how", ["ldaps", "start_tls"])
def test_a_certificate_of_another_host_is_refused(tmp_path: Path, how: str) -> None:
    require_program("slapd")
    wrong = make_certificates(tmp_path / "tls", "directory.example.org")
    entries = folder_entry("people") + person(1)
    with SlapdServer(tmp_path / "slapd", entries, certificates=wrong) as running:
        secured = LdapSource(
            running.ldaps_url if how == "ldaps" else running.url,
            running.suffix,
            start_tls=how == "start_tls",
            ca_file=str(wrong.ca),
        )
        with pytest.raises(DirectoryError, match="names another host"):
            secured.read(IdentityRules())


def test_no_start_tls_means_no_bind_in_clear(limited: SlapdServer) -> None:
    source = LdapSource(limited.url, limited.suffix, limited.reader_dn, limited.reader_password, start_tls=True)
    with pytest.raises(DirectoryError, match="StartTLS failed"):
        source.read(IdentityRules())


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"password": "not-the-secret"}, "result 49, invalidCredentials"),
        ({"base": "ou=nowhere,dc=example,dc=org"}, "result 32, noSuchObject"),
        ({"base": "no dn at all"}, "result 34, invalidDNSyntax"),
        ({"search_filter": "(uid=nobody-has-this)"}, "no person"),
        ({"search_filter": "((broken"}, "not a valid LDAP filter"),
        ({"ca_file": "/does/not/exist.pem"}, "CA file"),
    ],
)
def test_what_the_server_refuses_is_said_without_the_secret(
    source: LdapSource, change: dict[str, str], says: str
) -> None:
    with pytest.raises(DirectoryError, match=says) as refused:
        replace(source, **change).read(IdentityRules())
    text = str(refused.value) + repr(replace(source, **change))
    assert "secret" not in text
    assert refused.value.__suppress_context__ or refused.value.__context__ is None
