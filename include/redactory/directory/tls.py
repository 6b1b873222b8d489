"""TLS for ldap3, checked by Python's ssl: chain, dates, and the host, by name or by address.

ldap3's own check knows no IP addresses, falls back to the common name, and is off unless asked for. This module
imports ldap3: import it where a connection is made, and not before.
"""

from __future__ import annotations

import ssl
from typing import Any

import ldap3


class _CheckedTls(ldap3.Tls):  # type: ignore[misc]
    """Every connection is wrapped by one strict context."""

    def __init__(self, ca_file: str | None) -> None:
        super().__init__(validate=ssl.CERT_REQUIRED, ca_certs_file=ca_file)

    def wrap_socket(self, connection: Any, do_handshake: bool = False) -> None:
        """Called by ldap3 for LDAPS and for StartTLS. Raises ssl.SSLError where anything does not hold."""
        context = ssl.create_default_context(cafile=self.ca_certs_file)
        connection.socket = context.wrap_socket(
            connection.socket, server_hostname=connection.server.host, do_handshake_on_connect=True
        )


def checked_tls(ca_file: str | None) -> ldap3.Tls:
    """TLS settings that trust `ca_file` (PEM) alone, or the system's CAs. Raises LDAPException where it is missing."""
    return _CheckedTls(ca_file)
