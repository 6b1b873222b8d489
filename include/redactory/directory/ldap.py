"""Reads a directory from its LDAP server: LDAP, LDAPS or StartTLS, paged, and only whole.

ldap3 ends a paged search silently at a server's limit and follows referrals with the caller's password unless
told not to: the result code is read after every page, and no other server is ever connected to.
"""

from __future__ import annotations

import ipaddress
import math
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

from redactory.directory.attributes import AttributeMap, plain_name
from redactory.directory.entry import Entry, Findings
from redactory.directory.ldif import server_of
from redactory.directory.model import Snapshot
from redactory.directory.people import people_of
from redactory.directory.results import REFERRAL, SUCCESS, describe_result
from redactory.directory.warnings import warning_lines
from redactory.errors import ConfigError, DirectoryError, RedactoryError
from redactory.policy.model import IdentityRules

PEOPLE_FILTER = "(|(objectClass=person)(objectClass=posixAccount)(objectClass=account))"
PAGE_SIZE = 500  # Active Directory gives at most 1,000 a page
CONNECT_TIMEOUT = 10.0  # seconds
RECEIVE_TIMEOUT = 60.0  # seconds without a byte from the server
ENDLESS = "the server went on offering pages; reading ended after one that brought no new entry"
_PAGED = "1.2.840.113556.1.4.319"  # RFC 2696
_PORTS = {"ldap": 389, "ldaps": 636}


@dataclass(frozen=True)
class LdapSource:
    """Where the people are. `url` is `ldap://host[:port]` or `ldaps://host[:port]`; no `bind_dn`: anonymous.

    The server's certificate is always checked: against `ca_file` where given, otherwise the system's CAs.
    Raises ConfigError where the settings cannot be meant.
    """

    url: str
    base: str
    bind_dn: str | None = None
    password: str | None = field(default=None, repr=False)
    start_tls: bool = False
    ca_file: str | None = None
    search_filter: str = PEOPLE_FILTER
    page_size: int = PAGE_SIZE
    connect_timeout: float = CONNECT_TIMEOUT
    receive_timeout: float = RECEIVE_TIMEOUT

    def __post_init__(self) -> None:
        _server(self.url)
        if not self.base:
            raise ConfigError("LDAP: no search base is given, e.g. ou=people,dc=example,dc=org")
        if bool(self.bind_dn) != bool(self.password):
            raise ConfigError(
                "LDAP: bind DN and password go together (a server takes a DN without password as anonymous)"
            )
        if self.start_tls and self.url.lower().startswith("ldaps"):
            raise ConfigError("LDAP: StartTLS is for ldap:// URLs; ldaps:// is encrypted from the first byte")
        if self.page_size < 1:
            raise ConfigError("LDAP: the page size must be at least 1")

    @classmethod
    def from_connection(
        cls,
        *,
        host: str,
        port: int | None = None,
        login: str | None = None,
        password: str | None = None,
        extra: Mapping[str, Any] | None = None,
    ) -> LdapSource:
        """From the parts of an Airflow connection.

        `host` may be a URL. `extra`: base (required), use_ssl (default: port 636), start_tls, ca_file, filter,
        page_size, connect_timeout, receive_timeout (seconds). Raises ConfigError for a key it does not know.
        """
        options = dict(extra or {})
        secure = _flag(options.pop("use_ssl", port == _PORTS["ldaps"]))
        url = host if "://" in host else f"{'ldaps' if secure else 'ldap'}://{host}"
        if secure and not url.lower().startswith("ldaps://"):
            raise ConfigError("LDAP: the connection asks for TLS (use_ssl or port 636) and its host says ldap://")
        if port and urlsplit(url).port is None:
            url = f"{url.rstrip('/')}:{port}"
        known: dict[str, Any] = {
            "base": str(options.pop("base", "")),
            "start_tls": _flag(options.pop("start_tls", False)),
            "ca_file": options.pop("ca_file", None),
            "search_filter": options.pop("filter", PEOPLE_FILTER),
        }
        try:
            known["page_size"] = int(options.pop("page_size", PAGE_SIZE))
            known["connect_timeout"] = float(options.pop("connect_timeout", CONNECT_TIMEOUT))
            known["receive_timeout"] = float(options.pop("receive_timeout", RECEIVE_TIMEOUT))
        except (TypeError, ValueError):
            raise ConfigError("LDAP: page_size and the timeouts of the connection's extra must be numbers") from None
        if options:
            raise ConfigError(f"LDAP: the connection's extra has unknown keys: {', '.join(sorted(options))}")
        return cls(url=url, bind_dn=login or None, password=password or None, **known)

    def read(self, rules: IdentityRules) -> Snapshot:
        """Every person below the base. Raises DirectoryError where the server cannot be asked or stops early."""
        from ldap3.core.exceptions import LDAPException

        names, findings = AttributeMap(rules), Findings()
        taken_at = datetime.now(UTC)
        try:
            found = people_of(self._entries(names, findings), names, findings)
        except (LDAPException, OSError) as error:
            raise self._error(_words(error)) from None
        if not found.people:
            raise self._error("the search found no person: check the base, the filter and what this account may read")
        return Snapshot(
            people=found.people,
            source="ldap",
            taken_at=taken_at,
            warnings=warning_lines(findings, found),
            unmatchable=found.unmatchable,
        )

    def _entries(self, names: AttributeMap, findings: Findings) -> Iterator[Entry]:
        connection = self._connect(findings)
        cookie: bytes | None = None
        seen: set[bytes] = set()
        try:
            while True:
                self._ask(connection, names.ldap_names(), cookie)
                result, fresh = connection.result, 0
                for item in connection.response or ():
                    if item["type"] == "searchResRef":
                        findings.counts["references"] += 1
                        findings.referred.update(server_of(uri) for uri in item["uri"])
                    elif item["type"] == "searchResEntry" and item["raw_dn"] not in seen:
                        seen.add(item["raw_dn"])
                        fresh += 1
                        yield _entry(item, names, findings)
                if result["result"] != SUCCESS:
                    raise self._stopped(result, len(seen))
                cookie = result.get("controls", {}).get(_PAGED, {}).get("value", {}).get("cookie")
                if not cookie:
                    return
                if not fresh:
                    findings.notes.append(ENDLESS)
                    return
        finally:
            _leave(connection)

    def _ask(self, connection: Any, attributes: list[str], cookie: bytes | None) -> None:
        """Search one page. What the server answered is in `connection.result` and `connection.response`."""
        import ldap3
        from ldap3.core.exceptions import LDAPException

        try:
            connection.search(
                self.base,
                self.search_filter,
                ldap3.SUBTREE,
                dereference_aliases=ldap3.DEREF_NEVER,
                attributes=attributes,
                paged_size=self.page_size,
                paged_cookie=cookie,
            )
        except (LDAPException, OSError):
            raise
        except Exception as error:  # decoders raise whatever a malformed answer makes them
            raise self._error(f"its answer cannot be decoded ({type(error).__name__})") from None

    def _connect(self, findings: Findings) -> Any:
        import ldap3
        from ldap3.core.exceptions import LDAPException

        from redactory.directory.tls import checked_tls

        scheme, host, port = _server(self.url)
        tls = checked_tls(self.ca_file)
        server = ldap3.Server(
            host, port, use_ssl=scheme == "ldaps", tls=tls, get_info=ldap3.NONE, connect_timeout=self.connect_timeout
        )
        connection = ldap3.Connection(
            server,
            user=self.bind_dn,
            password=self.password,
            authentication=ldap3.SIMPLE if self.bind_dn else ldap3.ANONYMOUS,
            auto_referrals=False,
            check_names=False,
            read_only=True,
            raise_exceptions=False,
            return_empty_attributes=False,
            receive_timeout=math.ceil(self.receive_timeout),  # ldap3 packs it as whole seconds
        )
        try:
            connection.open(read_server_info=False)
            if self.start_tls:
                connection.start_tls(read_server_info=False)
            elif scheme == "ldap" and self.password and not _is_loopback(host):
                findings.notes.append("the bind password went over an unencrypted connection: use ldaps:// or StartTLS")
            if not connection.bind(read_server_info=False):
                raise self._error(f"the bind was refused with {describe_result(connection.result['result'])}")
        except BaseException as error:
            _leave(connection)
            if isinstance(error, RedactoryError | LDAPException | OSError) or not isinstance(error, Exception):
                raise
            raise self._error(f"it cannot be reached ({type(error).__name__})") from None
        return connection

    def _stopped(self, result: Mapping[str, Any], read: int) -> DirectoryError:
        what = f"the search ended with {describe_result(result['result'])}"
        if result["result"] == REFERRAL and result.get("referrals"):
            servers = ", ".join(sorted({server_of(uri) for uri in result["referrals"]}))
            what += f" (referred to {servers})"
        return self._error(f"{what}. {read} entries had been read; a part of a directory is never used")

    def _error(self, what: str) -> DirectoryError:
        scheme, host, port = _server(self.url)
        return DirectoryError(f"LDAP server {scheme}://{host}:{port}: {what}")


def _entry(item: Mapping[str, Any], names: AttributeMap, findings: Findings) -> Entry:
    values: list[tuple[str, str]] = []
    for name, raws in item["raw_attributes"].items():
        plain = plain_name(name)
        if not names.wants(plain):
            continue
        for raw in raws:
            try:
                values.append((plain, raw.decode("utf-8")))
            except UnicodeDecodeError:
                findings.counts["undecodable"] += 1
    return Entry(dn=item["raw_dn"].decode("utf-8", "replace"), values=values)


def _leave(connection: Any) -> None:
    """Unbind; a connection that is broken already is no second error."""
    from ldap3.core.exceptions import LDAPException

    with suppress(LDAPException, OSError):
        connection.unbind()


def _server(url: str) -> tuple[str, str, int]:
    """(scheme, host, port) of an LDAP URL. Raises ConfigError, without the URL: it may hold a password."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        parts, host, port = urlsplit(""), None, None
    if parts.scheme not in _PORTS or not host:
        raise ConfigError("LDAP: the URL must be ldap://host[:port] or ldaps://host[:port]")
    if parts.username or parts.password:
        raise ConfigError("LDAP: the URL must hold no credentials: give bind DN and password apart")
    return parts.scheme, host, port or _PORTS[parts.scheme]


def _words(error: Exception) -> str:
    """What ldap3 says, without its text: that may quote a filter, a DN or a certificate."""
    text, kind = str(error).lower(), type(error).__name__
    if "certificate" in text:
        return (
            "its certificate is not trusted, has expired or names another host: give the CA's file (ca_file) and "
            "connect by a name the certificate holds"
        )
    if "CA public key file" in str(error):
        return "the CA file does not exist"
    if "StartTLS" in kind or "starttls" in text:
        return "StartTLS failed: the server does not offer it or the handshake broke off"
    if "timed out" in text or "timeout" in kind.lower():
        return "it did not answer in time"
    if kind == "LDAPInvalidFilterError":
        return "the search filter is not a valid LDAP filter"
    if "socket" in kind.lower() or isinstance(error, OSError):
        return (
            f"it cannot be reached ({kind}): check that it runs, its host and port, the network between, and that it "
            "speaks TLS where TLS was asked for"
        )
    return f"the search failed ({kind})"


def _flag(value: Any) -> bool:
    return value if isinstance(value, bool) else str(value).strip().casefold() in {"1", "true", "yes", "on"}


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _is_loopback(host: str) -> bool:
    return host == "localhost" or (_is_address(host) and ipaddress.ip_address(host).is_loopback)
