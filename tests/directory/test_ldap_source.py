"""Settings of an LDAP source, and servers that misbehave."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import pytest

from redactory.directory.ldap import ENDLESS, LdapSource
from redactory.errors import ConfigError, DirectoryError
from redactory.policy.model import IdentityRules

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "servers"))
from odd_ldap import OddLdapServer, entry, result

BASE = "dc=example,dc=org"
DONE = 0x65


def people(message_id: int, first: int, last: int) -> list[bytes]:
    return [
        entry(message_id, f"uid=user{n},{BASE}", {"uid": [f"user{n}"], "mail": [f"user{n}@example.org"]})
        for n in range(first, last)
    ]


def test_a_cookie_without_end() -> None:
    """cases: endless-cookie. The last page comes again and again, always with a cookie."""

    def answer(message_id: int, search: int) -> list[bytes]:
        page = min(search, 2)
        return [*people(message_id, page * 10, page * 10 + 10), result(message_id, DONE, 0, b"more")]

    with OddLdapServer(answer) as server:
        snapshot = LdapSource(server.url, BASE, page_size=10, receive_timeout=5).read(IdentityRules())
        assert len(snapshot.people) == 30
        assert server.searches == 4, "it ends after the page that brings no new entry"
    assert snapshot.warnings == (ENDLESS,)


def test_empty_pages_without_end() -> None:
    def answer(message_id: int, search: int) -> list[bytes]:
        return [*(people(message_id, 0, 5) if search == 0 else []), result(message_id, DONE, 0, b"more")]

    with OddLdapServer(answer) as server:
        assert len(LdapSource(server.url, BASE, receive_timeout=5).read(IdentityRules()).people) == 5
        assert server.searches == 2


@pytest.mark.parametrize(
    ("code", "says"),
    [
        (3, "timeLimitExceeded"),
        (4, "sizeLimitExceeded"),
        (11, "adminLimitExceeded"),
        (51, "busy"),
        (80, "result 80"),
        (71, "result 71"),
    ],
)
def test_any_result_but_success_on_a_later_page_is_refused(code: int, says: str) -> None:
    def answer(message_id: int, search: int) -> list[bytes]:
        if search == 0:
            return [*people(message_id, 0, 10), result(message_id, DONE, 0, b"more")]
        return [*people(message_id, 10, 13), result(message_id, DONE, code)]

    with OddLdapServer(answer) as server, pytest.raises(DirectoryError, match=f"{says}.*13 entries had been read"):
        LdapSource(server.url, BASE, receive_timeout=5).read(IdentityRules())


def test_a_server_that_hangs_up_in_the_middle() -> None:
    def answer(message_id: int, search: int) -> list[bytes]:
        if search == 0:
            return [*people(message_id, 0, 10), result(message_id, DONE, 0, b"more")]
        raise OSError

    with OddLdapServer(answer) as server, pytest.raises(DirectoryError, match="127.0.0.1"):
        LdapSource(server.url, BASE, receive_timeout=5).read(IdentityRules())


@pytest.mark.parametrize(
    "answer", [b"\x30\x03\x02\x01\xff" * 3, b"HTTP/1.1 400 Bad Request\r\n\r\n", result(2, DONE, 99)]
)
def test_an_answer_that_is_no_ldap(answer: bytes) -> None:
    with (
        OddLdapServer(lambda message_id, search: [answer]) as server,
        pytest.raises(DirectoryError, match="127.0.0.1"),
    ):
        LdapSource(server.url, BASE, receive_timeout=2).read(IdentityRules())


@pytest.mark.parametrize("scheme", ["ldap", "ldaps"])
def test_a_server_that_never_answers(scheme: str) -> None:
    with OddLdapServer() as server:
        begun = time.monotonic()
        source = LdapSource(server.url.replace("ldap", scheme, 1), BASE, connect_timeout=1, receive_timeout=0.5)
        with pytest.raises(DirectoryError, match="127.0.0.1") as refused:
            source.read(IdentityRules())
        assert time.monotonic() - begun < 10
        assert "in time" in str(refused.value)


def test_nobody_listens() -> None:
    with pytest.raises(DirectoryError, match="cannot be reached"):
        LdapSource("ldap://127.0.0.1:1", BASE, connect_timeout=1).read(IdentityRules())


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"url": "https://example.org"}, "must be ldap://"),
        ({"url": "ldap://user:hunter2@example.org"}, "no credentials"),
        ({"url": "ldap://example.org:hunter2"}, "must be ldap://"),
        ({"base": ""}, "no search base"),
        ({"bind_dn": "cn=reader"}, "go together"),
        ({"password": "hunter2"}, "go together"),
        ({"url": "ldaps://example.org", "start_tls": True}, "StartTLS is for"),
        ({"page_size": 0}, "page size"),
    ],
)
def test_settings_that_cannot_be_meant(settings: dict[str, Any], says: str) -> None:
    with pytest.raises(ConfigError, match=says) as refused:
        LdapSource(**{"url": "ldap://example.org", "base": BASE, **settings})
    assert "hunter2" not in str(refused.value)


def test_from_the_parts_of_a_connection() -> None:
    made = LdapSource.from_connection(
        host="directory.example.org",
        port=1636,
        login="cn=reader",
        password="hunter2",
        extra={"base": BASE, "use_ssl": "true", "ca_file": "/ca.pem", "page_size": "250", "filter": "(uid=*)"},
    )
    assert made == LdapSource(
        "ldaps://directory.example.org:1636",
        BASE,
        "cn=reader",
        "hunter2",
        ca_file="/ca.pem",
        page_size=250,
        search_filter="(uid=*)",
    )
    assert "hunter2" not in repr(made)
    plain = LdapSource.from_connection(host="ldap://directory.example.org", login="", extra={"base": BASE})
    assert plain == LdapSource("ldap://directory.example.org", BASE)
    assert LdapSource.from_connection(host="x", port=636, extra={"base": BASE}).url == "ldaps://x:636"
    with pytest.raises(ConfigError, match="says ldap://"):
        LdapSource.from_connection(host="ldap://x", extra={"base": BASE, "use_ssl": True})
    with pytest.raises(ConfigError, match="unknown keys: bse"):
        LdapSource.from_connection(host="x", extra={"bse": BASE})
    with pytest.raises(ConfigError, match="must be numbers"):
        LdapSource.from_connection(host="x", extra={"base": BASE, "page_size": "many"})
