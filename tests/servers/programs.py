"""Programs that tests run for real. Where one is missing the test is skipped, and under CI=true it fails."""

from __future__ import annotations

import os
import shutil
import socket
from glob import glob

import pytest

# Where servers lie, and not every user's PATH leads; Debian's PostgreSQL by version, the newest first.
_PLACES = ("/usr/local/sbin", "/usr/sbin", "/sbin", *sorted(glob("/usr/lib/postgresql/*/bin"), reverse=True))
_PACKAGES = {
    "slapd": "slapd", "slapadd": "slapd", "ldapsearch": "ldap-utils", "redis-server": "redis-server",
    **dict.fromkeys(("initdb", "postgres", "pg_ctl", "pg_isready", "psql", "pg_dump"), "postgresql"),
}  # fmt: skip


def require_program(name: str) -> str:
    """The path of a program, or a skip that says how to get it (a failure where CI is `true`)."""
    found = shutil.which(name) or shutil.which(name, path=os.pathsep.join(_PLACES))
    if found:
        return found
    reason = f"{name} is not installed: apt-get install {_PACKAGES.get(name, name)}"
    if os.environ.get("CI", "").lower() == "true":
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)


def free_port() -> int:
    """A loopback port that nothing listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
