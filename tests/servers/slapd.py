"""A real slapd, run by hand on loopback ports in a folder of its own."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from pathlib import Path
from typing import Self

from certificates import Certificates

_SBIN = "/usr/local/sbin:/usr/sbin:/sbin"
_START_SECONDS = 10.0

# Attributes of Active Directory with matching rules (the schema Debian ships for them has none).
_SCHEMA = """\
attributetype ( 1.2.840.113556.1.4.221 NAME 'sAMAccountName'
  EQUALITY caseIgnoreMatch SUBSTR caseIgnoreSubstringsMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.15 SINGLE-VALUE )
attributetype ( 1.2.840.113556.1.4.656 NAME 'userPrincipalName'
  EQUALITY caseIgnoreMatch SUBSTR caseIgnoreSubstringsMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.15 SINGLE-VALUE )
attributetype ( 1.2.840.113556.1.2.210 NAME 'proxyAddresses'
  EQUALITY caseIgnoreMatch SUBSTR caseIgnoreSubstringsMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.15 )
attributetype ( 1.2.840.113556.1.2.447 NAME 'mailNickname'
  EQUALITY caseIgnoreMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.15 SINGLE-VALUE )
attributetype ( 1.2.840.113556.1.4.35 NAME 'employeeID'
  EQUALITY caseIgnoreMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.15 SINGLE-VALUE )
attributetype ( 1.2.840.113556.1.4.8 NAME 'userAccountControl'
  EQUALITY integerMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.27 SINGLE-VALUE )
attributetype ( 1.2.840.113556.1.4.2 NAME 'objectGUID'
  EQUALITY octetStringMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.40 SINGLE-VALUE )
objectclass ( 1.2.840.113556.1.5.9 NAME 'user' SUP inetOrgPerson STRUCTURAL
  MAY ( sAMAccountName $ userPrincipalName $ proxyAddresses $ mailNickname $ employeeID $ userAccountControl $
  objectGUID ) )
objectclass ( 1.2.840.113556.1.3.30 NAME 'computer' SUP user STRUCTURAL )
"""


class SlapdServer:
    """One slapd over one suffix. `entries` is LDIF below the suffix entry, which is added.

    `size_limit` is the server's limit for everybody but the administrator. Anonymous and bound users may read.
    With `certificates` it listens on `ldaps_url` too and offers StartTLS.
    """

    suffix = "dc=example,dc=org"
    admin_dn = "cn=admin,dc=example,dc=org"
    admin_password = "administrators-secret"
    reader_dn = "cn=reader,dc=example,dc=org"
    reader_password = "readers-secret"

    def __init__(
        self,
        folder: Path,
        entries: str = "",
        *,
        size_limit: int | None = None,
        certificates: Certificates | None = None,
    ) -> None:
        self._folder, self._entries = folder, entries
        self._size_limit, self._certificates = size_limit, certificates
        self._process: subprocess.Popen[bytes] | None = None
        self.port = self.tls_port = 0

    @property
    def url(self) -> str:
        return f"ldap://127.0.0.1:{self.port}"

    @property
    def ldaps_url(self) -> str:
        return f"ldaps://127.0.0.1:{self.tls_port}"

    def start(self) -> Self:
        """Load the entries and listen. Raises RuntimeError with slapd's own words where it does not come up."""
        (self._folder / "db").mkdir(parents=True)
        config, seed = self._folder / "slapd.conf", self._folder / "seed.ldif"
        config.write_text(self._config(), encoding="utf-8")
        seed.write_text(self._base() + self._entries, encoding="utf-8")
        loaded = subprocess.run(
            [_program("slapadd"), "-q", "-f", str(config), "-l", str(seed)], capture_output=True, check=False
        )
        if loaded.returncode:
            raise RuntimeError(f"slapadd: {loaded.stderr.decode(errors='replace')[-500:]}")
        self.port, self.tls_port = _free_ports(2)
        addresses = self.url + (f" {self.ldaps_url}" if self._certificates else "")
        with (self._folder / "log").open("wb") as log:
            self._process = subprocess.Popen(
                [_program("slapd"), "-h", addresses, "-f", str(config), "-d", "0"], stdout=log, stderr=log
            )
        deadline = time.monotonic() + _START_SECONDS
        while time.monotonic() < deadline and self._process.poll() is None:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return self
            time.sleep(0.02)
        self.stop()
        raise RuntimeError(f"slapd: {(self._folder / 'log').read_text(errors='replace')[-500:]}")

    def stop(self) -> None:
        """End it and wait."""
        if self._process is not None:
            self._process.terminate()
            try:
                self._process.wait(5)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process = None

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _config(self) -> str:
        (self._folder / "ad.schema").write_text(_SCHEMA, encoding="utf-8")
        lines = [f"include /etc/ldap/schema/{name}.schema" for name in ("core", "cosine", "inetorgperson")]
        lines += [f"include {self._folder / 'ad.schema'}", "modulepath /usr/lib/ldap", "moduleload back_mdb"]
        if self._certificates:
            lines += [
                f"TLSCACertificateFile {self._certificates.ca}",
                f"TLSCertificateFile {self._certificates.certificate}",
                f"TLSCertificateKeyFile {self._certificates.key}",
            ]
        lines += [
            f"pidfile {self._folder / 'slapd.pid'}",
            "database mdb",
            f"suffix {self.suffix}",
            f"rootdn {self.admin_dn}",
            f"rootpw {self.admin_password}",
            f"directory {self._folder / 'db'}",
            "maxsize 268435456",
            "dbnosync",
            "index objectClass eq",
            f"sizelimit {self._size_limit or 'unlimited'}",
            "access to attrs=userPassword by anonymous auth by * none",
            "access to * by * read",
        ]
        return "\n".join(lines) + "\n"

    def _base(self) -> str:
        return (
            f"dn: {self.suffix}\nobjectClass: dcObject\nobjectClass: organization\no: Example\ndc: example\n\n"
            f"dn: {self.reader_dn}\nobjectClass: organizationalRole\nobjectClass: simpleSecurityObject\n"
            f"cn: reader\nuserPassword: {self.reader_password}\n\n"
        )


def _program(name: str) -> str:
    found = shutil.which(name) or shutil.which(name, path=_SBIN)
    if found is None:
        raise RuntimeError(f"{name} is not installed: apt-get install slapd")
    return found


def _free_ports(count: int) -> list[int]:
    sockets = [socket.socket() for _ in range(count)]
    try:
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in sockets]
    finally:
        for each in sockets:
            each.close()
